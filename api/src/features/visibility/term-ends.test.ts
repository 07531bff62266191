import { createHash, randomUUID } from 'node:crypto'
import { setAgendaStatus } from '@portal/contract/agendas'
import { getBoardBook, makeBoardBook } from '@portal/contract/board-books'
import { addTerms, saveBody } from '@portal/contract/bodies'
import { saveMapping } from '@portal/contract/mappings'
import { createMeeting } from '@portal/contract/new-meetings'
import { listNotes, saveNotes } from '@portal/contract/notes'
import { getPortal } from '@portal/contract/portal'
import { getPublication, setPublication } from '@portal/contract/quarters'
import { searchEverything } from '@portal/contract/search-everything'
import { ofMeeting } from '@portal/contract/twins'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { testApi, type TestApi, testPeople, uidOf } from '../../testing/test-api.ts'
import { keepPaper } from '../board-book/book-fixture.ts'
import { pictureKey, pictureWidths, readDocument } from '../documents/synced-documents-service.ts'
import { savedNote, saveOf } from '../notes/notes-fixture.ts'

/** In the title, the text and the paper of the committee’s meeting. */
const secret = 'reserve'
const meeting = '2026-11-12-finance'
const params = { meeting }
const picture = Buffer.from('RIFF0000WEBPVP8 first page')
const image = `/api/images/${createHash('sha256').update(picture).digest('hex')}`

/** The last second of 12 November in the foundation’s zone, eight hours behind UTC, and the first of the next day. */
const lastSecond = '2026-11-13T07:59:59.999Z'
const midnight = '2026-11-13T08:00:00.000Z'

let api: TestApi
let now = new Date('2026-11-12T20:00:00Z')
let bookFile = ''

beforeAll(async () => {
  api = await testApi({ now: () => now })
  const account = uidOf(testPeople.member)
  const entry = { name: 'Maria Lopez', role: 'Trustee', type: 'board', account }
  await api.ports.store.create('directory', 'maria', entry)
  await keepPaper(api, 'Forecast', {
    words: `the ${secret}`,
    title: `Forecast of the ${secret}`,
    source: 'upload',
    version: 2,
    first_page: { narrow: image, wide: image, height: 800 },
  })
  const { sha256 } = (await readDocument(api.ports.store, 'Forecast'))!
  await api.ports.blobs.put(pictureKey(sha256, pictureWidths.wide), picture)
  await api.ports.blobs.put(pictureKey(sha256, pictureWidths.narrow), picture)
  await api.putVersion('Forecast', 1, { sha256 })
  await publishMeeting()
  const notes = [savedNote(1, { text: 'Ask the treasurer' })]
  await member()(saveNotes, { body: { ...saveOf(), documentId: 'Forecast', notes } })
})
afterAll(() => api.close())

const admin = () => api.call('admin')
/** In the committee until the end of 12 November. */
const member = () => api.call('member')

async function publishMeeting() {
  const body = { name: 'Finance Committee' }
  await admin()(saveBody, { params: { id: 'finance' }, body, revision: 'new' })
  const term = { person: 'maria', body: 'finance', office: 'member', voting: true } as const
  const days = { from: '2026-01-01', to: '2026-11-12' }
  await admin()(addTerms, { body: { terms: [{ ...term, ...days }] } })
  const finance = { body: 'finance', kind: 'committee', date: '2026-11-12' } as const
  const { revision } = await admin()(createMeeting, {
    body: { key: randomUUID(), ...finance, title: `The ${secret}` },
  })
  await admin()(saveMapping, {
    params: { id: `meeting-${meeting}--k1` },
    body: { documentId: 'Forecast', title: `Forecast of the ${secret}` },
    revision: 'new',
  })
  const items = [{ id: 'one', title: `The ${secret}`, papers: [{ materialType: 'k1' }] }]
  await admin()(ofMeeting(setAgendaStatus), {
    params,
    body: { status: 'published', content: { items } },
    revision,
  })
  const state = await admin()(ofMeeting(getPublication), { params })
  await admin()(ofMeeting(setPublication), {
    params,
    body: { state: 'published' },
    revision: state.revision ?? 'new',
  })
  const bookOf = async () => (await member()(ofMeeting(getBoardBook), { params, query: {} })).book
  await member()(ofMeeting(makeBoardBook), { params, body: {} })
  await vi.waitFor(async () => expect(await bookOf()).toBeDefined(), 60_000)
  bookFile = `/api/meetings/${meeting}/book/${(await bookOf())!.id}/file`
  const found = () => member()(searchEverything, { query: { q: secret } })
  await vi.waitFor(async () => expect((await found()).complete).toBe(true), 30_000)
}

