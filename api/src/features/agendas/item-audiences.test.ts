import { getAgenda, listAgendas, saveAgenda, setAgendaStatus } from '@portal/contract/agendas'
import { createAgendaTemplate, saveAgendaTemplate } from '@portal/contract/agenda-templates'
import { deleteAgenda, moveAgenda } from '@portal/contract/agendas'
import { listAudit } from '@portal/contract/audit'
import { addTerms } from '@portal/contract/bodies'
import {
  getPlaceAudience,
  previewAudience,
  savePlaceAudience,
} from '@portal/contract/item-audiences'
import { addDesignatedAdmin } from '@portal/contract/designated-admins'
import { listDocuments } from '@portal/contract/documents'
import { getMapping, listMappings, saveMapping } from '@portal/contract/mappings'
import { undoChanges } from '@portal/contract/undo'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testApi, type TestApi, testPeople, uidOf } from '../../testing/test-api.ts'
import { listClosedItems, nameInAudience } from '../visibility/visibility-feature.ts'

let api: TestApi
const quarter = { year: 2026, quarter: 4 }
const params = quarter
const budget = 'meeting-2026-q4-budget-update'

beforeEach(async () => {
  api = await testApi({ now: () => new Date('2026-11-12T20:00:00Z') })
  for (const [id, who] of [
    ['ruth', 'admin'],
    ['wei', 'staff'],
    ['maria', 'member'],
  ] as const) {
    const entry = { name: id, role: 'Trustee', type: 'board', account: uidOf(testPeople[who]) }
    await api.ports.store.create('directory', id, entry)
  }
  await inside()(addDesignatedAdmin, { body: { email: testPeople.staff.email } })
  await api.putPaper('budget')
  await inside()(saveMapping, {
    params: { id: budget },
    body: { documentId: 'budget' },
    revision: 'new',
  })
})
afterEach(() => api.close())

/** Ruth is in the audience, Wei is an admin outside of it, Maria votes. */
const inside = () => api.call('admin')
const outside = () => api.call('staff')
const member = () => api.call('member')

const named = { who: 'named' as const, named: ['ruth', 'maria'] }
const pay = {
  id: 'pay',
  title: 'Succession',
  description: 'The director leaves',
  time: '10:00',
  duration: 30,
  audience: named,
}
const items = [{ id: 'open', title: 'Welcome', time: '09:00', duration: 60 }, pay]

const publish = (sent: object[] = items) =>
  inside()(setAgendaStatus, {
    params,
    body: { status: 'published', content: { date: '2026-11-20', items: sent } },
    revision: 'new',
  })
const save = (call: ReturnType<typeof inside>, sent: object[], revision: number, query = {}) =>
  call(saveAgenda, { params, query, body: { items: sent }, revision })
const shut = {
  id: 'pay',
  title: 'Closed session',
  time: '10:00',
  duration: 30,
  completed: false,
  type: 'discussion',
  closed: true,
}
const itemsOf = async (call: ReturnType<typeof inside>) => (await call(getAgenda, { params })).items

