import { createHash, randomUUID } from 'node:crypto'
import { deleteAgenda } from '@portal/contract/agendas'
import { makeBoardBook, takeBoardBook } from '@portal/contract/board-books'
import { gateRunnerHeader } from '@portal/contract/gate-trials'
import { saveMapping } from '@portal/contract/mappings'
import { saveNotes } from '@portal/contract/notes'
import { switchDriveFolder } from '@portal/contract/documents'
import { setPublication } from '@portal/contract/quarters'
import { deleteUpload } from '@portal/contract/uploads'
import { withdrawVersion } from '@portal/contract/paper-versions'
import {
  addAssistant,
  endAssistant,
  endGuest,
  endInvitation,
  invite,
  makeMember,
} from '@portal/contract/guests'
import { renewFeed } from '@portal/contract/feeds'
import { enterReply, requestReplies, saveOwnReply } from '@portal/contract/replies'
import { previewDays } from '@portal/contract/previews'
import { askQuestion, withdrawQuestion } from '@portal/contract/questions'
import { undoChanges } from '@portal/contract/undo'
import { eraseUser } from '@portal/contract/users'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { emulatorIdentity } from '../adapters/firebase/emulator-identity.ts'
import { memoryMail } from '../adapters/memory/memory-mail.ts'
import { openSqliteStore } from '../adapters/sqlite/sqlite-document-store.ts'
import { firstBoard } from '../features/bodies/stored-bodies.ts'
import { originalKey, textKey } from '../features/documents/synced-documents-service.ts'
import { savedNote, saveOf } from '../features/notes/notes-fixture.ts'
import { type Fault, faultyPort } from '../platform/resilience/faulty-port-fixture.ts'
import { samplePdf } from '../features/sync/sync-fixtures.ts'
import { testApi, type TestApi, testGateRunnerKey, testPeople, uidOf } from './test-api.ts'

/** How long a request may wait for its ports, in ms; slow ports take two thirds of it. */
const requestTime = 3000
const delay = 2000
/** Far longer than any response may take, in ms. */
const generous = 20_000
/** Timeout of a whole test with several requests, in ms. */
const testTimeout = 120_000

type PortName = 'database' | 'drive' | 'calendar' | 'identity' | 'mail'
type Outcome =
  /** The normal response. */
  | 'fine'
  /** The response from memory, with X-Stale-Since. */
  | 'stale'
  /** 503 or 504 with a message and Retry-After. */
  | 'refused'
  /** `/readyz`: 200, naming the part. */
  | 'degraded'
  /** `/readyz`: 503, naming the part. */
  | 'unavailable'

/** Of a guest to an item of a meeting. */
const invitationId = 'of-a-guest'
const endedId = 'that-has-ended'

const reply = {
  answer: 'video' as const,
  time: { date: '2099-11-20', time: '09:00', endTime: '12:00' },
}
const replyRequest = { id: '00000000-0000-4000-8000-00000000000a' }
const [askedId, withdrawnId, answeredId] = [1, 2, 3].map(
  (n) => `00000000-0000-4000-8000-00000000000${n}`,
)
/** Already asked and answered. */
const asked = { item: 'minutes', text: 'Whose minutes?', audience: 'item' } as const
const givenAnswer = {
  id: '00000000-0000-4000-8000-000000000004',
  text: 'Ours.',
  seenBy: 'question',
} as const

const withdrawal = { reason: 'Sent by mistake' }

