import { randomUUID } from 'node:crypto'
import { getAgenda, setAgendaStatus } from '@portal/contract/agendas'
import { addTerms } from '@portal/contract/bodies'
import { saveMapping } from '@portal/contract/mappings'
import { createMeeting } from '@portal/contract/new-meetings'
import { askQuestion } from '@portal/contract/questions'
import { searchEverything } from '@portal/contract/search-everything'
import { ofMeeting } from '@portal/contract/twins'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { originalKey } from '../documents/synced-documents-service.ts'
import { type TestApi, type TestIdentity, testPeople } from '../../testing/test-api.ts'
import { committeeMeeting, openClosedPortal, secret, sha256Of } from './closed-portal-fixture.ts'
import { type Answer, answersTo, comparable } from './every-address-fixture.ts'
import { kinds } from './readers-fixture.ts'

/** An admin views a committee's meeting as its members, its guests, and others see it. */

/** In the title, agenda, paper and questions of the committee's published meeting. */
const word = 'harvest'
/** In the committee's meeting that is in preparation. */
const draftWord = 'orchard'
const later = '2026-12-03-finance'
const question = '00000000-0000-4000-8000-00000000000c'

const values: Record<string, string[]> = {
  year: ['2026'],
  quarter: ['4'],
  meeting: ['2026-Q4', committeeMeeting, later],
  body: ['board', 'finance'],
  materialType: ['agenda', 'report'],
  q: ['barley', draftWord],
  documentId: ['report', 'plan', 'listed'],
  others: ['true'],
  from: ['2026-11-01'],
  to: ['2026-12-31'],
}
function valuesOf(name: string, path: string): string[] | undefined {
  if (name !== 'id') return values[name]
  if (path.includes('mappings')) return [`meeting-${committeeMeeting}--report`]
  if (path.includes('/questions/')) return [question]
  return path.includes('/bodies/') ? ['finance'] : ['report', 'plan', 'listed']
}

/** Has a term in the committee without a vote, and nothing else. */
const clerk: TestIdentity = {
  ...testPeople.member,
  uid: 'clerk',
  email: 'clerk@larkspur.example',
}
const guest: TestIdentity = { ...clerk, uid: 'visitor', email: 'visitor@elsewhere.example' }

let api: TestApi
beforeAll(async () => {
  api = await openClosedPortal()
  const admin = api.call('admin')
  const entry = { name: 'clerk', role: 'Clerk', type: 'staff', account: 'clerk' }
  await api.ports.store.create('directory', 'clerk', entry)
  const term = { body: 'finance', office: 'staff', voting: false, from: '2026-01-01' } as const
  await admin(addTerms, { body: { terms: [{ ...term, person: 'clerk' }] } })
  await admin(createMeeting, {
    body: {
      key: randomUUID(),
      body: 'finance',
      kind: 'committee',
      title: `Before the ${draftWord}`,
      date: '2026-12-03',
    },
  })
  await fill(committeeMeeting, { key: 'report', paper: 'report', text: word })
  await fill(later, { key: 'plan', paper: 'plan', text: draftWord })
  const asked = { id: question, item: 'year', text: `How is the ${word}?` }
  await api.call(kinds['a committee member']!.as)(ofMeeting(askQuestion), {
    params: { meeting: committeeMeeting },
    body: { ...asked, audience: 'item' },
  })
  await api.call(kinds['a committee member']!.as)(ofMeeting(askQuestion), {
    params: { meeting: committeeMeeting },
    body: {
      id: randomUUID(),
      item: 'year',
      text: `Only for staff: ${secret}`,
      audience: 'private',
    },
  })
  const { documents: meetings } = await api.ports.store.list('meetings')
  const { key } = meetings.find(({ id }) => id === committeeMeeting)!
  const since = '2026-11-01T00:00:00Z'
  const known = { kind: 'guest', name: 'visitor', email: guest.email, since }
  await api.ports.store.create('account_kinds', 'visitor', known)
  await api.ports.store.create('invitations', 'visitor', {
    person: 'visitor',
    name: 'visitor',
    meeting: key,
    items: ['year'],
    until: '2026-11-30',
  })
  await vi.waitFor(async () => {
    expect((await admin(searchEverything, { query: { q: word } })).complete).toBe(true)
  }, 30_000)
})
afterAll(() => api.close())

