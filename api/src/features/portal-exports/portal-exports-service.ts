import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { Person } from '@portal/contract/portal'
import { mostExports, type PortalExport } from '@portal/contract/portal-exports'
import { dayOf } from '@portal/domain/days'
import * as z from 'zod/mini'
import { mustManagePortal } from '../../access.ts'
import { recordChange } from '../../platform/audit/record-change.ts'
import { createJob, type Job } from '../../platform/background/jobs.ts'
import { heldLease, isHeld, LeaseLost, releasedLease } from '../../platform/background/lease.ts'
import { settledTime } from '../../platform/background/settled-time.ts'
import type { Log } from '../../platform/log.ts'
import { Refusal } from '../../refusal.ts'
import { lastWithdrawalAt } from '../documents/documents-feature.ts'
import { bodyOf } from '../../platform/store/stored-body.ts'
import { type ArchiveLayout, archiveLayout } from './archive-layout.ts'
import { changeOwnExport, type Run, runExport, type RunParts } from './export-run.ts'
import {
  expiresAt,
  exportsIn,
  filesOfExport,
  runningExport,
  shownExport,
  storedExport,
  exportFileId,
  exportFilesCollection,
  exportKeys,
} from './stored-export.ts'
import type { BlobStore } from '../../platform/files/blob-store.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'

type ExportArchive = { name: string; layout: ArchiveLayout; etag: string; madeAt: Date }

export type PortalExportsService = {
  /** Newest first. */
  list: (person: Person) => Promise<PortalExport[]>
  get: (person: Person, id: string) => Promise<PortalExport>
  /** Starts an export, or returns the one in progress on any instance. */
  start: (person: Person) => Promise<PortalExport>
  archive: (person: Person, id: string) => Promise<ExportArchive>
  delete: (person: Person, id: string) => Promise<void>
  /** Resumes an export whose process has died, and deletes expired ones. */
  maintain: () => Promise<void>
  /** Runs `maintain` periodically, and stops the current run when it is stopped. */
  job: Job
  /** Resolves when this instance is making no export. */
  idle: () => Promise<void>
}

type Parts = RunParts & { log: Log }

/** In ms. */
const maintenanceInterval = 60_000

const messages = {
  full: 'The server’s storage is full. Nothing of the portal was lost. Free some space and start the export again.',
  defect: 'The export stopped unexpectedly. Nothing of the portal was lost. Please start it again.',
}

