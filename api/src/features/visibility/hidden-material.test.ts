import { createHash } from 'node:crypto'
import { saveAgenda, setAgendaStatus } from '@portal/contract/agendas'
import { type Endpoint } from '@portal/contract/endpoint'
import { pathOf } from '@portal/domain/path-of'
import { saveMapping } from '@portal/contract/mappings'
import { memberViewHeader } from '@portal/contract/member-view'
import { setPublication } from '@portal/contract/quarters'
import { searchEverything } from '@portal/contract/search-everything'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { originalKey, pictureKey, pictureWidths } from '../documents/synced-documents-service.ts'
import { testApi, type TestApi } from '../../testing/test-api.ts'

/** The word in every text, name and title of the material that members may not see. */
const secret = 'succession'
const next = { year: 2027, quarter: 1 }
const now = () => new Date('2026-12-01T18:00:00Z')

/** WebP, by its first bytes. */
const picture = (text: string) =>
  Buffer.concat([Buffer.from('RIFF0000WEBPVP8 '), Buffer.from(text)])
const sha256Of = (text: string | Uint8Array) => createHash('sha256').update(text).digest('hex')

type Paper = { id: string; source?: 'upload'; path?: string; slot?: string; active?: boolean }

/** Every kind of paper that members may not see. */
const hiddenPapers: Paper[] = [
  { id: 'unmapped-upload', source: 'upload', path: 'Uploaded' },
  { id: 'upload-in-preparation', source: 'upload', slot: 'meeting-2027-q1-budget-update' },
  { id: 'synced-in-preparation', slot: 'meeting-2027-q1-cash-flow-summary' },
  { id: 'synced-inactive', slot: 'meeting-2026-q4-asset-summary', active: false },
  { id: 'governance-inactive', slot: 'governance-bylaws', active: false },
  { id: 'draft-folder', path: 'Board/Drafts' },
]

const values: Record<string, string[]> = {
  year: ['2027', '2026'],
  quarter: ['1', '4'],
  meeting: ['2026-11-12-finance', '2027-Q1'],
  body: ['board', 'finance'],
  materialType: ['agenda', 'budget-update', 'cash-flow-summary', 'asset-summary'],
  q: [secret, `${secret} budget`, 'budget', `budget zebra`, 'sucession', '.pdf', 'Larkspur'],
  kinds: ['paper', 'agendaItem'],
  latest: ['true'],
  others: ['true'],
  limit: ['1', '50'],
  documentId: hiddenPapers.map(({ id }) => id),
  against: ['public', ...hiddenPapers.map(({ id }) => id)],
  version: ['1', '2', '3'],
  before: ['2'],
  rendition: ['fast', 'original'],
  part: ['opening'],
  notes: ['true', 'false'],
  private: ['true', 'false'],
  changes: ['true', 'false'],
  from: ['1', '2026-12-01'],
  to: ['2', '2027-02-01'],
  releases: ['brief'],
  file: [`${'A'.repeat(43)}.ics`],
  email: ['maria.lopez@larkspur.example'],
  search: [secret],
  type: ['board'],
  after: ['x'],
  hash: hiddenPapers.flatMap(({ id }) =>
    ['narrow', 'wide', 'earlier'].map((size) => sha256Of(picture(`${id} ${size}`))),
  ),
  id: ['public', ...hiddenPapers.map(({ id }) => id)],
  remote: ['meetings'],
  sha384: ['a'.repeat(96)],
}

let api: TestApi
/** The responses to a member before anything hidden existed, and afterwards. */
let before: Map<string, Answer>
let after: Map<string, Answer>
let viewed: Map<string, Answer>
let toAdmin: Map<string, Answer>

beforeAll(async () => {
  api = await testApi({ now })
  await store({ id: 'public' }, 'The budget of the foundation')
  await api.call('admin')(saveMapping, {
    params: { id: 'meeting-2026-q4-budget-update' },
    body: { documentId: 'public' },
    revision: 'new',
  })
  await indexed()
  before = await answers('member')
  await hide()
  await indexed()
  after = await answers('member')
  viewed = await answers('admin', { [memberViewHeader]: 'member' })
  toAdmin = await answers('admin')
})
afterAll(() => api.close())

