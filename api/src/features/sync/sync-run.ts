import { rm } from 'node:fs/promises'
import type { HeavyWork } from '../../platform/background/heavy-work.ts'
import type { Turns } from '../../platform/background/turns.ts'
import type { BlobStore } from '../../platform/files/blob-store.ts'
import {
  retainedOriginals,
  isClaimed,
  recordRepair,
  documentsToRepair,
  isUploaded,
  madeOf,
  needsRepair,
  originalKey,
  readDocument,
  type SyncedDocument,
  putArrived,
  withBytesOf,
  withdrawalOf,
  changesPrefix,
  originalsOfChanges,
} from '../documents/documents-feature.ts'
import { withBackoff, type Wait } from './back-off.ts'
import { documentOf, fileOf, importFile } from './document-arrival.ts'
import type { Drive, DriveChange, DriveFile } from './drive.ts'
import { fetchAhead, type Outcome } from './fetch-ahead.ts'
import { combinedFailure, type FileFailure, isOfOneFile } from './one-failure.ts'
import { createPdfRenditions } from './pdf-rendition.ts'
import type { SyncOutcome } from './sync-metrics.ts'
import { decideRemovals, recordMissing, type RemovalParts, removeMissing } from './removal-steps.ts'
import { fullListing, positionAfter, startingPosition } from './sync-position.ts'
import { type SyncCursor, underLease, writeCursor } from './sync-state.ts'
import { makeWorkFolder } from '../../platform/files/work-folder.ts'

export type SyncParts = RemovalParts & {
  blobs: BlobStore
  drive: Drive
  heavyWork: Pick<HeavyWork, 'run'>
  arrivalTurns: Turns
  /** How many of a paper's newest versions are kept; all by default. */
  keptVersions?: number | undefined
  wait?: Wait
  /** Called when a run of this process has ended. */
  onEnded?: (outcome: SyncOutcome, files: number) => void
}

export type Progress = { done: number; total: number }

/**
 * Applies the drive's changes page by page. The cursor is saved after each page, so that an interrupted run resumes
 * there; files already applied from an unfinished page are recognized as unchanged and not fetched again.
 */
