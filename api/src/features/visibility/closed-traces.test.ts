import { moveAgenda, saveAgenda, setAgendaStatus } from '@portal/contract/agendas'
import { listAudit } from '@portal/contract/audit'
import { addDesignatedAdmin } from '@portal/contract/designated-admins'
import { saveMapping } from '@portal/contract/mappings'
import { deleteUpload } from '@portal/contract/uploads'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { testApi, type TestApi, testPeople, uidOf } from '../../testing/test-api.ts'
import { upload } from '../uploads/upload-fixture.ts'

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
