import { cpSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { getDocument, getDocumentText, listDocuments } from '@portal/contract/documents'
import { getMapping, saveMapping } from '@portal/contract/mappings'
import { getSyncStatus, type SyncStatus, triggerSync } from '@portal/contract/sync'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { folderDrive } from '../../adapters/folder/folder-drive.ts'
import { memoryBlobStore } from '../../adapters/memory/memory-blob-store.ts'
import { Refusal } from '../../refusal.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import { type TestApi, testApi } from '../../testing/test-api.ts'
import type { Drive } from './drive.ts'
import { collected, driveFolder, pdfShownElsewhere, samplePdf, unmapped } from './sync-fixtures.ts'
import { createSyncService } from './sync-service.ts'
import { readState } from './sync-state.ts'

let files: ReturnType<typeof driveFolder>
let drive: Drive
let downloads: string[]
let api: TestApi

beforeEach(async () => {
  files = driveFolder()
  downloads = []
  const plain = folderDrive(files.folder, { settle: 20, pageSize: 2 })
  drive = {
    ...plain,
    download(file) {
      downloads.push(file.name)
      return plain.download(file)
    },
  }
  api = await testApi({ ports: { drive } })
})
afterEach(async () => {
  await api.features.sync.idle()
  await api.close()
  files.remove()
})

/** The store as a database that several processes use. */
function shared(): DocumentStore {
  const { hasEnded: _, ...store } = api.ports.store
  return store
}

async function synced(): Promise<SyncStatus> {
  await api.call('admin')(triggerSync)
  await api.features.sync.idle()
  return api.call('admin')(getSyncStatus)
}

const names = async () => (await api.call('member')(listDocuments)).map(({ name }) => name)

async function blobKeys(prefix = ''): Promise<string[]> {
  return collected(api.ports.blobs.keys(prefix))
}

// A run with a PDF starts a thread, which is slow on a busy machine.

describe('a sync with the drive', () => {
  it('starts idle, then syncs every file and reports how many', async () => {
    expect(await api.call('admin')(getSyncStatus)).toEqual({
      status: 'idle',
      documents: 0,
      drive: 'folder',
    })
    files.put('2026/Agenda.pdf', await samplePdf({ pages: 3 }))
    files.put('2026/Notes.docx', 'words')
    files.put('Budget.pdf', await samplePdf({ text: 'Budget' }))
    const status = await synced()
    expect(status).toMatchObject({
      status: 'completed',
      documents: 3,
      progress: { done: 3, total: 3 },
      last_sync_time: expect.any(String),
    })
    const [budget, agenda, notes] = await api.call('member')(listDocuments)
    expect([budget, agenda, notes].map((each) => each?.title)).toEqual([
      'Budget',
      'Agenda',
      'Notes',
    ])
    expect(agenda).toMatchObject({
      pages: 3,
      condition: 'ready',
      path: '2026',
      parent_folder: '2026',
    })
    expect(notes).not.toHaveProperty('pages')
  })

  it('allows only admins to start a sync', async () => {
    const refused = { code: 'forbidden' }
    await expect(api.call('member')(triggerSync)).rejects.toMatchObject(refused)
    await expect(api.call('staff')(getSyncStatus)).rejects.toMatchObject(refused)
  })

  it('returns the id of the run in progress to a second trigger', async () => {
    for (let n = 0; n < 4; n += 1) files.put(`${n}.txt`, `${n}`)
    const [first, second] = await Promise.all([
      api.call('admin')(triggerSync),
      api.call('admin')(triggerSync),
    ])
    const third = await api.call('admin')(triggerSync)
    expect(first).toMatchObject({ status: 'running', runId: expect.any(String) })
    expect([second.runId, third.runId]).toEqual([first.runId, first.runId])
    await api.features.sync.idle()
    expect(downloads).toHaveLength(4)
    expect((await api.call('admin')(getSyncStatus)).runId).toBe(first.runId)
  })

  it('audits a sync once, with the person who started it, but not when joined or started without a person', async () => {
    await api.features.sync.start()
    await api.features.sync.idle()
    const entries = async () => (await api.ports.store.list('audit')).documents
    expect(await entries()).toEqual([])
    for (let n = 0; n < 4; n += 1) files.put(`${n}.txt`, `${n}`)
    const [{ runId }] = await Promise.all([
      api.call('admin')(triggerSync),
      api.call('admin')(triggerSync),
    ])
    await api.features.sync.idle()
    expect(await entries()).toMatchObject([
      {
        what: 'sync started',
        subject: 'drive',
        by: { email: 'ruth.abelman@larkspur.example' },
        before: null,
        after: { runId },
      },
    ])
  })

  it('doesn’t fetch a file again that was only renamed, moved or touched', async () => {
    files.put('Budget.pdf', await samplePdf())
    files.put('Touched.txt', 'the same')
    await synced()
    const [before] = await api.call('member')(listDocuments)
    downloads.length = 0
    files.put('Touched.txt', 'the same', 30)
    await rename(join(files.folder, 'Budget.pdf'), join(files.folder, 'Budget 2025.pdf'))
    await synced()
    expect(downloads).toEqual([])
    const after = await api.call('member')(getDocument, { params: { id: before!.id } })
    expect(after).toMatchObject({ name: 'Budget 2025.pdf', pages: 1 })
  })

  it('doesn’t take a copied drive for a change: identical bytes keep their time', async () => {
    files.put('Budget.pdf', await samplePdf(), 600)
    files.put('Notes.txt', 'the same', 600)
    await synced()
    const times = async () =>
      (await api.call('member')(listDocuments)).map(({ modified_time }) => modified_time)
    const before = await times()
    // As `cp -r` leaves it.
    const copy = `${files.folder}-copy`
    cpSync(files.folder, copy, { recursive: true })
    rmSync(files.folder, { recursive: true })
    renameSync(copy, files.folder)
    await synced()
    expect(await times()).toEqual(before)

    // The copy took two steps, and a sync came between them.
    const bytes = readFileSync(join(files.folder, 'Notes.txt'))
    files.lose('Notes.txt')
    await synced()
    files.put('Notes.txt', bytes, 10)
    await synced()
    expect(await times()).toEqual(before)
    files.put('Notes.txt', 'something else', 5)
    await synced()
    expect((await times()).filter((time) => !before.includes(time))).toHaveLength(1)
  })

  it('fetches an edited file and deletes the old bytes once no document refers to them', async () => {
    // Earlier versions are kept otherwise.
    await api.close()
    api = await testApi({
      env: { KEPT_VERSIONS: '1' },
      ports: { drive: folderDrive(files.folder, { settle: 20 }) },
    })
    files.put('Budget.pdf', await samplePdf())
    files.put('Copy.txt', 'other')
    await synced()
    const before = await blobKeys()
    files.put('Budget.pdf', await samplePdf({ pages: 2 }), 30)
    await synced()
    const after = await blobKeys()
    expect(after).toHaveLength(6)
    expect(after.filter((key) => before.includes(key))).toHaveLength(1)
  })

  it('removes the document of a deleted file and keeps its mapping, without the document', async () => {
    files.put('Budget.pdf', await samplePdf())
    await synced()
    const [budget] = await api.call('member')(listDocuments)
    // Belongs to a past meeting: a paper of the upcoming one isn't removed without an admin.
    const id = 'meeting-2024-q1-budget-update'
    await api.call('admin')(saveMapping, {
      params: { id },
      body: { documentId: budget!.id },
      revision: 'new',
    })
    await rm(join(files.folder, 'Budget.pdf'))
    await synced()
    expect(await names()).toEqual([])
    expect(await blobKeys()).toEqual([])
    const mapping = await api.call('admin')(getMapping, { params: { id } })
    expect(mapping).toMatchObject({ documentId: budget!.id })
    expect(mapping).not.toHaveProperty('document')
    // Members see that the slot's paper is missing.
    const shown = await api.call('member')(getMapping, { params: { id } })
    expect(shown).toMatchObject({ problem: 'missing' })
    expect(shown).not.toHaveProperty('documentId')
    await expect(
      api.call('member')(getDocument, { params: { id: budget!.id } }),
    ).rejects.toMatchObject({ message: `Document not found: ${budget!.id}` })
  })

  it('keeps broken and encrypted PDFs, and reports their condition', async () => {
    files.put('Broken.pdf', '%PDF-1.7\nnothing of use')
    files.put('Cut.pdf', (await samplePdf({ pages: 9 })).subarray(0, 900))
    files.put('Locked.pdf', await samplePdf({ userPassword: 'secret' }))
    files.put('Owned.pdf', await samplePdf({ pages: 2, ownerPassword: 'plum' }))
    files.put('Sound.pdf', await samplePdf())
    expect(await synced()).toMatchObject({ status: 'completed', documents: 5 })
    const documents = await api.call('member')(listDocuments)
    expect(documents.map(({ condition }) => condition)).toEqual([
      'broken',
      'broken',
      'encrypted',
      'ready',
      'ready',
    ])
    expect(documents[3]).toMatchObject({ name: 'Owned.pdf', pages: 2 })
    expect(documents[2]).not.toHaveProperty('pages')
  })

  it('recognizes forms and portfolios, and makes nothing of the page that asks for another program', async () => {
    files.put('Form.pdf', await pdfShownElsewhere('form'))
    files.put('Portfolio.pdf', await pdfShownElsewhere('portfolio'))
    expect(await synced()).toMatchObject({ status: 'completed', documents: 2 })
    const documents = await api.call('member')(listDocuments)
    expect(documents.map(({ condition }) => condition)).toEqual(['form', 'portfolio'])
    for (const document of documents) {
      expect(document).not.toHaveProperty('pages')
      expect(document).not.toHaveProperty('first_page')
      const text = api.call('member')(getDocumentText, { params: { id: document.id } })
      await expect(text).rejects.toMatchObject({ code: 'notFound' })
    }
  })

  it('syncs the other files when one can’t be read, names it, and retries it in the next run', async () => {
    files.put('a.txt', 'a')
    files.put('Locked away.txt', 'b')
    files.put('z.txt', 'z')
    const whole = drive.download
    drive.download = async (file) => {
      if (file.name !== 'Locked away.txt') return whole(file)
      throw Object.assign(new Error('EACCES'), { code: 'EACCES' })
    }
    expect(await synced()).toMatchObject({
      status: 'failed',
      documents: 2,
      error_message:
        '“Locked away.txt” could not be read from the drive; everything else is synced.',
    })
    drive.download = whole
    downloads.length = 0
    expect(await synced()).toMatchObject({ status: 'completed', documents: 3 })
    expect(downloads).toEqual(['Locked away.txt'])
  })

  it('fails with a message when the drive can’t be listed, and loses nothing', async () => {
    files.put('a.txt', 'a')
    await synced()
    await rename(files.folder, `${files.folder}-gone`)
    expect(await synced()).toMatchObject({
      status: 'failed',
      documents: 1,
      error_message: 'The drive folder can’t be read.',
      last_sync_time: expect.any(String),
    })
    await rename(`${files.folder}-gone`, files.folder)
    expect(await synced()).toMatchObject({ status: 'completed', documents: 1 })
  })

  it('removes missing files even if the cursor was lost', async () => {
    files.put('a.txt', 'a')
    files.put('b.txt', 'b')
    await synced()
    await api.ports.store.delete('sync', 'cursor')
    await rm(join(files.folder, 'a.txt'))
    downloads.length = 0
    await synced()
    expect(await names()).toEqual(['b.txt'])
    expect(downloads).toEqual([])
  })
})

describe('a sync that meets an error', () => {
  it('fails with a clear message on a full disk, keeps what it has, and completes once there is space', async () => {
    const blobs = memoryBlobStore()
    let room = 2
    const full = {
      ...blobs,
      put: async (...given: Parameters<typeof blobs.put>) => {
        if (room === 0) throw new Refusal('storageFull', 'No room.')
        room -= 1
        return blobs.put(...given)
      },
    }
    const own = await testApi({ ports: { drive, blobs: full } })
    for (const name of ['a', 'b', 'c', 'd']) files.put(`${name}.txt`, name)
    await own.call('admin')(triggerSync)
    await own.features.sync.idle()
    const failed = await own.call('admin')(getSyncStatus)
    expect(failed).toMatchObject({
      status: 'failed',
      documents: 2,
      error_message:
        'The server’s storage is full. Nothing was lost. Free some space and sync again.',
    })
    room = 99
    await own.call('admin')(triggerSync)
    await own.features.sync.idle()
    expect(await own.call('admin')(getSyncStatus)).toMatchObject({
      status: 'completed',
      documents: 4,
    })
    expect(downloads.filter((name) => name === 'a.txt')).toHaveLength(1)
    await own.close()
  })

  it('reports a failed run even if the store can’t save its state', async () => {
    files.put('a.txt', 'a')
    const { store } = api.ports
    const transaction = store.transaction
    store.transaction = (work) =>
      transaction(async (tx) => {
        if ((await readState(tx))?.status === 'running') {
          throw new Refusal('storageFull', 'No room.')
        }
        return work(tx)
      })
    expect(await synced()).toMatchObject({ status: 'failed', error_message: expect.any(String) })
    store.transaction = transaction
    expect(await synced()).toMatchObject({ status: 'completed', documents: 1 })
  })

  it('waits with growing delays, or as long as the drive asks, while it is rate-limited', async () => {
    for (const name of ['a', 'b', 'c']) files.put(`${name}.txt`, name)
    const busy = (retryAfter?: number) =>
      new Refusal('tooMany', 'Slower.', retryAfter === undefined ? {} : { retryAfter })
    const listing = [undefined, busy(), busy()]
    const fetching = [busy(7)]
    const slow: Drive = {
      async *changes(cursor) {
        for await (const page of drive.changes(cursor)) {
          const refusal = listing.shift()
          if (refusal) throw refusal
          yield page
        }
      },
      async download(file) {
        const refusal = fetching.shift()
        if (refusal) throw refusal
        return drive.download(file)
      },
    }
    const waited: number[] = []
    const wait = async (ms: number) => void waited.push(ms)
    const sync = createSyncService({ ...api.ports, ...unmapped, drive: slow, wait })
    await sync.start()
    await sync.idle()
    // Plus up to a second of jitter, so that calls refused together don't retry together.
    expect(waited.map((ms) => Math.floor(ms / 1000) * 1000)).toEqual([7000, 1000, 2000])
    expect(await api.call('admin')(getSyncStatus)).toMatchObject({
      status: 'completed',
      documents: 3,
    })
  })

  it('gives up without a change if the drive stays busy', async () => {
    files.put('a.txt', 'a')
    await synced()
    await api.ports.store.delete('sync', 'cursor')
    const busy: Drive = {
      // oxlint-disable-next-line require-yield -- it never gets that far
      async *changes() {
        throw new Refusal('tooMany', 'The drive receives too many requests; try again later.')
      },
      download: drive.download,
    }
    const sync = createSyncService({
      ...api.ports,
      ...unmapped,
      drive: busy,
      wait: async () => undefined,
    })
    await sync.start()
    await sync.idle()
    expect(await api.call('admin')(getSyncStatus)).toMatchObject({
      status: 'failed',
      error_message: 'The drive receives too many requests; try again later.',
      documents: 1,
    })
  })

  it('skips a file or two that the drive never returns, but fails if there are many', async () => {
    for (const name of ['a', 'b', 'c', 'd']) files.put(`${name}.txt`, name)
    let silent = ['b.txt', 'c.txt']
    const ailing: Drive = {
      ...drive,
      async download(file) {
        if (!silent.includes(file.name)) return drive.download(file)
        throw new Refusal('unavailable', 'The drive doesn’t answer.', { transient: true })
      },
    }
    const sync = createSyncService({
      ...api.ports,
      ...unmapped,
      drive: ailing,
      wait: async () => undefined,
    })
    const outcome = async () => {
      await sync.start()
      await sync.idle()
      return api.call('admin')(getSyncStatus)
    }
    expect(await outcome()).toMatchObject({
      status: 'failed',
      documents: 2,
      error_message:
        '“b.txt” and 1 more could not be read from the drive (The drive doesn’t answer.); everything else is synced.',
    })
    silent = ['a.txt', 'b.txt', 'c.txt', 'd.txt']
    await api.ports.store.delete('sync', 'cursor')
    for (const name of ['a', 'b', 'c', 'd']) files.put(`${name}.txt`, `new ${name}`, 30)
    expect(await outcome()).toMatchObject({
      status: 'failed',
      error_message: 'The drive doesn’t answer.',
    })
    silent = []
    expect(await outcome()).toMatchObject({ status: 'completed', documents: 4 })
  })

  it('stops between two files when the portal stops, and resumes at the next start', async () => {
    for (const name of ['a', 'b', 'c']) files.put(`${name}.txt`, name)
    const { download } = drive
    let stopped: Promise<void> | undefined
    drive.download = (file) => {
      stopped ??= api.features.sync.stop()
      return download(file)
    }
    const { runId } = await api.features.sync.start()
    await api.features.sync.idle()
    await stopped
    expect(downloads).toEqual(['a.txt'])
    const left = await readState(api.ports.store)
    expect(left).toMatchObject({ status: 'running', runId })
    expect(Date.parse(left!.lease.expiresAt)).toBeLessThanOrEqual(Date.now())
    expect(api.logged.join()).not.toContain('sync failed')
    await api.features.sync.start()
    expect(downloads).toEqual(['a.txt'])

    const next = createSyncService({ ...api.ports, ...unmapped })
    await next.resume()
    await next.idle()
    expect(await readState(api.ports.store)).toMatchObject({ status: 'completed', runId })
    expect(downloads).toEqual(['a.txt', 'b.txt', 'c.txt'])
  })

  it('doesn’t wait for a busy drive when the portal stops', async () => {
    const busy: Drive = {
      // oxlint-disable-next-line require-yield -- it never gets that far
      async *changes() {
        throw new Refusal('tooMany', 'Slower.', { retryAfter: 600 })
      },
      download: drive.download,
    }
    const sync = createSyncService({ ...api.ports, ...unmapped, drive: busy })
    await sync.start()
    await sync.stop()
    await sync.idle()
    expect(await readState(api.ports.store)).toMatchObject({ status: 'running' })
  })

  it('leaves a run to the instance that holds its lease', async () => {
    files.put('a.txt', 'a')
    const goOn = Promise.withResolvers<void>()
    const { download } = drive
    drive.download = async (file) => {
      await goOn.promise
      return download(file)
    }
    const { runId } = await api.call('admin')(triggerSync)
    const other = createSyncService({ ...api.ports, ...unmapped, store: shared() })
    await other.resume()
    expect(await other.start()).toMatchObject({ status: 'running', runId })
    goOn.resolve()
    await api.features.sync.idle()
    const state = await readState(api.ports.store)
    expect(state).toMatchObject({ status: 'completed', runId, lease: { token: 1 } })
    await other.stop()
  })

  it('completes the run that it has joined once the lease of a killed instance has expired', async () => {
    files.put('a.txt', 'a')
    const expiresAt = new Date(Date.now() + 1000).toISOString()
    await api.ports.store.create('sync', 'state', {
      status: 'running',
      runId: 'joined',
      progress: { done: 0, total: 0 },
      lease: { token: 4, holder: 'localhost:1', expiresAt },
    })
    const other = createSyncService({ ...api.ports, ...unmapped, store: shared() })
    const stopJob = other.job.start()
    expect(await other.start()).toMatchObject({ status: 'running', runId: 'joined' })
    await expect
      .poll(() => readState(api.ports.store))
      .toMatchObject({ status: 'completed', runId: 'joined', lease: { token: 5 } })
    await stopJob()
    await other.stop()
  })

  it('stops writing once another instance has taken over', async () => {
    for (const name of ['a', 'b', 'c']) files.put(`${name}.txt`, name)
    const { store } = api.ports
    const whole = drive.download
    drive.download = async (file) => {
      const { revision, ...state } = (await readState(store))!
      const lease = { ...state.lease, token: state.lease.token + 1, holder: 'elsewhere:1' }
      if (file.name === 'c.txt') await store.update('sync', 'state', { ...state, lease }, revision)
      return whole(file)
    }
    expect(await synced()).toMatchObject({ status: 'running', documents: 2 })
    expect(downloads).toEqual(['a.txt', 'b.txt', 'c.txt'])
  })
})
