import { deleteAgenda, getAgenda, saveAgenda } from '@portal/contract/agendas'
import { listAudit } from '@portal/contract/audit'
import {
  createDirectoryEntry,
  deleteDirectoryEntry,
  listDirectory,
  saveDirectoryEntry,
} from '@portal/contract/directory'
import { listMappings, saveMapping } from '@portal/contract/mappings'
import { prepareQuarter } from '@portal/contract/meetings'
import { undoChanges } from '@portal/contract/undo'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { testApi, type TestApi } from '../../testing/test-api.ts'

const q4 = { year: 2026, quarter: 4 }
const bylaws = { id: 'governance-bylaws' }

let api: TestApi
beforeEach(async () => {
  let time = Date.parse('2026-11-01T09:00:00Z')
  api = await testApi({ now: () => new Date((time += 1000)) })
})
afterEach(() => api.close())

const admin = () => api.call('admin')
const undo = (entry: string) => admin()(undoChanges, { body: { changes: [{ entry }] } })
const newest = async () => (await admin()(listAudit)).entries[0]!.id
const setTitle = (title: string, revision: number | 'new') =>
  admin()(saveMapping, { params: bylaws, body: { title }, revision })
const saveTitle = (title: string, revision: number | 'new') =>
  admin()(saveAgenda, { params: q4, body: { title }, revision })
const removeAgenda = (revision: number) =>
  admin()(deleteAgenda, { params: q4, query: {}, revision })

it('undoes a change once, even when the same thing is changed again', async () => {
  await setTitle('Ours', 'new')
  await setTitle('New', 1)
  const change = await newest()
  await undo(change)
  await setTitle('New', 3)
  await expect(undo(change)).rejects.toMatchObject({
    code: 'conflict',
    message:
      'This was undone already, and has been changed since. The audit shows the later changes.',
  })
  expect((await admin()(listMappings))[bylaws.id]).toMatchObject({ title: 'New', revision: 4 })
})

it('restores no older version of an entry that was deleted again', async () => {
  const form = { name: 'Hana Takeda', type: 'staff', role: 'Programs', phone: '1' } as const
  const { id } = await admin()(createDirectoryEntry, { form })
  const params = { id }
  await admin()(deleteDirectoryEntry, { params, revision: 1 })
  const first = await newest()
  await undo(first)
  await admin()(saveDirectoryEntry, { params, form: { phone: '2' }, revision: 2 })
  await admin()(deleteDirectoryEntry, { params, revision: 3 })
  await expect(undo(first)).rejects.toMatchObject({ code: 'conflict' })
  await undo(await newest())
  const [restored] = await admin()(listDirectory)
  expect(restored).toMatchObject({ phone: '2', revision: 4 })
})

it('restores no older agenda after a newer one was deleted', async () => {
  await saveTitle('Old', 'new')
  await removeAgenda(1)
  const first = await newest()
  await saveTitle('Other', 'new')
  await removeAgenda(1)
  await expect(undo(first)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('(“Agenda deleted” by '),
  })
})

it('continues the revisions of an agenda, so that nothing outdated is saved over it', async () => {
  await saveTitle('Old', 'new')
  await saveTitle('New', 1)
  await removeAgenda(2)
  await undo(await newest())
  await expect(saveTitle('From an old tab', 1)).rejects.toMatchObject({ code: 'stale' })
  await expect(removeAgenda(2)).rejects.toMatchObject({ code: 'stale' })
  const agenda = await admin()(getAgenda, { params: q4 })
  expect(agenda).toMatchObject({ title: 'New', revision: 3 })
})

it('restores an agenda even if its quarter was prepared since', async () => {
  const before = { id: 'meeting-2026-q3-budget-update' }
  await admin()(saveMapping, { params: before, body: { title: 'Budget' }, revision: 'new' })
  await saveTitle('Ours', 'new')
  await removeAgenda(1)
  const deletion = await newest()
  await admin()(prepareQuarter, { params: q4 })
  await undo(deletion)
  expect(await admin()(getAgenda, { params: q4 })).toMatchObject({ title: 'Ours' })
})
