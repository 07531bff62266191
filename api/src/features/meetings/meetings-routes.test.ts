import { getAgenda } from '@portal/contract/agendas'
import { listMappings, type MappingChange, saveMapping } from '@portal/contract/mappings'
import { getMeetingMaterial, prepareQuarter, setAgendaSource } from '@portal/contract/meetings'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testApi, type TestApi } from '../../testing/test-api.ts'

const q4 = { year: 2026, quarter: 4 }
const q1 = { year: 2027, quarter: 1 }
const agenda = 'meeting-2026-q4-agenda'
const budget = 'meeting-2026-q4-budget-update'
const meetingData = 'meeting-2026-q4-airtable-data'

let api: TestApi
beforeEach(async () => {
  api = await testApi()
  await api.putPaper('doc-1', { title: 'Budget', name: 'Budget.pdf' })
})
afterEach(() => api.close())

const save = (id: string, body: MappingChange, revision: number | 'new' = 'new') =>
  api.call('admin')(saveMapping, { params: { id }, body, revision })
const material = (materialType: string, as: 'admin' | 'member' = 'member') =>
  api.call(as)(getMeetingMaterial, { params: { ...q4, materialType } })
const notFound = { code: 'notFound', message: 'Material Not Found' }
const audit = async () => {
  const { documents } = await api.ports.store.list('audit')
  return documents.map(({ what, subject }) => `${String(what)}: ${String(subject)}`)
}

describe('a meeting’s material', () => {
  it('returns a document with its metadata', async () => {
    await save(budget, { documentId: 'doc-1' })
    expect(await material('budget-update')).toMatchObject({
      id: budget,
      kind: 'document',
      title: 'Budget Update',
      ...q4,
      materialType: 'budget-update',
      document: { id: 'doc-1', size: 9 },
    })
  })

  it('prefers the embed to the document', async () => {
    const embedUrl = 'https://airtable.com/embed/x'
    await api.ports.store.create('resource_mappings', meetingData, {
      documentId: 'doc-1',
      embedUrl,
      title: 'Figures',
    })
    expect(await material('airtable-data')).toMatchObject({
      kind: 'embed',
      embedUrl,
      embedType: 'airtable',
      title: 'Figures',
    })
  })

  it('prefers the native agenda once it is published', async () => {
    await save(agenda, { documentId: 'doc-1' })
    await save(agenda, { mode: 'native' }, 1)
    await expect(material('agenda')).rejects.toMatchObject({
      code: 'notPublished',
      message: 'The agenda for 2026 Q4 is not published yet.',
    })
    const draft = { kind: 'native', agenda: { status: 'draft' } }
    expect(await material('agenda', 'admin')).toMatchObject(draft)
    await api.ports.store.update('agendas', '2026-Q4', { status: 'published' }, 1)
    expect(await material('agenda')).toMatchObject({ kind: 'native', agenda: { id: '2026-Q4' } })
  })

  it('returns 404 when nothing is mapped, the document is gone, or the type is invalid', async () => {
    await expect(material('budget-update')).rejects.toMatchObject(notFound)
    await save(budget, { title: 'Only a name' })
    await expect(material('budget-update', 'admin')).rejects.toMatchObject(notFound)
    await save(budget, { documentId: 'doc-1' }, 1)
    await api.ports.store.delete('documents', 'doc-1')
    await expect(material('budget-update')).rejects.toMatchObject(notFound)
    await expect(material('nothing')).rejects.toMatchObject(notFound)
  })

  it('hides the material from members while it is inactive', async () => {
    await save(budget, { documentId: 'doc-1', active: false })
    await expect(material('budget-update')).rejects.toMatchObject(notFound)
    expect(await material('budget-update', 'admin')).toMatchObject({ kind: 'document' })
  })
})

