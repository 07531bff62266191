import { randomBytes, randomUUID } from 'node:crypto'
import { getAgenda, saveAgenda } from '@portal/contract/agendas'
import { renewFeed } from '@portal/contract/feeds'
import { getMapping, saveMapping } from '@portal/contract/mappings'
import { saveNotes } from '@portal/contract/notes'
import { getMeetingNotices, sendFormalNotice, startNotices } from '@portal/contract/notices'
import { askQuestion } from '@portal/contract/questions'
import { listReplies, requestReplies } from '@portal/contract/replies'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { saveOf, savedNote } from '../notes/notes-fixture.ts'
import { type TestApi, uidOf } from '../../testing/test-api.ts'
import {
  closedPlace,
  closedSlot,
  committeeMeeting,
  openClosedPortal,
  picture,
  quarter,
  question,
  secret,
  sha256Of,
} from './closed-portal-fixture.ts'
import { type Answer, answersTo, comparable } from './every-address-fixture.ts'
import { kinds } from './readers-fixture.ts'

/** One of each way to be outside: rights of the other kinds follow the same rules, which `audience-table.test.ts` tries. */
const usual = [
  'an admin outside',
  'a member without a term',
  'a committee member',
  'a named person who is excepted',
  'a named guest after the invitation',
  'an assistant of a named member',
  'an admin who views as a member',
]
const isLong = process.env['TEST_LONG'] === '1'
const outsiders = Object.entries(kinds).filter(
  ([name, { reads }]) => !reads && (isLong || usual.includes(name)),
)

const values: Record<string, string[]> = {
  year: ['2026'],
  quarter: ['4'],
  meeting: ['2026-Q4', committeeMeeting],
  materialType: ['agenda', 'budget-update'],
  q: [secret, 'sucession', 'zebra'],
  kinds: ['paper', 'agendaItem'],
  documentId: ['closed'],
  against: ['public', 'closed'],
  version: ['1', '2'],
  rendition: ['fast', 'original'],
  hash: ['narrow', 'wide', 'earlier'].map((size) => sha256Of(picture(size))),
  id: ['closed', 'listed'],
  notes: ['true'],
  changes: ['true'],
  search: [secret],
}

let api: TestApi
let mails: string[] = []
const answers = new Map<string, Promise<Map<string, Answer>>>()
/** What a kind of reader is answered at every address; read once. */
function answersOf(name: string): Promise<Map<string, Answer>> {
  const known = answers.get(name) ?? answersTo(api, kinds[name]!, valuesOf)
  answers.set(name, known)
  return known
}

beforeAll(async () => {
  api = await openClosedPortal()
  await writeToPeople()
})
afterAll(() => api.close())

it.each(outsiders)('shows %s nothing of a closed item at any address', async (name) => {
  const all = [...(await answersOf(name))]
  for (const [request, { text }] of all) {
    const address = decodeURIComponent(request)
    const isRepeated = address.includes(secret)
    expect([request, text.toLowerCase().includes(secret) && !isRepeated]).toEqual([request, false])
  }
  // No picture either, and no bytes of its paper.
  const own = all.filter(
    ([request]) =>
      request.startsWith('/api/images/') || request.startsWith('/api/documents/closed'),
  )
  expect(own.length).toBeGreaterThan(5)
  for (const [request, { status }] of own) {
    expect([request, [403, 404].includes(status)]).toEqual([request, true])
  }
})

it.each(['an admin in the audience', 'a named member', 'a named guest'])(
  'shows %s the item and its paper',
  async (name) => {
    const own = await answersOf(name)
    const address = name === 'a named guest' ? '/api/own-meetings' : '/api/agendas/2026-Q4'
    expect(own.get(address)!.text).toContain(`Choose by ${secret}`)
    expect(own.get('/api/documents/closed')!.text).toContain(secret)
    // Guests get no pictures.
    const shown = name === 'a named guest' ? 403 : 200
    expect(own.get(`/api/images/${sha256Of(picture('wide'))}`)!.status).toBe(shown)
  },
)