it('responds to a member at every address as if nothing hidden had been created', () => {
  expect(before.size).toBeGreaterThan(300)
  for (const [request, answer] of before) {
    // It lists what the member has downloaded here meanwhile.
    if (request === '/api/own-data') continue
    expect([request, after.get(request)]).toEqual([request, answer])
  }
})

it('shows no hidden word to a member or to an admin who views the portal as one', () => {
  for (const [request, { text }] of [...after, ...viewed]) {
    const address = decodeURIComponent(request)
    const isRepeated = address.includes(secret) || address.includes('sucession')
    expect([request, text.toLowerCase().includes(secret) && !isRepeated]).toEqual([request, false])
  }
})

it('responds to an admin who views the portal as a member as to a member', () => {
  for (const [request, { status, text }] of after) {
    const { status: viewedStatus, text: viewedText } = viewed.get(request)!
    // A page, notes and reading of one's own aren't part of the portal as a member sees it.
    if (viewedStatus === 403 || request.includes('/api/portal')) continue
    expect([request, viewedStatus, withoutAsking(viewedText)]).toEqual([
      request,
      status,
      withoutAsking(text),
    ])
  }
})

it('plants the hidden word where an admin finds it', () => {
  const leaks = [...toAdmin].filter(([, { text }]) => text.toLowerCase().includes(secret))
  const paths = new Set(leaks.map(([request]) => new URL(request, 'http://portal.test').pathname))
  expect([...paths]).toEqual(
    expect.arrayContaining([
      '/api/documents',
      '/api/folders',
      '/api/documents/unmapped-upload',
      '/api/documents/unmapped-upload/text',
      '/api/documents/unmapped-upload/versions',
      '/api/agendas',
      '/api/agendas/2027/1',
      '/api/agendas/2027-Q1',
      '/api/all-meetings',
      '/api/resource-mappings',
      '/api/meetings/2027/1/materials/agenda',
      '/api/search',
      '/api/search/everything',
    ]),
  )
  for (const { id } of hiddenPapers) {
    const image = pathOf('/api/images/{hash}', { hash: sha256Of(picture(`${id} earlier`)) })
    expect([id, toAdmin.get(image)!.status]).toEqual([id, 200])
  }
})

type Answer = { status: number; headers: (string | null)[]; text: string }

/** Every GET that members may call, with every value of every parameter that could name something hidden. */
async function answers(
  as: 'member' | 'admin',
  more: Record<string, string> = {},
): Promise<Map<string, Answer>> {
  const byRequest = new Map<string, Answer>()
  const authorization = `Bearer ${await api.tokenOf(as)}`
  for (const endpoint of api.mounted) {
    const isOfMembers = ['readers', 'members', 'everyone'].includes(endpoint.callers)
    if (endpoint.method !== 'GET' || !isOfMembers) continue
    for (const path of addressesOf(endpoint)) {
      const response = await api.request(path, { headers: { authorization, ...more } })
      const headers = ['etag', 'content-type', 'content-length', 'cache-control', 'retry-after']
      const text = (await response.text()).replaceAll(/"requestId":"[^"]*"/g, '')
      const isJson = response.headers.get('content-type')?.includes('json')
      byRequest.set(path, {
        status: response.status,
        // A refusal's length depends on its request's id.
        headers: headers
          .filter((name) => !(isJson && name === 'content-length'))
          .map((name) => response.headers.get(name)),
        text,
      })
    }
  }
  return byRequest
}

