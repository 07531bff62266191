import { createHash } from 'node:crypto'
import { setAgendaStatus } from '@portal/contract/agendas'
import type { Endpoint } from '@portal/contract/endpoint'
import { saveMapping } from '@portal/contract/mappings'
import { memberViewHeader } from '@portal/contract/member-view'
import { askQuestion } from '@portal/contract/questions'
import { searchEverything } from '@portal/contract/search-everything'
import { pathOf } from '@portal/domain/path-of'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { originalKey, pictureKey, pictureWidths } from '../documents/synced-documents-service.ts'
import { testApi, type TestApi } from '../../testing/test-api.ts'
import { type Kind, kinds, namedAudience, readersNow, storeReaders } from './readers-fixture.ts'

/** The word in the title, text, paper, names and versions of a closed item. */
const secret = 'succession'
const quarter = { year: 2026, quarter: 4 }
const slot = 'meeting-2026-q4-budget-update'
const sha256Of = (text: string | Uint8Array) => createHash('sha256').update(text).digest('hex')
const picture = (text: string) =>
  Buffer.concat([Buffer.from('RIFF0000WEBPVP8 '), Buffer.from(text)])

const values: Record<string, string[]> = {
  year: ['2026'],
  quarter: ['4'],
  meeting: ['2026-Q4'],
  materialType: ['agenda', 'budget-update'],
  q: [secret, 'sucession', 'zebra'],
  kinds: ['paper', 'agendaItem'],
  documentId: ['closed'],
  against: ['public', 'closed'],
  version: ['1', '2'],
  rendition: ['fast', 'original'],
  hash: ['narrow', 'wide', 'earlier'].map((size) => sha256Of(picture(size))),
  id: ['closed'],
  search: [secret],
}

let api: TestApi
const answers = new Map<string, Map<string, { status: number; text: string }>>()

beforeAll(async () => {
  api = await testApi({ now: readersNow, env: { QA_ACCOUNTS: 'qa@larkspur.example' } })
  const admin = api.call('admin')
  await storeReaders(api)
  await store('public', 'The budget of the foundation')
  await store('closed', `The ${secret} of the director, with zebra`)
  const body = { documentId: 'closed', title: `${secret} plan` }
  await admin(saveMapping, { params: { id: slot }, body, revision: 'new' })
  const items = [
    { id: 'open', title: 'Welcome' },
    {
      id: 'pay',
      title: `Choose by ${secret}`,
      description: `The ${secret}`,
      papers: [{ materialType: 'budget-update' }],
      audience: namedAudience,
    },
  ]
  await admin(setAgendaStatus, {
    params: quarter,
    body: { status: 'published', content: { date: '2026-11-20', items } },
    revision: 'new',
  })
  const asked = { id: question, item: 'pay', text: `Why ${secret}?` }
  await admin(askQuestion, { params: quarter, body: { ...asked, audience: 'item' } })
  await vi.waitFor(async () => {
    expect((await admin(searchEverything, { query: { q: 'zebra' } })).complete).toBe(true)
  }, 30_000)
  for (const [name, kind] of Object.entries(kinds)) answers.set(name, await answersTo(kind))
})
afterAll(() => api.close())

it.each(Object.entries(kinds).filter(([, { reads }]) => !reads))(
  'shows %s nothing of a closed item at any address',
  (name) => {
    for (const [request, { text }] of answers.get(name)!) {
      const address = decodeURIComponent(request)
      const isRepeated = address.includes(secret)
      expect([request, text.toLowerCase().includes(secret) && !isRepeated]).toEqual([
        request,
        false,
      ])
    }
  },
)

it.each(Object.entries(kinds).filter(([, { reads }]) => !reads))(
  'sends %s no picture and no bytes of its paper',
  (name) => {
    const own = [...answers.get(name)!].filter(
      ([request]) =>
        request.startsWith('/api/images/') || request.startsWith('/api/documents/closed'),
    )
    expect(own.length).toBeGreaterThan(5)
    for (const [request, { status }] of own) {
      expect([request, [403, 404].includes(status)]).toEqual([request, true])
    }
  },
)

