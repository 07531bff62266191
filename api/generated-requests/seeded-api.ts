import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { targetOf } from '@portal/domain/note-subject'
import sharp from 'sharp'
import { adoptRelease } from '../src/features/releases/publishing/adopt-release.ts'
import { publishedBuild } from '../src/features/releases/published-build-fixture.ts'
import { memoryBlobStore } from '../src/adapters/memory/memory-blob-store.ts'
import type { Log } from '../src/platform/log.ts'
import type { Drive, DriveFile } from '../src/features/sync/drive.ts'
import { samplePdf } from '../src/features/sync/sync-fixtures.ts'
import { testApi, type TestApi, testPeople, uidOf } from '../src/testing/test-api.ts'
import type { Likely } from './json-schema-arbitrary.ts'
import { uploadedBytes } from './request-arbitrary.ts'

export type SeededApi = {
  api: TestApi
  /** Ids of seeded documents, and values that the API's rules accept. */
  likely: Likely
  tokens: Record<'member' | 'admin', string>
  /** Replaces the token after a sign-out, or when an act needs a more recent sign-in. */
  signInAgain: (who: 'member' | 'admin') => void
  /** Logged errors, with their stacks. */
  errors: string[]
  close: () => void
}

const years = 365 * 86_400

const paper: DriveFile = {
  id: 'paper',
  name: 'Budget “2026”.pdf',
  mimeType: 'application/pdf',
  path: 'Board/2026',
  parentFolder: 'Board',
  createdTime: '2026-11-01T09:00:00.000Z',
  modifiedTime: '2026-11-02T09:00:00.500Z',
  checksum: '1',
}

/** A second one, so that a paper is left when a request has withdrawn the first. */
const minutes: DriveFile = { ...paper, id: 'minutes', name: 'Minutes.pdf', checksum: '2' }

/** No admins: generated requests must not change the role of their own sender. */
const others = [testPeople.staff, testPeople.selfMade, testPeople.stranger]
/** The id of a release token that requests may revoke. */
const tokenId = '0123456789ab'

const emails = ['new@larkspur.example', 'NEW@larkspur.example', 'someone@other.example']
/** The ids of previews. */
const previewIds = ['a', 'b'].map((digit) => digit.repeat(64))

/** The ids of finished exports: one is left when a request has deleted the other. */
const exportIds = ['0b54ad4e-7c40-4a3c-9d5e-3f1c2b6a7d80', '1b54ad4e-7c40-4a3c-9d5e-3f1c2b6a7d81']

/** The ids of questions of the special meeting: by the member, open and answered; and by the admin. */
const questionIds = [1, 2, 3, 4].map((n) => `0c54ad4e-7c40-4a3c-9d5e-3f1c2b6a7d8${n}`)

/** A meeting that isn't a quarterly one. */
const otherMeeting = '2026-11-12-board'
/** One that the senders are asked to reply to. */
const openMeeting = '2026-11-20-board'

const likelyTexts: Likely = {
  id: [
    'paper',
    'minutes',
    'gone',
    'governance-bylaws',
    'meeting-2026-q4-agenda',
    'p1',
    'p2',
    't1',
    't2',
    'term-1',
    'term-2',
    'invitation-1',
    'mail-1',
    'invitation-2',
    'e1',
    'e 2@x/y',
    'none',
    tokenId,
    ...questionIds,
    ...exportIds,
    ...previewIds,
  ],
  meeting: [otherMeeting, openMeeting, '2026-Q2'],
  item: ['item-1'],
  person: ['p1', 'p2'],
  named: ['p1', 'p2'],
  except: ['p2'],
  assists: ['p1'],
  body: ['board'],
  until: ['2026-12-31'],
  documentId: ['paper', 'minutes', 'gone'],
  materialType: ['agenda', 'cash-flow-summary', 'additional-material-1'],
  uid: others.map(uidOf),
  email: emails,
  people: emails,
  qa: emails,
  team: emails,
  password: ['long enough, and odd'],
  embedUrl: ['https://airtable.com/embed/x', 'https://evil.example/', ''],
  from: ['2026-11-01', '2026-11-02'],
  to: ['2026-11-30', '2026-12-01'],
  date: ['2026-11-20', '1970-01-01', '2100-12-31', '2027-02-03', '2037-05-06', '1997-12-01'],
  time: ['09:30', ''],
  endTime: ['11:00', ''],
  type: ['board', 'staff'],
  remote: ['meetings'],
  // The build of the portal's shell.
  shell: ['a-build'],
  release: ['1.0.0-a', '1.0.0-b', '1.0.0-c', '1.0.0-d'],
  channel: ['candidate'],
  sha384: [createHash('sha384').update(uploadedBytes).digest('hex')],
  number: ['1', '2'],
  version: ['1', '2'],
  replaces: ['paper'],
  preview: previewIds,
  q: ['board', 'paper'],
  // The cursor of a list by id.
  after: [Buffer.from(JSON.stringify(['id', false, 'a', 'a'])).toString('base64url')],
}