export async function runSync(
  parts: SyncParts,
  token: number,
  onProgress: (progress: Progress) => void,
  /** Stops the run between two files; the next run resumes there. */
  signal: AbortSignal,
): Promise<void> {
  const { store, blobs, drive, arrivalTurns } = parts
  const workFolder = await makeWorkFolder()
  const pdfs = createPdfRenditions(parts.heavyWork, { by: 'sync', signal })
  const failures: FileFailure[] = []
  /** Ends the retries of other files once the run has failed. */
  const giveUp = new AbortController()
  const over = AbortSignal.any([signal, giveUp.signal])
  try {
    let position = await startingPosition(store)
    const progress = { done: 0, total: 0 }
    let pages = pagesFrom(position)
    const nextPage = async () => {
      try {
        return await pages.next()
      } catch (error) {
        // An iterator that has thrown reports `done`; reading on would look like an empty remainder.
        pages = pagesFrom(position)
        throw error
      }
    }
    const take = async (changes: DriveChange[]) => {
      progress.total += changes.length
      onProgress(progress)
      const failed: DriveFile[] = []
      for await (const outcome of fetchAhead(changes, documentFor)) {
        const { file } = outcome.item
        if (file && !(await applyOrNote(outcome, file))) failed.push(file)
        progress.done += 1
        onProgress(progress)
      }
      return failed
    }
    const leftBefore = new Map((position.failed ?? []).map((file) => [file.id, file]))
    for (;;) {
      signal.throwIfAborted()
      const page = await withBackoff(nextPage, parts.wait)
      if (page.done) break
      const { changes } = page.value
      for (const { id } of changes) leftBefore.delete(id)
      if (page.value.fresh) {
        position = await fullListing(store)
        // The full listing names every existing file again.
        leftBefore.clear()
      }
      const failed = await take(changes)
      position = positionAfter(position, page.value, failed)
      await keepPosition(position, changes)
    }
    const failed = await take([...leftBefore.values()].map((file) => ({ id: file.id, file })))
    const stillFailed = [
      ...(position.failed ?? []).filter(({ id }) => !leftBefore.has(id)),
      ...failed,
    ]
    await takeDamaged(new Set(stillFailed.map(({ id }) => id)))
    await keepPosition(
      {
        ...(position.cursor === undefined ? {} : { cursor: position.cursor }),
        ...(stillFailed.length === 0 ? {} : { failed: stillFailed }),
      },
      (position.unseen ?? []).map((id) => ({ id })),
    )
    await decideRemovals(parts, token)
    await removeMissing(store, token)
    await collect()
    if (failures.length > 0) throw combinedFailure(failures)
  } finally {
    await rm(workFolder, { recursive: true, force: true })
  }

  function pagesFrom({ cursor }: SyncCursor) {
    return drive.changes(cursor)[Symbol.asyncIterator]()
  }

  /** Stores the files of damaged papers again; one that fails keeps its mark, and the next run retries it. */
  async function takeDamaged(triedIds: ReadonlySet<string>) {
    const damaged = await documentsToRepair(store)
    for (const document of damaged.filter(({ id }) => !triedIds.has(id))) {
      const change = { id: document.id, file: fileOf(document) }
      for await (const outcome of fetchAhead([change], documentFor)) {
        await applyOrNote(outcome, change.file)
      }
    }
  }

  /** Saves missing and returned papers with the cursor: a resumed run isn't notified of them again. */
  function keepPosition(position: SyncCursor, changes: DriveChange[]) {
    return underLease(store, token, async (transaction) => {
      await writeCursor(transaction, position)
      await recordMissing(transaction, changes)
    })
  }

  /** An unreadable file doesn't keep the others out; a full disk or a lost lease ends the run. */
  async function applyOrNote(
    outcome: Outcome<DriveChange, SyncedDocument | undefined>,
    file: DriveFile,
  ) {
    const { id } = outcome.item
    if ('result' in outcome) {
      // Gone since it was listed: its document stays, and the file is retried, until the drive reports it as gone.
      if (!outcome.result) return false
      await keep(id, outcome.result)
      return true
    }
    const { error } = outcome
    if (!isOfOneFile(error, failures)) {
      giveUp.abort(error)
      throw error
    }
    failures.push({ name: file.name, error })
    parts.log.warn('a file could not be synced', { id, cause: error })
    return false
  }

  async function keep(id: string, document: SyncedDocument) {
    await underLease(store, token, async (transaction) => {
      const before = await readDocument(transaction, id)
      const number = await putArrived(transaction, id, document, { now: parts.now() })
      if (number === undefined) return
      if (before && needsRepair(before))
        await recordRepair(transaction, parts.now(), { id, ...document })
    })
  }

  /** Downloads the bytes unless they are stored already; undefined if the file is gone. */
  async function documentFor({ id, file }: DriveChange): Promise<SyncedDocument | undefined> {
    if (!file) return undefined
    const before = await readDocument(store, id)
    if (before && isUploaded(before)) return repairedUpload(before)
    const syncedAt = parts.now().toISOString()
    const isKnown =
      before !== undefined &&
      hasSameBytes(before, file) &&
      before.mime_type === file.mimeType &&
      !needsRepair(before) &&
      (before.withdrawn === true || (await blobs.info(originalKey(before.sha256))) !== undefined)
    if (isKnown) {
      const { sha256, size, condition, too_large, pages, fast } = before
      const document = documentOf(
        file,
        {
          sha256,
          size,
          condition,
          ...(too_large === undefined ? {} : { too_large }),
          ...(pages === undefined ? {} : { pages }),
          ...(fast === undefined ? {} : { fast }),
          ...madeOf(before),
        },
        syncedAt,
      )
      // The bytes of the drive's file. The shown bytes are an earlier version's if the drive's are withdrawn.
      return file.checksum === undefined ? document : { ...document, checksum: file.checksum }
    }
    const fetching = () => {
      over.throwIfAborted()
      const repaired = before && needsRepair(before) && hasSameBytes(before, file)
      const from = { drive, blobs, pdfs, workFolder, arrivalTurns, signal }
      const isWithdrawn = async (sha256: string) =>
        (await withdrawalOf(store, id, sha256)) !== undefined
      return importFile(from, file, {
        isWithdrawn,
        ...(repaired ? { repaired: before.sha256 } : {}),
      })
    }
    const arrived = await withBackoff(fetching, parts.wait)
    if (!arrived) return undefined
    const document = documentOf(file, arrived, syncedAt)
    return arrived.withdrawn ? withoutWithdrawn(document, before) : document
  }

  /** An uploaded paper with its viewer's copy made again; undefined if its original, which only people have, is damaged. */
  async function repairedUpload(before: SyncedDocument): Promise<SyncedDocument | undefined> {
    if (before.withdrawn) return before
    const gone = { download: async () => undefined }
    const from = { drive: gone, blobs, pdfs, workFolder, arrivalTurns, signal }
    const arrived = await importFile(from, fileOf(before), { repaired: before.sha256 })
    const { fast_damaged: _, damaged: __, ...rest } = before
    return arrived && { ...rest, ...arrived }
  }

  async function collect() {
    const { log, keptVersions } = parts
    const used = await retainedOriginals({ store, keptVersions, log })
    const mayGo = (sha256: string) =>
      underLease(store, token, async (transaction) => !(await isClaimed(transaction, sha256)))
    const count = await collectUnusedBlobs(blobs, used, mayGo)
    if (count > 0) log.info('unused files collected', { count })
  }
}

/** A document of withdrawn bytes shows its previous content; nothing if there was none. */
function withoutWithdrawn(
  document: SyncedDocument,
  before: SyncedDocument | undefined,
): SyncedDocument {
  const { withdrawn: _, ...shown } = document
  const { name } = document
  if (before) return { ...withBytesOf(shown, before), name }
  return { ...document, withdrawn: true, text: 'none', picture: 'none' }
}

function hasSameBytes(before: SyncedDocument, { checksum, revision }: DriveFile): boolean {
  if (checksum !== undefined) return before.checksum === checksum
  return revision !== undefined && before.drive_revision === revision
}

/** Deletes blobs that no document and no version refers to, and differences from or to one of these, unless `mayGo` keeps one. */
export async function collectUnusedBlobs(
  blobs: BlobStore,
  used: ReadonlySet<string>,
  mayGo: (sha256: string) => Promise<boolean>,
): Promise<number> {
  let collected = 0
  for (const prefix of ['originals/', 'renditions/', 'texts/', 'pictures/']) {
    const unused: string[] = []
    for await (const key of blobs.keys(prefix)) if (!used.has(sha256Of(key))) unused.push(key)
    for (const key of unused) {
      if (!(await mayGo(sha256Of(key)))) continue
      await blobs.delete(key)
      collected += 1
    }
  }
  const left: string[] = []
  for await (const key of blobs.keys(changesPrefix)) {
    if (!originalsOfChanges(key).every((sha256) => used.has(sha256))) left.push(key)
  }
  for (const key of left) await blobs.delete(key)
  return collected + left.length
}

function sha256Of(key: string): string {
  return key.slice(key.indexOf('/') + 1).replace(/(?:-\d+)?\.(?:pdf|json|webp)$/, '')
}