it.each(['an admin in the audience', 'a named member', 'a named guest'])(
  'shows %s the item and its paper',
  (name) => {
    const own = answers.get(name)!
    const address = name === 'a named guest' ? '/api/own-meetings' : '/api/agendas/2026-Q4'
    expect(own.get(address)!.text).toContain(`Choose by ${secret}`)
    expect(own.get('/api/documents/closed')!.text).toContain(secret)
    // Guests get no pictures.
    const shown = name === 'a named guest' ? 403 : 200
    expect(own.get(`/api/images/${sha256Of(picture('wide'))}`)!.status).toBe(shown)
  },
)

it('finds the word for a named member in lists, searches and versions', () => {
  const found = [...answers.get('a named member')!].filter(([, { text }]) => text.includes(secret))
  const paths = new Set(found.map(([request]) => new URL(request, 'http://portal.test').pathname))
  expect([...paths]).toEqual(
    expect.arrayContaining([
      '/api/documents',
      '/api/documents/closed/text',
      '/api/documents/closed/versions',
      '/api/resource-mappings',
      '/api/search',
      '/api/search/everything',
    ]),
  )
})

type Write = { method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'; path: string; body?: object }
/** Ids of what is closed, or of what isn't there. */
type Named = { paper: string; question: string; item: string }

const question = '00000000-0000-4000-8000-00000000000a'
const agenda = '/api/agendas/2026/4'
/** Every write that names a paper, an item or a question by its id. */
const writesTo = ({ paper, question: of, item }: Named): Write[] => [
  { method: 'PATCH', path: `/api/documents/${paper}`, body: { name: 'Other.pdf' } },
  { method: 'DELETE', path: `/api/documents/${paper}` },
  {
    method: 'POST',
    path: `/api/documents/${paper}/correction`,
    body: { answer: 'another', of: 'public' },
  },
  {
    method: 'POST',
    path: '/api/documents/public/correction',
    body: { answer: 'correction', of: paper },
  },
  {
    method: 'POST',
    path: `/api/documents/${paper}/versions/1/withdraw`,
    body: { reason: 'Sent by mistake' },
  },
  {
    method: 'PUT',
    path: '/api/resource-mappings/meeting-2026-q4-cash-flow-summary',
    body: { documentId: paper },
  },
  {
    method: 'PUT',
    path: '/api/resource-mappings/governance-bylaws',
    body: { documentId: paper },
  },
  {
    method: 'PUT',
    path: '/api/notes',
    body: { documentId: paper, erasures: 0, notes: [], removed: [] },
  },
  {
    method: 'POST',
    path: '/api/notes/earlier',
    body: { documentId: 'public', earlier: paper, answer: 'bring' },
  },
  {
    method: 'POST',
    path: '/api/reading',
    body: { papers: [{ documentId: paper, version: 1, pages: [] }] },
  },
  { method: 'PUT', path: `${agenda}/flag`, body: { item, flagged: true } },
  {
    method: 'POST',
    path: `${agenda}/questions`,
    body: { id: crypto.randomUUID(), item, text: 'Why?', audience: 'item' },
  },
  { method: 'PUT', path: `${agenda}/questions/${of}`, body: { text: 'Why?', audience: 'item' } },
  { method: 'POST', path: `${agenda}/questions/${of}/withdrawal` },
  {
    method: 'POST',
    path: `${agenda}/questions/${of}/answers`,
    body: { id: crypto.randomUUID(), text: 'Because.', seenBy: 'question' },
  },
]

const closed: Named = { paper: 'closed', question, item: 'pay' }
const missing: Named = {
  paper: 'no-such-paper',
  question: '00000000-0000-4000-8000-00000000000b',
  item: 'no-such-item',
}

it.each([
  'an admin outside',
  'a member without a term',
  'the chair',
  'a guest before the invitation ends',
])('answers %s as for what doesn’t exist, and changes nothing', async (name) => {
  const { as } = kinds[name]!
  const answerTo = async ({ method, path, body }: Write, own: Named) => {
    const headers = {
      authorization: `Bearer ${api.tokenFor(as)}`,
      'content-type': 'application/json',
      ...(method === 'POST' ? {} : { 'if-match': '"1"' }),
    }
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const response = await api.request(path, { method, headers, ...sent })
    const json = (await response.text()) || '{}'
    const { requestId: _, ...answer } = JSON.parse(json) as Record<string, unknown>
    const text = Object.values(own).reduce(
      (all, id) => all.replaceAll(new RegExp(String.raw`\b${id}\b`, 'g'), '…'),
      JSON.stringify(answer),
    )
    return { status: response.status, text }
  }
  const before = await everythingClosed()
  const others = writesTo(missing)
  for (const [index, write] of writesTo(closed).entries()) {
    const found = await answerTo(write, closed)
    const { method, path } = write
    expect([method, path, found]).toEqual([method, path, await answerTo(others[index]!, missing)])
  }
  expect(await everythingClosed()).toEqual(before)
})

const closedCollections = [
  'closed_items',
  'closed_documents',
  'closed_mappings',
  'questions',
  'item_flags',
  'invitations',
  'versions',
]

async function everythingClosed() {
  const lists = closedCollections.map((name) => api.ports.store.list(name))
  return (await Promise.all(lists)).map(({ documents }) => documents)
}

it('logs and measures nothing of a closed item', async () => {
  expect(api.logged.join('\n').toLowerCase()).not.toContain(secret)
  expect((await api.metrics.text()).toLowerCase()).not.toContain(secret)
})

async function store(id: string, text: string) {
  const sha256 = sha256Of(`${text}, ${id}`)
  const isClosed = id === 'closed'
  const [narrow, wide] = ['narrow', 'wide'].map((size) =>
    picture(isClosed ? size : `${id} ${size}`),
  )
  await api.ports.blobs.put(pictureKey(sha256, pictureWidths.narrow), narrow!)
  await api.ports.blobs.put(pictureKey(sha256, pictureWidths.wide), wide!)
  await api.ports.blobs.put(originalKey(sha256), Buffer.from(`${text}, ${id}`))
  const addresses = {
    narrow: `/api/images/${sha256Of(narrow!)}`,
    wide: `/api/images/${sha256Of(wide!)}`,
  }
  const name = isClosed ? `${secret} ${id}` : id
  await api.putPaper(id, {
    name: `${name}.pdf`,
    title: name,
    path: isClosed ? `Board/${secret}` : 'Board',
    sha256,
    version: 2,
    first_page: { ...addresses, height: 800 },
  })
  await api.putText(id, [text])
  if (!isClosed) return
  const earlier = sha256Of('earlier')
  const bytes = picture('earlier')
  await api.ports.blobs.put(pictureKey(earlier, pictureWidths.wide), bytes)
  await api.putVersion(id, 1, { sha256: earlier, name: `${secret}.pdf` })
  const pictures = { sha256: earlier, size: 'wide' }
  await api.ports.store.create('version_pictures', `${sha256Of(bytes)}-${earlier}`, pictures)
}

async function answersTo({ as, view }: Kind) {
  const byRequest = new Map<string, { status: number; text: string }>()
  const headers = {
    authorization: `Bearer ${api.tokenFor(as)}`,
    ...(view === undefined ? {} : { [memberViewHeader]: view }),
  }
  for (const endpoint of api.mounted) {
    // What is for admins refuses others before it reads anything.
    const isAdmin = view === undefined && as.provider === 'google.com'
    if (endpoint.method !== 'GET' || !(isAdmin || isForMembers(endpoint))) continue
    for (const path of addressesOf(endpoint)) {
      const response = await api.request(path, { headers })
      const sent = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n')
      byRequest.set(path, { status: response.status, text: `${sent}\n${await response.text()}` })
    }
  }
  return byRequest
}

function isForMembers({ callers }: Endpoint): boolean {
  return ['readers', 'members', 'everyone'].includes(callers)
}

function addressesOf({ path, query }: Endpoint): string[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const places = names.reduce<Record<string, string>[]>(
    (known, name) =>
      known.flatMap((each) => valuesOf(name, path).map((value) => ({ ...each, [name]: value }))),
    [{}],
  )
  const fields = Object.keys((query as { shape?: object } | undefined)?.shape ?? {})
  const queries = [
    {},
    ...fields.flatMap((name) => (values[name] ?? []).map((value) => ({ [name]: value }))),
  ]
  return places.flatMap((params) => queries.map((each) => pathOf(path, params, each)))
}

function valuesOf(name: string, path: string): string[] {
  if (name === 'id' && path.includes('mappings')) return [slot]
  return values[name] ?? ['1']
}