const addresses = () => [
  `/api/all-meetings/${meeting}`,
  `/api/agendas/${meeting}`,
  `/api/meetings/${meeting}/materials/k1`,
  `/api/meetings/${meeting}/book`,
  bookFile,
  '/api/documents/Forecast',
  '/api/documents/Forecast/content',
  '/api/documents/Forecast/content?part=opening',
  '/api/documents/Forecast/text',
  '/api/documents/Forecast/versions',
  '/api/documents/Forecast/content?version=1',
  '/api/documents/Forecast/notes',
  image,
]
const lists = [
  '/api/all-meetings',
  '/api/calendar/events?from=2026-11-01&to=2026-12-01',
  `/api/resource-mappings?meeting=${meeting}`,
  '/api/resource-mappings?latest=true&others=true',
  '/api/documents',
  `/api/search?q=${secret}`,
  `/api/search/everything?q=${secret}`,
]

async function ask(path: string, headers: Record<string, string> = {}) {
  const authorization = `Bearer ${await api.tokenOf('member')}`
  return api.request(path, { headers: { authorization, ...headers } })
}

it('serves everything of a committee’s meeting until 24:00 of the last day of a term', async () => {
  now = new Date(lastSecond)
  for (const path of addresses()) expect([path, (await ask(path)).status]).toEqual([path, 200])
  for (const path of lists) {
    expect([path, (await (await ask(path)).text()).includes(secret)]).toEqual([path, true])
  }
})

it('refuses all of it from then on, also what the browser has a validator of', async () => {
  now = new Date(lastSecond)
  const tags = new Map<string, string>()
  for (const path of [...addresses(), ...lists]) {
    tags.set(path, (await ask(path)).headers.get('etag') ?? '')
  }
  now = new Date(midnight)
  for (const path of addresses()) {
    const range = path.includes('content') ? { range: 'bytes=0-99' } : undefined
    const conditions = [{}, { 'if-none-match': tags.get(path)! }, ...(range ? [range] : [])]
    for (const condition of conditions) {
      const response = await ask(path, condition)
      expect([path, response.status]).toEqual([path, 404])
      expect((await response.text()).includes(secret)).toBe(false)
    }
  }
  for (const path of lists) {
    const response = await ask(path, { 'if-none-match': tags.get(path)! })
    expect([path, response.status]).toEqual([path, 200])
    const text = (await response.text()).replaceAll(/"(q|requestId)":"[^"]*"/g, '')
    expect([path, text.includes(secret)]).toEqual([path, false])
  }
})

it('tells the browser whose meetings the reader sees, so that it shows no earlier copy of others', async () => {
  const bodies = async () => (await member()(getPortal, { query: {} })).person.bodies
  now = new Date(lastSecond)
  expect(await bodies()).toEqual(['board', 'finance'])
  now = new Date(midnight)
  expect(await bodies()).toEqual(['board'])
})

it('keeps the reader’s own notes, without what they quote', async () => {
  now = new Date(lastSecond)
  const before = JSON.stringify((await member()(listNotes)).notes)
  expect(before).toContain('annual surplus')
  now = new Date(midnight)
  const after = JSON.stringify((await member()(listNotes)).notes)
  expect(after).toContain('Ask the treasurer')
  expect(after).not.toContain('annual surplus')
})