function addressesOf({ path, query }: Endpoint): string[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const places = names.reduce<Record<string, string>[]>(
    (known, name) =>
      known.flatMap((each) => valuesOf(name, path).map((value) => ({ ...each, [name]: value }))),
    [{}],
  )
  const fields = Object.keys((query as { shape?: object } | undefined)?.shape ?? {})
  const queries: Record<string, string>[] = [
    {},
    { q: secret, year: '2027', quarter: '1' },
    { year: '2027', quarter: '1' },
    { from: '2026-12-01', to: '2027-02-01' },
    ...fields.flatMap((name) => valuesOf(name, path).map((value) => ({ [name]: value }))),
  ].filter((candidate) => Object.keys(candidate).every((name) => fields.includes(name)))
  return places.flatMap((params) => queries.map((each) => pathOf(path, params, each)))
}

const hiddenSlots = ['meeting-2027-q1-agenda', ...hiddenPapers.flatMap(({ slot }) => slot ?? [])]

function valuesOf(name: string, path: string): string[] {
  const isPaper = path.startsWith('/api/documents/')
  if (name === 'id' && !isPaper) return path.includes('mappings') ? hiddenSlots : ['2027-Q1']
  const known = values[name]
  if (!known)
    throw new Error(`Please add values of the parameter ${name}, some that name hidden things.`)
  return known
}

async function store({ id, source, path = '' }: Paper, text: string) {
  const addresses = (['narrow', 'wide'] as const).map((size) => {
    const bytes = picture(`${id} ${size}`)
    return [size, `/api/images/${sha256Of(bytes)}`, bytes] as const
  })
  const original = `${text}, ${id}`
  const sha256 = sha256Of(original)
  for (const [size, , bytes] of addresses) {
    await api.ports.blobs.put(pictureKey(sha256, pictureWidths[size]), bytes)
  }
  await api.ports.blobs.put(originalKey(sha256), Buffer.from(original))
  const [narrow, wide] = addresses.map(([, address]) => address) as [string, string]
  const name = id === 'public' ? id : `${id} ${secret}`
  await api.putPaper(id, {
    name: `${name}.pdf`,
    title: name,
    path,
    sha256,
    ...(source ? { source } : {}),
    version: 2,
    first_page: { narrow, wide, height: 800 },
  })
  await api.putText(id, [text])
}

/** An earlier version of a paper, and its picture. */
async function storeEarlier({ id }: Paper) {
  const sha256 = sha256Of(`${id} earlier`)
  const bytes = picture(`${id} earlier`)
  await api.ports.blobs.put(pictureKey(sha256, pictureWidths.wide), bytes)
  await api.putVersion(id, 1, { sha256, name: `${secret}.pdf` })
  const picturesOf = `${sha256Of(bytes)}-${sha256}`
  await api.ports.store.create('version_pictures', picturesOf, { sha256, size: 'wide' })
}

async function hide() {
  const admin = api.call('admin')
  await admin(setPublication, { params: next, body: { state: 'preparation' }, revision: 'new' })
  for (const paper of hiddenPapers) {
    const { id, slot, active = true } = paper
    await store(paper, `The ${secret} budget, with zebra`)
    await storeEarlier(paper)
    if (slot === undefined) continue
    const body = { documentId: id, title: `${secret} plan`, active }
    await admin(saveMapping, { params: { id: slot }, body, revision: 'new' })
  }
  const content = {
    title: `${secret} meeting`,
    items: [
      {
        title: `Choose by ${secret}`,
        description: 'budget',
        papers: [{ materialType: 'budget-update' as const }],
      },
    ],
  }
  await admin(setAgendaStatus, {
    params: next,
    body: { status: 'published', content, showInstead: true },
    revision: 'new',
  })
  // A draft in a published quarter.
  const draft = { title: `${secret} draft`, items: [{ title: secret }] }
  await admin(saveAgenda, { params: { year: 2026, quarter: 2 }, body: draft, revision: 'new' })
}

async function indexed() {
  const ask = () => api.call('admin')(searchEverything, { query: { q: 'budget' } })
  await vi.waitFor(async () => expect((await ask()).complete).toBe(true), 10_000)
}

/** An admin who views the portal as a member asks nothing. */
function withoutAsking(text: string): string {
  return text.replace(/"mayAsk":\[[^\]]*\]/, '"mayAsk":[]')
}