const requests = {
  'cached read': '/api/directory',
  'search for people': '/api/people?search=budget',
  'uncached read': '/api/agendas/2026/4',
  // Different days each time, because known days are served without calling the calendar.
  'calendar read': '/api/calendar/events?from=2026-01-01&to=',
  'new token': '/api/directory',
  write: '/api/resource-mappings/governance-bylaws',
  'many writes': '/api/meetings/2026/3/papers',
  unmapping: '/api/resource-mappings/governance-charitable-contributions',
  'agenda deletion': '/api/agendas/2025/1',
  undo: '/api/undo',
  template: '/api/agenda-templates',
  'import of people': '/api/people/import',
  'overview of a person': '/api/admin/people?entry=unlinked',
  'people who aren’t linked': '/api/people/not-linked',
  'account of a person': '/api/directory/unlinked/account',
  'who is in office': '/api/bodies',
  'people of a body': '/api/bodies/board/people',
  'list of terms': '/api/admin/bodies',
  'change of a body': '/api/bodies/board',
  'preview of who sees meetings': '/api/bodies/board/access?openTo=terms',
  'change of who sees meetings': '/api/bodies/board/access',
  'new term': '/api/terms',
  'list of guests': '/api/admin/guests',
  'list of mails': '/api/mails',
  'a mail': '/api/mails/of-a-guest',
  'repeated mail': '/api/mails/of-a-guest/send-again',
  'test message': '/api/mails/test',
  'own assistants': '/api/assistants',
  'new invitation': '/api/invitations',
  'change of an invitation': `/api/invitations/${invitationId}`,
  'end of an invitation': `/api/invitations/${endedId}`,
  'end of a guest': '/api/guests/ended-guest',
  'membership of a guest': '/api/guests/member-guest/membership',
  'terms of a leaver': '/api/directory/linked/end-terms',
  'new assistant': '/api/assistants',
  'change of an assistant': '/api/assistants/aide',
  'end of an assistant': '/api/assistants/ended-aide',
  'own replies': '/api/own-replies',
  'own reply': '/api/own-replies/2099-11-20-board',
  'list of replies': '/api/all-meetings/2099-11-20-board/replies',
  'reply by telephone': '/api/all-meetings/2099-11-20-board/replies/unlinked',
  'request for replies': '/api/all-meetings/2099-11-20-board/reply-requests',
  'answers put aside': '/api/calendar-answers/aside',
  'own feed': '/api/own-feed',
  'address of a feed': '/api/own-feed/address',
  'end of a feed': '/api/own-feed/address',
  'choice of a feed': '/api/own-feed/meetings-by',
  // Their addresses are made with the meeting.
  'feed of a calendar': '/api/feeds/',
  'page of a reply link': '/reply/',
  'reply by link': '/reply/',
  'own notices': '/api/own-notices',
  'change of own notices': '/api/own-notices',
  'notices of a meeting': '/api/notices/2026-Q4',
  'start of notices': '/api/notices/2026-Q4/start',
  'deadlines of notices': '/api/notices',
  'waiver of a notice': '/api/own-notices/2026-Q4/waiver',
  'list of meetings': '/api/all-meetings',
  'new meeting': '/api/meetings',
  'stage of a meeting': '/api/meetings/2026-11-12-board/stage',
  'publication of a meeting': '/api/meetings/2026-11-12-board/publication',
  'events of meetings': '/api/calendar/matches',
  'event of a meeting': '/api/meetings/2026-11-12-board/event',
  'audience of a place': '/api/resource-mappings/meeting-2026-q2-budget-update/audience',
  'change of the audience of a place':
    '/api/resource-mappings/meeting-2026-q2-budget-update/audience',
  withdrawal: '/api/documents/withdrawn/versions/1/withdraw',
  correction: '/api/documents/apart/correction',
  upload: '/api/uploads/00000000-0000-4000-8000-000000000000',
  reading: '/api/reading',
  note: '/api/notes',
  'notes of a paper': '/api/documents/noted/notes',
  'all notes': '/api/notes?',
  'notes erasure': '/api/notes',
  'notes of an earlier paper': '/api/notes/earlier',
  'paper with notes': '/api/documents/noted/notes/paper',
  'list of notes': '/api/notes/list',
  'notes policy': '/api/notes/policy',
  'change of the notes policy': '/api/notes/policy',
  book: '/api/meetings/2026/4/book',
  'making a book': '/api/meetings/2026/4/book',
  'copy of a book': '/api/meetings/2026/4/book/copy',
  search: '/api/search/everything?q=budget',
  export: '/api/exports',
  removal: '/api/sync/removals',
  trial: '/api/gate-trials/take',
  preview: `/api/releases/meetings/previews/${'0'.repeat(64)}`,
  publication: '/api/meetings/2026/4/publication',
  'change of a publication': '/api/meetings/2026/4/publication',
  'slot settings': '/api/slot-settings',
  'change of the slot settings': '/api/slot-settings',
  'removal of a card': '/api/cards/governance-removed',
  'first steps': '/api/setup',
  'change of the first steps': '/api/setup',
  'new time zone': '/api/agendas/zone-change',
  'decision about a time zone': '/api/agendas/zone-change',
  'report of an open editor': '/api/agendas/2026/4/editing',
  'questions of a meeting': '/api/agendas/2025/4/questions',
  'new question': '/api/agendas/2025/4/questions',
  'change of a question': `/api/agendas/2025/4/questions/${askedId}`,
  'withdrawal of a question': `/api/agendas/2025/4/questions/${withdrawnId}/withdrawal`,
  'answer to a question': `/api/agendas/2025/4/questions/${answeredId}/answers`,
  flag: '/api/agendas/2025/4/flag',
  'list of uploads': '/api/uploads',
  'renaming of an upload': '/api/documents/paper',
  'deletion of an upload': '/api/documents/deleted',
  'folders of the drive': '/api/drive/folders',
  'switch of a folder': '/api/drive/folders',
  'problems of the calendar': '/api/calendar/problems',
  'notice of a password': '/api/password-notice',
  'opening of closed notes': '/api/admin/own-records/closed/open',
  erasure: '/api/admin/users/erased/erase',
  'handing over': '/api/admin/users/leaver/hand-over',
  'end of access': '/api/admin/users/ended/end-now',
  'change of a last day': '/api/admin/users/leaver/last-day',
  'damage of the database': '/api/database/damage',
  readyz: '/readyz',
  healthz: '/healthz',
} as const
type RequestName = keyof typeof requests
type Row = Record<RequestName, Outcome>

const allFine: Row = {
  'cached read': 'fine',
  'search for people': 'fine',
  'uncached read': 'fine',
  'calendar read': 'fine',
  'new token': 'fine',
  write: 'fine',
  'many writes': 'fine',
  unmapping: 'fine',
  'agenda deletion': 'fine',
  undo: 'fine',
  template: 'fine',
  'import of people': 'fine',
  'overview of a person': 'fine',
  'people who aren’t linked': 'fine',
  'account of a person': 'fine',
  'who is in office': 'fine',
  'people of a body': 'fine',
  'list of terms': 'fine',
  'change of a body': 'fine',
  'preview of who sees meetings': 'fine',
  'change of who sees meetings': 'fine',
  'new term': 'fine',
  'list of guests': 'fine',
  'list of mails': 'fine',
  'a mail': 'fine',
  'repeated mail': 'fine',
  'test message': 'fine',
  'own assistants': 'fine',
  'new invitation': 'fine',
  'change of an invitation': 'fine',
  'end of an invitation': 'fine',
  'end of a guest': 'fine',
  'membership of a guest': 'fine',
  'terms of a leaver': 'fine',
  'new assistant': 'fine',
  'change of an assistant': 'fine',
  'end of an assistant': 'fine',
  'own replies': 'fine',
  'own reply': 'fine',
  'list of replies': 'fine',
  'reply by telephone': 'fine',
  'request for replies': 'fine',
  'answers put aside': 'fine',
  'own feed': 'fine',
  'address of a feed': 'fine',
  'end of a feed': 'fine',
  'choice of a feed': 'fine',
  'feed of a calendar': 'fine',
  'page of a reply link': 'fine',
  'reply by link': 'fine',
  'own notices': 'fine',
  'change of own notices': 'fine',
  'notices of a meeting': 'fine',
  'start of notices': 'fine',
  'deadlines of notices': 'fine',
  'waiver of a notice': 'fine',
  'list of meetings': 'fine',
  'new meeting': 'fine',
  'stage of a meeting': 'fine',
  'publication of a meeting': 'fine',
  'events of meetings': 'fine',
  'event of a meeting': 'fine',
  'audience of a place': 'fine',
  'change of the audience of a place': 'fine',
  withdrawal: 'fine',
  correction: 'fine',
  upload: 'fine',
  reading: 'fine',
  note: 'fine',
  'notes of a paper': 'fine',
  'all notes': 'fine',
  'notes erasure': 'fine',
  'notes of an earlier paper': 'fine',
  'paper with notes': 'fine',
  'list of notes': 'fine',
  'notes policy': 'fine',
  'change of the notes policy': 'fine',
  book: 'fine',
  'making a book': 'fine',
  'copy of a book': 'fine',
  search: 'fine',
  export: 'fine',
  removal: 'fine',
  trial: 'fine',
  preview: 'fine',
  publication: 'fine',
  'change of a publication': 'fine',
  'slot settings': 'fine',
  'change of the slot settings': 'fine',
  'removal of a card': 'fine',
  'first steps': 'fine',
  'change of the first steps': 'fine',
  'new time zone': 'fine',
  'decision about a time zone': 'fine',
  'report of an open editor': 'fine',
  'questions of a meeting': 'fine',
  'new question': 'fine',
  'change of a question': 'fine',
  'withdrawal of a question': 'fine',
  'answer to a question': 'fine',
  flag: 'fine',
  'list of uploads': 'fine',
  'renaming of an upload': 'fine',
  'deletion of an upload': 'fine',
  'folders of the drive': 'fine',
  'switch of a folder': 'fine',
  'problems of the calendar': 'fine',
  'notice of a password': 'fine',
  'opening of closed notes': 'fine',
  erasure: 'fine',
  'handing over': 'fine',
  'end of access': 'fine',
  'change of a last day': 'fine',
  'damage of the database': 'fine',
  readyz: 'fine',
  healthz: 'fine',
}
/**
 * Requests that read several parts in sequence, because a later read depends on an earlier one, take too long in total.
 */
