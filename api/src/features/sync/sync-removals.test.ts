import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { getDocument, listDocuments } from '@portal/contract/documents'
import { getMapping, saveMapping } from '@portal/contract/mappings'
import {
  confirmRemovals,
  getSyncStatus,
  heldRemovals,
  type SyncStatus,
  triggerSync,
} from '@portal/contract/sync'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { folderDrive } from '../../adapters/folder/folder-drive.ts'
import { memoryBlobStore } from '../../adapters/memory/memory-blob-store.ts'
import { Refusal } from '../../refusal.ts'
import { type TestApi, testApi, type TestApiOptions } from '../../testing/test-api.ts'
import type { Drive } from './drive.ts'
import { collected, driveFolder, unmapped } from './sync-fixtures.ts'
import { createSyncService } from './sync-service.ts'

/** In the fourth quarter in every time zone. */
const now = () => new Date('2026-11-23T20:00:00Z')

let files: ReturnType<typeof driveFolder>
let drive: Drive
let downloads: string[]
const opened: TestApi[] = []

beforeEach(() => {
  files = driveFolder()
  downloads = []
  const plain = folderDrive(files.folder, { settle: 0, pageSize: 4 })
  drive = {
    ...plain,
    download(file) {
      downloads.push(file.name)
      return plain.download(file)
    },
  }
})
afterEach(async () => {
  for (const api of opened.splice(0)) {
    await api.features.sync.idle()
    await api.close()
  }
  files.remove()
})

async function open(ports: TestApiOptions['ports'] = {}): Promise<TestApi> {
  const api = await testApi({ now, ports: { drive, ...ports } })
  opened.push(api)
  return api
}

/** A portal that has synced this many papers, starting with `Paper 01.txt`. */
async function openWith(count: number, ports: TestApiOptions['ports'] = {}): Promise<TestApi> {
  for (let n = 1; n <= count; n += 1) files.put(paper(n), `paper ${n}`)
  const api = await open(ports)
  await synced(api)
  downloads.length = 0
  return api
}

const paper = (n: number) => `Board/Paper ${String(n).padStart(2, '0')}.txt`

async function synced(api: TestApi): Promise<SyncStatus> {
  await api.call('admin')(triggerSync)
  await api.features.sync.idle()
  return statusOf(api)
}

const statusOf = (api: TestApi) => api.call('admin')(getSyncStatus)

const documentsOf = (api: TestApi) => api.call('member')(listDocuments)

async function idOf(api: TestApi, name: string): Promise<string> {
  return (await documentsOf(api)).find((document) => document.name === name)!.id
}

const without = (n: number) => rm(join(files.folder, paper(n)))

/** The drive's volume is gone, and its mount point is an empty folder. */
async function unmount(): Promise<() => Promise<void>> {
  const away = `${files.folder}-away`
  await rename(files.folder, away)
  await mkdir(files.folder)
  return async () => {
    await rm(files.folder, { recursive: true })
    await rename(away, files.folder)
  }
}

const map = (api: TestApi, id: string, documentId: string, active = true) =>
  api.call('admin')(saveMapping, { params: { id }, body: { documentId, active }, revision: 'new' })

const confirm = (api: TestApi, revision: number) => api.call('admin')(confirmRemovals, { revision })

/** A calendar with one meeting. */
function meetingOn(date: string): TestApi['ports']['calendar'] {
  const event = {
    id: 'board',
    summary: 'Board meeting',
    start: { dateTime: `${date}T09:00:00-08:00` },
  }
  return {
    between: async (from, to) => {
      const at = new Date(event.start.dateTime)
      return from <= at && at < to ? [event] : []
    },
    byId: async () => event,
    problems: async () => [],
  }
}

