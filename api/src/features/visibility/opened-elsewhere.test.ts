import { randomUUID } from 'node:crypto'
import { createAgendaTemplate } from '@portal/contract/agenda-templates'
import { deleteAgenda, getAgenda, saveAgenda, setAgendaStatus } from '@portal/contract/agendas'
import { savePlaceAudience } from '@portal/contract/item-audiences'
import { addTerms, saveBody } from '@portal/contract/bodies'
import { listAudit } from '@portal/contract/audit'
import { answerCorrection, deleteUpload } from '@portal/contract/uploads'
import { addDesignatedAdmin } from '@portal/contract/designated-admins'
import { getDocument } from '@portal/contract/documents'
import { getMapping, listMappings, saveMapping } from '@portal/contract/mappings'
import { memberViewHeader } from '@portal/contract/member-view'
import { createMeeting } from '@portal/contract/new-meetings'
import { listOwnMeetings } from '@portal/contract/own-meetings'
import { getPublication, setPublication } from '@portal/contract/quarters'
import { ofMeeting } from '@portal/contract/twins'
import { undoChanges } from '@portal/contract/undo'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { testApi, type TestApi, testPeople, uidOf } from '../../testing/test-api.ts'

/** Ways to read a restricted paper through another place that holds it, or that held it before. */

let api: TestApi
const params = { year: 2026, quarter: 4 }
const slot = 'meeting-2026-q4-budget-update'
const other = 'meeting-2026-q4-additional-material-1'
const listed = 'meeting-2026-11-12-finance--k1'
const named = { who: 'named' as const, named: ['ruth'] }

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
  await inside()(saveBody, {
    params: { id: 'finance' },
    body: { name: 'Finance Committee' },
    revision: 'new',
  })
  const term = { person: 'maria', body: 'finance', office: 'member', voting: true } as const
  await inside()(addTerms, { body: { terms: [{ ...term, from: '2026-01-01' }] } })
  await inside()(createMeeting, {
    body: {
      key: randomUUID(),
      body: 'finance',
      kind: 'committee',
      title: 'Finance Committee',
      date: '2026-11-12',
    },
  })
  await api.putPaper('d1', { name: 'succession.pdf', title: 'succession' })
  await api.putPaper('harmless')
})
afterEach(() => api.close())

/** Ruth is in the audience, Wei is an admin outside of it, Maria is in the committee. */
const inside = () => api.call('admin')
const outside = () => api.call('staff')
const member = () => api.call('member')

const map = (id: string, documentId: string, revision: number | 'new' = 'new', by = inside()) =>
  by(saveMapping, { params: { id }, body: { documentId }, revision })

const close = () =>
  inside()(setAgendaStatus, {
    params,
    body: {
      status: 'published',
      content: {
        date: '2026-11-20',
        items: [
          { id: 'pay', title: 'Pay', papers: [{ materialType: 'budget-update' }], audience: named },
        ],
      },
    },
    revision: 'new',
  })

const reads = async (call: ReturnType<typeof inside>) =>
  call(getDocument, { params: { id: 'd1' } }).then(
    () => true,
    () => false,
  )

it('doesn’t show a restricted paper in the list of a committee that has it as well', async () => {
  await map(listed, 'd1')
  await map(slot, 'd1')
  await close()
  expect(await reads(inside())).toBe(true)
  expect(await reads(outside())).toBe(false)
  expect(await reads(member())).toBe(false)
  const meeting = { meeting: '2026-11-12-finance' }
  for (const call of [outside(), member()]) {
    expect(JSON.stringify(await call(listMappings, { query: meeting }))).not.toContain('succession')
  }
})

it('doesn’t name a restricted paper in an open slot that has it as well', async () => {
  await map(other, 'd1')
  await map(slot, 'd1')
  await close()
  for (const call of [outside(), member()]) {
    expect(await reads(call)).toBe(false)
    expect(JSON.stringify(await call(listMappings, { query: {} }))).not.toContain('succession')
    const one = await call(getMapping, { params: { id: other } }).catch(String)
    expect(JSON.stringify(one)).not.toContain('succession')
  }
})

it('answers a change of an open slot without the restricted paper that it has', async () => {
  await map(other, 'd1')
  await map(slot, 'd1')
  await close()
  const { revision } = (await api.ports.store.get('resource_mappings', other))!
  const change = { params: { id: other }, body: { active: false } }
  const stale = outside()(saveMapping, { ...change, revision: revision + 5 })
  const refusal = await stale.then(String, (error: unknown) => JSON.stringify(error))
  const saved = await outside()(saveMapping, { ...change, revision })
  expect(saved).toMatchObject({ id: other, active: false })
  expect(refusal + JSON.stringify(saved)).not.toMatch(/succession|"d1"/)
})

it('gives a member nothing for a header by which admins view the portal as somebody else', async () => {
  const id = 'meeting-2026-11-12-finance--k3'
  await map(id, 'harmless')
  const wei = { ...testPeople.member, uid: 'kim', email: 'kim@larkspur.example' }
  for (const view of ['member.in.finance', 'member-drafts', 'member.at.2026-11-12-finance']) {
    const call = api.call(wei, { [memberViewHeader]: view })
    const meeting = { meeting: '2026-11-12-finance' }
    expect([view, await call(listMappings, { query: meeting })]).toEqual([view, {}])
  }
})

