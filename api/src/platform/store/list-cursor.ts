import { Refusal } from '../../refusal.ts'
import type { ListQuery } from './document-store.ts'

/** A sort key. Booleans sort as 0 and 1; numbers sort before strings. */
export type SortValue = string | number

/** The last document of a page: its sort key, and its id to break ties. */
export type ListPosition = { value: SortValue; id: string }

/** Encodes the cursor for the next page; it is valid only for lists in the same order. */
export function cursorAt(query: ListQuery, { value, id }: ListPosition): string {
  return Buffer.from(JSON.stringify([...orderOf(query), value, id])).toString('base64url')
}

/** Decodes `query.after`. Refuses with `badRequest` if it isn't a cursor for a list in this order. */
export function listPositionOf(query: ListQuery): ListPosition | undefined {
  if (query.after === undefined) return undefined
  const [orderBy, descending] = orderOf(query)
  try {
    const parsed: unknown = JSON.parse(Buffer.from(query.after, 'base64url').toString())
    if (Array.isArray(parsed) && parsed.length === 4) {
      const [by, direction, value, id] = parsed as unknown[]
      const isOurs = by === orderBy && direction === descending
      if (isOurs && isSortable(value) && typeof id === 'string' && id !== '') return { value, id }
    }
  } catch {
    // Falls through to the refusal.
  }
  throw new Refusal('badRequest', 'This page of the list no longer exists. Please start again.')
}

/** Called with the bytes of one body after another: whether this one is no longer part of the page. */
export function overPage({ limit = Infinity, bytes = Infinity }: ListQuery) {
  let count = 0
  let size = 0
  return (body: () => number): boolean => {
    count += 1
    if (bytes < Infinity) size += body()
    return count > limit || (count > 1 && size > bytes)
  }
}

/** A field's value as a sort key; undefined for values that lists leave out (missing, null, arrays, objects). */
export function sortable(value: unknown): SortValue | undefined {
  if (typeof value === 'boolean') return Number(value)
  return isSortable(value) ? value : undefined
}

/** Whether a field of this name can be filtered and sorted by. */
export function isFieldName(name: string): boolean {
  return /^[A-Za-z]\w*$/.test(name)
}

function isSortable(value: unknown): value is SortValue {
  return typeof value === 'string' || typeof value === 'number'
}

function orderOf({ orderBy = 'id', descending = false }: ListQuery): [string, boolean] {
  return [orderBy, descending]
}
