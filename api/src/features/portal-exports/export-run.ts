import { dateText } from '@portal/domain/time-text'
import { heldLease, keepRenewing, mustHold } from '../../platform/background/lease.ts'
import type { BlobStore } from '../../platform/files/blob-store.ts'
import type { DocumentStore, StoreOperations } from '../../platform/store/document-store.ts'
import { bodyOf } from '../../platform/store/stored-body.ts'
import type { Accounts } from '../../platform/identity/accounts.ts'
import * as z from 'zod/mini'
import { archiveLayout } from './archive-layout.ts'
import { manifestName, manifestOf } from './archive-manifest.ts'
import { auditYears } from './audit-page.ts'
import { indexPage } from './index-page.ts'
import { contentOf, copiedFiles, dataFiles, readableFiles, stagedLines } from './planned-files.ts'
import { type PlannedFile, stageFile, textBytes } from './stage-file.ts'
import {
  exportFileId,
  exportFileKey,
  exportFilesCollection,
  type ExportFile,
  exportsIn,
  filesOfExport,
  storedExport,
  type StoredExport,
} from './stored-export.ts'

export type RunParts = {
  store: DocumentStore
  blobs: BlobStore
  accounts: Accounts
  foundation: { name: string; timeZone: string }
  now: () => Date
}

export type Run = { id: string; token: number; startedAt: string }

/**
 * Makes an archive one file at a time. Each file is stored under its own key and recorded in archive order, so that a
 * run that takes over continues after the last recorded file. The data files come first, and decide what else the
 * archive contains.
 */
export async function runExport(parts: RunParts, run: Run, signal: AbortSignal): Promise<void> {
  const { store, blobs, foundation, now } = parts
  const files = await filesOfExport(store, run.id)
  let total = 0
  const own = (change: Partial<StoredExport>, write?: (transaction: StoreOperations) => unknown) =>
    changeOwnExport(parts, run, change, write)
  const progress = () => ({ progress: { done: files.length, total } })

  const stage = async (planned: PlannedFile, index: number) => {
    if (index < files.length) return
    signal.throwIfAborted()
    const lost = new AbortController()
    const stopRenewing = keepRenewing(
      () => own(progress()),
      (error) => lost.abort(error),
    )
    try {
      const key = exportFileKey(run.id, index, run.token)
      const file: ExportFile = await stageFile(blobs, planned, {
        key,
        signal: AbortSignal.any([signal, lost.signal]),
      })
      await own({ progress: { done: index + 1, total } }, (transaction) =>
        exportFilesCollection.in(transaction).create(exportFileId(run.id, index), file),
      )
      files.push(file)
    } finally {
      stopRenewing()
    }
  }
  const stageAll = async (planned: readonly PlannedFile[], before: number) => {
    for (const [index, file] of planned.entries()) {
      await stage(file, before + index)
    }
    return before + planned.length
  }

  const data = await stageAll(dataFiles(parts, { exportId: run.id, files }), 0)
  const content = await contentOf(blobs, files)
  const copied = await copiedFiles(parts, content)
  /** The index and the manifest. */
  const last = 2
  const { timeZone } = foundation
  const years = await auditYears((log) => stagedLines(blobs, files, log), timeZone)
  const options = { blobs, timeZone, years }
  const readable = readableFiles(content, files, options).length
  total = data + copied.length + readable + last
  const copiedEnd = await stageAll(copied, data)
  const readableEnd = await stageAll(readableFiles(content, files, options), copiedEnd)
  const day = dateText(run.startedAt, timeZone)
  const index = () => indexPage({ foundation, day, content, files })
  await stage({ name: 'index.html', bytes: () => textBytes(index()) }, readableEnd)
  const manifest = () =>
    manifestOf({ foundation: foundation.name, startedAt: run.startedAt, content, files })
  const manifestText = () => `${JSON.stringify(manifest(), undefined, 1)}\n`
  await stage({ name: manifestName, bytes: () => textBytes(manifestText()) }, readableEnd + 1)

  const { size } = archiveLayout(files, new Date(run.startedAt))
  const damaged = files.filter(({ fault }) => fault !== undefined).length
  const completedAt = now().toISOString()
  const end = { status: 'completed' as const, completedAt, size, damaged }
  await own({ ...end, progress: { done: total, total } })
}

/** Changes the export's record and renews the lease; throws `LeaseLost` if the export isn't this run's any more. */
export function changeOwnExport(
  { store, now }: Pick<RunParts, 'store' | 'now'>,
  { id, token }: Run,
  change: Partial<StoredExport>,
  write?: (transaction: StoreOperations) => unknown,
): Promise<void> {
  return store.transaction(async (transaction) => {
    const known = await exportsIn(transaction).get(id)
    mustHold(known?.status === 'running' ? known.lease : undefined, token)
    await write?.(transaction)
    const body = { ...z.parse(storedExport, bodyOf(known!)), lease: heldLease(token, now()) }
    await exportsIn(transaction).update(id, { ...body, ...change }, known!.revision)
  })
}
