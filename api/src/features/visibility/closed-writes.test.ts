import { randomUUID } from 'node:crypto'
import { getAgenda } from '@portal/contract/agendas'
import { listAudit } from '@portal/contract/audit'
import type { Endpoint } from '@portal/contract/endpoint'
import { askQuestion } from '@portal/contract/questions'
import { startUpload, uploadPart } from '@portal/contract/uploads'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { saveOf, savedNote } from '../notes/notes-fixture.ts'
import type { TestApi } from '../../testing/test-api.ts'
import {
  closedPlace,
  closedSlot,
  committeeMeeting,
  emptyPlace,
  emptySlot,
  openClosedPortal,
  quarter,
  question,
  secret,
  sha256Of,
} from './closed-portal-fixture.ts'
import { kinds } from './readers-fixture.ts'

/** What people outside can do with what is closed: nothing, and they learn nothing by trying. */

const outsiders = [
  'an admin outside',
  'a member without a term',
  'the chair',
  'a named person who is excepted',
  'a guest before the invitation ends',
  'an assistant of a named member',
]

type Write = { method: Endpoint['method']; path: string; body?: object; bytes?: string }

/** Ids of what is closed, or of what isn't there. */
type Hidden = { paper: string; question: string; item: string; upload: string }
/** Ids in two places that everybody sees: one is closed with content, the other is closed and empty. */
type Place = { slot: string; type: string; place: string; key: string; item: string }

const agenda = '/api/agendas/2026/4'
const file = { name: 'Words.txt', folder: '', size: 5, modified: '2026-11-01T09:00:00.000Z' }
const part = sha256Of('Words')
const committeeTime = { date: '2026-11-19', time: '', endTime: '' }

/** Every write that names something which outsiders don't know of: a paper, a question, an item, somebody's upload. */
const writesToHidden = ({ paper, question: of, item, upload }: Hidden): Write[] => [
  { method: 'PATCH', path: `/api/documents/${paper}`, body: { name: 'Other.pdf' } },
  { method: 'DELETE', path: `/api/documents/${paper}` },
  {
    method: 'POST',
    path: `/api/documents/${paper}/correction`,
    body: { answer: 'another', of: 'public' },
  },
  {
    method: 'POST',
    path: `/api/documents/${paper}/correction`,
    body: { answer: 'newVersion', of: 'public' },
  },
  {
    method: 'POST',
    path: '/api/documents/public/correction',
    body: { answer: 'newVersion', of: paper },
  },
  ...[1, 2, 3].map((number): Write => ({
    method: 'POST',
    path: `/api/documents/${paper}/versions/${number}/withdraw`,
    body: { reason: 'Sent by mistake' },
  })),
  { method: 'PUT', path: `/api/uploads/${randomUUID()}`, body: { ...file, replaces: paper } },
  { method: 'PUT', path: `/api/uploads/${upload}/parts/0/${part}`, bytes: 'Words' },
  { method: 'POST', path: `/api/uploads/${upload}/complete`, body: { parts: [part] } },
  { method: 'DELETE', path: `/api/uploads/${upload}` },
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
    method: 'POST',
    path: '/api/meetings/2026/4/papers',
    body: {
      papers: [{ materialType: 'cash-flow-summary', documentId: paper, revision: 'new' }],
    },
  },
  {
    method: 'POST',
    path: '/api/undo',
    body: { changes: [{ subject: paper, what: 'paper renamed' }] },
  },
  {
    method: 'PUT',
    path: '/api/notes',
    body: { ...saveOf(), documentId: paper, notes: [savedNote(1)] },
  },
  {
    method: 'POST',
    path: '/api/notes/earlier',
    body: { documentId: 'public', earlier: paper, answer: 'bring' },
  },
  {
    method: 'POST',
    path: '/api/notes/earlier',
    body: { documentId: paper, earlier: 'public', answer: 'decline' },
  },
  {
    method: 'POST',
    path: '/api/reading',
    body: { papers: [{ documentId: paper, version: 1, pages: [] }] },
  },
  { method: 'PUT', path: `${agenda}/flag`, body: { item, flagged: true } },
  { method: 'PUT', path: `${agenda}/flag`, body: { item, flagged: false } },
  {
    method: 'POST',
    path: `${agenda}/questions`,
    body: { id: randomUUID(), item, text: 'Why?', audience: 'item' },
  },
  { method: 'PUT', path: `${agenda}/questions/${of}`, body: { text: 'Why?', audience: 'item' } },
  { method: 'POST', path: `${agenda}/questions/${of}/withdrawal` },
  {
    method: 'POST',
    path: `${agenda}/questions/${of}/answers`,
    body: { id: randomUUID(), text: 'Because.', seenBy: 'question' },
  },
]

