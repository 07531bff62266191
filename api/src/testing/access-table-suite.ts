import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Callers, Endpoint } from '@portal/contract/endpoint'
import { twinOf } from '@portal/contract/twins'
import { afterAll, describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import {
  bearer,
  type CallerKind,
  openSignedApi,
  type TestedIdentity,
} from './access-callers-fixture.ts'
import { integrityOf } from '../platform/files/bytes.ts'
import { publishedBuild } from '../features/releases/published-build-fixture.ts'
import { sha384Of } from '../features/releases/release-records.ts'
import { testApi, type TestApi, testPeople } from './test-api.ts'

type Row = {
  path?: string
  body?: unknown
  form?: Record<string, string>
  /** A body of raw bytes. */
  bytes?: string
  revision?: string
}

/**
 * Who besides admins may call what, as reviewed. Every endpoint that isn't listed here is for admins alone, so
 * declaring a weaker right fails the test.
 */
const reviewed: Record<Exclude<Callers, 'admins'>, string[]> = {
  everyone: [
    'GET /api/config',
    'POST /api/reports',
    'DELETE /api/auth/token',
    'DELETE /api/identity/token',
    'POST /api/identity/issuer',
    'GET /api/identity/issuer/return',
    'GET /api/feeds/{file}',
  ],
  readers: [
    'GET /api/own-meetings',
    'GET /api/own-replies',
    'PUT /api/own-replies/{meeting}',
    'GET /api/own-notices',
    'PUT /api/own-notices',
    'GET /api/own-notices/{meeting}/waiver',
    'PUT /api/own-notices/{meeting}/waiver',
    'GET /api/agendas/{year}/{quarter}/questions',
    'POST /api/agendas/{year}/{quarter}/questions',
    'PUT /api/agendas/{year}/{quarter}/questions/{id}',
    'POST /api/agendas/{year}/{quarter}/questions/{id}/withdrawal',
    'POST /api/agendas/{year}/{quarter}/questions/{id}/answers',
    'GET /api/own-feed',
    'PUT /api/own-feed/address',
    'DELETE /api/own-feed/address',
    'PUT /api/own-feed/meetings-by',
    'GET /api/documents/{id}',
    'GET /api/documents/{id}/content',
    'GET /api/documents/{id}/text',
    'GET /api/portal',
    'POST /api/auth/token',
    'GET /api/sign-ins',
    'GET /api/own-data',
    'POST /api/second-factor',
    'DELETE /api/second-factor',
    'DELETE /api/second-factor/notice',
    'DELETE /api/password-notice',
    'DELETE /api/sign-ins/{id}',
    'POST /api/sign-ins/end-all',
  ],
  members: [
    'GET /api/assistants',
    'PUT /api/assistants/{uid}',
    'DELETE /api/assistants/{uid}',
    'POST /api/own-records/open',
    'GET /api/calendar/events/upcoming',
    'GET /api/calendar/events',
    'GET /api/calendar/events/{id}',
    'GET /api/calendar/events/{id}/ics',
    'GET /api/agendas/{year}/{quarter}',
    'GET /api/agendas',
    'GET /api/agendas/{year}/{quarter}/questions/{id}/place',
    'PUT /api/agendas/{year}/{quarter}/flag',
    'GET /api/documents',
    'GET /api/folders',
    'GET /api/documents/{id}/versions',
    'GET /api/documents/{id}/changes',
    'GET /api/reading',
    'GET /api/reading/export',
    'POST /api/reading',
    'PUT /api/reading/settings',
    'DELETE /api/reading',
    'GET /api/documents/{id}/notes',
    'PUT /api/notes',
    'POST /api/notes/earlier',
    'GET /api/notes',
    'DELETE /api/notes',
    'GET /api/notes/policy',
    'GET /api/notes/list',
    'GET /api/documents/{id}/notes/paper',
    'GET /api/search',
    'GET /api/search/everything',
    'GET /api/resource-mappings',
    'GET /api/meetings',
    'GET /api/all-meetings',
    'GET /api/all-meetings/{meeting}',
    'GET /api/resource-mappings/{id}',
    'GET /api/meetings/{year}/{quarter}/materials/{materialType}',
    'GET /api/meetings/{year}/{quarter}/book',
    'POST /api/meetings/{year}/{quarter}/book',
    'GET /api/meetings/{year}/{quarter}/book/{id}/file',
    'PUT /api/meetings/{year}/{quarter}/book/copy',
    'GET /api/bodies',
    'GET /api/bodies/{id}/people',
    'GET /api/directory',
    'GET /api/people',
    'GET /api/directory/{id}',
    'GET /api/images/{hash}',
    'GET /api/compositions/{id}',
    'POST /api/outcomes',
  ],
  adminsAndKey: [
    'GET /api/admin/users',
    'POST /api/admin/users/create',
    'PATCH /api/admin/users/{uid}',
    'DELETE /api/admin/users/{uid}',
    'POST /api/admin/users/{uid}/reset-link',
    'POST /api/admin/users/{uid}/reset-second-factor',
    'POST /api/admin/users/{uid}/sign-out',
    'GET /api/admin/users/{uid}/access',
    'POST /api/admin/users/{uid}/remove-access',
  ],
  adminsAndReleaseToken: [
    'PUT /api/releases/{remote}/files/{sha384}',
    'GET /api/releases/{remote}/files/{sha384}',
    'GET /api/offered-releases',
    'POST /api/releases/{remote}/records',
    'GET /api/releases/{remote}/records',
    'GET /api/releases/{remote}/records/{release}',
    'POST /api/releases/{remote}/records/{release}/check',
    'GET /api/releases/{remote}/previews',
    'PUT /api/releases/{remote}/previews/{id}',
    'DELETE /api/releases/{remote}/previews/{id}',
    'GET /api/releases/{remote}/pointer',
    'POST /api/releases/{remote}/promote',
    'POST /api/releases/{remote}/rollback',
    'POST /api/releases/{remote}/deny',
    'GET /api/releases/{remote}/policy',
    'GET /api/releases/{remote}/settings',
    'PUT /api/releases/{remote}/settings',
    'GET /api/releases/{remote}/history',
    'GET /api/releases/{remote}/health',
    'GET /api/releases/{remote}/records/{release}/errors',
  ],
  gateRunner: [
    'POST /api/gate-trials/take',
    'POST /api/gate-trials/{remote}/{release}/renew',
    'POST /api/gate-trials/{remote}/{release}/verdict',
  ],
  ownToken: [
    'POST /api/release-tokens/exchange',
    'POST /api/identity/sign-in',
    'POST /api/identity/code',
    'POST /api/identity/token',
    'POST /api/identity/second-factor',
    'POST /api/identity/second-factor/confirm',
    'POST /api/identity/link',
    'POST /api/identity/password',
    'POST /api/identity/issuer/finish',
  ],
}

/** The one route with data that isn't an endpoint of the contract: to remotes' own backends, for those who may run them. */
const forwarded = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map(
  (method) => `${method} /api/remotes/{remote}/*`,
)

const uploadId = '00000000-0000-4000-8000-000000000000'

const testTerm = {
  person: 'maria',
  body: 'board',
  office: 'member',
  voting: true,
  from: '2026-01-01',
}

const reply = {
  answer: 'video',
  time: { date: '2099-01-01', time: '09:00', endTime: '10:00' },
}

/** A valid request of each endpoint that needs more than an address without parameters, or `unknown` as its id. */
const rows: Record<string, Row> = {
  'DELETE /api/sign-ins/{id}': { path: '/api/sign-ins/unknown' },
  'POST /api/reports': { body: { message: 'It broke', path: '/' } },
  'GET /api/calendar/events': { path: '/api/calendar/events?from=2026-11-01&to=2026-12-01' },
  'GET /api/agendas/{year}/{quarter}': { path: '/api/agendas/2026/4' },
  // With Firebase these refuse everyone, regardless of what they send; with the portal's own accounts, because it is wrong.
  'POST /api/identity/sign-in': {
    body: { email: 'maria.lopez@larkspur.example', password: 'larkspur-board-2026' },
  },
  'POST /api/identity/code': { body: { step: 'unknown', code: '000000' } },
  'POST /api/identity/second-factor': { body: { token: 'unknown' } },
  'POST /api/identity/second-factor/confirm': {
    body: { token: 'unknown', step: 'unknown', code: '000000' },
  },
  'POST /api/identity/link': { body: { link: 'unknown' } },
  'POST /api/identity/password': { body: { link: 'unknown', password: 'larkspur-board-2026' } },
  'POST /api/identity/issuer': { body: {} },
  'POST /api/identity/issuer/finish': { body: {} },
  'PUT /api/agendas/{year}/{quarter}': {
    path: '/api/agendas/2026/3',
    body: { title: 'Board Meeting' },
    revision: '*',
  },
  'PUT /api/agendas/{year}/{quarter}/status': {
    path: '/api/agendas/2026/1/status',
    body: { status: 'published' },
    revision: '*',
  },
  'POST /api/agendas/{year}/{quarter}/move': {
    path: '/api/agendas/2026/1/move',
    body: { date: '2026-12-10' },
    revision: '*',
  },
  'GET /api/resource-mappings/{id}/audience': {
    path: '/api/resource-mappings/meeting-2026-q4-budget-update/audience',
  },
  'PUT /api/resource-mappings/{id}/audience': {
    path: '/api/resource-mappings/meeting-2026-q4-budget-update/audience',
    body: { audience: { who: 'everybody' } },
    revision: '*',
  },
  'POST /api/agendas/{year}/{quarter}/audience': {
    path: '/api/agendas/2026/4/audience',
    body: { audience: { who: 'voting' } },
  },
  'GET /api/agendas/{year}/{quarter}/questions': { path: '/api/agendas/2026/4/questions' },
  'POST /api/agendas/{year}/{quarter}/questions': {
    path: '/api/agendas/2026/4/questions',
    body: { id: uploadId, item: 'unknown', text: 'Why?', audience: 'item' },
  },
  'PUT /api/agendas/{year}/{quarter}/questions/{id}': {
    path: `/api/agendas/2026/4/questions/${uploadId}`,
    body: { text: 'Why?', audience: 'item' },
    revision: '*',
  },
  'POST /api/agendas/{year}/{quarter}/questions/{id}/withdrawal': {
    path: `/api/agendas/2026/4/questions/${uploadId}/withdrawal`,
  },
  'POST /api/agendas/{year}/{quarter}/questions/{id}/answers': {
    path: `/api/agendas/2026/4/questions/${uploadId}/answers`,
    body: { id: uploadId, text: 'Because.', seenBy: 'question' },
  },
  'GET /api/agendas/{year}/{quarter}/questions/{id}/place': {
    path: `/api/agendas/2026/4/questions/${uploadId}/place`,
  },
  'PUT /api/agendas/{year}/{quarter}/flag': {
    path: '/api/agendas/2026/4/flag',
    body: { item: 'unknown', flagged: true },
  },
  'DELETE /api/agendas/{year}/{quarter}': { path: '/api/agendas/2026/2', revision: '*' },
  'POST /api/agenda-templates': {
    body: { name: 'Regular meeting', items: [{ title: 'Welcome' }] },
  },
  'PUT /api/agenda-templates/{id}': {
    path: '/api/agenda-templates/unknown',
    body: { name: 'Annual meeting' },
    revision: '*',
  },
  'DELETE /api/agenda-templates/{id}': { path: '/api/agenda-templates/unknown', revision: '*' },
  'GET /api/all-meetings/{meeting}': { path: '/api/all-meetings/2026-11-12-finance' },
  'POST /api/meetings': {
    body: {
      key: '3f0a4f5e-7f1e-4f7c-9d7c-0d3b5d2f6a11',
      body: 'board',
      kind: 'special',
      date: '2026-11-12',
    },
  },
  'PUT /api/meetings/{meeting}/stage': {
    path: '/api/meetings/2026-11-13-board/stage',
    body: { stage: 'cancelled' },
    revision: '*',
  },
  'PUT /api/meetings/{meeting}/event': {
    path: '/api/meetings/2026-11-13-board/event',
    body: { event: 'unknown' },
    revision: '*',
  },
  'GET /api/meetings/{year}/{quarter}/publication': { path: '/api/meetings/2026/4/publication' },
  'PUT /api/meetings/{year}/{quarter}/publication': {
    path: '/api/meetings/2026/4/publication',
    body: { state: 'published' },
    revision: '*',
  },
  'POST /api/documents/{id}/versions/{number}/withdraw': {
    path: '/api/documents/unknown/versions/1/withdraw',
    body: { reason: 'Sent by mistake' },
  },
  'PUT /api/drive/folders': { body: { folder: 'Board', closed: true }, revision: '*' },
  'POST /api/documents/{id}/correction': {
    path: '/api/documents/unknown/correction',
    body: { answer: 'another', of: 'other' },
    revision: '*',
  },
  'PATCH /api/documents/{id}': {
    path: '/api/documents/unknown',
    body: { name: 'Budget.pdf' },
    revision: '*',
  },
  'DELETE /api/documents/{id}': { path: '/api/documents/unknown', revision: '*' },
  'PUT /api/uploads/{id}': {
    path: `/api/uploads/${uploadId}`,
    body: { name: 'Notes.txt', folder: '', size: 5, modified: '2026-11-01T09:00:00Z' },
  },
  'PUT /api/uploads/{id}/parts/{part}/{sha256}': {
    path: `/api/uploads/${uploadId}/parts/0/${createHash('sha256').update('notes').digest('hex')}`,
    bytes: 'notes',
  },
  'POST /api/uploads/{id}/complete': {
    path: `/api/uploads/${uploadId}/complete`,
    body: { parts: [] },
  },
  'DELETE /api/uploads/{id}': { path: `/api/uploads/${uploadId}` },
  'POST /api/reading': { body: { papers: [{ documentId: 'unknown', version: 1, pages: [] }] } },
  'PUT /api/reading/settings': { body: { isOn: true } },
  'GET /api/documents/{id}/notes': { path: '/api/documents/unknown/notes' },
  'PUT /api/notes': { body: { documentId: 'unknown', erasures: 0, notes: [], removed: [] } },
  'POST /api/notes/earlier': {
    body: { documentId: 'unknown', earlier: 'other', answer: 'decline' },
  },
  'POST /api/agendas/{year}/{quarter}/editing': { body: { page: 'open-editor' } },
  'POST /api/agendas/zone-change': {
    body: { from: 'Europe/Paris', to: 'America/Los_Angeles', keep: 'clock' },
  },
  'DELETE /api/cards/{id}': { path: '/api/cards/governance-unknown', revision: '*' },
  'PUT /api/slot-settings': { body: { setAside: ['governance-bylaws'] }, revision: '*' },
  'PUT /api/setup': { body: { isPutAway: true }, revision: '*' },
  'PUT /api/notes/policy': { body: { days: 30, holds: [] }, revision: '*' },
  'GET /api/documents/{id}/notes/paper': { path: '/api/documents/unknown/notes/paper' },
  'GET /api/search': { path: '/api/search?q=budget' },
  'GET /api/search/everything': { path: '/api/search/everything?q=budget' },
  'GET /api/exports/{id}': { path: `/api/exports/${uploadId}` },
  'GET /api/exports/{id}/file': { path: `/api/exports/${uploadId}/file` },
  'GET /api/exports/{id}/file/check': { path: `/api/exports/${uploadId}/file/check` },
  'DELETE /api/exports/{id}': { path: `/api/exports/${uploadId}` },
  'PUT /api/resource-mappings/{id}': {
    path: '/api/resource-mappings/governance-bylaws',
    body: { title: 'Bylaws' },
    revision: '*',
  },
  'DELETE /api/resource-mappings/{id}': {
    path: '/api/resource-mappings/governance-articles-of-incorporation',
    revision: '*',
  },
  'GET /api/meetings/{year}/{quarter}/materials/{materialType}': {
    path: '/api/meetings/2026/4/materials/agenda',
  },
  'PUT /api/meetings/{year}/{quarter}/agenda-source': {
    path: '/api/meetings/2026/4/agenda-source',
    body: { mode: 'drive' },
    revision: '*',
  },
  'POST /api/meetings/{year}/{quarter}/prepare': { path: '/api/meetings/2026/4/prepare' },
  'POST /api/meetings/{year}/{quarter}/papers': {
    path: '/api/meetings/2026/4/papers',
    body: { papers: [{ materialType: 'agenda', documentId: 'none', revision: 'new' }] },
  },
  'POST /api/meetings/{year}/{quarter}/copies': {
    path: '/api/meetings/2026/4/copies',
    body: {
      from: { year: 2026, quarter: 3 },
      slots: [{ materialType: 'agenda', revision: 1, target: 'new' }],
    },
  },
  'GET /api/meetings/{year}/{quarter}/book': { path: '/api/meetings/2026/4/book' },
  'POST /api/meetings/{year}/{quarter}/book': { path: '/api/meetings/2026/4/book', body: {} },
  'GET /api/meetings/{year}/{quarter}/book/{id}/file': {
    path: `/api/meetings/2026/4/book/${'0'.repeat(64)}/file`,
  },
  'PUT /api/meetings/{year}/{quarter}/book/copy': {
    path: '/api/meetings/2026/4/book/copy',
    body: { id: '0'.repeat(64) },
  },
  'POST /api/undo': {
    body: { changes: [{ subject: 'governance-bylaws', what: 'mapping saved' }] },
  },
  'POST /api/resource-mappings/active': {
    body: { active: true, slots: [{ id: 'governance-bylaws', revision: 1 }] },
  },
  'POST /api/directory': { form: { name: 'Wei Chen', role: 'Director', type: 'staff' } },
  'PUT /api/bodies/{id}': { path: '/api/bodies/finance', body: { name: 'Finance' }, revision: '*' },
  'GET /api/bodies/{id}/access': { path: '/api/bodies/board/access?openTo=terms' },
  'PUT /api/bodies/{id}/access': {
    path: '/api/bodies/board/access',
    body: { openTo: 'members' },
    revision: '*',
  },
  'POST /api/terms': { body: { terms: [testTerm] } },
  'PUT /api/terms/{id}': {
    body: { office: 'member', voting: true, from: '2026-01-01' },
    revision: '*',
  },
  'DELETE /api/terms/{id}': { revision: '*' },
  'POST /api/people/import': {
    body: { people: [{ name: 'Ada Park', role: 'Trustee', type: 'board' }], accounts: true },
  },
  'GET /api/admin/people': { path: '/api/admin/people?entry=nobody' },
  // Nobody has this entry.
  'PUT /api/directory/{id}/account': { body: { account: '' }, revision: '*' },
  'PUT /api/directory/{id}': { form: { title: 'Director' }, revision: '*' },
  'DELETE /api/directory/{id}': { revision: '*' },
  'GET /api/images/{hash}': { path: `/api/images/${'0'.repeat(64)}` },
  // The meeting has no such item.
  'POST /api/invitations': {
    body: { who: { person: 'nobody' }, meeting: '2026-Q4', items: ['none'], until: '2099-01-01' },
  },
  'PUT /api/invitations/{id}': { body: { items: ['none'], until: '2099-01-01' }, revision: '*' },
  'POST /api/mails/{id}/send-again': { body: {} },
  'POST /api/mails/test': { body: { id: uploadId } },
  // Nobody has this entry.
  'POST /api/assistants': {
    body: { name: 'Ann Aide', email: 'ann.aide@larkspur.example', assists: 'nobody' },
  },
  'PUT /api/own-feed/address': { body: { nonce: 'a-random-text-of-22-signs' } },
  'PUT /api/own-feed/meetings-by': { body: { meetingsBy: 'feed' } },
  'PUT /api/assistants/{uid}': { body: { mayReply: true } },
  'PUT /api/own-replies/{meeting}': { body: reply, revision: '*' },
  'PUT /api/all-meetings/{meeting}/replies/{person}': { body: reply, revision: '*' },
  'POST /api/all-meetings/{meeting}/reply-requests': {
    body: { id: '00000000-0000-4000-8000-000000000001' },
  },
  'PUT /api/own-notices': {
    body: { frequency: 'daily', papers: true, meetings: true, questions: true, reminders: true },
  },
  'GET /api/own-notices/{meeting}/waiver': { path: '/api/own-notices/2026-Q4/waiver' },
  'PUT /api/own-notices/{meeting}/waiver': { path: '/api/own-notices/2026-Q4/waiver' },
  'GET /api/notices/{meeting}': { path: '/api/notices/2026-Q4' },
  'POST /api/notices/{meeting}/start': { path: '/api/notices/2026-Q4/start' },
  'PUT /api/notices/{meeting}/pause': {
    path: '/api/notices/2026-Q4/pause',
    body: { paused: true },
  },
  'POST /api/notices/{meeting}/formal': {
    path: '/api/notices/2026-Q4/formal',
    body: { id: 'first-notice' },
  },
  'PUT /api/notices/{meeting}/waivers/{person}': {
    path: '/api/notices/2026-Q4/waivers/nobody',
    body: { remark: 'By telephone' },
  },
  'POST /api/admin/users/create': {
    body: { email: 'ada.park@larkspur.example', password: 'larkspur-board-2026' },
  },
  'PATCH /api/admin/users/{uid}': { body: { displayName: 'Ada Park' } },
  'PUT /api/admin/users/{uid}/last-day': { body: { day: '2100-12-31' } },
  'POST /api/admin/users/{uid}/hand-over': { body: { to: 'ruth.abelman@larkspur.example' } },
  'POST /api/admin/designated-admins': { body: { email: 'hana.takeda@larkspur.example' } },
  'DELETE /api/admin/designated-admins': {
    path: '/api/admin/designated-admins?email=nobody@larkspur.example',
  },
  'POST /api/release-tokens': { body: { name: 'ci', remote: 'meetings' } },
  'DELETE /api/release-tokens/{id}': { path: '/api/release-tokens/0123456789ab' },
  'POST /api/trusted-pipelines': {
    body: {
      name: 'main',
      remote: 'meetings',
      issuer: 'https://token.actions.githubusercontent.com',
      audience: 'https://portal.example.org',
      repository: 'larkspur/meetings',
      repositoryId: '1',
      ref: 'refs/heads/main',
    },
  },
  'DELETE /api/trusted-pipelines/{id}': { path: '/api/trusted-pipelines/0123456789ab' },
  'POST /api/release-tokens/exchange': {
    body: { remote: 'meetings', token: 'eyJhbGciOiJub25lIn0.e30.' },
  },
  'PUT /api/releases/{remote}/files/{sha384}': {
    path: `/api/releases/board/files/${sha384Of(integrityOf(Buffer.from('script')))}`,
    bytes: 'script',
  },
  'GET /api/releases/{remote}/files/{sha384}': {
    path: `/api/releases/board/files/${sha384Of(integrityOf(Buffer.from('script')))}`,
  },
  // Refers to the file uploaded by the first of the rows above.
  'POST /api/releases/{remote}/records': {
    path: '/api/releases/board/records',
    body: publishedBuild({ name: 'board', files: { 'container.js': 'script' } }).manifest,
  },
  'GET /api/releases/{remote}/records': { path: '/api/releases/board/records' },
  'GET /api/releases/{remote}/records/{release}': { path: '/api/releases/board/records/1.0.0-a' },
  'POST /api/releases/{remote}/records/{release}/check': {
    path: '/api/releases/board/records/1.0.0-a/check',
    body: { shell: 'a-build' },
  },
  'GET /api/releases/{remote}/previews': { path: '/api/releases/board/previews' },
  'PUT /api/releases/{remote}/previews/{id}': {
    path: `/api/releases/board/previews/${'0'.repeat(64)}`,
    body: { release: '1.0.0-a', people: ['maria.lopez@larkspur.example'] },
  },
  'DELETE /api/releases/{remote}/previews/{id}': {
    path: `/api/releases/board/previews/${'0'.repeat(64)}`,
  },
  'POST /api/gate-trials/take': { body: { runner: 'portal-1:4711' } },
  // Nothing is being tried.
  'POST /api/gate-trials/{remote}/{release}/renew': {
    path: '/api/gate-trials/board/1.0.0-a/renew',
    body: { shell: 'a-build', lease: 1 },
  },
  'POST /api/gate-trials/{remote}/{release}/verdict': {
    path: '/api/gate-trials/board/1.0.0-a/verdict',
    body: { shell: 'a-build', lease: 1, runner: 'portal-1:4711', result: 'passed', faults: [] },
  },
  'GET /api/releases/{remote}/pointer': { path: '/api/releases/board/pointer' },
  'POST /api/releases/{remote}/promote': {
    path: '/api/releases/board/promote',
    body: { release: '1.0.0-a', step: 'qa', reason: 'A first look' },
    revision: '*',
  },
  'POST /api/releases/{remote}/rollback': {
    path: '/api/releases/unknown/rollback',
    body: { channel: 'stable', reason: 'It fails' },
    revision: '*',
  },
  'POST /api/releases/{remote}/deny': {
    path: '/api/releases/unknown/deny',
    body: { release: '1.0.0-a', reason: 'It fails' },
    revision: '*',
  },
  'POST /api/releases/{remote}/approve': {
    path: '/api/releases/unknown/approve',
    body: { release: '1.0.0-a', reason: 'It was read' },
    revision: '*',
  },
  'POST /api/releases/{remote}/stop': {
    path: '/api/releases/unknown/stop',
    body: { reason: 'It leaks' },
    revision: '*',
  },
  'POST /api/releases/{remote}/resume': {
    path: '/api/releases/unknown/resume',
    body: { reason: 'It is repaired' },
    revision: '*',
  },
  'GET /api/releases/{remote}/policy': { path: '/api/releases/board/policy' },
  'PUT /api/releases/{remote}/policy': {
    path: '/api/releases/board/policy',
    body: { approval: 'once', stepMinutes: 60 },
    revision: '*',
  },
  'GET /api/releases/{remote}/settings': { path: '/api/releases/board/settings' },
  'PUT /api/releases/{remote}/settings': {
    path: '/api/releases/board/settings',
    body: { values: {} },
    revision: '*',
  },
  'GET /api/releases/{remote}/history': { path: '/api/releases/board/history' },
  'GET /api/releases/{remote}/cohorts': { path: '/api/releases/board/cohorts' },
  'PUT /api/releases/{remote}/cohorts': {
    path: '/api/releases/board/cohorts',
    body: { qa: ['wei.chen@larkspur.example'], team: [] },
    revision: '*',
  },
  'GET /api/compositions/{id}': { path: '/api/compositions/none' },
  'GET /api/compositions': { path: '/api/compositions?email=wei.chen@larkspur.example' },
  'GET /api/releases/{remote}/health': { path: '/api/releases/board/health' },
  'GET /api/releases/{remote}/records/{release}/errors': {
    path: '/api/releases/board/records/1.0.0-a/errors',
  },
  'DELETE /api/release-notices/{remote}/{release}': { path: '/api/release-notices/board/1.0.0-a' },
  'POST /api/overrides': { body: { remote: 'board', release: '1.0.0-a' } },
  'POST /api/outcomes': {
    body: {
      session: '6f1b8f0e-3c53-4d8e-9a59-0d2c4f5b7a10',
      composition: 'none',
      outcomes: [{ remote: 'board', release: '1.0.0-a', outcome: 'good' }],
    },
  },
  // There are no removals to confirm.
  'POST /api/sync/removals': { revision: '*' },
  // Must be last, because they end the sign-ins that the other rows use.
  'POST /api/sign-ins/end-all': {},
  'DELETE /api/auth/token': {},
}

/** Who may call which endpoint, asked of a portal with this kind of accounts; of every `step`th endpoint for admins. */
export async function accessTableSuite(testedIdentity: TestedIdentity, step = 1): Promise<void> {
  const folder = join(import.meta.dirname, '../../contract/src')
  const modules = await Promise.all(
    (await readdir(folder))
      .filter((file) => !file.endsWith('.test.ts'))
      .map((file) => import(join(folder, file)) as Promise<object>),
  )
  // Some modules also export what has moved to another.
  const promised = [
    ...new Set(modules.flatMap((module) => Object.values(module).filter(isEndpoint))),
  ].flatMap((endpoint) => [endpoint, twinOf(endpoint) ?? endpoint].map(nameOf))
  const { api, callers, tokenOf, close } = await openSignedApi(testedIdentity)
  /** The first of each kind. */
  const kinds = new Map(
    Object.entries(callers)
      .map((one) => [one[1].kind, one] as const)
      .toReversed(),
  )
  const oneOfEachKind = Object.fromEntries(kinds.values())
  const embedded = await testApi()
  /** The rows come last and in their order, because some of them depend on others. */
  const tested = [
    ...forwarded,
    ...api.mounted.map(nameOf).filter((name) => !rows[name]),
    ...Object.keys(rows),
  ].filter((name, index) => rightsOf(name) !== 'admins' || index % step === 0)
  afterAll(() => Promise.all([close(), embedded.close()]))

  it('serves exactly the endpoints of the contract', () => {
    const served = api.mounted.map(nameOf)
    expect(served.toSorted()).toEqual([...new Set(promised)].toSorted())
    expect(served.length).toBeGreaterThan(15)
  })

  it('declares who may call every endpoint, as reviewed', () => {
    const declared = api.mounted.map((endpoint) => [nameOf(endpoint), endpoint.callers])
    expect(declared).toEqual(api.mounted.map(nameOf).map((name) => [name, rightsOf(name)]))
  })

  it('has requests and reviewed rights for no other endpoints', () => {
    const known = api.mounted.map(nameOf)
    const named = [...Object.keys(rows), ...Object.values(reviewed).flat()]
    expect(named.filter((name) => !known.includes(name))).toEqual([])
  })

  it('serves nothing else but pages, probes and its own description', () => {
    const inHono = new Set(
      api.mounted.map((endpoint) => nameOf(endpoint).replace(/\{(\w+)\}/g, ':$1')),
    )
    const others = api.app.routes
      .map(({ method, path }) => `${method} ${path.replace(/\{[^}]*\}/g, '')}`)
      .filter((route) => !inHono.has(route))
    expect([...new Set(others)].toSorted()).toEqual([
      // Middleware, which sends no response of its own.
      'ALL /*',
      'DELETE /api/remotes/:remote/*',
      'GET /.well-known/jwks.json',
      'GET /.well-known/security.txt',
      'GET /api/docs',
      'GET /api/docs/:file',
      'GET /api/openapi.json',
      'GET /api/remotes/:remote/*',
      'GET /branding/*',
      'GET /healthz',
      'GET /metrics',
      'GET /readyz',
      'GET /remotes/*',
      // With a signed token, and without a sign-in.
      'GET /reply/:token',
      'GET /robots.txt',
      // For anyone who has the signed link of a mail.
      'GET /unsubscribe/:token',
      'PATCH /api/remotes/:remote/*',
      'POST /api/remotes/:remote/*',
      'POST /reply/:token',
      'POST /unsubscribe/:token',
      'PUT /api/remotes/:remote/*',
    ])
  })

  describe('invalid input', () => {
    const takingInput = api.mounted.filter((endpoint, index) => {
      if (index % step !== 0) return false
      const { params, query, body, form, upload, revised } = endpoint
      const takes = params ?? query ?? body ?? form ?? upload ?? revised
      return rightsOf(nameOf(endpoint)).startsWith('admins') && takes !== undefined
    })

    const refused = {
      nobody: 'sign in first',
      'a domain that looks alike': 'forbidden',
      'a member by Google': 'forbidden',
    }

    it.each(takingInput)(
      'reports invalid input to admins only: $method $path',
      async (endpoint) => {
        const invalid = await askInvalid(endpoint, callers['an admin']!.headers)
        expect([400, 404, 413, 415, 422, 428]).toContain(invalid.status)
        for (const [kind, verdict] of Object.entries(refused)) {
          const response = await askInvalid(endpoint, callers[kind]!.headers)
          expect([kind, verdictOf(response)]).toEqual([kind, verdict])
        }
      },
    )
  })

  const isLong = process.env['TEST_LONG'] === '1'
  // A test for each of the pairs would take longer than their requests.
  it.each(tested)('treats every kind of caller correctly: %s', async (name) => {
    // What makes a caller one of a kind doesn’t depend on the endpoint.
    const asking = isLong || tested.indexOf(name) % 10 === 0 ? callers : oneOfEachKind
    const verdicts: Record<string, string> = {}
    for (const [caller, { headers }] of Object.entries(asking)) {
      const response = await ask(name, headers)
      verdicts[caller] = verdictOf(response)
      await response.body?.cancel()
    }
    const rights = Object.entries(asking).map(([caller, { kind }]) => [
      caller,
      expected(name, kind),
    ])
    expect(verdicts).toEqual(Object.fromEntries(rights))
  })

  it('records refusals for every route', async () => {
    const email = testPeople.staff.email
    // The rows above have ended all sign-ins of their callers.
    const headers = bearer(await tokenOf({ ...testPeople.staff, uid: 'staff-again' }))
    const forAdmins = tested.filter((name) => rightsOf(name).startsWith('admins'))
    // The rows above have used up this person's counters for the current minute.
    await api.stop()
    for (const [index, name] of forAdmins.entries()) {
      await (await ask(name, headers)).body?.cancel()
      // More endpoints of one person at once are counted together.
      if (index % 20 === 19) await api.stop()
    }
    await api.stop()
    const where = { who: email, what: 'denied' }
    const { documents } = await api.ports.store.list('audit', { where })
    const written = new Set(documents.map((entry) => String(entry['subject'])))
    // On a slow machine, the refusals by the gate runner's endpoints are in a minute of their own.
    const isExpected = (name: string) =>
      tested.includes(name) && !reviewed.gateRunner.includes(name)
    expect([...written].filter(isExpected).toSorted()).toEqual(forAdmins.toSorted())
  })

  it('explains invalid input to the gate runner alone', async () => {
    const own = api.mounted.filter((endpoint) => rightsOf(nameOf(endpoint)) === 'gateRunner')
    expect(own).toHaveLength(3)
    for (const endpoint of own) {
      const invalid = await askInvalid(endpoint, callers['the gate runner']!.headers)
      expect([400, 415, 422]).toContain(invalid.status)
      const admin = bearer(await tokenOf({ ...testPeople.admin, uid: 'admin-again' }))
      expect(verdictOf(await askInvalid(endpoint, admin))).toBe('forbidden')
    }
  })

  describe('the emulator’s unsigned tokens', () => {
    const routes = ['GET /api/portal', 'GET /api/audit', 'PUT /api/resource-mappings/{id}']
    const admin = testPeople.admin

    it.each(routes)(
      'accepts the emulator’s unsigned tokens in the embedded set: %s',
      async (name) => {
        const headers = bearer(embedded.tokenFor(admin))
        expect(verdictOf(await ask(name, headers, embedded))).toBe('let in')
      },
    )

    it.each(routes)('refuses the emulator’s unsigned tokens otherwise: %s', async (name) => {
      // Exactly the claims of a valid token.
      const [, payload] = (await tokenOf(admin)).split('.')
      const head = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')
      const headers = bearer(`${head}.${payload}.`)
      expect(verdictOf(await ask(name, headers))).toBe('sign in first')
    })

    it.each(routes)('accepts no other tokens in the embedded set: %s', async (name) => {
      const headers = bearer(await tokenOf(admin))
      expect(verdictOf(await ask(name, headers, embedded))).toBe('sign in first')
    })
  })

  /** What a page needs to run, including for callers who only read. */
  const forQa = new Set(['POST /api/auth/token', 'POST /api/reports', 'POST /api/outcomes'])

  /** Private data of the caller, which isn't part of the portal as a member sees it. */
  const personal = new Set([
    'GET /api/sign-ins',
    'GET /api/own-data',
    'GET /api/own-notices',
    'GET /api/own-notices/{meeting}/waiver',
    'GET /api/own-feed',
    'GET /api/assistants',
    'GET /api/reading',
    'GET /api/reading/export',
    'GET /api/documents/{id}/notes',
    'GET /api/notes',
    'GET /api/documents/{id}/notes/paper',
    'GET /api/notes/list',
    'GET /api/meetings/{year}/{quarter}/book',
    'GET /api/meetings/{year}/{quarter}/book/{id}/file',
    'GET /api/search/everything',
  ])

  /** Anyone who may call an endpoint of a quarter may call that of any meeting. */
  function rightsOf(twin: string): Callers {
    const name = endpointOfQuarter(twin)
    if (forwarded.includes(name)) return 'members'
    const listed = Object.entries(reviewed).find(([, names]) => names.includes(name))
    return (listed?.[0] ?? 'admins') as Callers
  }

  function expected(name: string, kind: CallerKind): string {
    const rights = rightsOf(name)
    const isForMembers = rights === 'members' || rights === 'readers'
    if (rights === 'everyone') return 'let in'
    if (rights === 'ownToken') return 'sign in first'
    if (rights === 'gateRunner' && kind === 'runner') return 'let in'
    if (rights === 'gateRunner' && kind === 'browserRunner') return 'forbidden'
    if (kind === 'runner' || kind === 'browserRunner') return 'sign in first'
    if (kind === 'key') return rights === 'adminsAndKey' ? 'let in' : 'sign in first'
    if (kind === 'browserKey') return rights === 'adminsAndKey' ? 'forbidden' : 'sign in first'
    // A cookie only allows reads.
    if (kind === 'reader') return name.startsWith('GET ') ? 'let in' : 'sign in first'
    if (kind === 'readerAsMember' && !name.startsWith('GET ')) return 'sign in first'
    if (kind === 'adminAsMember' || kind === 'readerAsMember') {
      const isPersonal = personal.has(endpointOfQuarter(name))
      const isLetIn = (name.startsWith('GET ') && !isPersonal) || forQa.has(name)
      return isLetIn && isForMembers ? 'let in' : 'forbidden'
    }
    if (kind === 'nobody') return 'sign in first'
    if (kind.startsWith('qa') && !name.startsWith('GET ') && !forQa.has(name)) return 'forbidden'
    if (rights === 'gateRunner') return 'forbidden'
    if (kind === 'admin' || kind === 'qaAdmin') return 'let in'
    if (kind === 'outsider') return rights === 'readers' ? 'let in' : 'forbidden'
    return (kind === 'member' || kind === 'qaMember') && isForMembers ? 'let in' : 'forbidden'
  }

  function verdictOf(response: Response): string {
    if (response.status === 401) return 'sign in first'
    if (response.status === 403) return 'forbidden'
    // A permitted caller gets 404 for an unknown id, and 409 for what another caller has already created.
    const isLetIn = response.ok || response.status === 404 || response.status === 409
    return isLetIn ? 'let in' : `returned ${response.status}`
  }

  let addresses = 0
  function nextAddress(): string {
    addresses += 1
    return `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`
  }

  async function ask(
    name: string,
    caller: Record<string, string>,
    of: TestApi = api,
  ): Promise<Response> {
    const row = rowOf(name)
    const [method = '', path = ''] = name.split(' ')
    // Limits by address would refuse one caller for what the others have sent.
    const headers: Record<string, string> = { ...caller, 'x-forwarded-for': nextAddress() }
    if (row.revision !== undefined) headers['if-none-match'] = row.revision
    const init: RequestInit = { method, headers }
    if (row.body !== undefined) {
      headers['content-type'] = 'application/json'
      init.body = JSON.stringify(row.body)
    }
    if (row.bytes !== undefined) init.body = row.bytes
    if (row.form) {
      const form = new FormData()
      for (const [field, value] of Object.entries(row.form)) form.set(field, value)
      init.body = form
    }
    const address = path.replace('{meeting}', '2031-Q4').replace(/\{\w+\}/, 'unknown')
    return of.request(row.path ?? address, init)
  }

  /** Sends a value that is far too long for every part of the input, as text, and no revision. */
  async function askInvalid(endpoint: Endpoint, caller: Record<string, string>): Promise<Response> {
    const { method, path, params, query } = endpoint
    const tooLong = 'x'.repeat(5000)
    // An address with a hyphen names a meeting.
    const isOfMeeting = path.includes('{meeting}')
    const filled = params ? path.replace(/\{\w+\}/g, isOfMeeting ? `x-${tooLong}` : tooLong) : path
    const fields = query === undefined ? [] : Object.keys((query as z.ZodMiniObject).shape)
    const search = new URLSearchParams(fields.map((field) => [field, tooLong]))
    const body = method === 'GET' ? {} : { body: tooLong }
    const headers = { ...caller, 'content-type': 'text/plain' }
    return api.request(`${filled}?${search.toString()}`, { method, headers, ...body })
  }

  function isEndpoint(value: unknown): value is Endpoint {
    return typeof value === 'object' && value !== null && 'method' in value && 'summary' in value
  }

  function endpointOfQuarter(name: string): string {
    const ofQuarter = name.replace('{meeting}', '{year}/{quarter}')
    return promised.includes(ofQuarter) ? ofQuarter : name
  }

  /** An endpoint of any meeting gets the request of the quarter's, about a meeting that no other row changes. */
  function rowOf(name: string): Row {
    const row = rows[name] ?? rows[endpointOfQuarter(name)] ?? {}
    if (rows[name] || row.path === undefined) return row
    return { ...row, path: row.path.replace(/2026\/(\d)/, '2031-Q$1') }
  }

  function nameOf({ method, path }: Endpoint): string {
    return `${method} ${path}`
  }
}
