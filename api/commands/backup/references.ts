import { createReadStream, existsSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { imageHash } from '@portal/contract/images'
import {
  originalKey,
  pictureKey,
  pictureWidths,
  renditionKey,
  type SyncedDocument,
  textKey,
} from '../../src/features/documents/synced-documents-service.ts'
import {
  type StoredVersion,
  versionId,
  versionsCollection,
} from '../../src/features/documents/versions/stored-version.ts'
import {
  bookFileKey,
  booksCollection,
  type BooksRecord,
} from '../../src/features/board-book/stored-books.ts'
import { filesOf } from '../../src/features/releases/composition/release-files.ts'
import type { AdoptedRelease } from '../../src/features/releases/release-records.ts'
import { auditCollection } from '../../src/platform/audit/audit-collections.ts'
import { checkFile, type StoredFile } from '../../src/platform/store/check-file.ts'

/** Keys of blobs that a database refers to and whose bytes aren't those that it names. */
export type HarmedBlobs = { missing: string[]; altered: string[] }

/** Reads every blob that a database refers to, and compares it with its hash. */
export async function findHarmedBlobs(database: string, blobs: string): Promise<HarmedBlobs> {
  const harmed: HarmedBlobs = { missing: [], altered: [] }
  for (const file of referencedBlobs(database)) {
    const state = await checkFile({ read: (key) => readFrom(path.join(blobs, key)) }, file)
    if (typeof state === 'string') harmed[state].push(file.key)
  }
  return harmed
}

async function readFrom(file: string): Promise<ReadableStream<Uint8Array> | undefined> {
  if (!existsSync(file)) return undefined
  const stream: NodeStream = Readable.toWeb(createReadStream(file))
  return stream as ReadableStream<Uint8Array>
}

/** The blobs that a database refers to, each once. */
function referencedBlobs(database: string): Iterable<StoredFile> {
  const db = new DatabaseSync(database, { readOnly: true })
  try {
    const referenced = new Map<string, StoredFile>()
    const shown = shownVersions(db)
    const rows = db.prepare('SELECT collection, body FROM documents').iterate()
    for (const row of rows as Iterable<Row>) {
      for (const file of filesIn(row, shown)) referenced.set(file.key, file)
    }
    return referenced.values()
  } finally {
    db.close()
  }
}

/** The versions that documents show, which know more about them than their records. */
function shownVersions(db: DatabaseSync): Set<string> {
  const rows = db.prepare(`SELECT id, body FROM documents WHERE collection = 'documents'`).all()
  return new Set(
    (rows as { id: string; body: string }[]).map(({ id, body }) => {
      const { version = 0 } = JSON.parse(body) as SyncedDocument
      return versionId(id, version)
    }),
  )
}

type Row = { collection: string; body: string }

function filesIn({ collection, body }: Row, shown: ReadonlySet<string>): StoredFile[] {
  if (collection === 'documents') {
    const document = JSON.parse(body) as SyncedDocument
    return document.withdrawn ? [] : paperFiles(document)
  }
  if (collection === versionsCollection.name) {
    const { paper, number, sha256, content } = JSON.parse(body) as StoredVersion
    const isElsewhere = !content || shown.has(versionId(paper, number))
    return isElsewhere ? [] : paperFiles({ ...content, sha256 })
  }
  if (collection === booksCollection.name) {
    const { books } = JSON.parse(body) as BooksRecord
    return books.map(({ id, sha256 }) => withSha256(bookFileKey(id), sha256))
  }
  if (collection === 'releases') return filesOf(JSON.parse(body) as AdoptedRelease)
  // Images in the audit may be gone; those the portal shows may not.
  if (collection === auditCollection) return []
  return [...body.matchAll(/\/api\/images\/([0-9a-f]{64})/g)].map(([, hash]) =>
    withSha256(`images/${hash}`, hash),
  )
}

function paperFiles(
  document: Pick<SyncedDocument, 'sha256' | 'fast' | 'text' | 'text_sha256' | 'first_page'>,
): StoredFile[] {
  const { sha256, fast, text, text_sha256: textHash, first_page: firstPage } = document
  const pictureAt = (size: 'narrow' | 'wide') =>
    withSha256(pictureKey(sha256, pictureWidths[size]), firstPage && imageHash(firstPage[size]))
  return [
    withSha256(originalKey(sha256), sha256),
    ...(fast ? [withSha256(renditionKey(sha256), fast.sha256)] : []),
    ...(text === 'made' ? [withSha256(textKey(sha256), textHash)] : []),
    ...(firstPage ? [pictureAt('narrow'), pictureAt('wide')] : []),
  ]
}

function withSha256(key: string, hash: string | undefined): StoredFile {
  return { key, algorithm: 'sha256', hash }
}