const slowDatabase: Row = {
  ...allFine,
  // The entry is created, and then its account looked up: sent again, the request finds the entry.
  'import of people': 'refused',
  // The account is looked up first: sent again, the request finds the invitation.
  'new invitation': 'refused',
  // The notices are started, and then read: sent again, the request finds them started.
  'start of notices': 'refused',
  // Whose link it is, and then their reply: sent again, the form finds the reply.
  'page of a reply link': 'refused',
  'reply by link': 'refused',
  // One kind of record after the other.
  erasure: 'refused',
  'handing over': 'refused',
  'end of access': 'refused',
  'change of a last day': 'refused',
  'notes of a paper': 'refused',
  'all notes': 'refused',
  'notes erasure': 'refused',
  'notes of an earlier paper': 'refused',
  'paper with notes': 'refused',
  'list of notes': 'refused',
  'making a book': 'refused',
  'copy of a book': 'refused',
}
const withoutDatabase: Row = {
  ...allFine,
  'cached read': 'stale',
  // The meetings of agendas are among its events.
  'calendar read': 'stale',
  'search for people': 'stale',
  'new token': 'stale',
  'uncached read': 'refused',
  write: 'refused',
  'many writes': 'refused',
  unmapping: 'refused',
  'agenda deletion': 'refused',
  undo: 'refused',
  template: 'refused',
  'import of people': 'refused',
  'overview of a person': 'refused',
  'people who aren’t linked': 'refused',
  'account of a person': 'refused',
  'who is in office': 'stale',
  'people of a body': 'stale',
  'list of terms': 'stale',
  'change of a body': 'refused',
  'preview of who sees meetings': 'stale',
  'change of who sees meetings': 'refused',
  'new term': 'refused',
  'list of guests': 'stale',
  'list of mails': 'refused',
  'a mail': 'refused',
  'repeated mail': 'refused',
  'test message': 'refused',
  'own assistants': 'stale',
  'new invitation': 'refused',
  'change of an invitation': 'refused',
  'end of an invitation': 'refused',
  'end of a guest': 'refused',
  'membership of a guest': 'refused',
  'terms of a leaver': 'refused',
  'new assistant': 'refused',
  'change of an assistant': 'refused',
  'end of an assistant': 'refused',
  'own replies': 'refused',
  'own reply': 'refused',
  'list of replies': 'refused',
  'reply by telephone': 'refused',
  'request for replies': 'refused',
  'answers put aside': 'refused',
  'own feed': 'stale',
  'address of a feed': 'refused',
  'end of a feed': 'refused',
  'choice of a feed': 'refused',
  'feed of a calendar': 'stale',
  'page of a reply link': 'refused',
  'reply by link': 'refused',
  'own notices': 'stale',
  'change of own notices': 'refused',
  'notices of a meeting': 'refused',
  'start of notices': 'refused',
  'deadlines of notices': 'stale',
  'waiver of a notice': 'refused',
  'list of meetings': 'stale',
  'new meeting': 'refused',
  'stage of a meeting': 'refused',
  'publication of a meeting': 'refused',
  'events of meetings': 'stale',
  'event of a meeting': 'refused',
  'audience of a place': 'refused',
  'change of the audience of a place': 'refused',
  withdrawal: 'refused',
  correction: 'refused',
  upload: 'refused',
  reading: 'refused',
  note: 'refused',
  'notes of a paper': 'refused',
  'all notes': 'refused',
  'notes erasure': 'refused',
  'notes of an earlier paper': 'refused',
  'paper with notes': 'refused',
  'list of notes': 'refused',
  'notes policy': 'stale',
  'change of the notes policy': 'refused',
  book: 'refused',
  'making a book': 'refused',
  'copy of a book': 'refused',
  search: 'refused',
  export: 'refused',
  removal: 'refused',
  trial: 'refused',
  preview: 'refused',
  publication: 'refused',
  'change of a publication': 'refused',
  'slot settings': 'refused',
  'change of the slot settings': 'refused',
  'removal of a card': 'refused',
  'first steps': 'refused',
  'change of the first steps': 'refused',
  'new time zone': 'refused',
  'decision about a time zone': 'refused',
  'report of an open editor': 'refused',
  'questions of a meeting': 'refused',
  'new question': 'refused',
  'change of a question': 'refused',
  'withdrawal of a question': 'refused',
  'answer to a question': 'refused',
  flag: 'refused',
  'list of uploads': 'stale',
  'renaming of an upload': 'refused',
  'deletion of an upload': 'refused',
  'folders of the drive': 'refused',
  'switch of a folder': 'refused',
  'notice of a password': 'refused',
  'opening of closed notes': 'refused',
  erasure: 'refused',
  'handing over': 'refused',
  'end of access': 'refused',
  'change of a last day': 'refused',
  readyz: 'unavailable',
}
const withoutCalendar: Row = {
  ...allFine,
  'calendar read': 'refused',
  'problems of the calendar': 'refused',
  readyz: 'degraded',
}
const withoutIdentity: Row = { ...allFine, 'new token': 'refused', readyz: 'degraded' }
/** No request waits for the drive. */
const withoutDrive: Row = { ...allFine, readyz: 'degraded' }
/** No request waits for the mail server. */
const withoutMail: Row = { ...allFine, readyz: 'degraded' }

