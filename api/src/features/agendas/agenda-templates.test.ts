import {
  type AgendaTemplate,
  agendaTemplateLimits,
  createAgendaTemplate,
  deleteAgendaTemplate,
  listAgendaTemplates,
  saveAgendaTemplate,
} from '@portal/contract/agenda-templates'
import { saveAgenda } from '@portal/contract/agendas'
import { listAudit } from '@portal/contract/audit'
import { subjectInWords } from '@portal/domain/audit-words'
import type { CallInput } from '@portal/contract/endpoint'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testApi, type TestApi } from '../../testing/test-api.ts'

let api: TestApi
beforeEach(async () => {
  api = await testApi({ now: () => new Date('2026-11-21T12:00:00Z') })
})
afterEach(() => api.close())

type Sent = CallInput<typeof createAgendaTemplate>['body']
type Change = NonNullable<CallInput<typeof saveAgendaTemplate>['body']>
const q1 = { year: 2027, quarter: 1 }
const regular: Sent = {
  id: 'regular',
  name: 'Regular meeting',
  time: '09:00',
  items: [
    { id: 'a', title: 'Welcome', duration: 10, time: '09:00', speaker: 'Maria Lopez' },
    { id: 'b', title: 'Budget', duration: 45, time: '09:10', completed: true },
  ],
}
const create = (body: Partial<Sent> = {}) =>
  api.call('admin')(createAgendaTemplate, { body: { ...regular, ...body } })
const save = ({ id }: Pick<AgendaTemplate, 'id'>, body: Change, revision: number | 'new' = 1) =>
  api.call('admin')(saveAgendaTemplate, { params: { id }, body, revision })
const remove = (id: string, revision = 1) =>
  api.call('admin')(deleteAgendaTemplate, { params: { id }, revision })
const list = () => api.call('admin')(listAgendaTemplates, {})
const stored = async (id: string) =>
  (await api.ports.store.get('agenda_templates', id)) as unknown as
    | { items: Record<string, unknown>[] }
    | undefined
const storedItems = async (quarter: string) =>
  (await api.ports.store.get('agendas', quarter))?.['items'] as Record<string, unknown>[]

describe('keeping a template', () => {
  it('stores the items without marks, under new ids', async () => {
    const created = await create()
    expect(created).toMatchObject({ id: 'regular', name: 'Regular meeting', time: '09:00' })
    expect(created.items).toMatchObject([
      { title: 'Welcome', duration: 10, time: '09:00', speaker: 'Maria Lopez', completed: false },
      { title: 'Budget', duration: 45, time: '09:10', completed: false },
    ])
    expect(created.items.map(({ id }) => id)).not.toEqual(['a', 'b'])
    expect(await list()).toEqual([created])
  })

  it('lists templates by name', async () => {
    await create({ id: 'z', name: 'short meeting' })
    await create({ id: 'a', name: 'Retreat' })
    expect((await list()).map(({ name }) => name)).toEqual(['Retreat', 'short meeting'])
  })

  it('returns the first result when the same request is sent again', async () => {
    expect(await create()).toEqual(await create())
    const { entries } = await api.call('admin')(listAudit, { query: {} })
    expect(entries.map(({ what }) => what)).toEqual(['agenda template created'])
    expect(subjectInWords(entries[0]!)).toBe('Regular meeting')
  })

  it('keeps one for a committee, whose name the board’s may have, without its meetings’ papers', async () => {
    const papers = [{ materialType: 'k1', pages: '2' }]
    const items = [{ id: 'a', title: 'Audit', papers, later: 'kept' }]
    await api.ports.store.create('meetings', '2026-11-12-finance', { items })
    const sent = { id: 'a', title: 'Audit', papers }
    const committee = { id: 'finance', body: 'finance', fromMeeting: '2026-11-12-finance' }
    await create()
    expect(await create({ ...committee, items: [sent] })).toMatchObject({ body: 'finance' })
    expect((await stored('finance'))!.items[0]).toMatchObject({ title: 'Audit', later: 'kept' })
    expect((await stored('finance'))!.items[0]).not.toHaveProperty('papers')
    await expect(create({ id: 'other', body: 'finance' })).rejects.toMatchObject({ status: 409 })
    expect((await list()).map((template) => template.body)).toEqual([undefined, 'finance'])
  })

  it('refuses another template with the same id', async () => {
    await create()
    await expect(create({ name: 'Other' })).rejects.toMatchObject({ code: 'conflict' })
  })

  it('refuses a name that is taken, in any case, and names the field', async () => {
    await create()
    await expect(create({ id: 'other', name: ' regular MEETING ' })).rejects.toMatchObject({
      code: 'conflict',
      fields: [{ path: 'body.name' }],
    })
  })

  it.each([
    [{ name: '  ' }, 'invalid'],
    [{ name: 'x'.repeat(101) }, 'badRequest'],
    [{ items: [] }, 'badRequest'],
    [{ time: 'noon' }, 'invalid'],
    [{ items: Array.from({ length: 11 }, () => ({ details: 'x'.repeat(9999) })) }, 'tooLarge'],
  ])('refuses %j', async (wrong, code) => {
    await expect(create(wrong)).rejects.toMatchObject({ code })
    expect(await list()).toEqual([])
  })

  it('keeps a limited number', async () => {
    for (let n = 0; n < agendaTemplateLimits.count; n++) {
      await create({ id: `t${n}`, name: `Template ${n}` })
    }
    await expect(create({ id: 'more', name: 'More' })).rejects.toThrow(/30 templates already/)
  })
})