/** Every write that names a slot, a place in a list, or an item whose time an admin outside sees. */
const writesToPlace = ({ slot, type, place, key, item }: Place): Write[] => [
  { method: 'PUT', path: `/api/uploads/${randomUUID()}`, body: { ...file, slot } },
  { method: 'PUT', path: `/api/uploads/${randomUUID()}`, body: { ...file, slot: place } },
  ...[slot, place].flatMap((id): Write[] => [
    { method: 'PUT', path: `/api/resource-mappings/${id}`, body: { title: 'Mine' } },
    { method: 'PUT', path: `/api/resource-mappings/${id}`, body: { order: 1 } },
    { method: 'PUT', path: `/api/resource-mappings/${id}`, body: { active: false } },
    { method: 'PUT', path: `/api/resource-mappings/${id}`, body: { notNeeded: true } },
    { method: 'PUT', path: `/api/resource-mappings/${id}`, body: { documentId: 'public' } },
    { method: 'DELETE', path: `/api/resource-mappings/${id}` },
    {
      method: 'POST',
      path: '/api/resource-mappings/active',
      body: { active: false, slots: [{ id, revision: 1 }] },
    },
    {
      method: 'PUT',
      path: `/api/resource-mappings/${id}/audience`,
      body: { audience: { who: 'everybody' } },
    },
  ]),
  {
    method: 'POST',
    path: '/api/meetings/2026/4/papers',
    body: { papers: [{ materialType: type, documentId: 'public', revision: 1 }] },
  },
  {
    method: 'POST',
    path: `/api/meetings/${committeeMeeting}/papers`,
    body: { papers: [{ materialType: key, documentId: 'public', revision: 1 }] },
  },
  {
    method: 'POST',
    path: '/api/meetings/2027/1/copies',
    body: { from: quarter, slots: [{ materialType: type, revision: 1, target: 'new' }] },
  },
  {
    method: 'POST',
    path: '/api/meetings/2026/4/copies',
    body: {
      from: { year: 2026, quarter: 3 },
      slots: [{ materialType: type, revision: 1, target: 1 }],
    },
  },
  { method: 'POST', path: `${agenda}/audience`, body: { item, audience: { who: 'voting' } } },
  {
    method: 'POST',
    path: `${agenda}/audience`,
    body: { place: type, audience: { who: 'voting' } },
  },
  // An item for everybody with the paper of a closed one.
  {
    method: 'PUT',
    path: agenda,
    body: {
      items: [
        { id: 'open', title: 'Welcome', papers: [{ materialType: type }] },
        { id: 'pay', title: 'Closed session' },
        { id: 'shut', title: 'Closed session' },
      ],
    },
  },
  // The other item is left out.
  {
    method: 'PUT',
    path: agenda,
    body: { items: [{ id: item === 'pay' ? 'shut' : 'pay', title: 'Closed session' }] },
  },
  {
    method: 'POST',
    path: '/api/invitations',
    body: {
      who: { name: 'Sam Guest', email: 'sam@elsewhere.example' },
      meeting: '2026-Q4',
      items: [item],
      until: '2026-11-30',
    },
  },
  {
    method: 'PUT',
    path: '/api/invitations/guest',
    body: { items: ['open', item], until: '2026-11-30' },
  },
]

/** Writes to a meeting itself, for people who may not see it. */
const writesToMeeting = (meeting: string): Write[] => [
  {
    method: 'PUT',
    path: `/api/own-replies/${meeting}`,
    body: { answer: 'video', time: committeeTime },
  },
  { method: 'PUT', path: `/api/own-notices/${meeting}/waiver` },
  {
    method: 'POST',
    path: `/api/agendas/${meeting}/questions`,
    body: { id: randomUUID(), item: 'year', text: 'Why?', audience: 'item' },
  },
  {
    method: 'PUT',
    path: `/api/agendas/${meeting}/flag`,
    body: { item: 'year', flagged: true },
  },
  { method: 'POST', path: `/api/meetings/${meeting}/book`, body: {} },
  { method: 'PUT', path: `/api/meetings/${meeting}/book/copy`, body: { id: '0'.repeat(64) } },
]