/** The app in memory with data of every kind. Its clock advances a second each time it is read. */
export async function seededApi(): Promise<SeededApi> {
  const errors: string[] = []
  const log: Log = {
    info: () => {},
    warn: () => {},
    error: (message, { cause, ...fields } = {}) =>
      errors.push(
        `${message} ${JSON.stringify(fields)} ${cause instanceof Error ? cause.stack : ''}`,
      ),
  }
  // The fast clock keeps requests below the rate limits.
  let seconds = Date.parse('2026-11-01T12:00:00Z') / 1000
  const now = () => new Date((seconds += 1) * 1000)
  const events = ['e1', 'e 2@x/y'].map((id) => ({
    id,
    summary: id,
    start: { dateTime: '2026-11-20T09:00:00-08:00' },
  }))
  const pdf = await samplePdf({ pages: 2 })
  const drive: Drive = {
    async *changes() {
      yield { changes: [paper, minutes].map((file) => ({ id: file.id, file })), cursor: '1' }
    },
    download: async () => new Response(new Uint8Array(pdf)).body ?? undefined,
  }
  const api = await testApi({
    now,
    ports: {
      log,
      blobs: memoryBlobStore(now),
      drive,
      shell: { page: async () => '', file: () => undefined, build: 'a-build' },
      calendar: {
        between: async () => events,
        byId: async (id) => events.find((event) => event.id === id),
        problems: async () => [],
      },
    },
  })
  const token = (name: 'member' | 'admin') =>
    api.tokenFor({ ...testPeople[name], expiresIn: 50 * years })
  const tokens = { member: token('member'), admin: token('admin') }
  const { hash, cardImage } = await seed(api, tokens.admin)
  const likely: Likely = { ...likelyTexts, hash: [hash], cardImage: [cardImage, ''] }
  const signInAgain = (who: 'member' | 'admin') => void (tokens[who] = token(who))
  return { api, likely, tokens, signInAgain, errors, close: () => api.close() }
}