describe('changing a template', () => {
  it('renames it without changing its items', async () => {
    const created = await create()
    const renamed = await save(created, { name: 'Annual meeting' })
    expect(renamed).toMatchObject({ name: 'Annual meeting', items: created.items, revision: 2 })
    expect(await save(created, { name: 'Annual meeting' })).toEqual(renamed)
  })

  it('replaces its items', async () => {
    const created = await create()
    const [welcome] = created.items
    const saved = await save(created, { items: [{ title: 'Prayer', id: 'new' }, welcome!] })
    expect(saved.items.map(({ title }) => title)).toEqual(['Prayer', 'Welcome'])
    expect(saved.items[1]!.id).toBe(welcome!.id)
  })

  it('refuses one that is based on an outdated revision, and names who saved the current one', async () => {
    const created = await create()
    await save(created, { name: 'Annual meeting' })
    await expect(save(created, { name: 'Retreat' })).rejects.toMatchObject({
      code: 'stale',
      currentBy: 'ruth.abelman@larkspur.example',
      current: { name: 'Annual meeting' },
    })
  })

  it('refuses a name that another template has', async () => {
    const created = await create()
    await create({ id: 'other', name: 'Retreat' })
    await expect(save(created, { name: 'retreat' })).rejects.toMatchObject({ code: 'conflict' })
  })

  it('reports a missing template', async () => {
    await expect(save({ id: 'none' }, { name: 'X' })).rejects.toMatchObject({ code: 'notFound' })
    await expect(remove('none')).rejects.toMatchObject({ code: 'notFound' })
  })
})

describe('deleting a template', () => {
  it('succeeds again when it is sent again, and leaves agendas that started from it', async () => {
    const { items } = await create()
    await api.call('admin')(saveAgenda, { params: q1, body: { items }, revision: 'new' })
    expect(await remove('regular')).toEqual({ id: 'regular' })
    expect(await remove('regular')).toEqual({ id: 'regular' })
    expect(await list()).toEqual([])
    expect(await storedItems('2027-Q1')).toHaveLength(2)
  })
})

describe('fields of a newer release', () => {
  const vote = { vote: { majority: 'two thirds' } }

  beforeEach(async () => {
    const items = [
      { id: 'a', title: 'Welcome' },
      { id: 'b', title: 'Budget', ...vote },
    ]
    await api.ports.store.create('agendas', '2026-Q4', { status: 'draft', items })
  })
  const from = { year: 2026, quarter: 4 }

  it('are copied from an agenda to the template, and from there to the next agenda', async () => {
    const { items } = await create({ from })
    expect((await stored('regular'))?.items[1]).toMatchObject(vote)
    await api.call('admin')(saveAgenda, { params: q1, body: { items }, revision: 'new' })
    expect((await storedItems('2027-Q1'))[1]).toMatchObject({ title: 'Budget', ...vote })
  })

  it('survive a change by a release that doesn’t know them', async () => {
    const created = await create({ from })
    const [welcome, budget] = created.items
    await save(created, { items: [{ ...budget!, title: 'The budget' }, welcome!] })
    expect((await stored('regular'))?.items[0]).toMatchObject({ title: 'The budget', ...vote })
  })
})
