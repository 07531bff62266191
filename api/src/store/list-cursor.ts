import { Refusal } from '../refusal.ts'
import type { ListQuery } from './document-store.ts'

/** What a list is sorted by: `true` counts as 1, `false` as 0; numbers come before texts. */
export type SortValue = string | number

/** The last document of a page: what it is sorted by, and its id among its equals. */
export type ListPosition = { value: SortValue; id: string }

/** The cursor after a page; it holds for lists in the same order only. */
export function cursorAt(query: ListQuery, { value, id }: ListPosition): string {
  return Buffer.from(JSON.stringify([...orderOf(query), value, id])).toString('base64url')
}

/** Where the page before ended. Refuses with `badRequest` what is no cursor of a list in this order. */
export function positionAfter(query: ListQuery): ListPosition | undefined {
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
  throw new Refusal('badRequest', 'There is no such page of the list.')
}

/** A field's value as lists sort and compare it; undefined for what they leave out: nothing, null, lists, objects. */
export function sortable(value: unknown): SortValue | undefined {
  if (typeof value === 'boolean') return Number(value)
  return isSortable(value) ? value : undefined
}

/** The name of a field that can be filtered and sorted by. */
export function isFieldName(name: string): boolean {
  return /^[A-Za-z]\w*$/.test(name)
}

function isSortable(value: unknown): value is SortValue {
  return typeof value === 'string' || typeof value === 'number'
}

function orderOf({ orderBy = 'id', descending = false }: ListQuery): [string, boolean] {
  return [orderBy, descending]
}
