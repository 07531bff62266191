import { moveAgenda, saveAgenda, setAgendaStatus } from '@portal/contract/agendas'
import { listAudit } from '@portal/contract/audit'
import { addDesignatedAdmin } from '@portal/contract/designated-admins'
import { closedItemSentence, closedReason } from '@portal/domain/undoable-changes'
import { saveMapping } from '@portal/contract/mappings'
import { getDocument } from '@portal/contract/documents'
import { deleteUpload, listUploads, startUpload } from '@portal/contract/uploads'
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testApi, type TestApi, testPeople, uidOf } from '../../testing/test-api.ts'
import { startOf, upload } from '../uploads/upload-fixture.ts'

/** What remains of closed items and papers that were moved, removed or deleted. */

let api: TestApi
const params = { year: 2026, quarter: 4 }
const slot = 'meeting-2026-q4-budget-update'
const other = 'meeting-2026-q4-additional-material-1'

beforeEach(async () => {
  api = await testApi({ now: () => new Date('2026-11-12T20:00:00Z') })
  for (const [id, who] of [
    ['ruth', 'admin'],
    ['wei', 'staff'],
  ] as const) {
    const entry = { name: id, role: 'Trustee', type: 'board', account: uidOf(testPeople[who]) }
    await api.ports.store.create('directory', id, entry)
  }
  await inside()(addDesignatedAdmin, { body: { email: testPeople.staff.email } })
})
afterEach(() => api.close())

/** Ruth is in the audience, Wei is an admin outside of it. */
const inside = () => api.call('admin')
const outside = () => api.call('staff')

const open = { id: 'pay', title: 'The succession', duration: 30 }
const audience = { who: 'named' as const, named: ['ruth'] }
const publish = (item: object) =>
  inside()(setAgendaStatus, {
    params,
    body: { status: 'published', content: { date: '2026-11-20', items: [item] } },
    revision: 'new',
  })
const save = (items: object[], revision: number) =>
  inside()(saveAgenda, { params, body: { items }, revision })

const audit = async (call: ReturnType<typeof inside>) =>
  JSON.stringify((await call(listAudit, { query: { limit: 50 } })).entries)

const isNamedToNobodyElse = async () => {
  expect(await audit(inside())).toContain('succession')
  expect(await audit(outside())).not.toContain('succession')
}

it('names a paper that was uploaded for a closed item, and deleted, to its people only', async () => {
  await publish({ ...open, title: 'Pay', audience, papers: [{ materialType: 'budget-update' }] })
  const bytes = new TextEncoder().encode('Words')
  const { document } = await upload(inside(), { name: 'succession.txt', bytes, slot })
  const stored = (await api.ports.store.get('closed_documents', document.id))!
  await inside()(deleteUpload, {
    params: { id: document.id },
    query: { confirmed: 'true' },
    revision: stored.revision,
  })
  await isNamedToNobodyElse()
})

