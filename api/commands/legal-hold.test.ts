import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { listAudit } from '@portal/contract/audit'
import { saveMapping } from '@portal/contract/mappings'
import { listNotes, saveNotes } from '@portal/contract/notes'
import { getNotesPolicy, saveNotesPolicy } from '@portal/contract/notes-policy'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { folderBlobStore } from '../src/adapters/folder/folder-blob-store.ts'
import { memoryBlobStore } from '../src/adapters/memory/memory-blob-store.ts'
import { openSqliteStore } from '../src/adapters/sqlite/sqlite-document-store.ts'
import { savedNote, saveOf } from '../src/features/notes/notes-fixture.ts'
import { saveArchive, storedTexts } from '../src/features/portal-exports/exports-fixture.ts'
import { importArchive } from '../src/features/portal-exports/import-archive.ts'
import { temporaryFolder } from '../src/platform/files/temporary-folder.ts'
import type { Ports } from '../src/ports.ts'
import { testApi, type TestApi } from '../src/testing/test-api.ts'
import { makeBackup } from './backup/make-backup.ts'
import { restoreBackup } from './backup/restore-backup.ts'

const createdAt = '2026-10-01T09:00:00Z'
const hold = { quarter: { year: 2026, quarter: 4 as const }, reason: 'Inquiry of the state' }

let clock: Date
beforeEach(() => void (clock = new Date('2026-10-01T12:00:00Z')))
const now = () => (clock = new Date(clock.getTime() + 1))

async function open(ports: Partial<Ports>): Promise<TestApi> {
  const api = await testApi({ ports, now })
  onTestFinished(() => api.close())
  return api
}

/** A portal whose policy destroys notes 30 days after the meeting, but for a hold on the quarter. */
async function fill(api: TestApi): Promise<void> {
  await storedTexts(api, 'budget', 'the budget')
  await api.ports.store.create('agendas', '2026-Q4', agenda)
  const params = { id: 'meeting-2026-q4-consent-agenda' }
  const body = { documentId: 'budget' }
  await api.call('admin')(saveMapping, { params, body, revision: 'new' })
  const policy = { days: 30, holds: [hold] }
  await api.call('admin')(saveNotesPolicy, { body: policy, revision: 'new' })
}
const agenda = {
  title: 'Board Meeting',
  date: '2026-10-15',
  time: '9:00',
  endTime: '10:00',
  location: '',
  description: '',
  items: [],
  status: 'published',
}

const write = (api: TestApi) =>
  api.call('member')(saveNotes, { body: { ...saveOf(), notes: [savedNote(1, { createdAt })] } })

/** Goes to a day, one day at a time as a running portal does, with the daily destruction of notes. */
async function runUntil(api: TestApi, day: string): Promise<void> {
  for (const end = Date.parse(`${day}T20:00:00Z`); clock.getTime() < end;) {
    clock = new Date(Math.min(end, clock.getTime() + 86_400_000))
    await api.features.notes.destruction.run()
  }
}

/** The hold keeps the note until it ends, and then for the notice. */
async function mustBeHeld(api: TestApi): Promise<void> {
  const notes = async () => (await api.call('member')(listNotes, {})).notes
  await runUntil(api, '2026-12-20')
  expect(await notes()).toMatchObject([{ heldFor: [hold.reason] }])
  const policy = await api.call('admin')(getNotesPolicy)
  expect(policy).toMatchObject({ days: 30, holds: [{ ...hold, by: expect.any(String) }] })
  const { entries } = await api.call('admin')(listAudit, { query: { what: 'notes policy saved' } })
  expect(entries).toMatchObject([{ after: { holds: [hold] } }])
  const ended = { days: 30, holds: [] }
  await api.call('admin')(saveNotesPolicy, { body: ended, revision: policy.revision! })
  await runUntil(api, '2026-12-26')
  expect(await notes()).toHaveLength(1)
  await runUntil(api, '2026-12-27')
  expect(await notes()).toEqual([])
}

it('keeps a legal hold, and the notes under it, through a backup and its restore', async () => {
  const folder = temporaryFolder()
  const [dataFolder, target, restored] = ['data', 'backup', 'restored'].map((name) =>
    path.join(folder, name),
  ) as [string, string, string]
  mkdirSync(dataFolder)
  const portsIn = (data: string) => ({
    store: openSqliteStore({ path: path.join(data, 'portal.sqlite'), now }),
    blobs: folderBlobStore(path.join(data, 'blobs')),
  })
  const api = await testApi({ ports: portsIn(dataFolder), now })
  await fill(api)
  await write(api)
  await api.close()
  await makeBackup({ dataFolder, target })
  await restoreBackup({ backup: target, dataFolder: restored, now })
  await mustBeHeld(await open(portsIn(restored)))
})

it('keeps a legal hold through an export and its import, for the notes that are written there', async () => {
  const api = await open({})
  await fill(api)
  await write(api)
  const archive = await saveArchive(api, path.join(temporaryFolder(), 'export.zip'))
  const imported = { at: clock }
  const store = openSqliteStore({ path: ':memory:', now: () => imported.at })
  const draft = openSqliteStore({ path: ':memory:', now: () => imported.at })
  onTestFinished(() => draft.close())
  const blobs = memoryBlobStore(now)
  await importArchive(archive, { store, draft, blobs, clock: imported })
  const restored = await open({ store, blobs })
  // An export contains nobody's notes.
  expect((await restored.call('member')(listNotes, {})).notes).toEqual([])
  await write(restored)
  await mustBeHeld(restored)
})