it('doesn’t take a restricted paper back into an open slot by an undo', async () => {
  const first = await map(listed, 'd1')
  await map(listed, 'harmless', first.revision, outside())
  await map(slot, 'd1')
  await close()
  const undo = outside()(undoChanges, {
    body: { changes: [{ subject: listed, what: 'mapping saved', revision: 2 }] },
  })
  await expect(undo).rejects.toMatchObject({ status: 409 })
  expect(await reads(outside())).toBe(false)
})

it('doesn’t bring an open item back that names a slot which was closed since', async () => {
  await map(slot, 'd1')
  const items = [{ id: 'a', title: 'Budget', papers: [{ materialType: 'budget-update' }] }]
  const saved = await outside()(saveAgenda, { params, body: { items }, revision: 'new' })
  await outside()(deleteAgenda, { params, query: { confirmed: 'true' }, revision: saved.revision })
  await inside()(savePlaceAudience, {
    params: { id: slot },
    body: { audience: named },
    revision: 'new',
  })
  expect(await reads(outside())).toBe(false)
  const undo = outside()(undoChanges, {
    body: { changes: [{ subject: '2026-Q4', what: 'agenda deleted' }] },
  })
  await expect(undo).rejects.toMatchObject({ status: 409 })
  expect(await reads(outside())).toBe(false)
  await expect(outside()(getAgenda, { params })).rejects.toMatchObject({ status: 404 })
})

it('refuses an audience for a place whose paper an item shows to everybody', async () => {
  await map(slot, 'd1')
  const items = [{ id: 'a', title: 'Budget', papers: [{ materialType: 'budget-update' }] }]
  await inside()(saveAgenda, { params, body: { items }, revision: 'new' })
  const saved = inside()(savePlaceAudience, {
    params: { id: slot },
    body: { audience: named },
    revision: 'new',
  })
  await expect(saved).rejects.toMatchObject({ status: 409 })
})

it('keeps nothing of an item that is sent with its audience in a template', async () => {
  const items = [{ id: 'pay', title: 'Succession', description: 'The pay', audience: named }]
  const template = await inside()(createAgendaTemplate, {
    body: { name: 'Usual', items },
  })
  expect(template.items).toMatchObject([{ title: 'Closed session' }])
  expect(JSON.stringify(template)).not.toMatch(/Succession|The pay/)
})

it('doesn’t name a restricted paper to an assistant in the list of a committee', async () => {
  const assistant = { ...testPeople.member, uid: 'pa', email: 'pa@larkspur.example' }
  const of = { person: 'maria', account: uidOf(testPeople.member), name: 'Maria', email: 'm@x.org' }
  await api.ports.store.create('account_kinds', 'pa', {
    since: '2026-11-01T00:00:00Z',
    kind: 'assistant',
    name: 'Pat',
    email: assistant.email,
    assists: { ...of, mayReply: false },
  })
  const id = 'meeting-2026-11-12-finance--k2'
  await map(id, 'harmless')
  await inside()(saveMapping, {
    params: { id: listed },
    body: { documentId: 'd1', title: 'The succession' },
    revision: 'new',
  })
  const meeting = { meeting: '2026-11-12-finance' }
  const { revision } = await inside()(ofMeeting(getPublication), { params: meeting })
  await inside()(ofMeeting(setPublication), {
    params: meeting,
    body: { state: 'published' },
    revision: revision ?? 'new',
  })
  const seen = async () => JSON.stringify(await api.call(assistant)(listOwnMeetings))
  expect(await seen()).toContain('The succession')
  await map(slot, 'd1')
  await close()
  expect(await seen()).toContain('harmless')
  expect(await seen()).not.toMatch(/succession|"d1"/)
})

it('doesn’t name a restricted paper in the audit after its deletion', async () => {
  await api.putPaper('d2', { name: 'succession.pdf', title: 'succession', source: 'upload' })
  await map(slot, 'd2')
  await close()
  const { revision } = (await api.ports.store.get('closed_documents', 'd2'))!
  await inside()(deleteUpload, { params: { id: 'd2' }, query: { confirmed: 'true' }, revision })
  const seen = async (call: ReturnType<typeof inside>) =>
    JSON.stringify((await call(listAudit, { query: { limit: 50 } })).entries)
  expect(await seen(outside())).not.toContain('succession')
  expect(await seen(inside())).toContain('succession')
})

it('doesn’t make a restricted file a version of an open paper', async () => {
  await api.putPaper('d3', { source: 'upload' })
  await api.putPaper('open', { source: 'upload' })
  await map(other, 'open')
  const { revision } = await map(slot, 'd3')
  await close()
  await map(slot, 'd1', revision)
  const stored = (await api.ports.store.get('closed_documents', 'd3'))!
  const answer = inside()(answerCorrection, {
    params: { id: 'd3' },
    body: { answer: 'newVersion', of: 'open' },
    revision: stored.revision,
  })
  await expect(answer).rejects.toThrow('belongs to a closed session')
})