/** Publishes the agenda of a meeting, with an item and its paper. */
async function fill(
  meeting: string,
  { key, paper, text }: Record<'key' | 'paper' | 'text', string>,
) {
  const admin = api.call('admin')
  const params = { meeting }
  const bytes = Buffer.from(`All of the ${text}`)
  await api.ports.blobs.put(originalKey(sha256Of(bytes)), bytes)
  await api.putPaper(paper, {
    name: `${text}.pdf`,
    title: text,
    sha256: sha256Of(bytes),
    version: 1,
  })
  await api.putText(paper, [`Barley of the ${text}`])
  await admin(saveMapping, {
    params: { id: `meeting-${meeting}--${key}` },
    body: { documentId: paper, title: `The ${text}` },
    revision: 'new',
  })
  const { revision } = await admin(ofMeeting(getAgenda), { params })
  const items = [{ id: 'year', title: `The year’s ${text}`, papers: [{ materialType: key }] }]
  const body = { status: 'published' as const, content: { items } }
  await admin(ofMeeting(setAgendaStatus), { params, body, revision })
}

const viewed = (view: string) => answersTo(api, { as: testPeople.admin, view }, valuesOf)

/** What differs on purpose: a view asks nothing. */
function withoutAsking(answer: Answer): Answer {
  const { status, text } = comparable(answer)
  if (!text.includes('"mayAsk":')) return { status, text }
  return { status, text: text.replaceAll(/^etag: .*$|"mayAsk":\[[^\]]*\]/gm, '') }
}

const found = (answers: Map<string, Answer>, text: string) => {
  const requests = [...answers].filter(([, answer]) => answer.text.includes(text))
  return new Set(
    requests
      .filter(([request]) => !decodeURIComponent(request).includes(text))
      .map(([request]) => new URL(request, 'http://portal.test').pathname),
  )
}

it('shows what a member of the committee without a vote is shown, at every address', async () => {
  const member = await answersTo(api, { as: clerk }, valuesOf)
  const view = await viewed('member.in.finance')
  let compared = 0
  for (const [request, answer] of member) {
    const seen = view.get(request)!
    if (seen.status === 403 || /^\/api\/(portal|own-|compositions)/.test(request)) continue
    compared += 1
    expect([request, withoutAsking(seen)]).toEqual([request, withoutAsking(answer)])
  }
  expect(compared).toBeGreaterThan(60)
  expect([...found(view, word)]).toEqual(
    expect.arrayContaining([
      `/api/agendas/${committeeMeeting}`,
      `/api/agendas/${committeeMeeting}/questions`,
      '/api/documents/report',
      '/api/resource-mappings',
      '/api/search',
    ]),
  )
  expect([...found(view, secret)]).toEqual([])
  expect([...found(view, draftWord)]).toEqual([])
})

it.each(['member-drafts', 'member.in.board', 'member.at.2026-Q4'])(
  'shows nothing of the committee’s meetings to a view as %s',
  async (view) => {
    const seen = await viewed(view)
    expect([...found(seen, word), ...found(seen, draftWord), ...found(seen, secret)]).toEqual([])
  },
)

it('shows a member of the committee its drafts, which are marked', async () => {
  const seen = await viewed('member-drafts.in.finance')
  expect([...found(seen, draftWord)]).toEqual(
    expect.arrayContaining([`/api/agendas/${later}`, '/api/all-meetings', '/api/documents/plan']),
  )
  expect(seen.get(`/api/agendas/${later}`)!.text).toContain('Draft:')
  expect([...found(seen, secret)]).toEqual([])
})

it('shows what a guest of the committee’s meeting is shown, and no other meeting', async () => {
  const own = await answersTo(api, { as: guest }, valuesOf)
  const view = await viewed(`member.at.${committeeMeeting}`)
  for (const [request, answer] of own) {
    const seen = view.get(request)!
    if (/^\/api\/(portal|own-(?!meetings)|sign-ins)/.test(request)) continue
    expect([request, withoutAsking(seen)]).toEqual([request, withoutAsking(answer)])
  }
  expect([...found(view, word)]).toEqual(
    expect.arrayContaining(['/api/own-meetings', '/api/documents/report']),
  )
  expect(view.get('/api/own-meetings')!.text).not.toContain('Welcome')
  expect([...found(view, draftWord), ...found(view, secret)]).toEqual([])
})

it('has no replies, waivers and questions of its own', async () => {
  for (const view of ['member.in.finance', `member.at.${committeeMeeting}`]) {
    const seen = await viewed(view)
    for (const [request, { text }] of seen) {
      if (!request.startsWith('/api/own-replies')) continue
      expect([view, request, text]).toEqual([
        view,
        request,
        expect.stringContaining('"replies":[]'),
      ])
    }
    expect(seen.get(`/api/own-notices/${committeeMeeting}/waiver`)!.status).toBe(403)
    expect(seen.get(`/api/agendas/${committeeMeeting}/questions`)!.text).toContain('"mayAsk":[]')
  }
})
