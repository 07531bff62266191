import { deleteAgenda, getAgenda, saveAgenda, setAgendaStatus } from '@portal/contract/agendas'
import { listAudit } from '@portal/contract/audit'
import {
  createDirectoryEntry,
  deleteDirectoryEntry,
  getDirectoryEntry,
  saveDirectoryEntry,
} from '@portal/contract/directory'
import { listMappings, type MappingChange, saveMapping, unmapSlot } from '@portal/contract/mappings'
import { activateSlots } from '@portal/contract/mappings'
import { undoChanges, type UndoneChange } from '@portal/contract/undo'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testApi, type TestApi, testPeople } from '../../testing/test-api.ts'

const budget = 'meeting-2026-q4-budget-update'
const bylaws = 'governance-bylaws'
const agendaSlot = 'meeting-2026-q4-agenda'
const q4 = { year: 2026, quarter: 4 }

let api: TestApi
let time: number
beforeEach(async () => {
  time = Date.parse('2026-11-01T09:00:00Z')
  api = await testApi({ now: () => new Date(time) })
  await api.putPaper('doc-1')
  await api.putPaper('doc-2')
})
afterEach(() => api.close())

const admin = () => api.call('admin')
const save = (id: string, body: MappingChange, revision: number | 'new' = 'new') =>
  admin()(saveMapping, { params: { id }, body, revision })
const undo = (...changes: UndoneChange[]) => admin()(undoChanges, { body: { changes } })
const undoOwn = (subject: string, what = 'mapping saved') => undo({ subject, what })
const mappings = () => admin()(listMappings)
const entries = async () => (await admin()(listAudit)).entries
const newest = async () => (await entries())[0]!

describe('undoing a change of a slot', () => {
  it('shows the document that was mapped before, as a new revision', async () => {
    await save(bylaws, { documentId: 'doc-1', title: 'Ours' })
    await save(bylaws, { documentId: 'doc-2', title: 'New' }, 1)
    expect(await undoOwn(bylaws)).toEqual({
      undone: [{ subject: bylaws, what: 'mapping saved' }],
    })
    expect((await mappings())[bylaws]).toMatchObject({
      documentId: 'doc-1',
      title: 'Ours',
      revision: 3,
    })
    const { undoes, ...entry } = await newest()
    expect(entry).toMatchObject({ what: 'change undone', subject: bylaws })
    expect(undoes).toEqual({ entry: (await entries())[1]!.id, what: 'mapping saved' })
  })

  it('isn’t how an added card of the foundation’s own is taken back', async () => {
    const card = 'governance-gifts'
    await save(card, { title: 'Gifts' })
    await expect(undoOwn(card)).rejects.toMatchObject({
      message: 'This kind of change can’t be undone.',
    })
  })

  it('empties a slot that had no mapping', async () => {
    await save(bylaws, { documentId: 'doc-1' })
    await undoOwn(bylaws)
    expect((await mappings())[bylaws]).not.toHaveProperty('documentId')
    expect(await api.call('member')(listMappings)).toEqual({})
  })

  it('maps what was unmapped, and members see it as new', async () => {
    const { shownSince } = await save(budget, { documentId: 'doc-1' })
    await admin()(unmapSlot, { params: { id: budget }, revision: 1 })
    time += 60_000
    await undoOwn(budget, 'slot unmapped')
    const restored = (await api.call('member')(listMappings))[budget]!
    expect(restored).toMatchObject({ documentId: 'doc-1' })
    expect(restored.shownSince! > shownSince!).toBe(true)
  })

  it('undoes all changes of one act, or none', async () => {
    await save(bylaws, { documentId: 'doc-1' })
    await save(budget, { documentId: 'doc-1' })
    await admin()(activateSlots, {
      body: {
        active: false,
        slots: [
          { id: bylaws, revision: 1 },
          { id: budget, revision: 1 },
        ],
      },
    })
    const both = [bylaws, budget].map((subject) => ({ subject, what: 'mapping saved' }))
    await api.ports.store.update('resource_mappings', budget, { active: true }, 2)
    await expect(undo(...both)).rejects.toMatchObject({ code: 'conflict' })
    expect((await mappings())[bylaws]).toMatchObject({ active: false })
    await save(budget, { documentId: 'doc-2', active: false }, 3)
    await undo(both[0]!)
    expect((await mappings())[bylaws]).toMatchObject({ active: true })
  })

  it('returns the first result when it is repeated, also by its entry', async () => {
    await save(bylaws, { documentId: 'doc-1' })
    await save(bylaws, { active: false }, 1)
    const { id } = await newest()
    await undo({ entry: id })
    await undo({ entry: id })
    await undoOwn(bylaws)
    expect((await mappings())[bylaws]).toMatchObject({ active: true, revision: 3 })
  })

  it('fails if the same person has made a later change of the same kind', async () => {
    await save(bylaws, { documentId: 'doc-1' })
    await save(bylaws, { active: false }, 1)
    await save(bylaws, { title: 'Later' }, 2)
    const change = { subject: bylaws, what: 'mapping saved' }
    await expect(undo({ ...change, revision: 2 })).rejects.toMatchObject({ code: 'conflict' })
    await undo({ ...change, revision: 3 })
    await undo({ ...change, revision: 3 })
    expect((await mappings())[bylaws]).not.toHaveProperty('title')
  })

  it('can be undone itself', async () => {
    await save(bylaws, { documentId: 'doc-1' })
    await save(bylaws, { active: false }, 1)
    await undoOwn(bylaws)
    await undo({ entry: (await newest()).id })
    expect((await mappings())[bylaws]).toMatchObject({ active: false, revision: 4 })
  })

  it('fails if anyone has changed the slot since', async () => {
    await save(bylaws, { documentId: 'doc-1' })
    const { id } = await newest()
    await save(bylaws, { documentId: 'doc-2' }, 1)
    await expect(undo({ entry: id })).rejects.toMatchObject({
      code: 'conflict',
      message: `This has been changed since (“Mapping saved” by ${testPeople.admin.email}), so it can’t be undone. Undo the later change first, in the audit.`,
    })
    expect((await mappings())[bylaws]).toMatchObject({ documentId: 'doc-2', revision: 2 })
  })

  it('fails for the source of an agenda, and for changes that can’t be undone', async () => {
    await save(agendaSlot, { mode: 'native' })
    await expect(undoOwn(agendaSlot)).rejects.toMatchObject({ code: 'invalid' })
    await expect(undo({ entry: 'none' })).rejects.toMatchObject({ code: 'notFound' })
    await expect(undoOwn('nobody', 'user deleted')).rejects.toMatchObject({ code: 'conflict' })
  })
})