describe('an item for named people', () => {
  it('is whole for its people, and a closed session for everybody else', async () => {
    const saved = await publish()
    expect(saved.items[1]).toMatchObject(pay)
    expect((await itemsOf(inside()))[1]).toMatchObject(pay)
    const { audience: _, ...read } = pay
    expect((await itemsOf(member()))[1]).toEqual({ ...read, completed: false, type: 'discussion' })
    expect((await itemsOf(outside()))[1]).toEqual(shut)
    const { documents } = await api.ports.store.list('agendas')
    expect(JSON.stringify(documents)).not.toMatch(/Succession|director/)
  })

  it('is left out for members outside if others are shown nothing, and counted for nobody', async () => {
    await publish([
      items[0]!,
      { ...pay, audience: { who: 'named', named: ['ruth'] }, toOthers: 'nothing' },
    ])
    expect(await itemsOf(member())).toHaveLength(1)
    expect(await itemsOf(outside())).toHaveLength(2)
    const [listed] = await member()(listAgendas)
    expect(listed).toMatchObject({ itemCount: 1 })
  })

  it('stays what it is when an admin outside saves the agenda, who may change its time', async () => {
    const { revision } = await publish()
    const sent = [
      { ...shut, title: 'Mine', duration: 45 },
      { id: 'open', title: 'Hello' },
    ]
    await save(outside(), sent, revision)
    expect(await itemsOf(inside())).toMatchObject([
      { ...pay, duration: 45 },
      { id: 'open', title: 'Hello' },
    ])
  })

  it('can’t be removed by an admin outside', async () => {
    const { revision } = await publish()
    await expect(save(outside(), [items[0]!], revision)).rejects.toMatchObject({ status: 403 })
  })

  it('keeps an admin outside from deleting its agenda, moving it, and replacing it by another', async () => {
    const { revision } = await publish()
    const other = { year: 2027, quarter: 1 }
    const { revision: moved } = await outside()(saveAgenda, {
      params: other,
      body: { date: '2027-02-01' },
      revision: 'new',
    })
    const remove = (call: ReturnType<typeof inside>) =>
      call(deleteAgenda, { params, query: { confirmed: 'true' }, revision })
    const refused = (act: string) => ({
      status: 403,
      message: `This agenda has a closed session, so it can only be ${act} by an admin who may see that session.`,
    })
    const away = { date: '2027-05-01' }
    await expect(remove(outside())).rejects.toMatchObject(refused('deleted'))
    await expect(outside()(moveAgenda, { params, body: away, revision })).rejects.toMatchObject(
      refused('moved'),
    )
    const onto = { date: '2026-11-20', overwrite: revision }
    await expect(
      outside()(moveAgenda, { params: other, body: onto, revision: moved }),
    ).rejects.toMatchObject(refused('replaced'))
    expect((await itemsOf(inside()))[1]).toMatchObject(pay)
    expect(await remove(inside())).toMatchObject({ id: '2026-Q4' })
  })

  it('keeps its audience when an editor that doesn’t know audiences saves it', async () => {
    const { revision } = await publish()
    const { audience: _, ...old } = pay
    await save(inside(), [items[0]!, { ...old, title: 'Succession plan' }], revision)
    expect((await itemsOf(inside()))[1]).toMatchObject({
      title: 'Succession plan',
      audience: named,
    })
    expect((await itemsOf(outside()))[1]).toEqual(shut)
  })

  it('returns the first result when the same save is sent again', async () => {
    const { revision } = await publish()
    const changed = [items[0]!, { ...pay, title: 'Pay' }]
    const first = await save(inside(), changed, revision)
    expect(await save(inside(), changed, revision)).toEqual(first)
    expect(first.revision).toBe(revision + 1)
  })

  it('is open again when its audience is everybody', async () => {
    const { revision } = await publish()
    await save(inside(), [items[0]!, { ...pay, audience: { who: 'everybody' } }], revision)
    expect((await itemsOf(outside()))[1]).toMatchObject({ title: 'Succession' })
    expect((await api.ports.store.list('closed_items')).documents).toEqual([])
  })

  it('is refused if no admin could prepare it, and if somebody isn’t in the directory', async () => {
    const audience = { who: 'named', named: ['maria'] }
    await expect(publish([{ ...pay, audience }])).rejects.toMatchObject({ status: 422 })
    const unknown = { who: 'named', named: ['ruth', 'nobody'] }
    await expect(publish([{ ...pay, audience: unknown }])).rejects.toMatchObject({ status: 422 })
    await publish([{ ...pay, audience: { who: 'named', named: ['wei'] } }])
    expect((await itemsOf(inside()))[0]).toEqual(shut)
  })

  it('leaves nothing of itself in the audit, templates and a copy by an editor of earlier contracts', async () => {
    const { revision } = await publish()
    await save(inside(), [items[0]!, { ...pay, title: 'Succession plan' }], revision)
    const { entries } = await outside()(listAudit, { query: { limit: 50 } })
    expect(JSON.stringify(entries)).not.toMatch(/Succession|director leaves/)
    const copied = await itemsOf(inside())
    const template = await inside()(createAgendaTemplate, {
      body: { name: 'Usual', from: quarter, items: copied },
    })
    expect(template.items[1]).toMatchObject({ title: 'Closed session' })
    expect(template.items[1]).not.toHaveProperty('description')
    const { audience: _, ...old } = copied[1]!
    const next = { year: 2027, quarter: 1 }
    await inside()(saveAgenda, { params: next, body: { items: [old] }, revision: 'new' })
    const other = await outside()(getAgenda, { params: next })
    expect(other.items[0]).toMatchObject({ title: 'Closed session', closed: true })
  })
})

