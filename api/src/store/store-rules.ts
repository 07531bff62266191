import { Refusal } from '../refusal.ts'
import type { Stored } from './document-store.ts'
import { staleSentence } from './refuse-stale.ts'

type Body = Record<string, unknown>

/** A body's JSON in bytes at most: Firestore takes 1 MiB a document, and the fields it sorts by need room beside it. */
const maxBody = 900_000
/** An id's UTF-8 in bytes at most: Firestore takes 1,500, and an escaped character takes two. */
const maxId = 700

/** The body as it is stored, or a refusal with `tooLarge`. */
export function bodyText(body: Body): string {
  const text = JSON.stringify(body)
  if (Buffer.byteLength(text) > maxBody) {
    throw new Refusal('tooLarge', 'This is too large to be saved: one document holds 900 KB.')
  }
  return text
}

/** Whether a document can have this id; nothing is stored under any other. */
export function isPossibleId(id: string): boolean {
  return id !== '' && Buffer.byteLength(id) <= maxId
}

export function refuseImpossibleId(id: string): void {
  if (!isPossibleId(id)) throw new Refusal('badRequest', 'This can’t be the id of a document.')
}

export function refuseTaken(current: Stored<Body> | undefined): void {
  if (current) throw new Refusal('conflict', 'There is one with this id already.', { current })
}

export function refuseUnlessCurrent(
  current: Stored<Body> | undefined,
  ifRevision: number,
): asserts current {
  if (!current) throw new Refusal('notFound', 'It is no longer there.')
  if (current.revision !== ifRevision) throw new Refusal('stale', staleSentence, { current })
}
