import { createHash, randomUUID } from 'node:crypto'
import type { DocumentData, DocumentReference, Firestore } from '@google-cloud/firestore'
import type { Stored } from '../../platform/store/document-store.ts'
import { isFieldName, sortable, type SortValue } from '../../platform/store/list-cursor.ts'
import { bodyText, maxIndexedLength } from '../../platform/store/store-rules.ts'

type Body = Record<string, unknown>

/** A document as stored in Firestore; see docs/decisions/0009-firestore-documents.md. */
export type FirestoreRecord = {
  id: string
  revision: number
  updatedAt: string
  /** The body as JSON. */
  json: string
  /** Sort and filter keys: the body's top-level strings, numbers and booleans. */
  fields: Record<string, SortValue>
  /** Unique for every write, so that a write whose response was lost can be recognized. */
  write: string
}

export function recordOf(id: string, body: Body, revision: number, now: Date): FirestoreRecord {
  const json = bodyText(body)
  const fields: FirestoreRecord['fields'] = {}
  for (const [name, value] of Object.entries(JSON.parse(json) as Body)) {
    const indexed = sortable(value)
    if (indexed !== undefined && isFieldName(name)) fields[name] = indexedValue(indexed)
  }
  return { id, revision, updatedAt: now.toISOString(), json, fields, write: randomUUID() }
}

/** Truncates a string too long to index and appends a digest, so that equal strings stay equal. */
export function indexedValue(value: SortValue): SortValue {
  if (typeof value === 'number') return value
  if (value.length <= maxIndexedLength) return value.toWellFormed()
  const digest = createHash('sha256').update(value, 'utf16le').digest('base64url')
  return `${value.slice(0, maxIndexedLength - digest.length)}${digest}`.toWellFormed()
}

export function stored({ id, revision, updatedAt, json }: FirestoreRecord): Stored<Body> {
  return { ...(JSON.parse(json) as Body), id, revision, updatedAt }
}

/** The data as a record; undefined for a document the portal didn't write. */
export function asRecord(data: DocumentData | undefined): FirestoreRecord | undefined {
  return typeof data?.['json'] === 'string' ? (data as FirestoreRecord) : undefined
}

export function referenceTo(db: Firestore, collection: string, id: string): DocumentReference {
  return db.collection(collection).doc(nameOf(id))
}

/**
 * The id as a Firestore document name, which can't contain `/` or be `.`, `..` or `__…__`.
 * Names sort like ids, because `.` precedes `/`; documents that share a sort value are sorted by id.
 */
export function nameOf(id: string): string {
  const escaped = id.replaceAll('.', '.0').replaceAll('/', '.1')
  return escaped.startsWith('_') ? `_.${escaped.slice(1)}` : escaped
}