it('becomes a closed session in a template, whatever the editor names as its source', async () => {
  await publish()
  const copied = await itemsOf(inside())
  const { audience: _, ...old } = copied[1]!
  const added = { ...pay, id: 'new', title: 'Severance' }
  const body = { name: 'Usual', items: [copied[0]!, copied[1]!, old, added] }
  const template = await inside()(createAgendaTemplate, { body })
  const titles = template.items.map(({ title }) => title)
  expect(titles).toEqual(['Welcome', 'Closed session', 'Closed session', 'Closed session'])
  expect(JSON.stringify(await api.ports.store.list('agenda_templates'))).not.toMatch(
    /Succession|director leaves|Severance/,
  )
  const { id, revision } = template
  const change = { params: { id }, body: { items: [...template.items, old] }, revision }
  const saved = await inside()(saveAgendaTemplate, change)
  expect(saved.items.at(-1)).toMatchObject({ title: 'Closed session' })
  expect(saved.items.at(-1)).not.toHaveProperty('description')
})

describe('the papers of a closed item', () => {
  const withPaper = { ...pay, papers: [{ materialType: 'budget-update' }] }
  const isThere = async (call: ReturnType<typeof inside>) => ({
    listed: (await call(listDocuments)).some(({ id }) => id === 'budget'),
    mapped: budget in (await call(listMappings, { query: {} })),
  })
  const everywhere = { listed: true, mapped: true }
  const nowhere = { listed: false, mapped: false }

  it('are for its people only, and stored where earlier releases don’t read them', async () => {
    expect(await isThere(outside())).toEqual(everywhere)
    await publish([withPaper])
    expect(await isThere(inside())).toEqual(everywhere)
    expect(await isThere(member())).toEqual(everywhere)
    expect(await isThere(outside())).toEqual(nowhere)
    expect((await api.ports.store.list('documents')).documents).toEqual([])
    expect(await api.ports.store.get('resource_mappings', budget)).toBeUndefined()
  })

  it('can’t be mapped, unmapped or shown elsewhere by admins outside, nor elsewhere by those inside', async () => {
    await publish([withPaper])
    await api.putPaper('other')
    const change = (call: ReturnType<typeof inside>, id: string, documentId: string) =>
      call(saveMapping, { params: { id }, body: { documentId }, revision: 'new' })
    await expect(change(outside(), budget, 'other')).rejects.toMatchObject({ status: 403 })
    await expect(change(outside(), 'governance-bylaws', 'budget')).rejects.toMatchObject({
      status: 422,
    })
    await expect(change(inside(), 'governance-bylaws', 'budget')).rejects.toMatchObject({
      status: 409,
    })
    await expect(outside()(getMapping, { params: { id: budget } })).rejects.toMatchObject({
      status: 404,
    })
  })

  it('stay closed when the item is removed', async () => {
    const { revision } = await publish([withPaper])
    await save(inside(), [], revision)
    expect(await isThere(outside())).toEqual(nowhere)
    expect(await isThere(member())).toEqual(nowhere)
    expect(await isThere(inside())).toEqual(everywhere)
  })

  it('are shown in an open item only after somebody inside has confirmed it', async () => {
    const { revision } = await publish([items[0]!, withPaper])
    const open = { ...items[0], papers: withPaper.papers }
    await expect(save(outside(), [open, shut], revision)).rejects.toMatchObject({ status: 403 })
    const attempt = save(inside(), [open, withPaper], revision)
    await expect(attempt).rejects.toMatchObject({ code: 'confirmationRequired' })
    await save(inside(), [open, withPaper], revision, { confirmed: 'true' })
    expect(await isThere(outside())).toEqual(everywhere)
  })

  it('can be taken out of it after a confirmation, and are for everybody then', async () => {
    const { revision } = await publish([withPaper])
    const without = [{ ...pay, papers: [] }]
    await expect(save(inside(), without, revision)).rejects.toMatchObject({
      code: 'confirmationRequired',
    })
    expect(await isThere(outside())).toEqual(nowhere)
    await save(inside(), without, revision, { confirmed: 'true' })
    expect(await isThere(outside())).toEqual(everywhere)
  })

  it('are where they were once the item is open again', async () => {
    const { revision } = await publish([withPaper])
    await save(inside(), [{ ...withPaper, audience: { who: 'everybody' } }], revision)
    expect(await isThere(outside())).toEqual(everywhere)
    expect((await api.ports.store.list('documents')).documents).toHaveLength(1)
    expect((await api.ports.store.list('closed_items')).documents).toEqual([])
  })

  it('keep the agenda from being moved or deleted', async () => {
    const { revision } = await publish([withPaper])
    const date = '2027-02-01'
    await expect(inside()(moveAgenda, { params, body: { date }, revision })).rejects.toMatchObject({
      status: 409,
    })
    await expect(
      inside()(deleteAgenda, { params, query: { confirmed: 'true' }, revision }),
    ).rejects.toMatchObject({ status: 409 })
  })
})