describe('undoing a save', () => {
  const draft = (title: string, revision: number | 'new') =>
    admin()(saveAgenda, { params: q4, body: { title }, revision })

  it('gives an agenda its content of before, as a new revision, and can be undone itself', async () => {
    await draft('First', 'new')
    await draft('Second', 1)
    const change = { subject: '2026-Q4', what: 'agenda saved' }
    await undo({ ...change, revision: 2 })
    await undo({ ...change, revision: 2 })
    const agenda = () => admin()(getAgenda, { params: q4 })
    expect(await agenda()).toMatchObject({ title: 'First', revision: 3 })
    await undo({ entry: (await newest()).id })
    expect(await agenda()).toMatchObject({ title: 'Second', revision: 4 })
  })

  it('fails for an agenda that was just created, and after a later save or publication', async () => {
    await draft('First', 'new')
    await expect(undoOwn('2026-Q4', 'agenda saved')).rejects.toMatchObject({ code: 'invalid' })
    await draft('Second', 1)
    const { id } = await newest()
    await admin()(setAgendaStatus, { params: q4, body: { status: 'published' }, revision: 2 })
    await expect(undo({ entry: id })).rejects.toMatchObject({ code: 'conflict' })
  })

  it('gives a directory entry its texts of before', async () => {
    const form = { name: 'Hana Takeda', type: 'staff', role: 'Programs' } as const
    const { id } = await admin()(createDirectoryEntry, { form })
    await admin()(saveDirectoryEntry, { params: { id }, form: { role: 'Grants' }, revision: 1 })
    await undoOwn(id, 'directory entry saved')
    const entry = await api.call('member')(getDirectoryEntry, { params: { id } })
    expect(entry).toMatchObject({ role: 'Programs', revision: 3 })
  })
})

it('restores a deleted directory entry with its id', async () => {
  const created = await admin()(createDirectoryEntry, {
    form: { name: 'Hana Takeda', type: 'staff', role: 'Programs' },
  })
  const params = { id: created.id }
  await admin()(deleteDirectoryEntry, { params, revision: 1 })
  await undoOwn(created.id, 'directory entry deleted')
  const { revision: _, ...fields } = created
  expect(await api.call('member')(getDirectoryEntry, { params })).toMatchObject(fields)
  await undoOwn(created.id, 'directory entry deleted')
})

it('restores a deleted directory entry without an account that another entry has got', async () => {
  const entry = { name: 'Hana Takeda', type: 'staff', role: 'Programs' }
  for (const id of ['hana', 'wei']) {
    await api.ports.store.create('directory', id, { ...entry, account: id })
    await admin()(deleteDirectoryEntry, { params: { id }, revision: 1 })
  }
  await api.ports.store.create('directory', 'another', { ...entry, account: 'wei' })
  for (const id of ['hana', 'wei']) await undoOwn(id, 'directory entry deleted')
  expect(await api.ports.store.get('directory', 'hana')).toMatchObject({ account: 'hana' })
  expect(await api.ports.store.get('directory', 'wei')).not.toHaveProperty('account')
})

describe('undoing the deletion of an agenda', () => {
  beforeEach(() =>
    api.ports.store.create('agendas', '2026-Q4', { title: 'Board', items: [], later: 1 }),
  )

  it('restores the agenda, and makes it the source again', async () => {
    const params = q4
    const { revision } = await admin()(setAgendaStatus, {
      params,
      body: { status: 'published' },
      revision: 1,
    })
    await admin()(deleteAgenda, { params, query: { confirmed: 'true' }, revision })
    await undoOwn('2026-Q4', 'agenda deleted')
    expect(await api.call('member')(getAgenda, { params })).toMatchObject({ title: 'Board' })
    expect(await api.ports.store.get('agendas', '2026-Q4')).toMatchObject({ later: 1 })
    expect((await mappings())[agendaSlot]).toMatchObject({ mode: 'native' })
  })

  it('fails if the quarter has an agenda again', async () => {
    await admin()(deleteAgenda, { params: q4, query: {}, revision: 1 })
    await api.ports.store.create('agendas', '2026-Q4', { title: 'Another' })
    await expect(undoOwn('2026-Q4', 'agenda deleted')).rejects.toMatchObject({ code: 'conflict' })
  })
})