describe('a drive that suddenly becomes empty', () => {
  it('completes this and later runs, and names the missing papers, which members can still read', async () => {
    const api = await openWith(12)
    await unmount()
    const status = await synced(api)
    expect(status).toMatchObject({ status: 'completed', documents: 12 })
    expect(status.held).toMatchObject({ total: 12, reason: 'many', since: now().toISOString() })
    expect(status.held!.papers.map(({ path, name }) => `${path}/${name}`)).toEqual(
      Array.from({ length: 12 }, (_, n) => paper(n + 1)),
    )
    const id = await idOf(api, 'Paper 07.txt')
    const content = await api.request(`/api/documents/${id}/content`, {
      headers: { authorization: `Bearer ${await api.tokenOf('member')}` },
    })
    expect(await content.text()).toBe('paper 7')
    expect(api.logged.join('\n')).toContain('removals wait for an admin')
    expect(await api.metrics.text()).toContain('portal_sync_held_removals 12')
    const second = await synced(api)
    expect(second.held).toEqual(status.held)
    expect(second).toMatchObject({ status: 'completed', documents: 12 })
  })

  it('pauses after a full listing, too, if the cursor was lost', async () => {
    const api = await openWith(12)
    await unmount()
    await api.ports.store.delete('sync', 'cursor')
    expect((await synced(api)).held).toMatchObject({ total: 12 })
    expect(await documentsOf(api)).toHaveLength(12)
  })

  it('resumes without fetching anything again once it is mounted', async () => {
    const api = await openWith(12)
    await rename(join(files.folder, paper(3)), join(files.folder, 'Renamed.txt'))
    await synced(api)
    const before = await documentsOf(api)
    const slot = 'meeting-2026-q4-budget-update'
    await map(api, slot, await idOf(api, 'Renamed.txt'))
    const mount = await unmount()
    expect((await synced(api)).held).toMatchObject({ total: 12, reason: 'comingMeeting' })
    await mount()
    const status = await synced(api)
    expect(status).toMatchObject({ status: 'completed', documents: 12 })
    expect(status).not.toHaveProperty('held')
    expect(downloads).toEqual([])
    const untouched = before.map(({ id, name, path, size }) => ({ id, name, path, size }))
    expect(await documentsOf(api)).toMatchObject(untouched)
    const mapping = await api.call('member')(getMapping, { params: { id: slot } })
    expect(mapping.document).toMatchObject({ name: 'Renamed.txt' })
    expect(await api.metrics.text()).toContain('portal_sync_held_removals 0')
  })

  it('stays paused for the papers still missing when only some come back', async () => {
    const api = await openWith(12)
    const mount = await unmount()
    await synced(api)
    await mount()
    await without(9)
    const status = await synced(api)
    // Without the pending question, a single missing paper would have been removed.
    expect(status.held).toMatchObject({ total: 1, papers: [{ name: 'Paper 09.txt' }] })
    expect(await documentsOf(api)).toHaveLength(12)
  })

  it('fails the run and removes nothing when its folder is missing', async () => {
    const api = await openWith(12)
    await rename(files.folder, `${files.folder}-away`)
    const status = await synced(api)
    expect(status).toMatchObject({
      status: 'failed',
      documents: 12,
      error_message: 'The drive folder can’t be read.',
    })
    expect(status).not.toHaveProperty('held')
  })

  it('doesn’t treat a file as removed if it vanishes between listing and fetching', async () => {
    const api = await openWith(12)
    files.put(paper(5), 'edited', 30)
    files.put('New.txt', 'new', 30)
    const { download } = drive
    let unmounting: ReturnType<typeof unmount> | undefined
    drive.download = async (file) => {
      await (unmounting ??= unmount())
      return download(file)
    }
    const status = await synced(api)
    expect(status).toMatchObject({ status: 'completed', documents: 12 })
    expect(status).not.toHaveProperty('held')
    drive.download = download
    await (
      await unmounting!
    )()
    expect(await synced(api)).toMatchObject({ status: 'completed', documents: 13 })
    const { size } = await api.call('member')(getDocument, {
      params: { id: await idOf(api, 'Paper 05.txt') },
    })
    expect(size).toBe('edited'.length)
  })
})