describe('the source of an agenda', () => {
  const choose = (
    mode: 'drive' | 'native',
    revision: number | 'new',
    { as = 'admin', ...confirmed }: { as?: 'admin' | 'staff'; acceptEmpty?: boolean } = {},
  ) => api.call(as)(setAgendaSource, { params: q4, body: { mode, ...confirmed }, revision })

  it('stores the source in the agenda’s mapping, and creates a draft for the native one', async () => {
    expect(await choose('native', 'new')).toMatchObject({ id: agenda, mode: 'native', revision: 1 })
    expect(await choose('native', 'new')).toMatchObject({ revision: 1 })
    expect(await api.call('admin')(getAgenda, { params: q4 })).toMatchObject({ status: 'draft' })
    await save(agenda, { documentId: 'doc-1' }, 1)
    expect(await choose('drive', 2)).toMatchObject({ mode: 'drive', revision: 3 })
    await expect(choose('native', 1)).rejects.toMatchObject({
      code: 'stale',
      current: { mode: 'drive' },
    })
  })

  it('returns to an empty drive only with a confirmation', async () => {
    await choose('native', 'new')
    const refused = {
      code: 'confirmationRequired',
      status: 409,
      message:
        'No document is mapped as the agenda of Q4 2026, so members would have no agenda. Map one in Resource Mappings first.',
    }
    await expect(choose('drive', 1)).rejects.toMatchObject(refused)
    await expect(save(agenda, { mode: 'drive' }, 1)).rejects.toMatchObject(refused)
    expect(await choose('drive', 1, { acceptEmpty: true })).toMatchObject({ mode: 'drive' })
    // Repeated, without another change.
    expect(await choose('drive', 1)).toMatchObject({ mode: 'drive', revision: 2 })
    expect(await audit()).toHaveLength(3)
  })

  it('treats a document that has left the drive as not mapped', async () => {
    await save(agenda, { documentId: 'doc-1' })
    await choose('native', 1)
    await api.ports.store.delete('documents', 'doc-1')
    await expect(choose('drive', 2)).rejects.toMatchObject({ code: 'confirmationRequired' })
  })

  it('needs no confirmation when the change itself maps something', async () => {
    await choose('native', 'new')
    const saved = await save(agenda, { mode: 'drive', documentId: 'doc-1' }, 1)
    expect(saved).toMatchObject({ mode: 'drive', documentId: 'doc-1' })
  })

  it('lets admins choose one of the two sources, with a revision', async () => {
    await expect(choose('native', 'new', { as: 'staff' })).rejects.toMatchObject({
      code: 'forbidden',
    })
    await expect(choose('paper' as 'drive', 'new')).rejects.toMatchObject({ code: 'badRequest' })
    const response = await api.request('/api/meetings/2026/4/agenda-source', {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${await api.tokenOf('admin')}`,
        'content-type': 'application/json',
      },
      body: '{"mode":"native"}',
    })
    expect(response.status).toBe(428)
  })
})

describe('preparing a quarter', () => {
  const prepare = (as: 'admin' | 'staff' = 'admin') => api.call(as)(prepareQuarter, { params: q1 })
  const prepared = async () =>
    Object.values(await api.call('admin')(listMappings)).filter(({ year }) => year === 2027)

  it('copies the setup of slots, but none of their papers', async () => {
    await save(budget, { documentId: 'doc-1', title: 'Budget, revised', active: false })
    await save(meetingData, { embedUrl: 'https://airtable.com/embed/x' })
    await save(agenda, { documentId: 'doc-1' })
    await save(agenda, { mode: 'native' }, 1)
    await api.ports.store.update('agendas', '2026-Q4', { title: 'Ours', location: 'Boardroom' }, 1)
    const before = (await audit()).length
    const { from, made } = await prepare()
    expect(from).toEqual(q4)
    const usual = { ...q1, active: true, revision: 1, updatedAt: expect.any(String) }
    expect(made).toEqual([
      { ...usual, id: 'meeting-2027-q1-agenda', materialType: 'agenda', mode: 'native' },
      {
        ...usual,
        id: 'meeting-2027-q1-budget-update',
        materialType: 'budget-update',
        title: 'Budget, revised',
        active: false,
      },
      { ...usual, id: 'meeting-2027-q1-airtable-data', materialType: 'airtable-data' },
    ])
    expect(await prepared()).toEqual(expect.arrayContaining(made))
    const begun = await api.call('admin')(getAgenda, { params: q1 })
    expect(begun).toMatchObject({ status: 'draft', title: 'Board Meeting Agenda', items: [] })
    expect(begun).not.toHaveProperty('location')
    const added = [
      'agenda created: 2027-Q1',
      'quarter prepared: 2027-Q1',
      'quarter put in preparation: quarter-2027-Q1',
    ]
    expect(await audit()).toHaveLength(before + 3)
    expect(await audit()).toEqual(expect.arrayContaining(added))
    expect(await api.call('member')(listMappings)).not.toHaveProperty(made[0]!.id)
  })

  it('keeps existing mappings, and can be repeated', async () => {
    await save(budget, { documentId: 'doc-1', title: 'Budget' })
    await save(meetingData, { title: 'Figures', embedUrl: 'https://airtable.com/embed/x' })
    const own = 'meeting-2027-q1-budget-update'
    await save(own, { documentId: 'doc-1', title: 'Mine' })
    expect((await prepare()).made.map(({ id }) => id)).toEqual(['meeting-2027-q1-airtable-data'])
    const count = (await audit()).length
    expect(await prepare()).toEqual({ from: q4, made: [] })
    expect(await audit()).toHaveLength(count)
    const mine = (await prepared()).find(({ id }) => id === own)
    expect(mine).toMatchObject({ title: 'Mine', documentId: 'doc-1', revision: 1 })
  })

  it('allows only admins to prepare a quarter', async () => {
    await save(budget, { title: 'Budget' })
    await expect(prepare('staff')).rejects.toMatchObject({ code: 'forbidden' })
    expect(await prepared()).toEqual([])
  })
})