const closed = { paper: 'closed', question, item: 'pay', upload: randomUUID() }
const missing = {
  paper: 'no-such-paper',
  question: '00000000-0000-4000-8000-00000000000b',
  item: 'no-such-item',
  upload: randomUUID(),
}
const withPaper: Place = {
  slot: closedSlot,
  type: 'budget-update',
  place: closedPlace,
  key: 'k1',
  item: 'pay',
}
const empty: Place = {
  slot: emptySlot,
  type: 'asset-summary',
  place: emptyPlace,
  key: 'k2',
  item: 'shut',
}
const noMeeting = '2026-11-18-finance'

let api: TestApi
let revision: number
beforeAll(async () => {
  api = await openClosedPortal()
  const admin = api.call('admin')
  await admin(startUpload, { params: { id: closed.upload }, body: { ...file, slot: closedSlot } })
  const params = { id: closed.upload, part: 0, sha256: part }
  await admin(uploadPart, { params, upload: new TextEncoder().encode('Words') })
  revision = (await admin(getAgenda, { params: quarter })).revision
})
afterAll(() => api.close())

describe.each(outsiders)('a write by %s', (name) => {
  const compared: [string, Write[], Write[], object, object][] = [
    ['what they don’t know of', writesToHidden(closed), writesToHidden(missing), closed, missing],
    [
      'a closed place with a paper',
      writesToPlace(withPaper),
      writesToPlace(empty),
      withPaper,
      empty,
    ],
  ]
  if (!name.includes('admin')) {
    const [here, nowhere] = [{ meeting: committeeMeeting }, { meeting: noMeeting }]
    compared.push([
      'a committee’s meeting',
      writesToMeeting(committeeMeeting),
      writesToMeeting(noMeeting),
      here,
      nowhere,
    ])
  }

  it.each(compared)(
    'to %s is answered like one to nothing, and changes nothing',
    async (_of, writes, others, ids, otherIds) => {
      const before = await everythingClosed()
      for (const [index, write] of writes.entries()) {
        const address = `${write.method} ${write.path} ${JSON.stringify(write.body)}`
        const found = await answerTo(name, write, ids)
        expect([address, found]).toEqual([address, await answerTo(name, others[index]!, otherIds)])
        expect([address, found.text.includes(secret)]).toEqual([address, false])
      }
      expect(await everythingClosed()).toEqual(before)
    },
  )
})

it('lets an admin outside undo no change of what is closed', async () => {
  const subjects = ['closed', 'listed', '2026-Q4', closedSlot, closedPlace]
  const { entries } = await api.call('admin')(listAudit, { query: { limit: 100 } })
  const own = entries.filter(({ subject }) => subjects.includes(subject))
  expect(own.length).toBeGreaterThan(2)
  const before = await everythingClosed()
  const changes = own.flatMap(({ id: entry, subject, what }) => [{ entry }, { subject, what }])
  for (const change of changes) {
    const write: Write = { method: 'POST', path: '/api/undo', body: { changes: [change] } }
    const { status, text } = await answerTo('an admin outside', write, {})
    expect([status, text.includes(secret)]).toEqual([expect.toBeOneOf([403, 409, 422]), false])
  }
  expect(await everythingClosed()).toEqual(before)
})

it('shows an admin outside nothing of it in the audit of these attempts', async () => {
  await api.call('admin')(askQuestion, {
    params: quarter,
    body: { id: randomUUID(), item: 'pay', text: `What of the ${secret}?`, audience: 'item' },
  })
  const answer = await answerTo('an admin outside', { method: 'GET', path: '/api/audit' }, {})
  expect(answer.status).toBe(200)
  expect(answer.text).not.toContain(secret)
  expect(api.logged.join('\n').toLowerCase()).not.toContain(secret)
})

