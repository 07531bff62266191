import { rm } from 'node:fs/promises'
import * as z from 'zod/mini'
import type { BlobStore } from '../documents/blob-store.ts'
import {
  documentsCollection,
  originalKey,
  storedDocument,
  type StoredDocument,
} from '../documents/documents-service.ts'
import type { Log } from '../http/log.ts'
import { Refusal } from '../refusal.ts'
import type { DocumentStore } from '../store/document-store.ts'
import { backingOff, type Wait } from './back-off.ts'
import { documentOf, receive } from './document-arrival.ts'
import type { Drive, DriveChange, DriveFile } from './drive.ts'
import { startPdfWorker } from './pdf-rendition.ts'
import { readCursor, type SyncCursor, underLease, writeCursor } from './sync-state.ts'
import { collectUnusedBlobs } from './unused-blobs.ts'
import { makeWorkFolder } from './work-folder.ts'

export type SyncParts = {
  store: DocumentStore
  blobs: BlobStore
  drive: Drive
  now: () => Date
  log: Log
  wait?: Wait
}

export type Progress = { done: number; total: number }

/**
 * Applies the drive's changes page by page. The cursor is kept after each page, so that a run which ends in
 * the middle is taken up there; what was applied of an unfinished page is found unchanged and not fetched again.
 */
export async function runSync(
  parts: SyncParts,
  token: number,
  onProgress: (progress: Progress) => void,
  /** Ends the run between two files; what is left is taken up by the next. */
  signal: AbortSignal,
): Promise<void> {
  const { store, blobs, drive } = parts
  const workFolder = await makeWorkFolder()
  const pdfs = startPdfWorker()
  const failures: { name: string; error: unknown }[] = []
  try {
    let position = await startingPosition(store)
    const progress = { done: 0, total: 0 }
    let pages = pagesFrom(position)
    const nextPage = async () => {
      try {
        return await pages.next()
      } catch (error) {
        // An iterator that has thrown says that it is done; asking it again would look like an empty rest.
        pages = pagesFrom(position)
        throw error
      }
    }
    for (;;) {
      signal.throwIfAborted()
      const page = await backingOff(nextPage, parts.wait)
      if (page.done) break
      const { changes, cursor } = page.value
      progress.total += changes.length
      onProgress(progress)
      for (const change of changes) {
        signal.throwIfAborted()
        await applyOrNote(change)
        progress.done += 1
        onProgress(progress)
      }
      position = seen(position, changes, cursor)
      // A page with a failure is asked for again by the next run, and so is all that follows it.
      if (failures.length === 0) await keepPosition(position)
    }
    if (failures.length > 0) throw asOneFailure(failures)
    for (const id of position.unseen ?? []) await apply({ id })
    await keepPosition(position.cursor === undefined ? {} : { cursor: position.cursor })
    await collect()
  } finally {
    await pdfs.stop()
    await rm(workFolder, { recursive: true, force: true })
  }

  function pagesFrom({ cursor }: SyncCursor) {
    return drive.changes(cursor)[Symbol.asyncIterator]()
  }

  function keepPosition(position: SyncCursor) {
    return underLease(store, token, (inside) => writeCursor(inside, position))
  }

  /** One unreadable file doesn't keep the others out; a full disk or a lost lease ends the run. */
  async function applyOrNote(change: DriveChange) {
    try {
      await apply(change)
    } catch (error) {
      if (!change.file || !isOfOneFile(error)) throw error
      failures.push({ name: change.file.name, error })
      parts.log.warn('a file could not be synced', { id: change.id, cause: error })
    }
  }

  async function apply({ id, file }: DriveChange) {
    const before = await stored(store, id)
    const document = file && (await documentFor(file, before))
    await underLease(store, token, async (inside) => {
      const current = await inside.get(documentsCollection, id)
      if (!document) return inside.delete(documentsCollection, id)
      if (current) await inside.update(documentsCollection, id, document, current.revision)
      else await inside.create(documentsCollection, id, document)
    })
  }

  async function documentFor(file: DriveFile, before: StoredDocument | undefined) {
    const syncedAt = parts.now().toISOString()
    const isKnown =
      before !== undefined &&
      file.checksum !== undefined &&
      before.checksum === file.checksum &&
      before.mime_type === file.mimeType &&
      (await blobs.info(originalKey(before.sha256))) !== undefined
    if (isKnown) {
      const { sha256, size, condition, pages, fast, text } = before
      const arrived = { sha256, size, condition }
      return documentOf(
        file,
        {
          ...arrived,
          ...(pages === undefined ? {} : { pages }),
          ...(fast === undefined ? {} : { fast }),
          ...(text === undefined ? {} : { text }),
        },
        syncedAt,
      )
    }
    const arrived = await backingOff(
      () => receive({ drive, blobs, pdfs, workFolder }, file),
      parts.wait,
    )
    return arrived && documentOf(file, arrived, syncedAt)
  }

  async function collect() {
    const { documents } = await store.list(documentsCollection)
    const used = new Set(documents.map((document) => String(document['sha256'])))
    const mayGo = () => underLease(store, token, async () => true)
    const count = await collectUnusedBlobs(blobs, used, mayGo)
    if (count > 0) parts.log.info('unused files collected', { count })
  }
}

/** Without a cursor everything is listed: what is stored but not listed is gone from the drive. */
async function startingPosition(store: DocumentStore): Promise<SyncCursor> {
  const position = await readCursor(store)
  if (position.cursor !== undefined) return position
  const { documents } = await store.list(documentsCollection)
  return { unseen: documents.map(({ id }) => id) }
}

function seen(position: SyncCursor, changes: DriveChange[], cursor: string): SyncCursor {
  if (!position.unseen) return { cursor }
  const named = new Set(changes.map(({ id }) => id))
  return { cursor, unseen: position.unseen.filter((id) => !named.has(id)) }
}

async function stored(store: DocumentStore, id: string): Promise<StoredDocument | undefined> {
  const found = z.safeParse(storedDocument, await store.get(documentsCollection, id))
  return found.success ? found.data : undefined
}

/** Codes of a file that can't be read. Troubles of the portal's own storage come as refusals. */
const fileTroubles = new Set(['EACCES', 'EPERM', 'EIO', 'EISDIR', 'ENOENT'])

function isOfOneFile(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  return fileTroubles.has(String(error.code)) || error.code === 'notFound'
}

function asOneFailure(failures: { name: string; error: unknown }[]): Refusal {
  const { name, error } = failures[0]!
  const others = failures.length > 1 ? ` and ${failures.length - 1} more` : ''
  const sentence = `“${name}”${others} could not be read from the drive; everything else is synced.`
  return new Refusal('unavailable', sentence, { cause: error })
}
