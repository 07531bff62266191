import type { BoardDocument, DocumentText, DriveFiles } from '@portal/contract/documents'
import type { Person } from '@portal/contract/portal'
import * as z from 'zod/mini'
import { mustManagePortal } from '../access.ts'
import { Refusal } from '../refusal.ts'
import { cacheByVersion } from '../store/cache-by-version.ts'
import type { BlobStore } from './blob-store.ts'
import { byFolderAndName, driveFilesPage, type DriveQuery } from './drive-files.ts'
import {
  originalKey,
  renditionKey,
  textKey,
  type SyncedDocumentsService,
} from './synced-documents-service.ts'
import { originalType } from './served-types.ts'

/** A document's bytes in one of its forms, and the headers to send with them. */
export type DocumentContent = {
  key: string
  size: number
  /** Strong: identifies exactly these bytes. */
  etag: string
  lastModified: Date
  type: string
  /** The file name of a download. */
  name: string
  /** Whether the viewer shows it inline, instead of downloading it. */
  inline: boolean
  opening?: { head: number; tail: number }
}

export type DocumentsService = {
  ready: Promise<void>
  /** By folder and name. The array is the same until a document changes. */
  list: (person: Person) => BoardDocument[]
  /** The drive's files, paged, for admins. */
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

/** Every member may read every synced document. */
export function createDocumentsService({
  documents,
  blobs,
}: {
  documents: SyncedDocumentsService
  blobs: BlobStore
}): DocumentsService {
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
        throw new Refusal(
          'notFound',
          `The file of “${name}” is missing. Please sync the drive again.`,
        )
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