describe('a run with some papers missing', () => {
  it('removes up to a tenth of all papers without an admin', async () => {
    const api = await openWith(30)
    for (const n of [1, 2, 3]) await without(n)
    const status = await synced(api)
    expect(status).toMatchObject({ status: 'completed', documents: 27 })
    expect(status).not.toHaveProperty('held')
    expect(await collected(api.ports.blobs.keys('originals/'))).toHaveLength(27)
  })

  it('pauses beyond a tenth, and still applies new and changed files', async () => {
    const api = await openWith(12)
    for (const n of [1, 2, 3, 4]) await without(n)
    files.put(paper(10), 'edited', 30)
    files.put('New.txt', 'new', 30)
    await rename(join(files.folder, paper(11)), join(files.folder, 'Renamed.txt'))
    const status = await synced(api)
    expect(status).toMatchObject({ status: 'completed', documents: 13, held: { total: 4 } })
    const names = (await documentsOf(api)).map(({ name }) => name)
    expect(names).toContain('New.txt')
    expect(names).toContain('Renamed.txt')
    expect(names).not.toContain('Paper 11.txt')
    expect(downloads.toSorted()).toEqual(['New.txt', 'Paper 10.txt'])

    files.put('Later.txt', 'later', 20)
    expect(await synced(api)).toMatchObject({ documents: 14, held: { total: 4 } })
    // One paper has two versions.
    expect(await collected(api.ports.blobs.keys('originals/'))).toHaveLength(15)
  })

  it('holds back further removals while it is paused, and gives a changed list a new revision', async () => {
    const api = await openWith(12)
    for (const n of [1, 2, 3, 4]) await without(n)
    const first = await synced(api)
    await without(12)
    const second = await synced(api)
    expect(second.held).toMatchObject({ total: 5, since: first.held!.since })
    expect(second.held!.revision).toBeGreaterThan(first.held!.revision)
    expect(await documentsOf(api)).toHaveLength(12)
  })

  it('compares with the papers before the run, not with those of a drive that replaced the earlier one', async () => {
    const api = await openWith(3)
    await unmount()
    for (let n = 0; n < 30; n += 1) files.put(`Other ${n}.txt`, `other ${n}`)
    expect(await synced(api)).toMatchObject({ documents: 33, held: { total: 3 } })
  })

  it('compares with the same count after a first run was interrupted', async () => {
    const blobs = memoryBlobStore()
    let room = Infinity
    const full = {
      ...blobs,
      put: async (...given: Parameters<typeof blobs.put>) => {
        if ((room -= 1) < 0) throw new Refusal('storageFull', 'No room.')
        return blobs.put(...given)
      },
    }
    const api = await openWith(3, { blobs: full })
    await unmount()
    for (let n = 0; n < 45; n += 1) files.put(`Other ${n}.txt`, `other ${n}`)
    room = 42
    expect(await synced(api)).toMatchObject({ status: 'failed' })
    expect((await documentsOf(api)).length).toBeGreaterThan(30)
    room = Infinity
    expect(await synced(api)).toMatchObject({ documents: 48, held: { total: 3 } })
  })
})