/** The expected outcome for each port, fault and request. */
const matrix: Record<PortName, Record<Exclude<Fault, 'none'>, Row>> = {
  database: { slow: slowDatabase, hung: withoutDatabase, throws: withoutDatabase },
  drive: { slow: allFine, hung: withoutDrive, throws: withoutDrive },
  calendar: { slow: allFine, hung: withoutCalendar, throws: withoutCalendar },
  identity: { slow: allFine, hung: withoutIdentity, throws: withoutIdentity },
  mail: { slow: allFine, hung: withoutMail, throws: withoutMail },
}

/** Each row searches once. */
const rowCount = Object.values(matrix).flatMap((byFault) => Object.keys(byFault)).length

let api: TestApi
/** The id of the quarter's board book. */
let book: string
let known: string
/** Secret addresses. */
let feed: string
let replyLink: string
let knownAdmin: string
/** Several sign-ins of the same people, because requests of one uid wait for each other. */
let members: string[]
let admins: string[]
/** Of a member of the board, who has a term. */
let boardMember: string
/** Answers the questions, because one person may send only so many of them in a minute. */
let answering: string
/** Tokens of people who haven't searched yet. */
let searchers: string[]
let tokens = 0
let titles = 0
let days = 0
const faults: Record<PortName, Fault> = {
  database: 'none',
  drive: 'none',
  calendar: 'none',
  identity: 'none',
  mail: 'none',
}

beforeAll(async () => {
  const now = () => new Date()
  const wrap = <T extends object>(name: PortName, port: T, streams?: string[]) =>
    faultyPort(port, () => faults[name], delay, streams)
  const drive = {
    async *changes() {
      yield { changes: [], cursor: '0' }
    },
    download: async () => undefined,
  }
  const calendar = {
    between: async () => [],
    byId: async () => undefined,
    problems: async () => [],
  }
  // With a build, so that the gate runner's requests look for something to try.
  const shell = { page: async () => '', file: () => undefined, build: 'a-build' }
  api = await testApi({
    env: {
      REQUEST_TIME_LIMIT: String(requestTime),
      BACKGROUND_TIME_LIMIT: String(requestTime),
      MAIL_PER_MINUTE: '6000',
    },
    ports: {
      store: wrap('database', openSqliteStore({ path: ':memory:', now })),
      identity: wrap('identity', emulatorIdentity({ projectId: 'demo-board-portal', now })),
      drive: wrap('drive', drive, ['changes']),
      calendar: wrap('calendar', calendar),
      mail: wrap('mail', memoryMail()),
      shell,
    },
  })
  await api.ports.store.create('agendas', '2026-Q4', { title: 'Board', status: 'published' })
  const slot = 'meeting-2026-q4-agenda'
  await api.ports.store.create('resource_mappings', slot, { mode: 'native' })
  // Already confirmed, so that every further confirmation gets the same response.
  await api.ports.store.create('sync_removals', 'list', { version: 2, confirmed: 1 })
  // Already unmapped, likewise.
  await api.ports.store.create('resource_mappings', 'governance-charitable-contributions', {})
  // Already deleted, likewise.
  await api.ports.store.create('agendas', '2025-Q1', {})
  await api.call('admin')(deleteAgenda, { params: { year: 2025, quarter: 1 }, revision: 1 })
  // Already undone, likewise.
  const params = { id: undone.subject }
  await api.call('admin')(saveMapping, { params, body: { active: false }, revision: 'new' })
  await api.call('admin')(undoChanges, { body: { changes: [undone] } })
  await putShownPaper('paper', 'governance-budget-overview', {})
  await putNotedPaper()
  // Already kept apart, likewise.
  await api.putPaper('apart', { source: 'upload', another: true })
  // Already withdrawn, likewise.
  await api.putPaper('withdrawn', { source: 'upload' })
  await api.call('admin')(withdrawVersion, {
    params: { id: 'withdrawn', number: 1 },
    body: withdrawal,
  })
  const entry = { name: 'Ben Ode', role: 'Trustee', type: 'board' }
  await api.ports.store.create('directory', 'unlinked', entry)
  await api.ports.store.create('bodies', 'board', firstBoard)
  await api.ports.store.create('terms', 'added', { ...term, name: 'Ben Ode' })
  await putGuests()
  await putReplies()
  await putMail()
  await api.ports.store.create('meetings', '2026-11-12-board', {
    ...meeting,
    title: 'Special meeting',
    stage: 'planned',
  })
  await api.ports.store.create('setup', 'first-steps', { isPutAway: false })
  await api.ports.store.create('slot_settings', 'slot-settings', { setAside: [] })
  // Already published, renamed, deleted and switched, likewise.
  const admin = api.call('admin')
  await admin(setPublication, { params: quarter, body: { state: 'published' }, revision: 'new' })
  await api.putPaper('deleted', { source: 'upload' })
  await admin(deleteUpload, { params: { id: 'deleted' }, query: {}, revision: 1 })
  await admin(switchDriveFolder, { body: folder, revision: 'new' })
  // Already erased, likewise; and somebody who has nothing to hand over.
  for (const uid of ['erased', 'leaver', 'ended']) {
    api.accounts.put({ uid, email: `${uid}@larkspur.example`, disabled: true })
  }
  await admin(eraseUser, { params: { uid: 'erased' } })
  await putQuestions()
  // Already made and taken, likewise.
  await api.call('member')(makeBoardBook, { params: quarter, body: {} })
  await api.features.boardBooks.idle()
  const { book: made } = await api.call('member')(makeBoardBook, { params: quarter, body: {} })
  book = made!.id
  await api.call('member')(takeBoardBook, { params: quarter, body: { id: book } })
  // Already started elsewhere, likewise.
  const startedAt = Date.now()
  await api.ports.store.create('portal_exports', '00000000-0000-4000-8000-000000000001', {
    status: 'running',
    startedAt: new Date(startedAt).toISOString(),
    startedBy: testPeople.admin.email,
    progress: { done: 0, total: 0 },
    lease: {
      token: 1,
      holder: 'elsewhere',
      expiresAt: new Date(startedAt + 1_800_000).toISOString(),
    },
  })
  await api.ports.store.create('release_previews', requests.preview.split('/').at(-1)!, {
    remote: 'meetings',
    createdAt: new Date(startedAt).toISOString(),
    createdBy: testPeople.admin.email,
    expiresAt: new Date(startedAt + previewDays.usual * 86_400_000).toISOString(),
    ...preview,
  })
  known = await api.tokenOf('member')
  knownAdmin = await api.tokenOf('admin')
  const several = (name: 'member' | 'admin') =>
    Array.from({ length: 30 }, (_, n) => api.tokenFor({ ...testPeople[name], uid: `${name}-${n}` }))
  members = several('member')
  admins = several('admin')
  searchers = Array.from({ length: rowCount }, (_, n) =>
    api.tokenFor({ ...testPeople.member, uid: `searcher-${n}` }),
  )
  for (const token of [
    known,
    knownAdmin,
    boardMember,
    answering,
    ...members,
    ...admins,
    ...searchers,
  ])
    await get('/api/directory', token)
  await get(requests.search, known)
  // The worker that makes PDFs loads its fonts once, which isn't a port's delay.
  for (const path of [requests['paper with notes'], requests['list of notes']]) {
    await get(path, known)
  }
}, testTimeout)
afterEach(async () => {
  for (const name of Object.keys(faults) as PortName[]) faults[name] = 'none'
  await expect.poll(isReady).toBe('ok')
}, testTimeout)
afterAll(() => api.close())

