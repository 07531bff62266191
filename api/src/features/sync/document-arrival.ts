import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { shownName, shownPath } from '@portal/domain/shown-text'
import type { Turns } from '../../platform/background/turns.ts'
import type { BlobStore } from '../../platform/files/blob-store.ts'
import { originalKey, type SyncedDocument } from '../documents/documents-feature.ts'
import { type Arrived, saveToFile, storeArrived, titleOf } from './arrived-paper.ts'
import type { Drive, DriveFile } from './drive.ts'
import type { PdfRenditions } from './pdf-rendition.ts'

type Parts = {
  drive: Pick<Drive, 'download'>
  blobs: BlobStore
  pdfs: PdfRenditions
  /** A folder that belongs to this run. */
  workFolder: string
  /** By the bytes of papers. */
  arrivalTurns: Turns
  signal?: AbortSignal
}

/** In bytes, of a file whose size isn't known: Drive exports its own formats up to this size. */
const mostExported = 10 * 1024 * 1024

type Options = {
  /**
   * The SHA-256 of a stored original that may be damaged; an intact one isn't downloaded, and a damaged one is replaced.
   */
  repaired?: string
  isWithdrawn?: (sha256: string) => Promise<boolean>
}

/**
 * Downloads a file into the blob store, and makes the fast copy of a PDF. Undefined if the file is gone. Withdrawn bytes
 * are not stored.
 */
export async function importFile(
  parts: Parts,
  file: DriveFile,
  { repaired, isWithdrawn = async () => false }: Options = {},
): Promise<(Arrived & { withdrawn?: true }) | undefined> {
  const { signal, workFolder, arrivalTurns } = parts
  const end = await arrivalTurns.take({ weight: file.size ?? mostExported, signal })
  const arriving = join(workFolder, randomUUID())
  try {
    signal?.throwIfAborted()
    const stored = repaired && (await intactOriginal(parts.blobs, repaired, arriving))
    const arrived = stored || (await download(parts.drive, file, arriving))
    if (!arrived) return undefined
    const { mimeType } = file
    if (await isWithdrawn(arrived.sha256))
      return { ...arrived, condition: 'ready', withdrawn: true }
    const isReplaced = arrived.sha256 === repaired && !stored
    return await storeArrived(parts, { ...arrived, path: arriving, mimeType, isReplaced })
  } finally {
    await rm(arriving, { force: true })
    end()
  }
}

async function download(drive: Parts['drive'], file: DriveFile, path: string) {
  const bytes = await drive.download(file)
  return bytes && saveToFile(bytes, path)
}

async function intactOriginal(blobs: BlobStore, sha256: string, path: string) {
  const bytes = await blobs.read(originalKey(sha256))
  const fingerprint = bytes && (await saveToFile(bytes, path))
  return fingerprint?.sha256 === sha256 ? fingerprint : undefined
}

/** The stored document for a file of the drive. */
export function documentOf(file: DriveFile, arrived: Arrived, syncedAt: string): SyncedDocument {
  return {
    google_id: file.id,
    title: titleOf(shownName(file.name)),
    name: shownName(file.name),
    mime_type: file.mimeType,
    path: file.path && shownPath(file.path),
    parent_folder: file.parentFolder && shownPath(file.parentFolder),
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
