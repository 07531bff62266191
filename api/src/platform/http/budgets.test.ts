import { noteLimits } from '@portal/contract/notes'
import { questionLimits } from '@portal/contract/questions'
import { type Endpoint } from '@portal/contract/endpoint'
import { latestQuarters } from '@portal/contract/mappings'
import { mappingId } from '@portal/domain/ids'
import { pathOf } from '@portal/domain/path-of'
import { quarterAfter } from '@portal/domain/quarter'
import { allSlotsOfQuarter } from '@portal/domain/quarter-papers'
import { replyLimits } from '@portal/domain/replies'
import { termLimits } from '@portal/domain/terms'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { openSqliteStore } from '../../adapters/sqlite/sqlite-document-store.ts'
import { firstBoard } from '../../features/bodies/stored-bodies.ts'
import { noteId, savedNote, saveOf } from '../../features/notes/notes-fixture.ts'
import { notesCollection, storedNoteId, textHash } from '../../features/notes/stored-note.ts'
import { countingStore, noReads } from '../store/counting-store-fixture.ts'
import {
  testApi,
  type TestApi,
  testGateRunnerKey,
  testPeople,
  type TestPersonName,
  uidOf,
} from '../../testing/test-api.ts'
import { budgetOf, budgetOfEndpoint } from './budgets.ts'

const reads = noReads()
let api: TestApi
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

beforeAll(async () => {
  api = await testApi({
    ports: { store: countingStore(openSqliteStore({ path: ':memory:' }), reads) },
  })
  await fill(api)
})
afterAll(() => api.close())

const bearer = (who: TestPersonName) => ({
  authorization: `Bearer ${api.tokenFor(testPeople[who])}`,
})

const createdAt = '2026-11-03T08:00:00.000Z'

/** The longest agenda that can be saved. */
const items = Array.from({ length: 100 }, (_, n) => ({
  id: `item-${n}`,
  title: `Item ${n}`,
  description: 'd'.repeat(2300),
  duration: 5,
}))

/** The largest data that the portal lets anyone store, as far as a test can store it in seconds. */
async function fill({ ports: { store }, putPaper, putText }: TestApi): Promise<void> {
  for (const id of ['budget', 'earlier']) {
    await putPaper(id)
    await putText(
      id,
      Array.from({ length: 100 }, () => 'The annual surplus of 2026. '.repeat(60)),
    )
  }
  await fillNotes(store)
  await fillQuestions(store)
  const agenda = { title: 'Board meeting', date: '2026-11-05', status: 'published', items }
  await store.create('agendas', '2026-Q4', agenda)
  for (let n = 0; n < 10; n += 1) {
    await store.create('agenda_templates', `template-${n}`, { name: `Template ${n}`, items })
  }
  for (let n = 0; n < 1000; n += 1) {
    const entry = { name: `Person ${n}`, role: 'Trustee', type: 'board', bio: 'b'.repeat(500) }
    await store.create('directory', `person-${n}`, entry)
  }
  for (let n = 0; n < termLimits.count; n += 1) {
    const of = { person: `person-${n % 1000}`, name: `Person ${n % 1000}`, body: 'board' }
    const term = { ...of, office: 'member', voting: true, from: `${1970 + (n % 100)}-01-01` }
    const to = { to: `${1970 + (n % 100)}-12-31`, appointedBy: 'r'.repeat(termLimits.appointedBy) }
    await store.create('terms', `term-${n}`, { ...term, ...to })
  }
  await fillReplies(store)
  for (let quarter = 0; quarter < latestQuarters; quarter += 1) {
    for (const slot of allSlotsOfQuarter(quarterAfter({ year: 1981, quarter: 1 }, quarter))) {
      const mapping = {
        active: true,
        documentId: quarter < 2 ? 'budget' : 'earlier',
        mimeType: 'application/pdf',
        title: 't'.repeat(100),
      }
      await store.create('resource_mappings', mappingId(slot), mapping)
    }
  }
  for (let n = 0; n < 60; n += 1) {
    const at = new Date(Date.parse(createdAt) + n).toISOString()
    await store.create('mails', `mail-${n}`, {
      kind: 'digest',
      person: 'person-1',
      to: { name: 'Person 1', address: 'person.1@larkspur.example' },
      subject: 's'.repeat(200),
      content: {
        blocks: [
          { type: 'list', lines: Array.from({ length: 40 }, () => ({ text: 't'.repeat(100) })) },
        ],
      },
      unsubscribable: true,
      state: 'sent',
      at,
      byState: `sent ${at}`,
      until: at,
      attempts: 1,
      reply: 'r'.repeat(500),
    })
  }
  for (let n = 0; n < 60; n += 1) {
    const at = new Date(Date.parse(createdAt) + n).toISOString()
    const half = { title: 'Agenda', items }
    await store.create('audit', `${at}-${n}`, {
      at,
      by: { email: 'ruth.abelman@larkspur.example' },
      what: 'agenda saved',
      subject: '2026-Q4',
      before: half,
      after: half,
    })
  }
}