const isLong = process.env['TEST_LONG'] === '1'
/** The same guard notices every part's faults, so every run has all those of one part, and one of the others’. */
const isInEveryRun = (port: PortName, fault: Fault) => port === 'database' || fault === 'throws'

const ports = Object.entries(matrix) as [PortName, (typeof matrix)[PortName]][]
describe.each(ports)('%s', (port, byFault) => {
  const all = Object.entries(byFault) as [Exclude<Fault, 'none'>, Row][]
  const rows = all.filter(([fault]) => isLong || isInEveryRun(port, fault))
  it.each(rows)(
    '%s: each request has the expected outcome',
    async (fault, row) => {
      faults[port] = fault
      await meetWith(port)
      const outcomes = await Promise.all(
        (Object.keys(requests) as RequestName[]).map(async (name) => [name, await outcomeOf(name)]),
      )
      expect(Object.fromEntries(outcomes)).toEqual(row)
    },
    testTimeout,
  )
})

it('aborts a request whose ports take too long in total, though none of them does alone', async () => {
  faults.identity = 'slow'
  faults.database = 'slow'
  const response = await read('/api/agendas/2026/4', newToken())
  expect(response.status).toBe(504)
})

it('reports since when data is stale, consistently until the database responds again', async () => {
  const before = Date.now()
  faults.database = 'throws'
  await meetWith('database')
  const since = async () => (await read('/api/directory', known)).headers.get('x-stale-since')
  const first = await since()
  expect(Date.parse(first!)).toBeGreaterThanOrEqual(before)
  expect(Date.parse(first!)).toBeLessThanOrEqual(Date.now())
  await meetWith('database')
  expect(await since()).toBe(first)
})

it(
  'notices automatically that the database has recovered',
  async () => {
    faults.database = 'hung'
    await meetWith('database')
    const isStale = async () => (await read('/api/directory', known)).headers.has('x-stale-since')
    expect(await isStale()).toBe(true)
    faults.database = 'none'
    await expect.poll(isStale).toBe(false)
  },
  testTimeout,
)

it('doesn’t reveal a port’s error', async () => {
  faults.database = 'throws'
  const response = await read('/api/agendas/2026/4', known)
  expect(await response.text()).not.toContain('secret-host')
  expect(api.logged.join('\n')).toContain('secret-host')
})

/** Calls the port once, because a fault is only noticed by a call. */
async function meetWith(port: PortName): Promise<void> {
  if (port === 'drive') {
    await api.features.sync.start()
    await api.features.sync.idle()
  } else if (port === 'identity') await read('/api/directory', newToken())
  else if (port === 'mail') await sendTestMessage()
  else if (port === 'calendar') await read(requests['calendar read'], known)
  else await read('/api/agendas/2026/4', known)
}

/** A test message is tried at once, also after a failure. */
async function sendTestMessage(): Promise<void> {
  await sendJson('POST', requests['test message'], { id: randomUUID() }, next(admins))
  await api.features.mail.sendDue()
}

/** The session that was used longest ago. */
function next(signIns: string[]): string {
  const token = signIns.shift()!
  signIns.push(token)
  return token
}

async function outcomeOf(name: RequestName): Promise<string> {
  const response = await answerTo(name)
  const isStale = response.headers.has('x-stale-since')
  if (name === 'readyz') {
    const { status } = (await response.json()) as { status: string }
    expect(response.status).toBe(status === 'unavailable' ? 503 : 200)
    return status === 'ok' ? 'fine' : status
  }
  if (response.ok || response.status === 303) return isStale ? 'stale' : 'fine'
  const isPage = response.headers.get('content-type')?.startsWith('text/html')
  const { error } = isPage
    ? { error: /<h1>(.*)<\/h1>/.exec(await response.text())![1]! }
    : ((await response.json()) as { error: string })
  const retryAfter = Number(response.headers.get('retry-after'))
  const isClear = [503, 504].includes(response.status) && retryAfter > 0 && /\w\.?$/.test(error)
  return isClear && !isStale ? 'refused' : `returned ${response.status}: ${error}`
}