/** Returns an uploaded card image and its hash. */
async function seed({ ports, request, features }: TestApi, admin: string) {
  for (const id of exportIds) await seedExport({ ports }, id)
  const { store } = ports
  for (const release of likelyTexts['release']!) {
    const { manifest, files } = publishedBuild({ release })
    const built: Record<string, string> = { ...files, 'release.json': JSON.stringify(manifest) }
    await adoptRelease(ports, {
      name: 'dist',
      read: async (file) => (built[file] === undefined ? undefined : Buffer.from(built[file])),
    })
  }
  await features.releases.trials.addOffered()
  // Tested by its team, so that it can be previewed.
  await request('/api/releases/meetings/records/1.0.0-a/check', {
    method: 'POST',
    headers: { authorization: `Bearer ${admin}`, 'content-type': 'application/json' },
    body: JSON.stringify({ shell: 'a-build' }),
  })
  await store.create('release_tokens', tokenId, {
    name: 'ci',
    remote: 'meetings',
    digest: '',
    createdAt: ports.now().toISOString(),
    createdBy: testPeople.admin.email,
  })
  await features.sync.start()
  await features.sync.idle()
  for (const id of ['p1', 'p2']) {
    await store.create('directory', id, { name: `Person ${id}`, role: 'Director', type: 'board' })
  }
  for (const id of ['term-1', 'term-2']) {
    const person = { person: 'p1', name: 'Person p1' }
    const term = { body: 'board', office: 'member', voting: true, from: '2026-01-01' }
    await store.create('terms', id, { ...person, ...term })
  }
  await store.create('meetings', otherMeeting, {
    key: otherMeeting,
    body: 'board',
    kind: 'special',
    title: 'Special meeting',
    date: '2026-11-12',
    status: 'published',
    items: [{ id: 'item-1', title: 'Offer' }],
  })
  await store.create('quarters', otherMeeting, { inPreparation: false })
  for (const id of ['invitation-1', 'invitation-2']) {
    const invited = { person: 'p1', name: 'Person p1', items: ['item-1'], until: '2026-12-31' }
    await store.create('invitations', id, { ...invited, meeting: otherMeeting })
  }
  await store.create('meetings', openMeeting, {
    date: '2026-11-20',
    time: '09:30',
    endTime: '11:00',
    key: openMeeting,
    body: 'board',
    title: 'Special meeting',
    items: [],
  })
  await store.create('quarters', openMeeting, { inPreparation: false })
  for (const person of [testPeople.member, testPeople.admin].map(uidOf)) {
    const invited = { person, name: person, items: ['item-1'], until: '2090-12-31' }
    await store.create('invitations', `of-${person}`, { ...invited, meeting: openMeeting })
  }
  for (const [index, id] of questionIds.entries()) {
    const person = index % 2 === 0 ? testPeople.member : testPeople.admin
    await store.create('questions', id, {
      meeting: otherMeeting,
      item: 'item-1',
      passage: {
        documentId: 'paper',
        paper: 'Budget',
        target: targetOf({ page: 1 }, 1),
      },
      uid: uidOf(person),
      name: person.email,
      text: 'Why?',
      audience: 'item',
      state: 'open',
      askedAt: '2026-11-01T12:00:00.000Z',
      answers: [],
    })
  }
  for (const id of ['mail-1', 'mail-2']) {
    const at = '2026-11-01T09:00:00.000Z'
    await store.create('mails', id, {
      kind: 'account',
      person: 'p1',
      to: { name: 'Person p1', address: 'p1@larkspur.example' },
      subject: 'Your account',
      content: { blocks: [] },
      unsubscribable: false,
      state: 'waiting',
      at,
      byState: `waiting ${at}`,
      until: at,
      attempts: 0,
    })
  }
  for (const id of ['t1', 't2']) {
    await store.create('agenda_templates', id, { name: id, items: [{ title: 'Budget' }] })
  }
  for (let year = 1970; year <= 2100; year += 1) {
    // These years stay free so that agendas can be moved there.
    if (year % 10 === 7) continue
    for (const quarter of [1, 2, 3, 4]) {
      const status = quarter % 2 === 0 ? 'published' : 'draft'
      await store.create('agendas', `${year}-Q${quarter}`, { status, items: [{ title: 'Budget' }] })
    }
  }
  const picture = await sharp({
    create: { width: 40, height: 30, channels: 3, background: 'teal' },
  })
    .png()
    .toBuffer()
  const cardImage = `data:image/png;base64,${picture.toString('base64')}`
  const saved = await request('/api/resource-mappings/governance-bylaws', {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${admin}`,
      'content-type': 'application/json',
      'if-none-match': '*',
    },
    body: JSON.stringify({ documentId: 'paper', cardImage }),
  })
  const mapping = (await saved.json()) as { cardImage: string }
  return { cardImage, hash: mapping.cardImage.split('/').at(-1)! }
}

/** A finished export whose archive has one file. */
async function seedExport({ ports }: Pick<TestApi, 'ports'>, exportId: string): Promise<void> {
  // Later than every withdrawal, which would take it away.
  const at = '2090-01-01T00:00:00.000Z'
  const bytes = Buffer.from('{}')
  const key = `exports/${exportId}/0-1`
  await ports.blobs.put(key, bytes)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const file = { name: 'manifest.json', key, size: bytes.length, sha256, crc32: crc32(bytes) }
  await ports.store.create('portal_export_files', `${exportId}-0000000`, file)
  await ports.store.create('portal_exports', exportId, {
    status: 'completed',
    startedAt: at,
    startedBy: testPeople.admin.email,
    completedAt: at,
    progress: { done: 1, total: 1 },
    lease: { token: 1, holder: 'elsewhere', expiresAt: at },
  })
}