/** A meeting of a committee of a thousand, with the longest notes to the secretary. */
async function fillReplies(store: TestApi['ports']['store']): Promise<void> {
  const id = '2026-11-12-finance'
  const time = { date: '2026-11-12', time: '09:00', endTime: '12:00' }
  const body = 'finance'
  await store.create('bodies', body, { ...firstBoard, name: 'Finance Committee' })
  for (let n = 0; n < 30; n += 1) {
    const of = { person: `person-${n}`, name: `Person ${n}`, body, office: 'member', voting: true }
    await store.create('terms', `finance-${n}`, { ...of, from: '2026-01-01' })
  }
  await store.create('meetings', id, { ...time, key: id, body, kind: 'committee', items })
  await store.create('quarters', id, { inPreparation: false })
  for (let n = 0; n < 1000; n += 1) {
    const of = { person: `person-${n}`, name: `Person ${n}` }
    await store.create('replies', `reply-${n}`, {
      ...of,
      meeting: id,
      answer: 'video',
      note: 'n'.repeat(replyLimits.note),
      given: time,
      source: 'portal',
      at: createdAt,
    })
  }
}

const askedId = '00000000-0000-4000-8000-000000000000'

/** Many questions about a meeting, each with a passage and an answer. */
async function fillQuestions(store: TestApi['ports']['store']): Promise<void> {
  const [uid, name, at] = [uidOf(testPeople.member), 'Maria Lopez', createdAt]
  const { target } = savedNote(1)
  const passage = { documentId: 'budget', paper: 'Budget', target }
  const answers = [{ id: askedId, uid, name, at, text: 'x'.repeat(4000), seenBy: 'question' }]
  for (let n = 0; n < 300; n += 1) {
    const id = `${String(n).padStart(8, '0')}${askedId.slice(8)}`
    await store.create('questions', id, {
      meeting: '2026-Q4',
      item: 'item-1',
      passage,
      uid: n < questionLimits.perPerson ? uid : `other-${n}`,
      name,
      text: 'x'.repeat(questionLimits.text),
      audience: 'item',
      state: 'answered',
      askedAt: at,
      answers,
    })
  }
}

/** A paper with as many bytes of notes as it may have, and many small notes on another. */
async function fillNotes(store: TestApi['ports']['store']): Promise<void> {
  const member = uidOf(testPeople.member)
  const put = async (documentId: string, number: number, text: string, uid = member) => {
    const { id, target } = savedNote(number)
    const content = { color: 'yellow', text, target, createdAt, changedAt: createdAt }
    const record = { uid, documentId, ...content, paper: 'Budget', born: textHash(text) }
    await store.create(notesCollection.name, storedNoteId(uid, documentId, id), record)
  }
  const large = Math.floor(noteLimits.bytesPerPaper / noteLimits.bytes)
  for (let n = 0; n < large; n += 1) await put('budget', n, 'x'.repeat(noteLimits.bytes - 1000))
  for (let n = 0; n < 1500; n += 1) await put('earlier', 10_000 + n, 'Ask about this.')
  for (let n = 0; n < 150; n += 1)
    await put('earlier', n, 'Ask about this.', uidOf(testPeople.staff))
}

it('has rows for endpoints only', () => {
  const served = api.mounted.map(nameOf)
  expect(Object.keys(budgetOfEndpoint).filter((name) => !served.includes(name))).toEqual([])
})

it('gives an endpoint without a row the budget of a record', () => {
  const path = '/api/exports/{id}'
  const ofRecord = budgetOf(api.mounted.find((one) => nameOf(one) === `GET ${path}`)!)
  expect(Object.hasOwn(budgetOfEndpoint, `GET ${path}`)).toBe(false)
  expect(ofRecord).toMatchObject({ bytesIn: 65_536, bytesOut: 1_048_576 })
})