function answerTo(name: RequestName): Promise<Response> {
  if (name === 'write') return save()
  if (name === 'many writes') return mapPaper()
  if (name === 'upload') return startUpload()
  if (name === 'correction') return keepApart()
  if (name === 'reading') return reportReading()
  if (name === 'note') return saveNote()
  if (name === 'notes erasure') return change('DELETE', requests[name])
  if (name === 'change of the notes policy')
    return changeAtOne('PUT', requests[name], { holds: [] })
  // Their notes aren't in memory yet.
  if (name === 'search') return read(requests.search, searchers.pop()!)
  if (name === 'export') return change('POST', requests.export)
  if (name === 'notes of an earlier paper') {
    const answer = { documentId: 'noted', earlier: 'earlier', answer: 'decline' }
    return sendJson('POST', requests[name], answer)
  }
  if (name === 'making a book') return sendJson('POST', requests[name], {})
  if (name === 'copy of a book') return sendJson('PUT', requests[name], { id: book })
  if (name === 'withdrawal') return withdraw()
  if (name === 'template') return keepTemplate()
  if (name === 'import of people') return importPerson()
  if (name === 'undo') return undo()
  if (name === 'trial') return takeTrial()
  if (name === 'preview') return startPreview()
  if (name === 'change of the slot settings') {
    return changeAtOne('PUT', requests[name], { setAside: [] })
  }
  if (name === 'change of the first steps') {
    return changeAtOne('PUT', requests[name], { isPutAway: false })
  }
  if (name === 'decision about a time zone') {
    const decision = { from: 'Europe/Paris', to: 'America/Los_Angeles', keep: 'clock' }
    return sendJson('POST', requests[name], decision, next(admins))
  }
  if (name === 'report of an open editor') {
    return sendJson('POST', requests[name], { page: 'open-editor' }, next(admins))
  }
  if (name === 'new question') {
    return sendJson('POST', requests[name], { ...asked, id: askedId }, knownAdmin)
  }
  if (name === 'change of a question') {
    const { text, audience } = asked
    return changeAtOne('PUT', requests[name], { text, audience }, knownAdmin)
  }
  if (name === 'withdrawal of a question') {
    return sendJson('POST', requests[name], undefined, knownAdmin)
  }
  if (name === 'answer to a question')
    return sendJson('POST', requests[name], givenAnswer, answering)
  if (name === 'flag') {
    return sendJson('PUT', requests[name], { item: 'minutes', flagged: false }, boardMember)
  }
  if (name === 'account of a person') {
    return changeAtOne('PUT', requests[name], { account: '' })
  }
  if (name === 'change of a body') return changeAtOne('PUT', requests[name], firstBoard)
  if (name === 'change of who sees meetings') {
    return changeAtOne('PUT', requests[name], { openTo: 'members' })
  }
  if (name === 'new invitation') return sendJson('POST', requests[name], invited, next(admins))
  if (name === 'change of an invitation') {
    return changeAtOne('PUT', requests[name], { items: invited.items, until: invited.until })
  }
  if (name === 'own reply') return changeAtOne('PUT', requests[name], reply, known)
  if (name === 'reply by telephone') return changeAtOne('PUT', requests[name], reply)
  if (name === 'request for replies') {
    return sendJson('POST', requests[name], replyRequest, next(admins))
  }
  if (name === 'new assistant') return sendJson('POST', requests[name], aide, next(admins))
  if (name === 'change of an assistant') {
    return sendJson('PUT', requests[name], { mayReply: true }, next(admins))
  }
  if (/^end of an? /.test(name)) return change('DELETE', requests[name])
  if (name === 'new term') return sendJson('POST', requests[name], { terms: [term] }, next(admins))
  if (name === 'address of a feed') {
    return sendJson('PUT', requests[name], { nonce: 'n'.repeat(22) })
  }
  if (name === 'choice of a feed') return sendJson('PUT', requests[name], { meetingsBy: 'feed' })
  if (name === 'feed of a calendar') return withTimeout(api.request(feed))
  if (name === 'page of a reply link') return withTimeout(api.request(replyLink))
  if (name === 'reply by link') {
    const { answer, time } = reply
    const body = new URLSearchParams({ answer, ...time })
    return withTimeout(api.request(replyLink, { method: 'POST', body }))
  }
  if (name === 'change of own notices') return sendJson('PUT', requests[name], choices)
  if (name === 'start of notices') return sendJson('POST', requests[name], {}, next(admins))
  if (name === 'new meeting') return sendJson('POST', requests[name], meeting, next(admins))
  if (name === 'stage of a meeting') {
    return changeAtOne('PUT', requests[name], { stage: 'planned' })
  }
  if (name === 'change of the audience of a place') {
    return changeAtOne('PUT', requests[name], { audience: { who: 'everybody' } })
  }
  if (name === 'event of a meeting') return changeAtOne('PUT', requests[name], {})
  if (name === 'publication of a meeting') {
    return changeAtOne('PUT', requests[name], { state: 'preparation' })
  }
  if (name === 'change of a publication') {
    return changeAtOne('PUT', requests[name], { state: 'published' })
  }
  if (name === 'renaming of an upload') {
    return changeAtOne('PATCH', requests[name], { name: 'Paper.pdf' })
  }
  if (name === 'switch of a folder') return changeAtOne('PUT', requests[name], folder)
  if (name === 'deletion of an upload' || name === 'notice of a password')
    return change('DELETE', requests[name])
  if (name === 'removal of a card') return change('DELETE', requests[name])
  if (name === 'opening of closed notes' || name === 'erasure')
    return change('POST', requests[name])
  if (name === 'handing over') {
    return sendJson('POST', requests[name], { to: testPeople.admin.email }, next(admins))
  }
  if (name === 'repeated mail') return sendJson('POST', requests[name], {}, next(admins))
  if (name === 'test message') {
    return sendJson('POST', requests[name], { id: randomUUID() }, next(admins))
  }
  if (name === 'membership of a guest' || name === 'terms of a leaver') {
    return sendJson('POST', requests[name], {}, next(admins))
  }
  if (name === 'end of access') return sendJson('POST', requests[name], {}, next(admins))
  if (name === 'change of a last day') {
    return sendJson('PUT', requests[name], { day: '2100-12-31' }, next(admins))
  }
  if (name === 'unmapping' || name === 'agenda deletion') return change('DELETE', requests[name])
  return name === 'removal'
    ? change('POST', requests.removal)
    : read(requests[name], tokenFor(name))
}

const adminReads: readonly RequestName[] = [
  'answers put aside',
  'notices of a meeting',
  'deadlines of notices',
  'list of guests',
  'list of replies',
  'list of mails',
  'a mail',
  'overview of a person',
  'slot settings',
  'first steps',
  'people who aren’t linked',
  'list of terms',
  'preview of who sees meetings',
  'new time zone',
  'publication',
  'list of uploads',
  'folders of the drive',
  'problems of the calendar',
  'events of meetings',
  'audience of a place',
  'damage of the database',
]

/** A meeting of the board, with replies that are given and requested already. */
async function putReplies(): Promise<void> {
  const { store } = api.ports
  const id = '2099-11-20-board'
  const { time } = reply
  await store.create('meetings', id, { ...time, key: id, title: 'Special meeting', items: [] })
  await store.create('quarters', id, { inPreparation: false })
  await store.create('invitations', 'of-a-member', {
    person: uidOf(testPeople.member),
    name: 'Maria Lopez',
    meeting: id,
    items: ['audit'],
    until: '2100-01-01',
  })
  const params = { meeting: id }
  await api.call('member')(saveOwnReply, { params, body: reply, revision: 'new' })
  const ben = { ...params, person: 'unlinked' }
  await api.call('admin')(enterReply, { params: ben, body: reply, revision: 'new' })
  await api.call('admin')(requestReplies, { params, body: replyRequest })
  await store.create('invitations', 'of-a-link', {
    person: 'by-link',
    name: 'Lin Link',
    meeting: id,
    items: ['audit'],
    until: '2100-01-01',
  })
  replyLink = new URL(api.features.replies.linkFor('by-link', id)!).pathname
  expect((await answerTo('reply by link')).status).toBe(303)
  feed = (await api.call('member')(renewFeed, { body: { nonce: 'f'.repeat(22) } })).path
}

