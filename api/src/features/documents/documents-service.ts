import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import type {
  BoardDocument,
  DocumentFolders,
  DocumentText,
  DriveFiles,
} from '@portal/contract/documents'
import type { Person } from '@portal/contract/portal'
import type { Reader } from '@portal/domain/may-read'
import * as z from 'zod/mini'
import { mustManagePortal } from '../../access.ts'
import { Refusal } from '../../refusal.ts'
import type { Log } from '../../platform/log.ts'
import { cacheByVersion } from '../../platform/store/cache-by-version.ts'
import type { DocumentStore, StoreOperations } from '../../platform/store/document-store.ts'
import { verifiedStream } from '../../platform/store/verified-stream.ts'
import type { VisibilityService } from '../visibility/visibility-feature.ts'
import type { BlobStore } from '../../platform/files/blob-store.ts'
import type { DocumentContent, ReadContent } from '../../platform/files/document-content.ts'
import { byFolderAndName, driveFilesPage, type DriveQuery } from './drive-files.ts'
import type { PaperDamageService, PaperPart } from './paper-damage-service.ts'
import {
  ofNoBytes,
  isUploaded,
  originalKey,
  renditionKey,
  textKey,
  type SyncedDocument,
  type SyncedDocumentsService,
} from './synced-documents-service.ts'
import { byFolder, firstFolders } from './folders.ts'
import { withScanMark } from './scanned-paper.ts'
import { readVersion, type StoredVersion, type VersionContent } from './versions/stored-version.ts'
import { withdrawalOf } from './versions/stored-withdrawal.ts'

/** A version whose bytes are stored. */
export type ReadableVersion = {
  number: number
  name: string
  sha256: string
  mimeType: string
  condition: BoardDocument['condition']
  /** Undefined until they have been counted, and for files without pages. */
  pages: number | undefined
  /** Whether its text could be read; undefined until that was tried. */
  text: SyncedDocument['text']
}

export type DocumentsService = {
  ready: Promise<void>
  /** The documents that the person may read, by folder and name. The array is the same until something changes. */
  list: (person: Person) => BoardDocument[]
  /** The first documents by folder. */
  folders: (person: Person, limit: number) => DocumentFolders
  /** The drive's files, paged, for admins. */
  files: (person: Person, query: DriveQuery) => DriveFiles
  get: (person: Person, id: string) => Promise<BoardDocument>
  /** The existing documents among these that the person may read, by their ids. */
  some: (person: Person, ids: Iterable<string>) => ReadonlyMap<string, BoardDocument>
  /** Whether there is a document that the person may not read. Only for what they have made from it themselves. */
  isHidden: (person: Person, id: string) => boolean
  content: (
    person: Person,
    id: string,
    rendition: 'fast' | 'original' | undefined,
    version?: number,
  ) => Promise<DocumentContent>
  /**
   * All bytes are verified while they are sent, and the stream fails if they are damaged; a part of them isn't
   * verified.
   */
  read: ReadContent
  text: (person: Person, id: string, version?: number) => Promise<DocumentText>
  /** The text as it is stored: JSON, an array with one string per page. */
  textBytes: (person: Person, id: string, version?: number) => Promise<Uint8Array>
  /** One of a paper's versions, by default the shown one. Refuses one that is gone. */
  version: (person: Person, id: string, version?: number) => Promise<ReadableVersion>
}

