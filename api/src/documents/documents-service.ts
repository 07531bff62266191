import {
  boardDocument,
  type BoardDocument,
  type DocumentText,
  type DriveFiles,
} from '@portal/contract/documents'
import type { Person } from '@portal/contract/portal'
import * as z from 'zod/mini'
import { mustManagePortal } from '../access.ts'
import { Refusal } from '../refusal.ts'
import type { DocumentStore } from '../store/document-store.ts'
import { cacheByVersion } from '../store/cache-by-version.ts'
import { hotCollection } from '../store/collection.ts'
import type { BlobStore } from './blob-store.ts'
import { byFolderAndName, driveFilesPage, type DriveQuery } from './drive-files.ts'
import { originalType } from './served-types.ts'

export const documentsCollection = 'documents'

const { id: _, ...described } = boardDocument.shape

/** A document as the store holds it: what the contract shows, and where its bytes lie. */
export const storedDocument = z.object({
  ...described,
  /** As the drive gave it when the bytes were fetched; equal means that they needn't be fetched again. */
  checksum: z.optional(z.string()),
  /** The same of files that have no checksum. */
  drive_revision: z.optional(z.string()),
  /** Of the original bytes, in hex. */
  sha256: z.string(),
  /** The copy made for the viewer. `head` and `tail`: the bytes at either end that page 1 is read from. */
  fast: z.optional(z.object({ size: z.number(), head: z.number(), tail: z.number() })),
  /** Whether a PDF's text could be read; absent until that was tried. */
  text: z.optional(z.enum(['made', 'none'])),
})
export type StoredDocument = z.infer<typeof storedDocument>

export const originalKey = (sha256: string) => `originals/${sha256}`
export const renditionKey = (sha256: string) => `renditions/${sha256}.pdf`
/** JSON: an array with one string a page. */
export const textKey = (sha256: string) => `texts/${sha256}.json`

/** The bytes of a document in one of its forms, and how they are to be sent. */
export type DocumentContent = {
  key: string
  size: number
  /** Strong: names these very bytes. */
  etag: string
  lastModified: Date
  type: string
  /** The name a download gets. */
  name: string
  /** Shown in place by the viewer, never as a page of our origin. */
  inline: boolean
  opening?: { head: number; tail: number }
}

export type DocumentsService = {
  ready: Promise<void>
  /** By folder and name. The same array until something changes. */
  list: (person: Person) => BoardDocument[]
  /** The drive's files in pages, for admins. */
  files: (person: Person, query: DriveQuery) => DriveFiles
  get: (person: Person, id: string) => Promise<BoardDocument>
  content: (
    person: Person,
    id: string,
    rendition: 'fast' | 'original' | undefined,
  ) => Promise<DocumentContent>
  read: BlobStore['read']
  text: (person: Person, id: string) => Promise<DocumentText>
}

/** Every member may read every synced document: the drive is the board's. */
export function createDocumentsService({
  store,
  blobs,
}: {
  store: DocumentStore
  blobs: BlobStore
}): DocumentsService {
  const documents = hotCollection(store, documentsCollection, storedDocument)

  const listed = cacheByVersion(documents.version, (): BoardDocument[] =>
    documents.all().toSorted(byFolderAndName),
  )
  const known = async (id: string) => {
    await documents.ready
    const found = documents.get(id)
    if (!found) throw new Refusal('notFound', `Document not found: ${id}`)
    return found
  }

  return {
    ready: documents.ready,
    list: () => listed(undefined),
    files(person, query) {
      mustManagePortal(person)
      return driveFilesPage(listed(undefined), query)
    },
    get: (_, id) => known(id),
    read: blobs.read,
    async text(_, id) {
      const { sha256, name } = await known(id)
      const json = await blobs.read(textKey(sha256))
      if (!json) throw new Refusal('notFound', `There is no text of “${name}”.`)
      return { pages: z.parse(z.array(z.string()), await new Response(json).json()) }
    },
    async content(_, id, rendition) {
      const document = await known(id)
      const { sha256, fast, name } = document
      const isPdf = document.mime_type === 'application/pdf'
      const asFast = rendition === 'fast' && isPdf
      const key = asFast && fast ? renditionKey(sha256) : originalKey(sha256)
      const info = await blobs.info(key)
      if (!info) {
        throw new Refusal('notFound', `The file of “${name}” is missing; sync the drive again.`)
      }
      return {
        key,
        size: info.size,
        etag: asFast && fast ? `"${sha256}-fast"` : `"${sha256}"`,
        lastModified: new Date(document.modified_time),
        type: asFast ? 'application/pdf' : originalType(document.mime_type),
        name,
        inline: asFast,
        ...(asFast && fast ? { opening: { head: fast.head, tail: fast.tail } } : {}),
      }
    },
  }
}