describe('a missing paper of the upcoming meeting', () => {
  const slot = 'meeting-2027-q1-budget-update'

  it.each([true, false])(
    'pauses a run on its own (active: %s), and is listed first',
    async (active) => {
      const api = await openWith(30, { calendar: meetingOn('2027-02-04') })
      await map(api, slot, await idOf(api, 'Paper 30.txt'), active)
      await map(api, 'governance-bylaws', await idOf(api, 'Paper 20.txt'))
      for (const n of [10, 20, 30]) await without(n)
      const { held } = await synced(api)
      expect(held).toMatchObject({ total: 3, reason: 'comingMeeting' })
      expect(held!.papers.map(({ name, slots }) => ({ name, slots }))).toEqual([
        { name: 'Paper 30.txt', slots: [{ id: slot, title: 'Budget Update', coming: true }] },
        {
          name: 'Paper 20.txt',
          slots: [{ id: 'governance-bylaws', title: 'Bylaws', coming: false }],
        },
        { name: 'Paper 10.txt', slots: [] },
      ])
      expect(await api.call('admin')(listDocuments)).toHaveLength(30)
    },
  )

  it('doesn’t pause a run if the upcoming meeting is in another quarter', async () => {
    const api = await openWith(3, { calendar: meetingOn('2026-12-03') })
    await map(api, slot, await idOf(api, 'Paper 03.txt'))
    await without(3)
    expect(await synced(api)).not.toHaveProperty('held')
    expect(await documentsOf(api)).toHaveLength(2)
  })

  it.each(['meeting-2026-q4-agenda', 'meeting-2027-q1-agenda'])(
    'counts as one of this quarter or the next if the calendar can’t be read: %s',
    async (id) => {
      const refused = async () => {
        throw new Refusal('unavailable', 'Failed to fetch upcoming events')
      }
      const api = await openWith(3, {
        calendar: { between: refused, byId: refused, problems: refused },
      })
      await map(api, id, await idOf(api, 'Paper 03.txt'))
      await without(3)
      expect((await synced(api)).held).toMatchObject({ total: 1, reason: 'comingMeeting' })
    },
  )

  it('doesn’t pause a run if the paper was only moved or renamed in the drive', async () => {
    const api = await openWith(12)
    const id = await idOf(api, 'Paper 03.txt')
    await map(api, 'meeting-2026-q4-agenda', id)
    await mkdir(join(files.folder, 'Agenda'))
    await rename(join(files.folder, paper(3)), join(files.folder, 'Agenda/Final.txt'))
    expect(await synced(api)).not.toHaveProperty('held')
    expect(await idOf(api, 'Final.txt')).toBe(id)
  })
})

describe('confirming removals', () => {
  it('removes exactly the named papers, and records their names in the audit', async () => {
    const api = await openWith(12)
    for (const n of [1, 2, 3, 4]) await without(n)
    const { held } = await synced(api)
    const after = await confirm(api, held!.revision)
    expect(after).not.toHaveProperty('held')
    expect(after).not.toHaveProperty('removing')
    expect(after.documents).toBe(8)
    await api.features.sync.idle()
    expect((await documentsOf(api)).map(({ name }) => name)).not.toContain('Paper 01.txt')
    expect(await collected(api.ports.blobs.keys('originals/'))).toHaveLength(8)
    const where = { what: 'sync removals confirmed' }
    expect((await api.ports.store.list('audit', { where })).documents).toMatchObject([
      {
        by: { email: 'ruth.abelman@larkspur.example' },
        subject: 'drive',
        before: {
          papers: 4,
          names: ['Paper 01.txt', 'Paper 02.txt', 'Paper 03.txt', 'Paper 04.txt'],
        },
        after: null,
      },
    ])
    // The same confirmation is sent again.
    expect(await confirm(api, held!.revision)).toMatchObject({ documents: 8 })
    expect((await api.ports.store.list('audit', { where })).documents).toHaveLength(1)
  })

  it('refuses an outdated list, returns the current one and removes nothing', async () => {
    const api = await openWith(12)
    for (const n of [1, 2, 3, 4]) await without(n)
    const { held } = await synced(api)
    await without(12)
    await synced(api)
    const refused = await confirm(api, held!.revision).catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 'stale', status: 412 })
    const current = heldRemovals.parse((refused as { current: unknown }).current)
    expect(current).toMatchObject({ total: 5 })
    expect(await documentsOf(api)).toHaveLength(12)
    await confirm(api, current.revision)
    await api.features.sync.idle()
    expect(await documentsOf(api)).toHaveLength(7)
  })

  it('refuses with a reason when nothing waits to be removed', async () => {
    const api = await openWith(12)
    await expect(confirm(api, 1)).rejects.toMatchObject({ code: 'conflict' })
    const mount = await unmount()
    const { held } = await synced(api)
    await mount()
    await synced(api)
    await expect(confirm(api, held!.revision)).rejects.toMatchObject({ code: 'conflict' })
    expect(await documentsOf(api)).toHaveLength(12)
  })

  it('removes the papers even when the drive can’t be read', async () => {
    const api = await openWith(12)
    await unmount()
    const { held } = await synced(api)
    await rm(files.folder, { recursive: true })
    expect(await confirm(api, held!.revision)).toMatchObject({ documents: 0 })
    await api.features.sync.idle()
    expect(await statusOf(api)).toMatchObject({ status: 'failed', documents: 0 })
  })

  it('removes the papers before a sync in progress ends', async () => {
    const api = await openWith(12)
    for (const n of [1, 2, 3, 4]) await without(n)
    const { held } = await synced(api)
    files.put('New.txt', 'new', 30)
    const { download } = drive
    const [reached, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    drive.download = async (file) => {
      reached.resolve()
      await goOn.promise
      return download(file)
    }
    await api.call('admin')(triggerSync)
    await reached.promise
    const during = await confirm(api, held!.revision)
    expect(during).toMatchObject({ status: 'running', removing: 4, documents: 12 })
    expect(during).not.toHaveProperty('held')
    goOn.resolve()
    await api.features.sync.idle()
    const after = await statusOf(api)
    expect(after).toMatchObject({ status: 'completed', documents: 9 })
    expect(after).not.toHaveProperty('removing')
  })

  it('keeps a paper that comes back while the sync is still listing', async () => {
    const api = await openWith(12)
    const kept = join(files.root, 'kept')
    await rename(join(files.folder, paper(1)), kept)
    for (const n of [2, 3, 4]) await without(n)
    const { held } = await synced(api)
    // The last page of the listing names it; the first page waits for the confirmation.
    for (let n = 0; n < 6; n += 1) files.put(`Added/${n}.txt`, `added ${n}`, 30)
    await rename(kept, join(files.folder, 'Zebra.txt'))
    const { download } = drive
    let revision: number | undefined = held!.revision
    drive.download = async (file) => {
      const confirmed = revision
      revision = undefined
      if (confirmed !== undefined) {
        void confirm(api, confirmed).catch(() => undefined)
        await expect.poll(async () => (await statusOf(api)).removing).toBe(4)
      }
      return download(file)
    }
    const status = await synced(api)
    expect(status).toMatchObject({ status: 'completed', documents: 15 })
    expect((await documentsOf(api)).map(({ name }) => name)).toContain('Zebra.txt')
    expect(status).not.toHaveProperty('removing')
  })
})