/** Anyone who may read a document may read each of its versions. To others, it doesn’t exist. */
export function createDocumentsService({
  store,
  documents,
  visibility,
  damage,
  blobs,
  log,
}: {
  store: DocumentStore
  documents: SyncedDocumentsService
  visibility: VisibilityService
  damage: Pick<PaperDamageService, 'damaged'>
  blobs: BlobStore
  log: Log
}): DocumentsService {
  // Both only grow, so their sum changes with either of them.
  const listVersion = () => documents.version() + visibility.version()
  const listed = cacheByVersion(listVersion, (reader: Reader): BoardDocument[] =>
    documents
      .all()
      .filter((document) => visibility.mayReadPaper(reader, document))
      .toSorted(byFolderAndName)
      .map(withScanMark),
  )
  const foldered = cacheByVersion(listVersion, (reader: Reader) => byFolder(listed(reader)))
  const readable = (person: Person, id: string) => {
    const document = documents.get(id)
    return document && visibility.mayReadPaper(visibility.readerOf(person), document)
      ? document
      : undefined
  }
  const known = async (person: Person, id: string) => {
    await Promise.all([documents.ready, visibility.ready])
    const document = readable(person, id)
    if (!document) throw new Refusal('notFound', `Document not found: ${id}`)
    return document
  }

  /** A document with the bytes of one of its versions. Refuses bytes that are gone. */
  const versionOf = async (
    person: Person,
    id: string,
    number?: number,
  ): Promise<SyncedDocument> => {
    const document = await known(person, id)
    if (number === undefined || (number === document.version && !document.withdrawn)) {
      if (document.withdrawn) throw await withdrawnPaper(store, { ...document, id })
      if (document.text === undefined || document.picture === undefined) documents.request(id)
      return document
    }
    const version = await readVersion(store, id, number)
    const isShown = document.version === undefined && number === 1 && !version
    if (isShown) return document
    if (!version) {
      throw new Refusal('notFound', `“${document.name}” has no version ${number}.`)
    }
    const { content, sha256, modified_time } = await readableVersion(store, version, document)
    return { ...ofNoBytes(document), ...content, sha256, modified_time }
  }

  const inBackground = AsyncLocalStorage.snapshot()
  const noteDamage = (sha256: string, part: PaperPart) => {
    inBackground(() => damage.damaged(sha256, part)).catch((cause: unknown) => {
      log.error('a damaged paper could not be recorded', { cause })
    })
  }

  const textOf = async (person: Person, id: string, number?: number): Promise<Uint8Array> => {
    const { sha256, name, text_sha256 } = await versionOf(person, id, number)
    const stored = await blobs.read(textKey(sha256))
    const json = stored && new Uint8Array(await new Response(stored).arrayBuffer())
    const isAltered = json && text_sha256 !== undefined && sha256Of(json) !== text_sha256
    if (isAltered) noteDamage(sha256, 'text')
    if (!json || isAltered) throw new Refusal('notFound', `There is no text of “${name}”.`)
    return json
  }

  return {
    ready: Promise.all([documents.ready, visibility.ready]).then(() => undefined),
    list: (person) => listed(visibility.readerOf(person)),
    folders: (person, limit) => ({
      folders: firstFolders(foldered(visibility.readerOf(person)), limit),
      total: listed(visibility.readerOf(person)).length,
    }),
    files(person, query) {
      mustManagePortal(person)
      return driveFilesPage(listed(visibility.readerOf(person)), query)
    },
    get: async (person, id) => withScanMark(await known(person, id)),
    some: (person, ids) =>
      new Map(
        [...ids].flatMap((id): [string, BoardDocument][] => {
          const document = readable(person, id)
          return document ? [[id, document]] : []
        }),
      ),
    isHidden: (person, id) => documents.get(id) !== undefined && !readable(person, id),
    async read({ key, size, original, sha256 }, range) {
      const bytes = await blobs.read(key, range)
      const isWhole = !range || (range.start === 0 && range.end === size - 1)
      if (!bytes || !isWhole || sha256 === undefined) return bytes
      const part = key === originalKey(original) ? 'original' : 'copy'
      return verifiedStream(bytes, sha256, () => noteDamage(original, part))
    },
    text: async (person, id, number) => {
      const json = await textOf(person, id, number)
      return { pages: z.parse(z.array(z.string()), JSON.parse(Buffer.from(json).toString())) }
    },
    textBytes: textOf,
    async version(person, id, number) {
      const document = await versionOf(person, id, number)
      const { sha256, name, mime_type: mimeType, condition, pages, text } = document
      const shown = number ?? document.version ?? 1
      return { number: shown, name, sha256, mimeType, condition, pages, text }
    },
    async content(person, id, rendition, number) {
      const document = await versionOf(person, id, number)
      const { sha256, fast, name } = document
      const isPdf = document.mime_type === 'application/pdf'
      const asFast = rendition === 'fast' && isPdf
      const isCopy = asFast && fast !== undefined
      if (document.damaged && !isCopy) throw damagedFile(document)
      const key = isCopy ? renditionKey(sha256) : originalKey(sha256)
      const info = await blobs.info(key)
      if (!info) {
        const remedy = isUploaded(document) ? 'upload it again' : 'sync the drive again'
        throw new Refusal('notFound', `The file of “${name}” is missing. Please ${remedy}.`)
      }
      return {
        key,
        size: info.size,
        etag: isCopy ? `"${sha256}-fast"` : `"${sha256}"`,
        lastModified: new Date(document.modified_time),
        type: asFast ? 'application/pdf' : originalType(document.mime_type),
        name,
        inline: asFast,
        original: sha256,
        sha256: isCopy ? fast.sha256 : sha256,
        ...(isCopy ? { opening: { head: fast.head, tail: fast.tail } } : {}),
      }
    },
  }
}

function damagedFile(document: SyncedDocument): Refusal {
  const remedy = isUploaded(document)
    ? 'An admin has to upload it again.'
    : 'It is fetched from the drive again; please try again later.'
  return new Refusal(
    'damaged',
    `The portal’s copy of “${document.name}” is damaged, so it isn’t shown. ${remedy}`,
  )
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Types that browsers never execute. All others are sent as plain bytes, regardless of the type that the drive reports. */
const harmless = new Set([
  'application/pdf',
  'application/msword',
  'application/vnd.ms-excel',
  'application/vnd.ms-powerpoint',
  'application/vnd.oasis.opendocument.presentation',
  'application/vnd.oasis.opendocument.spreadsheet',
  'application/vnd.oasis.opendocument.text',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/webp',
])

/** The Content-Type of an original, which is always sent as an attachment. */
function originalType(mimeType: string): string {
  return harmless.has(mimeType) ? mimeType : 'application/octet-stream'
}

type Named = { name: string }

/** Refuses a version whose bytes are gone, also while it still waits to be marked. */
async function readableVersion(
  store: StoreOperations,
  version: StoredVersion,
  { name }: Named,
): Promise<StoredVersion & { content: VersionContent }> {
  const { content, number, paper, sha256 } = version
  const withdrawn = version.withdrawn ?? (await withdrawalOf(store, paper, sha256))
  if (withdrawn) {
    throw new Refusal('gone', `Version ${number} of “${name}” was withdrawn: ${withdrawn.reason}`)
  }
  if (!content) throw new Refusal('gone', `Version ${number} of “${name}” is no longer kept.`)
  return { ...version, content }
}

/** The refusal of a paper whose versions were all withdrawn. */
async function withdrawnPaper(
  store: StoreOperations,
  { id, name, sha256 }: Named & { id: string; sha256: string },
): Promise<Refusal> {
  const reason = (await withdrawalOf(store, id, sha256))?.reason ?? ''
  return new Refusal('gone', `“${name}” was withdrawn: ${reason}`)
}