export function createPortalExportsService(parts: Parts): PortalExportsService {
  const { store, blobs, foundation, now, log } = parts
  // Background work isn't bound to the request that started it.
  const inBackground = AsyncLocalStorage.snapshot()
  const stopping = new AbortController()
  let working: Promise<void> = Promise.resolve()
  let latest: { id: string; layout: ArchiveLayout } | undefined

  const work = async (run: Run): Promise<void> => {
    try {
      await runExport(parts, run, stopping.signal)
      log.info('export completed', { id: run.id })
    } catch (error) {
      if (error instanceof LeaseLost) return
      if (stopping.signal.aborted) {
        // Another process continues it, or this one after its next start.
        await changeOwnExport(parts, run, { lease: releasedLease(run.token, now()) })
        return
      }
      const cause = error instanceof Refusal ? error.code : 'defect'
      if (cause === 'unavailable' || cause === 'timeout') {
        // The next instance to take the lease continues it.
        log.warn('an export waits for the storage', { id: run.id, cause: error })
        return
      }
      log.error('export failed', { id: run.id, cause: error })
      await fail(run, cause === 'storageFull' ? messages.full : messages.defect)
    }
  }
  /** Records a failure. Deletes the bytes first, because nothing else can be stored on a full disk. */
  const fail = async ({ id, token }: Run, message: string) => {
    const stored = await exportsIn(store).get(id)
    // Another instance has taken over, and may have finished it.
    if (stored?.status !== 'running' || stored.lease.token !== token) return
    await deleteArchive(parts, id)
    await store.transaction(async (transaction) => {
      const known = await exportsIn(transaction).get(id)
      if (known?.status !== 'running' || known.lease.token !== token) return
      const body = z.parse(storedExport, bodyOf(known))
      await exportsIn(transaction).update(
        id,
        { ...body, status: 'failed', message },
        known.revision,
      )
    })
  }
  const begin = (run: Run) => {
    const before = working
    working = inBackground(async () => {
      await before
      await work(run).catch((cause: unknown) => {
        log.warn('a failed export could not be recorded', { id: run.id, cause })
      })
    })
  }

  const existing = async (id: string) => {
    const stored = await exportsIn(store).get(id)
    if (!stored) throw new Refusal('notFound', 'This export is no longer there.')
    return stored
  }

  const expire = async () => {
    const { documents } = await exportsIn(store).list()
    // Earlier archives may contain the version.
    const withdrawn = await lastWithdrawalAt(store)
    const settled = await settledTime({ store, now, log })
    for (const document of documents) {
      if (document.status === 'running') continue
      const until = expiresAt(document) ?? expiresAt({ completedAt: document.lease.expiresAt })!
      if (Date.parse(until) <= settled.getTime()) await remove(document.id, { portal: 'retention' })
      else if (document.startedAt <= withdrawn) await remove(document.id, { portal: 'withdrawal' })
    }
  }
  const remove = async (id: string, by: Parameters<typeof recordChange>[1]['by']) => {
    // The record is deleted first, so that nobody is offered half an archive. `maintain` deletes what is left.
    await store.transaction(async (transaction) => {
      const stored = await exportsIn(transaction).get(id)
      if (!stored) return
      await exportsIn(transaction).delete(id, stored.revision)
      const before = { name: nameOf(stored), size: stored.size }
      await recordChange(transaction, {
        at: now(),
        by,
        what: 'export deleted',
        subject: id,
        before,
      })
    })
    await deleteArchive(parts, id)
  }
  const nameOf = ({ startedAt }: { startedAt: string }) =>
    `Export of ${dayOf(new Date(startedAt), foundation.timeZone)}`

  const deleteLeft = async () => {
    const ids = new Set<string>()
    for await (const key of blobs.keys('exports/')) ids.add(key.split('/')[1] ?? '')
    for (const id of ids) {
      const stored = await exportsIn(store).get(id)
      if (!stored || stored.status === 'failed') await deleteArchive(parts, id)
    }
  }

  /** Takes over an export whose process has died; undefined if there is none. */
  const takeLeft = (): Promise<Run | undefined> =>
    store.transaction(async (transaction) => {
      const left = await runningExport(transaction)
      if (!left || isHeld(store, left.lease, now())) return undefined
      const { id, revision, startedAt } = left
      const token = left.lease.token + 1
      const body = { ...z.parse(storedExport, bodyOf(left)), lease: heldLease(token, now()) }
      await exportsIn(transaction).update(id, body, revision)
      return { id, token, startedAt }
    })

  const maintain = async () => {
    const left = await takeLeft()
    if (left) begin(left)
    await expire()
    await deleteLeft()
  }

  const job = createJob(
    {
      name: 'exports',
      does: 'continues an interrupted export, and deletes old ones',
      every: maintenanceInterval,
      failure: 'exports were not maintained',
      run: maintain,
      lease: async () => (await runningExport(store))?.lease,
      async stop() {
        stopping.abort()
        await working
      },
    },
    parts,
  )

  return {
    async list(person) {
      mustManagePortal(person)
      const { documents } = await exportsIn(store).list()
      const newest = documents.toSorted((a, b) => (a.startedAt < b.startedAt ? 1 : -1))
      return newest.map(shownExport)
    },
    async get(person, id) {
      mustManagePortal(person)
      return shownExport(await existing(id))
    },
    async start(person) {
      mustManagePortal(person)
      const at = now()
      const id = randomUUID()
      const startedAt = at.toISOString()
      const { stored, isNew } = await store.transaction(async (transaction) => {
        const running = await runningExport(transaction)
        if (running) return { stored: running, isNew: false }
        const finished = await exportsIn(transaction).list({ where: { status: 'completed' } })
        if (finished.documents.length >= mostExports) {
          const detail = `There are ${mostExports} exports already. Delete one first.`
          throw new Refusal('conflict', detail)
        }
        const body = {
          status: 'running' as const,
          startedAt,
          startedBy: person.email,
          progress: { done: 0, total: 0 },
          lease: heldLease(1, at),
        }
        const created = await exportsIn(transaction).create(id, body)
        const after = { name: nameOf({ startedAt }) }
        await recordChange(transaction, {
          at,
          by: person,
          what: 'export started',
          subject: id,
          after,
        })
        return { stored: created, isNew: true }
      })
      if (isNew) begin({ id, token: 1, startedAt })
      return shownExport(stored)
    },
    async archive(person, id) {
      mustManagePortal(person)
      const stored = await existing(id)
      if (stored.status !== 'completed') {
        throw new Refusal('conflict', 'This export isn’t finished.')
      }
      if (stored.startedAt <= (await lastWithdrawalAt(store))) {
        const detail = 'A paper was withdrawn since this export. Please start a new one.'
        throw new Refusal('notFound', detail)
      }
      const madeAt = new Date(stored.startedAt)
      if (latest?.id !== id) {
        latest = { id, layout: archiveLayout(await filesOfExport(store, id), madeAt) }
      }
      const { layout } = latest
      const isThere = await allThere(layout)
      if (!isThere) {
        throw new Refusal('notFound', 'The archive’s files are gone. Please start a new export.')
      }
      const day = dayOf(madeAt, foundation.timeZone)
      return { name: `${foundation.name} ${day}.zip`, layout, etag: `"${id}"`, madeAt }
    },
    async delete(person, id) {
      mustManagePortal(person)
      await remove(id, person)
    },
    maintain,
    job,
    async idle() {
      await working
    },
  }

  /** Whether the archive's last file exists. Backups don't contain archives, so a restored portal may lack them. */
  async function allThere({ stretches }: ArchiveLayout): Promise<boolean> {
    const last = stretches.findLast((stretch) => 'key' in stretch)
    return last !== undefined && 'key' in last && (await blobs.info(last.key)) !== undefined
  }
}

/** Deletes an archive's bytes and the records of its files. Idempotent. */
async function deleteArchive(
  { store, blobs }: { store: DocumentStore; blobs: BlobStore },
  id: string,
): Promise<void> {
  const keys: string[] = []
  for await (const key of blobs.keys(exportKeys(id))) keys.push(key)
  for (const key of keys) await blobs.delete(key)
  const query = { orderBy: 'id', from: exportFileId(id, 0), to: `${id}.`, limit: 500 }
  for (;;) {
    const { documents } = await exportFilesCollection.raw(store).list(query)
    for (const document of documents) await exportFilesCollection.raw(store).delete(document.id)
    if (documents.length < query.limit) return
  }
}
