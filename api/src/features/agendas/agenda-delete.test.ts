import {
  deleteAgenda,
  getAgenda,
  moveAgenda,
  saveAgenda,
  setAgendaStatus,
} from '@portal/contract/agendas'
import { listAudit } from '@portal/contract/audit'
import { listMappings, type MappingChange, saveMapping } from '@portal/contract/mappings'
import { getMeetingMaterial } from '@portal/contract/meetings'
import { undoChanges } from '@portal/contract/undo'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testApi, type TestApi } from '../../testing/test-api.ts'

const q4 = { year: 2026, quarter: 4 }
const slot = 'meeting-2026-q4-agenda'

let api: TestApi
beforeEach(async () => {
  api = await testApi()
  await api.putPaper('doc-1')
  await api.ports.store.create('agendas', '2026-Q4', { title: 'Board', items: [] })
})
afterEach(() => api.close())

const remove = (revision: number | 'new', confirmed?: 'true') =>
  api.call('admin')(deleteAgenda, {
    params: q4,
    query: confirmed ? { confirmed } : {},
    revision,
  })
const map = (body: MappingChange, revision: number | 'new' = 'new') =>
  api.call('admin')(saveMapping, { params: { id: slot }, body, revision })
const publish = () =>
  api.call('admin')(setAgendaStatus, { params: q4, body: { status: 'published' }, revision: 1 })
const stored = () => api.ports.store.get('agendas', '2026-Q4')
const material = () =>
  api.call('member')(getMeetingMaterial, { params: { ...q4, materialType: 'agenda' } })
const changes = async () => (await api.call('admin')(listAudit)).entries.map(({ what }) => what)

describe('deleting an agenda', () => {
  it('deletes a draft, and records what it was', async () => {
    expect(await remove(1)).toEqual({ id: '2026-Q4' })
    expect(await stored()).toBeUndefined()
    const { entries } = await api.call('admin')(listAudit)
    expect(entries[0]).toMatchObject({
      what: 'agenda deleted',
      subject: '2026-Q4',
      before: { title: 'Board' },
      after: null,
    })
  })

  it('restores it with a key of its own if another meeting has taken that meanwhile', async () => {
    const admin = api.call('admin')
    await admin(moveAgenda, { params: q4, body: { date: '2027-01-14' }, revision: 1 })
    await admin(deleteAgenda, { params: { year: 2027, quarter: 1 }, query: {}, revision: 1 })
    await admin(saveAgenda, { params: q4, body: { title: 'Other' }, revision: 'new' })
    const change = { subject: '2027-Q1', what: 'agenda deleted' }
    await admin(undoChanges, { body: { changes: [change] } })
    expect(await stored()).not.toHaveProperty('key')
    const restored = await api.ports.store.get('agendas', '2027-Q1')
    const key: unknown = expect.stringMatching(/^[\da-f-]{36}$/)
    expect(restored).toMatchObject({ title: 'Board', key })
  })

  it('asks for confirmation, with the reason, when members would lose the agenda', async () => {
    const { revision } = await publish()
    await expect(remove(revision)).rejects.toMatchObject({
      code: 'confirmationRequired',
      message: 'Members see this agenda now. They will have no agenda for Q4 2026.',
    })
    expect(await material()).toMatchObject({ kind: 'native' })
    expect(await remove(revision, 'true')).toMatchObject({ mapping: { id: slot, mode: 'drive' } })
    expect(await api.call('member')(listMappings)).toEqual({})
    await expect(material()).rejects.toMatchObject({ message: 'Material Not Found' })
  })

  it('shows members the mapped document once it is confirmed', async () => {
    await map({ documentId: 'doc-1' })
    await map({ mode: 'native' }, 1)
    await expect(remove(1)).rejects.toMatchObject({
      code: 'confirmationRequired',
      message: 'Members will see the mapped document as the agenda of Q4 2026.',
    })
    await remove(1, 'true')
    expect(await material()).toMatchObject({ kind: 'document' })
    expect(await changes()).toEqual(expect.arrayContaining(['agenda deleted', 'mapping saved']))
  })

  it('leaves a slot unchanged if its source is the drive', async () => {
    const mapping = await map({ documentId: 'doc-1' })
    expect(await remove(1)).toEqual({ id: '2026-Q4', mapping })
  })

  it('refuses an outdated revision with the stored agenda and its author', async () => {
    const call = api.call('admin')
    const saved = await call(saveAgenda, { params: q4, body: { title: 'New' }, revision: 1 })
    await expect(remove(1)).rejects.toMatchObject({
      code: 'stale',
      current: saved,
      currentBy: expect.stringContaining('@'),
    })
    expect(await call(getAgenda, { params: q4 })).toEqual(saved)
  })

  it('returns the first result when the same request is sent again', async () => {
    await publish()
    const first = await remove(2, 'true')
    expect(await remove(2, 'true')).toEqual(first)
    expect((await changes()).filter((what) => what === 'agenda deleted')).toHaveLength(1)
  })

  it('reports a quarter without an agenda', async () => {
    const params = { year: 2026, quarter: 1 }
    await expect(
      api.call('admin')(deleteAgenda, { params, revision: 'new' }),
    ).rejects.toMatchObject({
      code: 'notFound',
      message: 'No agenda has been created for 2026 Q1.',
    })
  })

  it('lets a new agenda be created afterwards', async () => {
    await remove(1)
    const call = api.call('admin')
    const saved = await call(saveAgenda, { params: q4, body: {}, revision: 'new' })
    expect(saved).toMatchObject({ title: 'Q4 2026 Board Meeting', status: 'draft' })
  })
})
