import { dateText } from '@portal/domain/time-text'
import type { BlobStore } from '../documents/blob-store.ts'
import type { DocumentStore } from '../store/document-store.ts'
import type { Accounts } from '../users/accounts.ts'
import { archiveLayout } from './archive-layout.ts'
import { manifestName, manifestOf } from './archive-manifest.ts'
import { LeaseLost, renewInterval, type Run, underLease } from './export-lease.ts'
import { indexPage } from './index-page.ts'
import { contentOf, copiedFiles, dataFiles, readableFiles } from './planned-files.ts'
import { type PlannedFile, stageFile, textBytes } from './stage-file.ts'
import {
  exportFileId,
  exportFileKey,
  exportFilesCollection,
  type ExportFile,
  filesOfExport,
} from './stored-export.ts'

export type RunParts = {
  store: DocumentStore
  blobs: BlobStore
  accounts: Accounts
  foundation: { name: string; timeZone: string }
  /** Identifies this instance in the lease. */
  holder: string
  now: () => Date
}

/**
 * Makes an archive one file at a time. Each file is stored under its own key and recorded in archive order, so that a
 * run that takes over continues after the last recorded file. The data files come first, and decide what else the
 * archive contains.
 */
export async function runExport(parts: RunParts, run: Run, signal: AbortSignal): Promise<void> {
  const { store, blobs, foundation, holder, now } = parts
  const files = await filesOfExport(store, run.id)
  let total = 0
  const own = (change: object, work: Parameters<typeof underLease<void>>[2]) =>
    underLease({ store, holder, now: now() }, run, async (inside) => {
      const { change: more } = await work(inside)
      return { change: { ...more, ...change }, result: undefined }
    })
  const nothing = async () => ({ change: {}, result: undefined })
  const progress = () => ({ progress: { done: files.length, total } })

  const stage = async (planned: PlannedFile, index: number) => {
    if (index < files.length) return
    signal.throwIfAborted()
    const lost = new AbortController()
    const renewing = setInterval(() => {
      own(progress(), nothing).catch((error: unknown) => {
        // Other errors are ignored: the next renewal or the file's record shows whether the lease is lost.
        if (error instanceof LeaseLost) lost.abort(error)
      })
    }, renewInterval)
    renewing.unref()
    try {
      const key = exportFileKey(run.id, index, run.token)
      const file: ExportFile = await stageFile(blobs, planned, {
        key,
        signal: AbortSignal.any([signal, lost.signal]),
      })
      await own({ progress: { done: index + 1, total } }, async (inside) => {
        await inside.create(exportFilesCollection, exportFileId(run.id, index), file)
        return nothing()
      })
      files.push(file)
    } finally {
      clearInterval(renewing)
    }
  }
  const stageAll = async (planned: readonly PlannedFile[], before: number) => {
    for (const [index, file] of planned.entries()) {
      // oxlint-disable-next-line no-await-in-loop -- one after another bounds the memory
      await stage(file, before + index)
    }
    return before + planned.length
  }

  const data = await stageAll(dataFiles(parts, { exportId: run.id, files }), 0)
  const content = await contentOf(blobs, files)
  const copied = await copiedFiles(parts, content)
  /** The index and the manifest. */
  const last = 2
  const readable = readableFiles(content, files).length
  total = data + copied.length + readable + last
  const copiedEnd = await stageAll(copied, data)
  const end = await stageAll(readableFiles(content, files), copiedEnd)
  const day = dateText(run.startedAt, foundation.timeZone)
  const index = () => indexPage({ foundation: foundation.name, day, content, files })
  await stage({ name: 'index.html', bytes: () => textBytes(index()) }, end)
  const manifest = () =>
    manifestOf({ foundation: foundation.name, startedAt: run.startedAt, content, files })
  const manifestText = () => `${JSON.stringify(manifest(), undefined, 1)}\n`
  await stage({ name: manifestName, bytes: () => textBytes(manifestText()) }, end + 1)

  const { size } = archiveLayout(files, new Date(run.startedAt))
  const damaged = files.filter(({ fault }) => fault !== undefined).length
  const completedAt = now().toISOString()
  await own(
    { status: 'completed', completedAt, size, damaged, progress: { done: total, total } },
    nothing,
  )
}
