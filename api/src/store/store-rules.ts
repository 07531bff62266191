import { Refusal } from '../refusal.ts'
import type { Stored } from './document-store.ts'
import { staleMessage } from './refuse-stale.ts'

type Body = Record<string, unknown>

/** Maximum size of a body's JSON in bytes. Firestore allows 1 MiB, including indexed copies of fields. */
const maxBody = 900_000
/** Maximum length of an id in UTF-8 bytes. Firestore allows 1,500, and an escaped character takes two. */
const maxId = 700

/** Serializes a body for storage, or refuses with `tooLarge`. */
export function bodyText(body: Body): string {
  const text = JSON.stringify(body)
  if (Buffer.byteLength(text) > maxBody) {
    throw new Refusal('tooLarge', 'This is too large to save: the limit is 900 KB.')
  }
  return text
}

/** Whether this can be a document's id; other ids are never stored. */
export function isPossibleId(id: string): boolean {
  return id !== '' && Buffer.byteLength(id) <= maxId
}

export function refuseImpossibleId(id: string): void {
  if (!isPossibleId(id)) throw new Refusal('badRequest', 'This isn’t a valid document id.')
}

export function refuseTaken(current: Stored<Body> | undefined): void {
  if (current) throw new Refusal('conflict', 'An entry with this id already exists.', { current })
}

export function refuseUnlessCurrent(
  current: Stored<Body> | undefined,
  ifRevision: number,
): asserts current {
  if (!current) throw new Refusal('notFound', 'It is no longer there.')
  if (current.revision !== ifRevision) throw new Refusal('stale', staleMessage, { current })
}
