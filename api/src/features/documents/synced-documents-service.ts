import { isShownElsewhere } from '@portal/domain/paper-problem'
import * as z from 'zod/mini'
import type { Log } from '../../platform/log.ts'
import type {
  DocumentStore,
  DocumentMetadata,
  StoreOperations,
} from '../../platform/store/document-store.ts'
import { bodyOf } from '../../platform/store/stored-body.ts'
import { documentsCollection, storedDocument } from './stored-document.ts'

/** Keys of a document's bytes in the blob store, by the SHA-256 of the original in hex. */
export const originalKey = (sha256: string) => `originals/${sha256}`
export const renditionKey = (sha256: string) => `renditions/${sha256}.pdf`
/** JSON: an array with one string per page. */
export const textKey = (sha256: string) => `texts/${sha256}.json`
/** A picture of the first page, as wide as one of `pictureWidths`. */
export const pictureKey = (sha256: string, width: number) => `pictures/${sha256}-${width}.webp`

/** The differences between two originals, each a SHA-256 in hex; the number is the version of the format. */
export const changesKey = (from: string, to: string) => `${changesPrefix}5-${from}-${to}.json`
export const changesPrefix = 'changes/'

/** The hashes of the two originals in the key of their differences. */
export function originalsOfChanges(key: string): string[] {
  return key.match(/[0-9a-f]{64}/g) ?? []
}

/** In px: for rows, which show 56 CSS px on screens of up to three pixels per CSS px, and for cards. */
export const pictureWidths = { narrow: 176, wide: 640 }

/** A document with the portal's own data about it: its bytes, its viewer copy and its text. */
export type SyncedDocument = z.infer<typeof storedDocument>

/** A document without the fields that describe its bytes. */
export function ofNoBytes({
  fast: _fast,
  fast_damaged: _copy,
  damaged: _damaged,
  text: _text,
  text_sha256: _hash,
  text_version: _textVersion,
  picture: _picture,
  first_page: _page,
  pages: _pages,
  too_large: _tooLarge,
  withdrawn: _withdrawn,
  ...document
}: SyncedDocument) {
  return document
}

/** What is made from a document's original after it was synced. */
export type Made = Pick<
  SyncedDocument,
  'text' | 'text_sha256' | 'text_version' | 'picture' | 'first_page'
>

/**
 * Raise it when texts are read in another way: then all papers are read again, after everything else. 2: with the
 * character maps of East Asian fonts, and lines from right to left in the order of their words; forms and portfolios
 * are recognized.
 */
export const textVersion = 2

/** Whether a paper's text was read in a way of earlier releases. */
export function hasOutdatedText({
  mime_type,
  text,
  text_version: version = 1,
  withdrawn: isWithdrawn,
}: Made & Pick<SyncedDocument, 'mime_type'> & Partial<Pick<SyncedDocument, 'withdrawn'>>): boolean {
  if (mime_type !== 'application/pdf' || isWithdrawn) return false
  return text !== undefined && version < textVersion
}

/** The synced documents for other features of the portal, from memory and without access checks. */
export type SyncedDocumentsService = {
  ready: Promise<void>
  /** Rises with every change of a document. */
  version: () => number
  get: (id: string) => (SyncedDocument & DocumentMetadata) | undefined
  all: () => (SyncedDocument & DocumentMetadata)[]
  /** Whether it is stored apart, as a paper of a closed item. */
  isClosed: (id: string) => boolean
  hasClosed: () => boolean
  moving: typeof documentsCollection.moving
  /** Notes that a reader has opened a paper that isn't complete: what it lacks is made before that of others. */
  request: (id: string) => void
  isRequested: (id: string) => boolean
}

/** How many requested papers are remembered. */
const mostRequested = 100

export function createSyncedDocumentsService({
  store,
  log,
}: {
  store: DocumentStore
  log: Log
}): SyncedDocumentsService {
  const requested = new Set<string>()
  return {
    ...documentsCollection.hotClosable(
      store,
      (id, cause) => log.error('a stored document can’t be read', { id, cause }),
      'papers',
    ),
    moving: documentsCollection.moving,
    request(id) {
      requested.delete(id)
      requested.add(id)
      for (const oldest of requested) if (requested.size > mostRequested) requested.delete(oldest)
    },
    isRequested: (id) => requested.has(id),
  }
}