it('hides in the audit what an item and its paper were before they were closed', async () => {
  const { audience, ...open } = pay
  const { revision } = await publish([{ ...open, papers: [{ materialType: 'budget-update' }] }])
  await save(
    inside(),
    [{ ...pay, papers: [{ materialType: 'budget-update' }], audience }],
    revision,
  )
  const seen = async (call: ReturnType<typeof inside>) =>
    JSON.stringify((await call(listAudit, { query: { limit: 50 } })).entries)
  expect(await seen(outside())).not.toMatch(/Succession|The director leaves|budget.pdf/)
  expect(await seen(inside())).toMatch(/Succession/)
})

it('doesn’t undo a save that has closed or opened an item, and says where to choose its readers', async () => {
  const { revision } = await publish([items[0]!])
  const undone = (made: number) =>
    inside()(undoChanges, {
      body: { changes: [{ subject: '2026-Q4', what: 'agenda saved', revision: made }] },
    })
  const refused = {
    status: 409,
    message:
      'This change closed, opened or removed a closed item, so it can’t be undone. Please open the agenda and choose there who can read the item.',
  }
  const closed = await save(inside(), items, revision)
  await expect(undone(closed.revision)).rejects.toMatchObject(refused)
  const { audience: _, ...open } = pay
  const opened = await save(
    inside(),
    [items[0]!, { ...open, audience: { who: 'everybody' } }],
    closed.revision,
  )
  await expect(undone(opened.revision)).rejects.toMatchObject(refused)
})

it('closes a session to everybody but the voting members on the meeting’s day and today', async () => {
  await publish([{ ...pay, audience: { who: 'voting', named: ['ruth'] } }])
  expect((await itemsOf(member()))[0]).toEqual(shut)
  const term = { person: 'maria', body: 'board', office: 'member' as const, voting: true }
  await inside()(addTerms, { body: { terms: [{ ...term, from: '2026-01-01' }] } })
  expect((await itemsOf(member()))[0]).toMatchObject({ title: 'Succession' })
})