async function putQuestions(): Promise<void> {
  const uid = 'uid-of-a-board-member'
  const listed = { name: 'Bea Board', role: 'Trustee', type: 'board', account: uid }
  await api.ports.store.create('directory', 'board-member', listed)
  const served = { ...term, person: 'board-member', name: 'Bea Board' }
  await api.ports.store.create('terms', 'of-a-board-member', served)
  boardMember = api.tokenFor({ ...testPeople.member, uid })
  const items = [{ id: 'minutes', title: 'Minutes', type: 'consent' }]
  await api.ports.store.create('agendas', '2025-Q4', { title: 'Board', status: 'published', items })
  await api.ports.store.create('resource_mappings', 'meeting-2025-q4-agenda', { mode: 'native' })
  const admin = api.call('admin')
  const params = { year: 2025, quarter: 4 }
  for (const id of [askedId, withdrawnId, answeredId]) {
    await admin(askQuestion, { params, body: { ...asked, id: id! } })
  }
  await admin(withdrawQuestion, { params: { ...params, id: withdrawnId! } })
  answering = api.tokenFor({ ...testPeople.admin, uid: 'uid-of-an-answering-admin' })
  await sendJson('POST', requests['answer to a question'], givenAnswer, answering)
}

/** A mail that waits. */
async function putMail(): Promise<void> {
  await api.store.transaction((transaction) =>
    api.features.mail.mail.queue(transaction, [
      {
        id: invitationId,
        kind: 'account',
        person: 'guest',
        to: { name: 'Gus Guest', address: 'guest@elsewhere.example' },
        subject: 'Your invitation',
        content: { blocks: [{ type: 'paragraph', text: 'You are invited.' }] },
        sendAfter: new Date('2099-01-01'),
        unsubscribable: false,
      },
    ]),
  )
}

/** Invitations, guests and assistants, each there or ended already. */
async function putGuests(): Promise<void> {
  const { store } = api.ports
  const uid = 'uid-of-linked'
  const account = { uid, email: 'linked@larkspur.example' }
  api.accounts.put(account)
  await store.create('directory', 'linked', {
    name: 'Liv Linked',
    role: 'Trustee',
    type: 'board',
    account: uid,
  })
  await store.create('agendas', '2026-Q3', {
    title: 'Board',
    items: [{ id: 'audit', title: 'Audit' }],
  })
  const admin = api.call('admin')
  await admin(invite, { body: invited })
  const of = { person: 'nobody', name: 'Nobody', meeting: '2026-Q3', items: ['audit'] }
  for (const id of [invitationId, endedId]) {
    await store.create('invitations', id, { ...of, until: invited.until })
  }
  await admin(endInvitation, { params: { id: endedId } })
  await admin(addAssistant, { body: aide })
  const assists = {
    person: 'linked',
    account: uid,
    name: 'Liv Linked',
    email: account.email,
    mayReply: true,
  }
  const record = { name: 'Sam', email: 'sam@elsewhere.example', since: '2026-01-01T00:00:00Z' }
  await store.create('account_kinds', 'aide', { ...record, kind: 'assistant', assists })
  await store.create('account_kinds', 'ended-aide', { ...record, kind: 'assistant', assists })
  await store.create('account_kinds', 'ended-guest', { ...record, kind: 'guest' })
  await store.create('account_kinds', 'member-guest', { ...record, kind: 'guest' })
  api.accounts.put({ uid: 'member-guest', email: 'member@elsewhere.example' })
  await admin(makeMember, { params: { uid: 'member-guest' } })
  await admin(endAssistant, { params: { uid: 'ended-aide' } })
  await admin(endGuest, { params: { uid: 'ended-guest' } })
}

const choices = {
  frequency: 'daily',
  papers: true,
  meetings: true,
  questions: true,
  reminders: true,
}

function tokenFor(name: RequestName): string {
  if (adminReads.includes(name)) return next(admins)
  return name === 'new token' ? newToken() : known
}

/** A token that hasn't been used before. */
function newToken(): string {
  return api.tokenFor({ ...testPeople.member, expiresIn: 3600 + ++tokens })
}

async function read(template: string, token: string): Promise<Response> {
  const path = template.replace(/(?<=to=)$/, () => newDay())
  return withTimeout(get(path, token))
}

/** Without a limit of its own: the setup takes as long as a busy machine needs. */
async function get(path: string, token: string): Promise<Response> {
  return api.request(path, { headers: { authorization: `Bearer ${token}` } })
}

function newDay(): string {
  return new Date(Date.UTC(2026, 0, 2 + (days++ % 300))).toISOString().slice(0, 10)
}

