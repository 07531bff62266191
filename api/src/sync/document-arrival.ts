import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { BlobStore } from '../documents/blob-store.ts'
import {
  type Made,
  originalKey,
  renditionKey,
  type SyncedDocument,
} from '../documents/synced-documents-service.ts'
import type { Drive, DriveFile } from './drive.ts'
import type { PdfWorker } from './pdf-rendition.ts'

type Arrived = Pick<SyncedDocument, 'sha256' | 'size' | 'condition' | 'pages' | 'fast'> & Made

type Parts = {
  drive: Drive
  blobs: BlobStore
  pdfs: PdfWorker
  /** A folder that belongs to this run. */
  workFolder: string
}

/**
 * Downloads a file into the blob store, and makes the fast copy of a PDF. Undefined if the file is gone. `repaired`: the
 * SHA-256 of a stored original that may be damaged; an intact one isn't downloaded, and a damaged one is replaced.
 */
export async function importFile(
  parts: Parts,
  file: DriveFile,
  repaired?: string,
): Promise<Arrived | undefined> {
  const arriving = join(parts.workFolder, randomUUID())
  const copy = `${arriving}-copy`
  try {
    const stored = repaired && (await intactOriginal(parts.blobs, repaired, arriving))
    const arrived = stored || (await download(parts.drive, file, arriving))
    if (!arrived) return undefined
    const { sha256, size } = arrived
    const isReplaced = sha256 === repaired && !stored
    if (isReplaced || !(await parts.blobs.info(originalKey(sha256)))) {
      await parts.blobs.put(originalKey(sha256), createReadStream(arriving))
    }
    if (file.mimeType !== 'application/pdf') return { sha256, size, condition: 'ready' }
    const outcome = await parts.pdfs.make(arriving, copy)
    if (outcome.condition === 'unmade') return { sha256, size, condition: 'ready' }
    if (outcome.condition !== 'ready') return { sha256, size, condition: outcome.condition }
    await parts.blobs.put(renditionKey(sha256), createReadStream(copy))
    const { pages, head, tail } = outcome
    const fast = { ...(await fingerprint(copy)), head, tail }
    return { sha256, size, condition: 'ready', pages, fast }
  } finally {
    await rm(arriving, { force: true })
    await rm(copy, { force: true })
  }
}

type Fingerprint = {
  /** In hex. */
  sha256: string
  /** In bytes. */
  size: number
}

async function download(drive: Drive, file: DriveFile, path: string) {
  const bytes = await drive.download(file)
  return bytes && saveToFile(bytes, path)
}

async function intactOriginal(blobs: BlobStore, sha256: string, path: string) {
  const bytes = await blobs.read(originalKey(sha256))
  const found = bytes && (await saveToFile(bytes, path))
  return found?.sha256 === sha256 ? found : undefined
}

async function fingerprint(path: string): Promise<Fingerprint> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return { sha256: hash.digest('hex'), size: (await stat(path)).size }
}

/** Writes the bytes to a file and returns their hash and size. */
async function saveToFile(bytes: AsyncIterable<Uint8Array>, path: string): Promise<Fingerprint> {
  const hash = createHash('sha256')
  let size = 0
  const file = await open(path, 'w')
  try {
    for await (const chunk of bytes) {
      hash.update(chunk)
      size += chunk.byteLength
      await file.writeFile(chunk)
    }
  } finally {
    await file.close()
  }
  return { sha256: hash.digest('hex'), size }
}

/** The stored document for a file of the drive. */
export function documentOf(file: DriveFile, arrived: Arrived, syncedAt: string): SyncedDocument {
  return {
    google_id: file.id,
    title: titleOf(file.name),
    name: file.name,
    mime_type: file.mimeType,
    path: file.path,
    parent_folder: file.parentFolder,
    created_time: file.createdTime,
    modified_time: file.modifiedTime,
    last_synced: syncedAt,
    ...(file.webViewLink === undefined ? {} : { web_view_link: file.webViewLink }),
    ...(file.webContentLink === undefined ? {} : { web_content_link: file.webContentLink }),
    ...(file.webViewLink === undefined ? {} : { drive_url: file.webViewLink }),
    ...checksumOf(file, arrived),
    ...(file.revision === undefined ? {} : { drive_revision: file.revision }),
    ...(file.source === undefined ? {} : { drive_source: file.source }),
    ...arrived,
  }
}

/** The drive's file that a document was stored from. */
export function fileOf(document: SyncedDocument): DriveFile {
  return {
    id: document.google_id,
    name: document.name,
    mimeType: document.mime_type,
    path: document.path,
    parentFolder: document.parent_folder,
    createdTime: document.created_time,
    modifiedTime: document.modified_time,
    size: document.size,
    ...(document.checksum === undefined ? {} : { checksum: document.checksum }),
    ...(document.drive_revision === undefined ? {} : { revision: document.drive_revision }),
    ...(document.drive_source === undefined ? {} : { source: document.drive_source }),
    ...(document.web_view_link === undefined ? {} : { webViewLink: document.web_view_link }),
    ...(document.web_content_link === undefined
      ? {}
      : { webContentLink: document.web_content_link }),
  }
}

/** If a file changed between listing and download, stores the hash of the download, so that the next run fetches it. */
function checksumOf({ checksum }: DriveFile, { sha256 }: Arrived): { checksum?: string } {
  if (checksum === undefined) return {}
  return { checksum: /^[0-9a-f]{64}$/.test(checksum) ? sha256 : checksum }
}

/** The file's name without its extension. */
function titleOf(name: string): string {
  return name.replace(/(?<=.)\.[a-z0-9]{1,5}$/i, '')
}