describe('the bytes of a request', () => {
  const withBody = (): Endpoint[] => api.mounted.filter(({ body, form }) => body ?? form)

  it('are refused beyond the budget', async () => {
    expect(withBody().length).toBeGreaterThan(40)
    for (const endpoint of withBody()) {
      const { method, form } = endpoint
      const { bytesIn } = budgetOf(endpoint)
      const type = form ? 'multipart/form-data; boundary=x' : 'application/json'
      const { status } = await api.request(addressOf(endpoint), {
        method,
        body: Buffer.alloc(bytesIn + 1, 0x20),
        headers: {
          'content-type': type,
          'if-match': '"1"',
          ...(endpoint.callers === 'gateRunner'
            ? { 'x-gate-runner-key': testGateRunnerKey }
            : bearer('admin')),
        },
      })
      expect([nameOf(endpoint), status]).toEqual([nameOf(endpoint), 413])
    }
  })

  /** What the contract allows, but no stored record can have; see `store-rules`. */
  const largerThanRecords = [
    'PUT /api/agendas/{year}/{quarter}',
    'PUT /api/agendas/{year}/{quarter}/status',
    'PUT /api/agendas/{meeting}',
    'PUT /api/agendas/{meeting}/status',
    'POST /api/agendas/{year}/{quarter}/move',
    'POST /api/agenda-templates',
    'PUT /api/agenda-templates/{id}',
    'PUT /api/resource-mappings/{id}',
    'POST /api/releases/{remote}/records',
    // The browser saves fewer notes at once.
    'PUT /api/notes',
    // A tab reports what it has run since its last report.
    'POST /api/outcomes',
    // A token of a CI provider has 2 KB.
    'POST /api/release-tokens/exchange',
  ]

  it('suffice for the longest body that the contract allows', () => {
    const tight = withBody().filter((endpoint) => {
      const schema = (endpoint.body ?? endpoint.form)!
      const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
      return mostBytes(json) > budgetOf(endpoint).bytesIn
    })
    expect(tight.map(nameOf).toSorted()).toEqual(largerThanRecords.toSorted())
  })

  it('suffice for every file that the contract allows', () => {
    const uploads = api.mounted.filter(({ upload }) => upload)
    expect(uploads.length).toBeGreaterThan(1)
    for (const endpoint of uploads) {
      expect(endpoint.upload!.most).toBeLessThanOrEqual(budgetOf(endpoint).bytesIn)
    }
  })
})

type Schema = z.core.JSONSchema._JSONSchema

/** The most bytes of JSON that a schema allows, with three for each UTF-16 unit. */
function mostBytes(schema: Schema): number {
  if (typeof schema === 'boolean') return 100
  const { type, properties = {}, items: entries, maxItems = 0, maxLength = 300 } = schema
  const all = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
  if (all.length > 0) return Math.max(...all.map(mostBytes))
  if (type === 'array' && entries && !Array.isArray(entries)) {
    return maxItems * (mostBytes(entries) + 1)
  }
  if (type === 'number' || type === 'integer') return String(schema.maximum ?? 1e15).length + 2
  if (type === 'string') return schema.enum || schema.const ? 40 : maxLength * 3 + 2
  const fields = Object.entries(properties).map(
    ([name, property]) => name.length + 4 + mostBytes(property),
  )
  return 2 + fields.reduce((sum, bytes) => sum + bytes, 0)
}

const params: Record<string, string | number> = {
  id: 'budget',
  year: 2026,
  quarter: 4,
  meeting: '2026-Q4',
  materialType: 'agenda',
  number: 1,
  part: 0,
  sha256: '0'.repeat(64),
  sha384: '0'.repeat(64),
  hash: '0'.repeat(64),
  remote: 'board',
  release: '1.0.0-a',
  uid: 'unknown',
}

function addressOf({ path }: Endpoint, own: Record<string, string | number> = {}): string {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const known = { ...params, ...own }
  return pathOf(path, Object.fromEntries(names.map((name) => [name, known[name]!])))
}

type Cost = { bytesOut: number; reads: number; bytesRead: number }

async function costOf(
  address: string,
  init: RequestInit & { as: TestPersonName },
): Promise<{ status: number; cost: Cost }> {
  const { as, ...rest } = init
  const headers = { ...bearer(as), ...(rest.headers as Record<string, string>) }
  // The first request of a sign-in records it.
  await api.request('/api/sign-ins', { headers })
  Object.assign(reads, noReads())
  const response = await api.request(address, { ...rest, headers })
  const bytesOut = (await response.arrayBuffer()).byteLength
  return { status: response.status, cost: { bytesOut, reads: reads.reads, bytesRead: reads.bytes } }
}

