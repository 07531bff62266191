import { FieldPath, type Firestore, type Query } from '@google-cloud/firestore'
import type { ListQuery, Stored } from '../../platform/store/document-store.ts'
import {
  cursorAt,
  isFieldName,
  listPositionOf,
  overPage,
  sortable,
  type SortValue,
} from '../../platform/store/list-cursor.ts'
import { bodyOf } from '../../platform/store/stored-body.ts'
import { indexedValue, nameOf } from './firestore-layout.ts'

type Document = Stored<Record<string, unknown>>
type Page = { documents: Document[]; next?: string }

/** Translates a query for Firestore. It requests one extra document, which shows whether there is a next page. */
export function firestoreQuery(db: Firestore, collection: string, query: ListQuery): Query {
  const { where = {}, orderBy = 'id', descending = false, from, to, limit } = query
  const direction = descending ? 'desc' : 'asc'
  const position = listPositionOf(query)
  let built: Query = db.collection(collection)
  for (const [field, value] of Object.entries(where)) {
    built = built.where(pathOf(field), '==', asIndexed(field, sortable(value)!))
  }
  const sort = isByName(query) ? FieldPath.documentId() : pathOf(orderBy)
  if (from !== undefined) built = built.where(sort, '>=', asIndexed(orderBy, from))
  if (to !== undefined) built = built.where(sort, '<', asIndexed(orderBy, to))
  // Firestore leaves out documents without the field, as the port specifies.
  built = built.orderBy(sort, direction)
  if (orderBy !== 'id') built = built.orderBy(FieldPath.documentId(), direction)
  if (position) {
    const name = nameOf(position.id)
    const value = asIndexed(orderBy, position.value)
    if (isByName(query)) built = built.startAfter(name)
    else if (orderBy === 'id') built = built.startAfter(value)
    else built = built.startAfter(value, name)
  }
  return limit === undefined ? built : built.limit(Math.trunc(limit) + 1)
}

/**
 * Whether documents are sorted by their names, which sort like ids. Every index ends with the name, so a filter without
 * a requested order needs no index of its own.
 */
function isByName({ where = {}, orderBy = 'id', from, to }: ListQuery): boolean {
  const hasFilter = Object.keys(where).length > 0
  return orderBy === 'id' && hasFilter && from === undefined && to === undefined
}

/** Cuts off what exceeds the page, and adds the cursor of the next page. */
export function pageOf(listed: Document[], query: ListQuery): Page {
  const { orderBy = 'id' } = query
  const isOver = overPage(query)
  const over = listed.findIndex((document) => isOver(bodySize(document)))
  if (over < 0) return { documents: listed }
  const documents = listed.slice(0, over)
  const last = documents.at(-1)!
  return { documents, next: cursorAt(query, { value: sortable(last[orderBy])!, id: last.id }) }
}

function bodySize(document: Document): () => number {
  return () => Buffer.byteLength(JSON.stringify(bodyOf(document)))
}

/** Runs a query in memory, for a transaction that lists documents it has written. */
export function listInMemory(all: Document[], query: ListQuery): Document[] {
  const { where = {}, orderBy = 'id', descending = false, from, to } = query
  const position = listPositionOf(query)
  const sign = descending ? -1 : 1
  const compare = (a: Sorted, b: Sorted) =>
    sign * (compared(a.value, b.value) || compared(a.id, b.id))
  return all
    .filter((document) =>
      Object.entries(where).every(([field, value]) => valueOf(document, field) === sortable(value)),
    )
    .flatMap((document) => {
      const value = valueOf(document, orderBy)
      return value === undefined ? [] : [{ value, id: document.id, document }]
    })
    .filter(({ value }) => from === undefined || compared(value, from) >= 0)
    .filter(({ value }) => to === undefined || compared(value, to) < 0)
    .filter((entry) => !position || compare(entry, position) > 0)
    .toSorted(compare)
    .map(({ document }) => document)
}

type Sorted = { value: SortValue; id: string }

function valueOf(document: Document, field: string): SortValue | undefined {
  return sortable(document[field])
}

function compared(a: SortValue, b: SortValue): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  if (typeof a === 'string' && typeof b === 'string') {
    return Buffer.compare(Buffer.from(a), Buffer.from(b))
  }
  return typeof a === 'number' ? -1 : 1
}

function asIndexed(field: string, value: SortValue): SortValue {
  return isMetadata(field) ? value : indexedValue(value)
}

function isMetadata(field: string): boolean {
  return field === 'id' || field === 'revision' || field === 'updatedAt'
}

function pathOf(field: string): FieldPath {
  if (isMetadata(field)) return new FieldPath(field)
  if (!isFieldName(field)) throw new Error(`${field} is not a valid field name.`)
  return new FieldPath('fields', field)
}
