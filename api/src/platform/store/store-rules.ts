import { largest } from '@portal/contract/bounds'
import { Refusal } from '../../refusal.ts'
import type { Stored } from './document-store.ts'
import { isFieldName } from './list-cursor.ts'
import { staleMessage } from './stored-body.ts'

type Body = Record<string, unknown>

/** Maximum size of a body's JSON in bytes. Firestore allows 1 MiB, including indexed copies of fields. */
export const maxBody = 900_000
/** Maximum size in bytes of a body's JSON together with the copies of its fields that Firestore indexes. */
const maxDocument = 1_040_000
/** Maximum number of a body's fields. Firestore allows 40,000 index entries, and a field has two of them. */
const maxFields = 10_000
/** How much of a string is indexed. Firestore indexes 1,500 bytes; a UTF-16 unit takes at most three. */
export const maxIndexedLength = 500
/** Maximum length of an id in UTF-8 bytes. Firestore allows 1,500, and an escaped character takes two. */
const maxId = 700

/** Serializes a body for storage, or refuses with `tooLarge`. */
export function bodyText(body: Body): string {
  const text = JSON.stringify(body)
  const size = Buffer.byteLength(text)
  if (size > maxBody || hasTooManyFields(body, size)) {
    throw new Refusal('tooLarge', 'This is too large to save: the limit is 900 KB.')
  }
  return text
}

function hasTooManyFields(body: Body, size: number): boolean {
  // In a smaller body, no fields can exceed a limit.
  if (size < 4 * maxFields) return false
  const fields = Object.entries(body).filter(([name]) => isFieldName(name))
  const copies = fields.map(([name, value]) => {
    const length =
      typeof value === 'string' ? Buffer.byteLength(value.slice(0, maxIndexedLength)) : 8
    return Buffer.byteLength(name) + length + 2
  })
  return fields.length > maxFields || copies.reduce((sum, copy) => sum + copy, size) > maxDocument
}

/** Whether this can be a document's id; other ids are never stored. */
export function isPossibleId(id: string): boolean {
  return id !== '' && Buffer.byteLength(id) <= maxId
}

export function refuseImpossibleId(id: string): void {
  if (!isPossibleId(id)) throw new Refusal('badRequest', 'This isn’t a valid document id.')
}

/** Whether this can be a document's revision. */
export function isPossibleRevision(revision: number): boolean {
  return Number.isSafeInteger(revision) && revision >= 1 && revision <= largest.revision
}

/** Whether this is a time as the portal stores it: ISO 8601, UTC, in ms, until the year 9999. */
export function isStoredTime(text: string): boolean {
  const time = Date.parse(text)
  return text.length === 24 && !Number.isNaN(time) && new Date(time).toISOString() === text
}

/**
 * Whether a value is nested no deeper than the portal's own. Firestore allows 20 levels, and deeper values could
 * overflow the stack.
 */
export function isShallow(value: unknown, levels = 20): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1))
}

export function refuseImpossibleRevision(revision: number): void {
  if (isPossibleRevision(revision)) return
  throw new Refusal('badRequest', 'This isn’t a valid revision.')
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