function expectWithin(endpoint: Endpoint, cost: Cost): void {
  const { bytesOut, reads: most, bytesRead } = budgetOf(endpoint)
  const name = nameOf(endpoint)
  if (bytesOut !== 'stream')
    expect([name, cost.bytesOut <= bytesOut, cost]).toEqual([name, true, cost])
  expect([name, cost.reads <= most, cost]).toEqual([name, true, cost])
  expect([name, cost.bytesRead <= bytesRead, cost]).toEqual([name, true, cost])
}

describe('the cost of a request', () => {
  /** Queries for the largest page. */
  const queries: Record<string, string> = {
    'GET /api/admin/people': `?account=${uidOf(testPeople.member)}`,
    'GET /api/audit': '?limit=200',
    'GET /api/bodies/{id}/access': '?openTo=terms',
    'GET /api/calendar/events': '?from=2026-11-01&to=2026-12-01',
    'GET /api/search': '?q=surplus',
    'GET /api/search/everything': '?q=ask',
    'GET /api/reading': '?year=2026&quarter=4',
    'GET /api/compositions': '?email=wei.chen@larkspur.example',
  }
  const own: Record<string, Record<string, string | number>> = {
    'GET /api/directory/{id}': { id: 'person-1' },
    'GET /api/agendas/{year}/{quarter}/questions/{id}/place': { id: askedId },
    'GET /api/agendas/{meeting}/questions/{id}/place': { id: askedId },
    'GET /api/mails/{id}': { id: 'mail-1' },
    'GET /api/bodies/{id}/people': { id: 'board' },
    'GET /api/bodies/{id}/access': { id: 'board' },
    'GET /api/resource-mappings/{id}/audience': { id: 'meeting-2026-q4-budget-update' },
    'GET /api/resource-mappings/{id}': { id: 'meeting-1981-q1-budget-update' },
    'GET /api/meetings/{year}/{quarter}/materials/{materialType}': {
      year: 1981,
      quarter: 1,
      materialType: 'budget-update',
    },
    'GET /api/meetings/{meeting}/materials/{materialType}': {
      meeting: '1981-Q1',
      materialType: 'budget-update',
    },
    'GET /api/all-meetings/{meeting}/replies': { meeting: '2026-11-12-finance' },
    'GET /api/admin/users/{uid}/access': { uid: uidOf(testPeople.member) },
    'GET /api/admin/users/{uid}/leaving': { uid: uidOf(testPeople.member) },
  }
  /** Reads whose data needs a release, an event, a book or an export. */
  const derived = [
    // One record of a release, or one list of the records of a remote: each of at most 256 KB.
    'GET /api/releases/{remote}/records',
    'GET /api/releases/{remote}/records/{release}',
    'GET /api/releases/{remote}/records/{release}/errors',
    'GET /api/releases/{remote}/pointer',
    'GET /api/releases/{remote}/policy',
    'GET /api/releases/{remote}/settings',
    'GET /api/releases/{remote}/history',
    'GET /api/releases/{remote}/cohorts',
    'GET /api/releases/{remote}/health',
    'GET /api/releases/{remote}/previews',
    'GET /api/compositions/{id}',
    // From memory.
    'GET /api/calendar/events/{id}',
    // Made by background work and bounded there.
    'GET /api/documents/{id}/changes',
    'GET /api/meetings/{year}/{quarter}/book',
    'GET /api/meetings/{meeting}/book',
    'GET /api/exports/{id}',
    'GET /api/exports/{id}/file/check',
  ]

  it('stays within the budget of every read, with the largest data', async () => {
    const measured = new Set<string>()
    for (const endpoint of api.mounted) {
      const name = nameOf(endpoint)
      if (endpoint.method !== 'GET' || !endpoint.reply || derived.includes(name)) continue
      if (endpoint.callers === 'gateRunner') continue
      const isForMembers = ['readers', 'members', 'everyone'].includes(endpoint.callers)
      const address = `${addressOf(endpoint, own[name])}${queries[name] ?? ''}`
      for (const as of isForMembers ? (['member', 'admin'] as const) : (['admin'] as const)) {
        const { status, cost } = await costOf(address, { as })
        expectWithin(endpoint, cost)
        if (status === 200) measured.add(name)
      }
    }
    const reading = api.mounted.filter(({ method, reply }) => method === 'GET' && reply).map(nameOf)
    expect(reading.filter((name) => !measured.has(name)).toSorted()).toEqual(derived.toSorted())
  }, 60_000)

  const endpointOf = (name: string) => api.mounted.find((endpoint) => nameOf(endpoint) === name)!
  const json = (method: string, body: unknown, headers: Record<string, string> = {}) => ({
    method,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  })

  const expectWrite = async (name: string, address: string, init: Parameters<typeof costOf>[1]) => {
    const { status, cost } = await costOf(address, init)
    expect([name, status]).toEqual([name, status === 204 ? 204 : 200])
    expectWithin(endpointOf(name), cost)
    return cost
  }

  it('stays within the budget of a save of notes, however many the paper has', async () => {
    const notes = Array.from({ length: 100 }, (_, n) => savedNote(20_000 + n, { text: 'Ask' }))
    const removed = Array.from({ length: 100 }, (_, n) => ({ id: noteId(10_000 + n), revision: 1 }))
    const ofPaper = { ...saveOf(), documentId: 'earlier' }
    const save = (body: unknown) =>
      expectWrite('PUT /api/notes', '/api/notes', { as: 'member', ...json('PUT', body) })
    // Notes that an earlier release has stored are counted once: this request may read them all.
    await costOf('/api/notes', { as: 'member', ...json('PUT', ofPaper) })
    expect((await save({ ...ofPaper, notes, removed })).bytesRead).toBeLessThan(500_000)
    const tooMuch = Array.from({ length: 20 }, (_, n) => ({ id: noteId(n), revision: 1 }))
    const body = json('PUT', { ...saveOf(), removed: tooMuch })
    const { status, cost } = await costOf('/api/notes', { as: 'member', ...body })
    expect(status).toBe(413)
    expectWithin(endpointOf('PUT /api/notes'), cost)
  })

  it('stays within the budget of other writes with the largest bodies', async () => {
    const pages = Array.from({ length: 200 }, (_, n) => ({ page: n + 1, seconds: 30 }))
    const papers = [{ documentId: 'budget', version: 1, pages }]
    const report = json('POST', { papers })
    await expectWrite('POST /api/reading', '/api/reading', { as: 'member', ...report })
    const agenda = json('PUT', { title: 'Board meeting', items }, { 'if-match': '"1"' })
    const ofAgenda = 'PUT /api/agendas/{year}/{quarter}'
    await expectWrite(ofAgenda, '/api/agendas/2026/4', { as: 'admin', ...agenda })
    await expectWrite('DELETE /api/notes', '/api/notes', { as: 'staff', method: 'DELETE' })
  })

  it('stays within the budget of handing over what carries a person’s name', async () => {
    const { email: createdBy } = testPeople.member
    for (let n = 0; n < 100; n += 1) {
      const token = { name: `ci ${n}`, remote: 'meetings', digest: `${n}`, createdAt, createdBy }
      await api.ports.store.create('release_tokens', `token-${n}`, token)
    }
    const address = `/api/admin/users/${uidOf(testPeople.member)}/hand-over`
    const body = json('POST', { to: testPeople.admin.email })
    const cost = await expectWrite('POST /api/admin/users/{uid}/hand-over', address, {
      as: 'admin',
      ...body,
    })
    expect(cost.reads).toBeGreaterThan(100)
  })

  it('stays within the budget of changes of all 200 papers of a quarter', async () => {
    const types = allSlotsOfQuarter({ year: 1980, quarter: 1 }).map((slot) => slot.materialType)
    const change = (name: string, address: string, body: unknown) =>
      expectWrite(name, address, { as: 'admin', ...json('POST', body) })
    const title = 'ﷺ'.repeat(200)
    const papers = types.map((materialType) => {
      return { materialType, documentId: 'budget', title, revision: 'new' }
    })
    const ofQuarter = 'POST /api/meetings/{year}/{quarter}'
    await change(`${ofQuarter}/papers`, '/api/meetings/1980/1/papers', { papers })
    const slots = types.map((materialType) => ({ materialType, revision: 1, target: 'new' }))
    const from = { year: 1980, quarter: 1 }
    await change(`${ofQuarter}/copies`, '/api/meetings/1980/2/copies', { from, slots })
    const active = 'POST /api/resource-mappings/active'
    await change(active, '/api/resource-mappings/active', {
      active: false,
      slots: types.map((type) => ({ id: `meeting-1980-q1-${type}`, revision: 1 })),
    })
    const changes = types.map((type) => {
      return { subject: `meeting-1980-q1-${type}`, what: 'mapping saved', revision: 2 }
    })
    await change('POST /api/undo', '/api/undo', { changes })
  })
})