/** Calls back with every document, then with each change; `undefined` for one that is gone or can't be read. */
export function watchDocuments(
  store: DocumentStore,
  onChange: (id: string, document: SyncedDocument | undefined) => void,
): Promise<() => void> {
  return documentsCollection.watch(store, onChange)
}

/** Every stored document that can be identified: its id, the hash of its bytes, and whether it is the drive's. */
export async function storedDocuments(
  transaction: StoreOperations,
): Promise<{ id: string; sha256: string; isUploaded: boolean }[]> {
  const { documents } = await documentsCollection.raw(transaction).list()
  return documents.map((document) => ({
    id: document.id,
    sha256: String(document['sha256']),
    isUploaded: document['source'] === 'upload',
  }))
}

/** Whether a paper was uploaded through the portal: no sync changes or removes it. */
export function isUploaded({ source }: Pick<SyncedDocument, 'source'>): boolean {
  return source === 'upload'
}

/** Whether a sync must store a document's files again. */
export function needsRepair(document: SyncedDocument): boolean {
  return document.damaged === true || document.fast_damaged === true
}

export async function documentsToRepair(
  transaction: StoreOperations,
): Promise<(SyncedDocument & { id: string })[]> {
  const { documents } = await documentsCollection.in(transaction).findAll()
  return documents.filter(needsRepair)
}

/** The document as it is stored now; undefined if there is none, or none that can be read. */
export async function readDocument(
  transaction: StoreOperations,
  id: string,
): Promise<SyncedDocument | undefined> {
  const stored = await documentsCollection.raw(transaction).get(id)
  return z.safeParse(storedDocument, stored).data
}

/** The document as it is stored now, with its revision. */
export async function readRevisedDocument(
  transaction: StoreOperations,
  id: string,
): Promise<(SyncedDocument & DocumentMetadata) | undefined> {
  return documentsCollection.in(transaction).find(id)
}

/** Creates or replaces a document in a transaction. */
export async function putDocument(
  transaction: StoreOperations,
  id: string,
  document: SyncedDocument,
): Promise<void> {
  const stored = documentsCollection.raw(transaction)
  await stored.put(id, document, await stored.get(id))
}

/** What was made from a document's original, without undefined fields. */
export function madeOf({ text, text_sha256, text_version, picture, first_page }: Made): Made {
  return {
    ...(text === undefined ? {} : { text }),
    ...(text_sha256 === undefined ? {} : { text_sha256 }),
    ...(text_version === undefined ? {} : { text_version }),
    ...(picture === undefined ? {} : { picture }),
    ...(first_page === undefined ? {} : { first_page }),
  }
}

/** Records in a transaction what was made; false if the document has other bytes by now. */
export async function noteMade(
  transaction: StoreOperations,
  { id, sha256 }: { id: string; sha256: string },
  made: MadeOrOpened,
): Promise<boolean> {
  const stored = documentsCollection.raw(transaction)
  const current = await stored.get(id)
  if (current?.['sha256'] !== sha256) return false
  await stored.update(id, withMade(bodyOf(current), made), current.revision)
  return true
}

/** What was made, and what opening the file has shown. */
export type MadeOrOpened = Made & Partial<Pick<SyncedDocument, 'condition'>>

/** A document or version with what was made of it. What is shown elsewhere has no pages here. */
export function withMade<P extends object>(paper: P, made: MadeOrOpened): P {
  const { first_page, pages, ...rest } = { first_page: undefined, pages: undefined, ...paper }
  const isKept = !isShownElsewhere(made.condition)
  return {
    ...rest,
    ...(isKept && first_page !== undefined ? { first_page } : {}),
    ...(isKept && pages !== undefined ? { pages } : {}),
    ...made,
  } as object as P
}

/** Renames a document in a transaction; returns its new revision. */
export async function renameDocument(
  transaction: StoreOperations,
  id: string,
  named: Pick<SyncedDocument, 'name' | 'title'>,
): Promise<DocumentMetadata> {
  const stored = documentsCollection.raw(transaction)
  const current = await stored.get(id)
  if (!current) throw new Error(`There is no document ${id}.`)
  const body = { ...bodyOf(current), ...named }
  const { revision, updatedAt } = await stored.update(id, body, current.revision)
  return { id, revision, updatedAt }
}

export async function removeDocument(transaction: StoreOperations, id: string): Promise<void> {
  await documentsCollection.raw(transaction).delete(id)
}