describe('a preview of an audience', () => {
  const preview = (call: ReturnType<typeof inside>, audience: typeof named, item?: string) =>
    call(previewAudience, { params, body: { audience, ...(item === undefined ? {} : { item }) } })

  it('names who could read the item, and who gains and loses it', async () => {
    await publish()
    const { readers, gains, loses } = await preview(
      inside(),
      { ...named, named: ['ruth', 'wei'] },
      'pay',
    )
    expect(readers).toEqual({ count: 2, names: ['ruth', 'wei'] })
    expect([gains.names, loses.names]).toEqual([['wei'], ['maria']])
    const { fault } = await preview(inside(), { ...named, named: ['maria'] })
    expect(fault).toContain('No admin could prepare this item')
  })

  it('shows an admin outside nothing of a closed item’s audience', async () => {
    await publish()
    await expect(preview(outside(), named, 'pay')).rejects.toMatchObject({ status: 404 })
  })
})

it('lets an operator name somebody in the audience, and audits it', async () => {
  await publish([{ ...pay, audience: { ...named, except: ['wei'] } }])
  const [item] = await listClosedItems(api.store)
  expect(JSON.stringify(item)).not.toContain('Succession')
  await api.store.transaction((transaction) =>
    nameInAudience(transaction, {
      item: item!.id,
      person: 'wei',
      by: { portal: 'operator' },
      at: new Date(),
    }),
  )
  expect((await itemsOf(outside()))[0]).toMatchObject({ title: 'Succession' })
  const { entries } = await inside()(listAudit, { query: { what: 'closed item preparer named' } })
  expect(entries).toMatchObject([{ by: 'operator', after: { person: 'wei' } }])
})

describe('the audience of a paper’s place', () => {
  const place = { params: { id: budget } }
  const seen = async (call: ReturnType<typeof inside>) =>
    (await call(listDocuments)).some(({ id }) => id === 'budget')
  const close = (revision: number | 'new', audience = named) =>
    inside()(savePlaceAudience, { ...place, body: { audience }, revision })

  it('closes its paper without an item, and opens it again', async () => {
    const saved = await close('new')
    expect(saved).toEqual({ audience: named, revision: 1 })
    expect(await inside()(getPlaceAudience, place)).toEqual(saved)
    expect([await seen(inside()), await seen(outside()), await seen(member())]).toEqual([
      true,
      false,
      true,
    ])
    expect(await api.ports.store.get('documents', 'budget')).toBeUndefined()
    await expect(outside()(getPlaceAudience, place)).rejects.toMatchObject({ status: 403 })
    const audience = { who: 'everybody' as const }
    await inside()(savePlaceAudience, { ...place, body: { audience }, revision: 1 })
    expect(await inside()(getPlaceAudience, place)).toEqual({})
    expect(await seen(outside())).toBe(true)
    expect((await api.ports.store.list('closed_items')).documents).toEqual([])
  })

  it('is previewed against the stored one, and not shown to an admin outside', async () => {
    await close('new')
    const audience = { who: 'everybody' as const }
    const input = { params, body: { place: 'budget-update', audience } }
    const { gains, loses } = await inside()(previewAudience, input)
    expect(gains.names).toContain('wei')
    expect(loses.count).toBe(0)
    await expect(outside()(previewAudience, input)).rejects.toMatchObject({ status: 404 })
  })

  it('is saved at its revision, and the same save sent again changes nothing', async () => {
    const saved = await close('new')
    expect(await close('new')).toEqual(saved)
    const wider = { ...named, named: ['ruth', 'maria', 'wei'] }
    await expect(close('new', wider)).rejects.toMatchObject({ status: 412, current: saved })
    expect(await close(1, wider)).toEqual({ audience: wider, revision: 2 })
  })
})