it('finds the word for a named member in lists, searches and versions', async () => {
  const found = [...(await answersOf('a named member'))].filter(([, { text }]) =>
    text.includes(secret),
  )
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

it('mails nothing of a closed item, not even to its people', async () => {
  const { documents } = await api.ports.store.list('mails')
  const kindsOf = new Set(documents.map(({ kind }) => kind))
  expect([...kindsOf]).toEqual(expect.arrayContaining(['calendar', 'formal-notice']))
  expect(JSON.stringify([documents, api.mails]).toLowerCase()).not.toContain(secret)
  // Admins see the messages in the outbox, and print them as letters.
  const outside = await answersOf('an admin outside')
  for (const address of ['/api/mails', '/api/notices/2026-Q4', '/api/all-meetings/2026-Q4/replies'])
    expect([address, outside.get(address)?.status]).toEqual([address, 200])
})

it.each(
  Object.entries(kinds).filter(([name, { view }]) => view === undefined && !name.includes('QA')),
)('has nothing of a closed item in the calendar of %s', async (_name, { as }) => {
  const body = { nonce: randomBytes(16).toString('base64url') }
  const { path } = await api.call(as)(renewFeed, { body })
  const feed = await (await api.request(path)).text()
  expect(feed).toContain('BEGIN:VCALENDAR')
  expect(feed.toLowerCase()).not.toContain(secret)
})

it('shows admins outside how many items have a forecast of their own, and no more', async () => {
  const at = { params: { meeting: '2026-Q4' } }
  const inside = await api.call('admin')(listReplies, at)
  expect(inside.items.map(({ id }) => id)).toEqual(['pay', 'shut'])
  const outside = await api.call('staff')(listReplies, at)
  expect([outside.items, outside.closedItems]).toEqual([[], 2])
  const letters = await api.call('staff')(getMeetingNotices, at)
  expect(JSON.stringify(letters)).not.toContain(secret)
})

it.each(['a member without a term', 'the chair', 'an admin outside'])(
  'puts nothing of a closed item into the pages of %s',
  async (name) => {
    const cookie = `__session=${api.tokenFor(kinds[name]!.as)}`
    for (const path of ['/', '/meetings/2026/q/4', `/meetings/${committeeMeeting}/agenda`]) {
      const page = await api.request(path, { headers: { cookie } })
      expect([path, (await page.text()).includes(secret)]).toEqual([path, false])
    }
  },
)

it.each([
  'a named person who is excepted',
  'an assistant of a named member',
  ...(isLong ? ['a member without a term', 'the chair', 'a guest before the invitation ends'] : []),
])('answers %s with the same bytes after a change of what is closed', async (name) => {
  const before = await answersTo(api, kinds[name]!, valuesOf)
  await changeClosed()
  const after = await answersTo(api, kinds[name]!, valuesOf)
  for (const [request, answer] of before) {
    expect([request, comparable(after.get(request)!)]).toEqual([request, comparable(answer)])
  }
})

it('logs and measures nothing of a closed item', async () => {
  expect(api.logged.join('\n').toLowerCase()).not.toContain(secret)
  expect((await api.metrics.text()).toLowerCase()).not.toContain(secret)
})

/** Everybody has an address, and what is written to people about meetings is written. */
async function writeToPeople() {
  for (const { as } of Object.values(kinds)) {
    const { email, displayName = email, provider } = as
    const account = { uid: uidOf(as), email, displayName, emailVerified: true, validAfter: 0 }
    api.accounts.put({ ...account, providers: [provider] })
  }
  const admin = api.call('admin')
  const at = { params: { meeting: '2026-Q4' } }
  await admin(startNotices, at)
  await admin(sendFormalNotice, { ...at, body: { id: 'formal-notice' } })
  await admin(requestReplies, { ...at, body: { id: randomUUID() } })
  await admin(saveNotes, {
    body: { ...saveOf(), documentId: 'closed', notes: [{ ...savedNote(1), text: secret }] },
  })
  await api.features.notices.prepareDue()
  await api.features.feeds.inviteDue()
  await api.features.mail.sendDue()
  // One of each kind.
  const { documents } = await api.ports.store.list('mails')
  mails = [...new Map(documents.map(({ kind, id }) => [kind, id])).values()]
}

let changes = 0
/** Changes an item's texts, its paper's title, notes and questions, and nothing that others see. */
async function changeClosed() {
  changes += 1
  const admin = api.call('admin')
  const { items, revision } = await admin(getAgenda, { params: quarter })
  const changed = items.map((item) =>
    item.id === 'pay' ? { ...item, description: `The ${secret}, ${changes}` } : item,
  )
  await admin(saveAgenda, { params: quarter, body: { items: changed }, revision })
  const params = { id: closedSlot }
  const mapping = await admin(getMapping, { params })
  const body = { title: `${secret} plan, ${changes}` }
  await admin(saveMapping, { params, body, revision: mapping.revision })
  await admin(askQuestion, {
    params: quarter,
    body: { id: randomUUID(), item: 'pay', text: `And ${secret}?`, audience: 'item' },
  })
}

function valuesOf(name: string, path: string): string[] | undefined {
  if (name === 'id' && path.includes('mappings')) return [closedSlot, closedPlace]
  if (name === 'id' && path.includes('/questions/')) return [question]
  if (name === 'id' && path.includes('/mails/')) return mails
  return values[name]
}
