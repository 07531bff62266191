import { createHash, randomUUID } from 'node:crypto'
import type { DocumentData, DocumentReference, Firestore } from '@google-cloud/firestore'
import type { Stored } from '../../store/document-store.ts'
import { isFieldName, sortable, type SortValue } from '../../store/list-cursor.ts'
import { bodyText } from '../../store/store-rules.ts'

type Body = Record<string, unknown>

/** A document as it lies in Firestore; docs/decisions/0009-firestore-documents.md says why. */
export type Laid = {
  id: string
  revision: number
  updatedAt: string
  /** The body, to the letter. */
  json: string
  /** What lists filter and sort by: the body's own texts, numbers and booleans. */
  fields: Record<string, SortValue>
  /** Another one with every write: a write that got no answer finds out whether it was done. */
  write: string
}

/** Firestore indexes 1,500 bytes of a text; a UTF-16 unit takes three at most. */
const longestIndexed = 500

export function laidOut(id: string, body: Body, revision: number, now: Date): Laid {
  const json = bodyText(body)
  const fields: Laid['fields'] = {}
  for (const [name, value] of Object.entries(JSON.parse(json) as Body)) {
    const indexed = sortable(value)
    if (indexed !== undefined && isFieldName(name)) fields[name] = indexedValue(indexed)
  }
  return { id, revision, updatedAt: now.toISOString(), json, fields, write: randomUUID() }
}

/** A text that is too long to be indexed is cut, with a digest in place of its end: equal ones stay equal. */
export function indexedValue(value: SortValue): SortValue {
  if (typeof value === 'number') return value
  if (value.length <= longestIndexed) return value.toWellFormed()
  const digest = createHash('sha256').update(value, 'utf16le').digest('base64url')
  return `${value.slice(0, longestIndexed - digest.length)}${digest}`.toWellFormed()
}

export function stored({ id, revision, updatedAt, json }: Laid): Stored<Body> {
  return { ...(JSON.parse(json) as Body), id, revision, updatedAt }
}

/** What Firestore gave, or undefined for a document that the portal hasn't written. */
export function asLaid(data: DocumentData | undefined): Laid | undefined {
  return typeof data?.['json'] === 'string' ? (data as Laid) : undefined
}

export function referenceTo(db: Firestore, collection: string, id: string): DocumentReference {
  return db.collection(collection).doc(nameOf(id))
}

/**
 * The id as Firestore takes it: without `/`, never `.`, `..` or `__…__`.
 * It sorts as the id does, because `.` is the character before `/`: documents that share a sort value come by id.
 */
export function nameOf(id: string): string {
  const escaped = id.replaceAll('.', '.0').replaceAll('/', '.1')
  return escaped.startsWith('_') ? `_.${escaped.slice(1)}` : escaped
}