/** Saves to a separate slot, so that no save depends on another's revision. */
async function save(): Promise<Response> {
  const slot = `/api/resource-mappings/meeting-${2000 + ++titles}-q1-agenda`
  return withTimeout(
    api.request(slot, {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${next(admins)}`,
        'content-type': 'application/json',
        'if-none-match': '*',
      },
      body: JSON.stringify({ title: 'Agenda' }),
    }),
  )
}

const quarter = { year: 2026, quarter: 4 }
const folder = { folder: 'Board papers', closed: true }
/** Already invited and added. */
const invited = {
  who: { person: 'linked' },
  meeting: '2026-Q3',
  items: ['audit'],
  until: '2099-12-31',
}
const aide = { name: 'Ann Aide', email: 'ann.aide@elsewhere.example', assists: 'linked' }

/** Already created. */
const meeting = {
  key: '3f0a4f5e-7f1e-4f7c-9d7c-0d3b5d2f6a11',
  body: 'board',
  kind: 'special',
  date: '2026-11-12',
}
/** Already added. */
const term = {
  person: 'unlinked',
  body: 'board',
  office: 'member',
  voting: true,
  from: '2026-01-01',
} as const
const preview = { release: '1.0.0-a', people: [testPeople.member.email] }
const undone = { subject: 'governance-articles-of-incorporation', what: 'mapping saved' }

function undo(): Promise<Response> {
  const headers = { authorization: `Bearer ${next(admins)}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ changes: [undone] })
  return withTimeout(api.request(requests.undo, { method: 'POST', headers, body }))
}

function takeTrial(): Promise<Response> {
  const headers = { [gateRunnerHeader]: testGateRunnerKey, 'content-type': 'application/json' }
  const body = JSON.stringify({ runner: 'portal-1:4711' })
  return withTimeout(api.request(requests.trial, { method: 'POST', headers, body }))
}

function startPreview(): Promise<Response> {
  const headers = { authorization: `Bearer ${next(admins)}`, 'content-type': 'application/json' }
  const body = JSON.stringify(preview)
  return withTimeout(api.request(requests.preview, { method: 'PUT', headers, body }))
}

/** Under a separate name, as above; deleted again because their number is limited. */
async function keepTemplate(): Promise<Response> {
  const headers = { authorization: `Bearer ${next(admins)}`, 'content-type': 'application/json' }
  const created = await withTimeout(
    api.request('/api/agenda-templates', {
      method: 'POST',
      headers,
      body: JSON.stringify({ name: `Template ${++titles}`, items: [{ title: 'Welcome' }] }),
    }),
  )
  if (!created.ok) return created
  const { id, revision } = (await created.json()) as { id: string; revision: number }
  return withTimeout(
    api.request(`/api/agenda-templates/${id}`, {
      method: 'DELETE',
      headers: { ...headers, 'if-match': `"${revision}"` },
    }),
  )
}

/** Under a separate name, as above. */
async function importPerson(): Promise<Response> {
  const name = `Person ${++titles}`
  return withTimeout(
    api.request(requests['import of people'], {
      method: 'POST',
      headers: { authorization: `Bearer ${next(admins)}`, 'content-type': 'application/json' },
      body: JSON.stringify({ people: [{ name, role: 'Trustee', type: 'board' }], accounts: true }),
    }),
  )
}

/** To a separate quarter, as above. */
async function mapPaper(): Promise<Response> {
  return withTimeout(
    api.request(`/api/meetings/${2000 + ++titles}/3/papers`, {
      method: 'POST',
      headers: { authorization: `Bearer ${next(admins)}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        papers: [{ materialType: 'agenda', documentId: 'paper', revision: 'new' }],
      }),
    }),
  )
}

function reportReading(): Promise<Response> {
  const headers = { authorization: `Bearer ${next(members)}`, 'content-type': 'application/json' }
  const papers = [{ documentId: 'paper', version: 1, pages: [{ page: 1, seconds: ++titles }] }]
  const body = JSON.stringify({ papers })
  return withTimeout(api.request(requests.reading, { method: 'POST', headers, body }))
}

function sendJson(
  method: 'POST' | 'PUT',
  path: string,
  body: object | undefined,
  token = next(members),
): Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return withTimeout(api.request(path, { method, headers, body: JSON.stringify(body) }))
}

/** A separate note, as above. */
function saveNote(): Promise<Response> {
  const headers = { authorization: `Bearer ${next(members)}`, 'content-type': 'application/json' }
  const notes = [savedNote(++titles)]
  const body = JSON.stringify({ ...saveOf(), documentId: 'paper', notes })
  return withTimeout(api.request(requests.note, { method: 'PUT', headers, body }))
}

/** Sets the current value of what is at revision 1 again, so that no change depends on another's revision. */
function changeAtOne(
  method: 'PUT' | 'PATCH',
  path: string,
  value: object,
  token = next(admins),
): Promise<Response> {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'if-match': '"1"',
  }
  return withTimeout(api.request(path, { method, headers, body: JSON.stringify(value) }))
}

/** An upload, which members see where a slot shows it. */
async function putShownPaper(id: string, slot: string, paper: object): Promise<void> {
  await api.putPaper(id, { ...paper, source: 'upload' })
  const mapping = { documentId: id, earlierDocuments: ['earlier'] }
  await api.ports.store.create('resource_mappings', slot, mapping)
}

/** A paper with a note of the member on it. */
async function putNotedPaper(): Promise<void> {
  await api.ports.store.create('notes_policy', 'policy', { holds: [] })
  const content = await samplePdf({ pages: 1 })
  const sha256 = createHash('sha256').update(content).digest('hex')
  await putShownPaper('noted', 'governance-travel-expense-policy', { sha256, text: 'made' })
  await api.ports.blobs.put(originalKey(sha256), content)
  await api.ports.blobs.put(textKey(sha256), Buffer.from(JSON.stringify(['Minutes, page 1'])))
  const body = { ...saveOf(), documentId: 'noted', notes: [savedNote(0)] }
  await api.call('member')(saveNotes, { body })
}

async function keepApart(): Promise<Response> {
  return withTimeout(
    api.request(requests.correction, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${next(admins)}`,
        'content-type': 'application/json',
        'if-match': '"1"',
      },
      body: JSON.stringify({ answer: 'another', of: 'paper' }),
    }),
  )
}

async function startUpload(): Promise<Response> {
  return withTimeout(
    api.request(requests.upload, {
      method: 'PUT',
      headers: { authorization: `Bearer ${knownAdmin}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        name: 'Notes.txt',
        folder: '',
        size: 5,
        modified: '2026-11-01T09:00:00Z',
      }),
    }),
  )
}

async function withdraw(): Promise<Response> {
  return withTimeout(
    api.request(requests.withdrawal, {
      method: 'POST',
      headers: { authorization: `Bearer ${next(admins)}`, 'content-type': 'application/json' },
      body: JSON.stringify(withdrawal),
    }),
  )
}

/** Of what is at revision 1. */
async function change(method: 'POST' | 'DELETE', path: string): Promise<Response> {
  return withTimeout(
    api.request(path, {
      method,
      headers: { authorization: `Bearer ${next(admins)}`, 'if-match': '"1"' },
    }),
  )
}

async function isReady(): Promise<string> {
  for (const port of ['drive', 'calendar', 'identity', 'mail'] as const) await meetWith(port)
  const { status } = (await (await read('/readyz', known)).json()) as { status: string }
  return status
}

/** Fails the test with a clear message if a request never ends. */
async function withTimeout(answer: Promise<Response>): Promise<Response> {
  const never = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('The request never ended.')), generous).unref()
  })
  return Promise.race([answer, never])
}