describe('two instances on one store', () => {
  it('removes once what one instance confirms while the other syncs', async () => {
    const api = await openWith(12)
    for (const n of [1, 2, 3, 4]) await without(n)
    const { held } = await synced(api)
    const other = createSyncService({ ...api.ports, ...unmapped, drive })
    files.put('New.txt', 'new', 30)
    const { download } = drive
    const [reached, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    drive.download = async (file) => {
      reached.resolve()
      await goOn.promise
      return download(file)
    }
    await other.start()
    await reached.promise
    expect(await confirm(api, held!.revision)).toMatchObject({ removing: 4 })
    goOn.resolve()
    await other.idle()
    expect(await statusOf(api)).toMatchObject({ status: 'completed', documents: 9 })
    expect(await statusOf(api)).not.toHaveProperty('removing')
    await other.stop()
  })

  it('completes at the next start the removals that were confirmed just before the process was killed', async () => {
    const api = await openWith(12)
    await unmount()
    const { held } = await synced(api)
    await api.features.sync.stop()
    expect(await confirm(api, held!.revision)).toMatchObject({ removing: 12, documents: 12 })
    const next = createSyncService({ ...api.ports, ...unmapped })
    await next.resume()
    await next.idle()
    expect(await statusOf(api)).toMatchObject({ status: 'completed', documents: 0 })
    expect(await statusOf(api)).not.toHaveProperty('removing')
  })

  it('makes the removals that were confirmed at an instance that was killed, without a restart', async () => {
    const api = await openWith(12)
    await unmount()
    const { held } = await synced(api)
    const other = createSyncService({ ...api.ports, ...unmapped })
    await other.ready
    const stopJob = other.job.start()
    await api.features.sync.stop()
    await confirm(api, held!.revision)
    void other.job.runNow()
    await expect.poll(() => statusOf(api)).toMatchObject({ status: 'completed', documents: 0 })
    await stopJob()
    await other.stop()
  })
})