/** What these begin with names no paper, item, slot, question or upload of a meeting. */
const others = [
  'admin',
  'agenda-templates',
  'assistants',
  'auth',
  'bodies',
  'cards',
  'directory',
  'drive',
  'exports',
  'gate-trials',
  'guests',
  'identity',
  'mails',
  'outcomes',
  'overrides',
  'own-feed',
  'own-records',
  'password-notice',
  'people',
  'release-notices',
  'release-tokens',
  'releases',
  'remotes',
  'reports',
  'second-factor',
  'setup',
  'sign-ins',
  'slot-settings',
  'sync',
  'terms',
  'trusted-pipelines',
]

/** Writes about a whole meeting by admins, who see that there is one, and those that name nobody's paper. */
const ofMeetings = [
  'DELETE /api/agendas/{year}/{quarter}',
  'DELETE /api/invitations/{id}',
  'DELETE /api/notes',
  'DELETE /api/reading',
  'POST /api/agendas/zone-change',
  'POST /api/agendas/{year}/{quarter}/editing',
  'POST /api/agendas/{year}/{quarter}/move',
  'POST /api/all-meetings/{meeting}/reply-requests',
  'POST /api/meetings',
  'POST /api/meetings/{year}/{quarter}/prepare',
  'POST /api/notices/{meeting}/formal',
  'POST /api/notices/{meeting}/start',
  'PUT /api/agendas/{year}/{quarter}/status',
  'PUT /api/all-meetings/{meeting}/replies/{person}',
  'PUT /api/meetings/{meeting}/event',
  'PUT /api/meetings/{meeting}/stage',
  'PUT /api/meetings/{year}/{quarter}/agenda-source',
  'PUT /api/meetings/{year}/{quarter}/publication',
  'PUT /api/notes/policy',
  'PUT /api/notices/{meeting}/pause',
  'PUT /api/notices/{meeting}/waivers/{person}',
  'PUT /api/own-notices',
  'PUT /api/reading/settings',
]

it('covers every write that names something of a meeting', () => {
  const writes = [
    ...writesToHidden(closed),
    ...writesToPlace(withPaper),
    ...writesToMeeting('{meeting}'),
  ]
  const left = api.mounted
    .filter(({ method, path }) => method !== 'GET' && !others.includes(path.split('/')[2]!))
    .filter(({ method, path }) => {
      const address = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
      const twin = new RegExp(
        `^${path.replaceAll('{year}/{quarter}', '{meeting}').replaceAll(/\{\w+\}/g, '[^/]+')}$`,
      )
      return !writes.some(
        (write) => write.method === method && (address.test(write.path) || twin.test(write.path)),
      )
    })
    .map(({ method, path }) => `${method} ${path}`)
    .filter((address) => !address.includes('/{meeting}') || !isTwin(address))
  expect(left.toSorted()).toEqual(ofMeetings.toSorted())
})

function isTwin(address: string): boolean {
  const ofQuarter = address.replace('{meeting}', '{year}/{quarter}')
  return api.mounted.some(({ method, path }) => `${method} ${path}` === ofQuarter)
}

async function answerTo(name: string, { method, path, body, bytes }: Write, ids: object) {
  const { as } = kinds[name]!
  const response = await api.request(path, {
    method,
    headers: {
      authorization: `Bearer ${api.tokenFor(as)}`,
      'content-type': bytes === undefined ? 'application/json' : 'application/octet-stream',
      ...(method === 'POST' && !path.endsWith('/correction')
        ? {}
        : { 'if-match': `"${path === agenda ? revision : 1}"` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(bytes === undefined ? {} : { body: bytes }),
  })
  const json = (await response.text()) || '{}'
  const { requestId: _, ...answer } = JSON.parse(json) as Record<string, unknown>
  const sent = [...response.headers].filter(
    ([header]) => !['content-length', 'x-request-id', 'date'].includes(header),
  )
  const text = Object.values<string>({ ...ids }).reduce(
    (all, id) => all.replaceAll(new RegExp(String.raw`\b${id}\b`, 'g'), '…'),
    JSON.stringify([sent, answer]),
  )
  return { status: response.status, text }
}

const closedCollections = [
  'account_kinds',
  'agendas',
  'closed_items',
  'closed_documents',
  'closed_mappings',
  'invitations',
  'item_flags',
  'meetings',
  'meeting_papers',
  'questions',
  'replies',
  'uploads',
  'versions',
]

async function everythingClosed() {
  const lists = closedCollections.map((name) => api.ports.store.list(name))
  return (await Promise.all(lists)).map(({ documents }) => documents)
}