describe('a paper that was uploaded for a closed item, and that no slot has', () => {
  const bytes = new TextEncoder().encode('Words')
  const pay = (papers: object[], of: object = audience) => ({
    ...open,
    title: 'Pay',
    audience: of,
    papers,
  })
  const named = [{ materialType: 'additional-material-1' }]
  const uploads = async (call: ReturnType<typeof inside>) => {
    const { papers } = await call(listUploads, { query: {} })
    return papers.map(({ document, slots }) => [document.name, slots.length])
  }
  const file = { name: 'succession.txt', bytes, slot: other }

  it('is for the item’s people, also once the item has lost the slot to another one', async () => {
    await publish(pay(named))
    const { document } = await upload(inside(), file)
    await save([pay([])], 1)
    expect(await uploads(inside())).toEqual([['succession.txt', 0]])
    expect(await uploads(outside())).toEqual([])

    const theirs = { ...pay(named, { who: 'named', named: ['wei'] }), id: 'theirs' }
    const placed = { who: 'named' as const, named: ['wei', 'ruth'] }
    await save([pay([]), { ...theirs, audience: placed }], 2)
    expect(await uploads(inside())).toEqual([['succession.txt', 0]])
    expect(await uploads(outside())).toEqual([])
    await expect(outside()(getDocument, { params: { id: document.id } })).rejects.toMatchObject({
      status: 404,
    })
  })

  it('stays closed if the item loses the slot before its last byte', async () => {
    await publish(pay(named))
    const id = randomUUID()
    await inside()(startUpload, { params: { id }, body: startOf(file) })
    await save([pay([])], 1)
    await upload(inside(), file, id)
    expect(await uploads(inside())).toEqual([['succession.txt', 0]])
    expect(await uploads(outside())).toEqual([])
  })

  it('stays closed when the item is removed, and belongs to the admins once it is opened', async () => {
    await publish(pay(named))
    await upload(inside(), file)
    await save([pay([])], 1)
    await save([pay([], { who: 'everybody' })], 2)
    expect(await uploads(inside())).toEqual([['succession.txt', 0]])
    expect(await uploads(outside())).toEqual([['succession.txt', 0]])

    await save([pay(named)], 3)
    await upload(inside(), { ...file, name: 'second.txt', bytes: new TextEncoder().encode('2') })
    await save([{ title: 'Something else', duration: 5 }], 4)
    expect((await uploads(inside())).map(([name]) => name)).toContain('second.txt')
    expect((await uploads(outside())).map(([name]) => name)).not.toContain('second.txt')
  })
})

it('hides what an item was before it was closed, after its agenda has moved to another quarter', async () => {
  const { revision } = await publish(open)
  const closed = await save([{ ...open, audience }], revision)
  await inside()(moveAgenda, { params, body: { date: '2027-02-01' }, revision: closed.revision })
  await isNamedToNobodyElse()
})

it('hides what an item was before it was closed, after an earlier release has moved its agenda', async () => {
  const { revision } = await publish(open)
  await save([{ ...open, audience }], revision)
  const {
    id,
    revision: current,
    updatedAt: _,
    ...moved
  } = (await api.ports.store.get('agendas', '2026-Q4'))!
  await api.ports.store.delete('agendas', id, current)
  await api.ports.store.create('agendas', '2027-Q1', moved)
  const after = { items: [open] }
  await api.ports.store.create('audit', 'later', {
    at: '2026-11-12T20:00:00.000Z',
    by: { email: 'x@larkspur.example' },
    who: 'x@larkspur.example',
    what: 'agenda saved',
    subject: '2027-Q1',
    before: null,
    after,
  })
  await isNamedToNobodyElse()
})

it('hides what an item was before it was closed, after it was removed', async () => {
  const { revision } = await publish(open)
  const closed = await save([{ ...open, audience }], revision)
  await save([{ id: 'other', title: 'Welcome' }], closed.revision)
  await isNamedToNobodyElse()
})

it('says why a change that closed an item can’t be undone, to its people and to others', async () => {
  const { revision } = await publish(open)
  await save([{ ...open, audience }], revision)
  for (const call of [inside(), outside()]) {
    const { entries } = await call(listAudit, { query: { limit: 50 } })
    const [closing] = entries.filter(({ what }) => what === 'agenda saved')
    expect(closedReason(closing!)).toBe(closedItemSentence)
  }
})

it('stores no name of a closed paper in an open slot that has it as well', async () => {
  await api.putPaper('d1', { name: 'succession.pdf', title: 'succession' })
  for (const id of [slot, other]) {
    await inside()(saveMapping, { params: { id }, body: { documentId: 'd1' }, revision: 'new' })
  }
  const named = async () =>
    JSON.stringify((await api.ports.store.list('resource_mappings')).documents)
  expect(await named()).toContain('succession.pdf')
  await publish({ ...open, title: 'Pay', audience, papers: [{ materialType: 'budget-update' }] })
  expect(await named()).not.toContain('succession')
  expect(await named()).toContain(other)
})
