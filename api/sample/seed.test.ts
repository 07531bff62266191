import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listMeetings } from '@portal/contract/all-meetings'
import { listBodies } from '@portal/contract/bodies'
import { listMappings } from '@portal/contract/mappings'
import { listDirectory } from '@portal/contract/directory'
import { getAgenda } from '@portal/contract/agendas'
import { getMail, type ListedMail, listMails } from '@portal/contract/mail'
import { getMeetingNotices } from '@portal/contract/notices'
import { listQuestions } from '@portal/contract/questions'
import { listReplies } from '@portal/contract/replies'
import { forecastSentence } from '@portal/domain/quorum-forecast'
import { ofMeeting } from '@portal/contract/twins'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { testApi, type TestApi } from '../src/testing/test-api.ts'
import { committeeFile, committeePapers } from './committee-meetings.ts'
import { paperFile, papers, pathOf, standingFiles } from './plan.ts'
import { type SeedPorts, seedSample } from './seed.ts'

const now = new Date('2026-11-20T20:00:00Z')
let api: TestApi
let dataFolder: string
let syncs: number
/** Paths missing from the drive. */
let missing: string[]

beforeEach(async () => {
  api = await testApi({ now: () => now })
  dataFolder = await mkdtemp(join(tmpdir(), 'sample-seed-'))
  syncs = 0
  missing = []
})
afterEach(async () => {
  await api.close()
  await rm(dataFolder, { recursive: true })
})

function ports(at = now): SeedPorts {
  const { store, blobs } = api.ports
  const { settings } = api
  return { store, blobs, settings, dataFolder, runSync, now: () => at }
}

/** Fills the documents collection as a sync of the sample's drive would. */
async function runSync(): Promise<void> {
  syncs += 1
  const quarters = [3, 4].map((quarter) => ({ year: 2026, quarter }))
  const files = [
    ...standingFiles,
    ...quarters.flatMap((of) => papers.map(({ name }) => paperFile(of, name))),
    ...committeePapers.map((name) => committeeFile(name)),
  ].filter((file) => !missing.includes(pathOf(file)))
  for (const file of files) {
    const id = pathOf(file).replace(/\W+/g, '-')
    if (await api.ports.store.get('documents', id)) continue
    const times = { created_time: now.toISOString(), modified_time: now.toISOString() }
    await api.putPaper(id, {
      ...times,
      title: file.title,
      name: file.name,
      path: file.folder,
      parent_folder: file.folder,
      last_synced: now.toISOString(),
      size: 1,
      pages: 2,
      sha256: id,
    })
  }
}

const mappings = () => api.call('member')(listMappings)

it('maps the papers of two quarters, six policies, three resources and two embeds', async () => {
  await seedSample(ports())
  const ids = Object.keys(await mappings())
  for (const quarter of ['meeting-2026-q4-', 'meeting-2026-q3-']) {
    expect(ids.filter((id) => id.startsWith(quarter))).toHaveLength(13)
  }
  expect(ids.filter((id) => id.startsWith('governance-'))).toHaveLength(6)
  expect(ids.filter((id) => id.startsWith('communications-'))).toHaveLength(3)
  expect((await mappings())['meeting-2026-q4-airtable-data']?.embedType).toBe('airtable')
  expect((await mappings())['meeting-2026-q4-budget-vs-actual']?.document?.name).toBe(
    'Budget vs Actual Q4 2026.pdf',
  )
})

it('has everybody of the board and of two committees in office', async () => {
  await seedSample(ports())
  const { bodies, terms } = await api.call('member')(listBodies)
  expect(bodies.map(({ id }) => id)).toEqual(['board', 'finance', 'grants'])
  const count = (id: string) => terms.filter(({ body }) => body === id).length
  expect(bodies.map(({ id }) => count(id))).toEqual([9, 4, 4])
})

it('has replies to the coming meetings, with a note to the secretary and somebody who hasn’t replied', async () => {
  await seedSample(ports())
  const repliesTo = (meeting: string) => api.call('admin')(listReplies, { params: { meeting } })
  const { replies, forecast } = await repliesTo('2026-Q4')
  expect(forecastSentence(forecast)).toBe(
    '9 in office, quorum 5; 4 come, 1 by video, 1 not sure, 1 can’t come, 2 have not replied: a quorum is expected',
  )
  expect(replies.filter(({ note }) => note).map(({ name }) => name)).toEqual(['James Okafor'])
  expect((await repliesTo('2026-12-15-finance')).forecast).toMatchObject({ video: 2, missing: 1 })
})

it('has questions about the board’s meeting, one of them answered and one private, and a flag', async () => {
  await seedSample(ports())
  const of = { params: { year: 2026, quarter: 4 }, query: {} }
  const questionsOf = (who: 'admin' | 'member') => api.call(who)(listQuestions, of)
  const { questions, flags } = await questionsOf('admin')
  expect(questions.map(({ asker, audience, state }) => [asker, audience, state])).toEqual([
    ['Lucía Márquez', 'item', 'open'],
    ['Beatrice Nakamura', 'private', 'open'],
    ['Daniel Whitfield', 'item', 'answered'],
  ])
  expect(questions[2]?.answers.map(({ by }) => by)).toEqual(['Ruth Abelman'])
  expect(flags).toEqual([{ item: 'item-2', count: 1, names: ['Ingrid Sørensen'] }])
  expect((await questionsOf('member')).questions).toHaveLength(2)
})

it('has an outbox in which one message failed and one is unknown, and sends none of it', async () => {
  await seedSample(ports())
  await api.features.mail.sendDue()
  await api.features.notices.prepareDue()
  expect(api.mails).toEqual([])
  const { mails } = await api.call('admin')(listMails, { query: {} })
  const count = (by: (mail: ListedMail) => string) =>
    Object.fromEntries(
      Object.entries(Object.groupBy(mails, by)).map(([of, found]) => [of, found?.length]),
    )
  expect(count(({ state }) => state)).toEqual({ sent: 9, failed: 1, unknown: 1 })
  expect(count(({ kind }) => kind)).toEqual({
    account: 1,
    'formal-notice': 4,
    reminder: 1,
    digest: 1,
    calendar: 4,
  })
  const { content, hasCalendar } = await api.call('admin')(getMail, {
    params: { id: 'calendar-sample-ingrid-sorensen' },
  })
  expect(hasCalendar).toBe(true)
  expect(content.blocks.at(-1)).toMatchObject({
    href: expect.stringMatching(/\/meetings\/2026-08-18-grants$/),
  })
})

it('has the notices of the committee that has met, and the proof of the formal one', async () => {
  await seedSample(ports())
  const { state, formal } = await api.call('admin')(getMeetingNotices, {
    params: { meeting: '2026-08-18-grants' },
  })
  expect(state).toBe('started')
  expect(formal.sent.flatMap(({ recipients }) => recipients.map(({ mail }) => mail.state))).toEqual(
    ['sent', 'sent', 'failed', 'sent'],
  )
  expect(formal.deadline).toMatchObject({ state: 'kept', day: formal.sent[0]?.deadline })
})

it('has a meeting of each committee with two papers, and an item that only its voting members see', async () => {
  await seedSample(ports())
  const { meetings } = await api.call('admin')(listMeetings, { query: {} })
  const committees = meetings.filter(({ kind }) => kind === 'committee')
  expect(committees.map(({ id }) => id)).toEqual(['2026-08-18-grants', '2026-12-15-finance'])
  for (const { id: meeting } of committees) {
    const found = await api.call('admin')(listMappings, { query: { meeting } })
    expect(Object.values(found).map(({ document }) => document?.name)).toHaveLength(2)
  }
  const agenda = await api.call('admin')(ofMeeting(getAgenda), {
    params: { meeting: '2026-12-15-finance' },
  })
  expect(agenda.items.map(({ title }) => title)).toEqual([
    'Results of the month',
    'Audit plan',
    'Closed session',
    'Next steps',
  ])
  expect(agenda.items[2]?.closed).toBe(true)
})

it('publishes a native agenda from nine to noon for both quarters', async () => {
  await seedSample(ports())
  for (const quarter of [3, 4]) {
    const agenda = await api.call('member')(getAgenda, { params: { year: 2026, quarter } })
    expect(agenda.items.reduce((sum, { duration }) => sum + duration, 0)).toBe(180)
    expect(agenda.title).toBe(`Q${quarter} 2026 Board Meeting`)
  }
  expect((await mappings())['meeting-2026-q4-agenda']?.mode).toBe('native')
})

it('lists thirteen people, ten with photos that can be seen', async () => {
  await seedSample(ports())
  const people = await api.call('member')(listDirectory)
  expect(people.map(({ type }) => type).toSorted()).toEqual([
    ...Array.from({ length: 9 }, () => 'board'),
    ...Array.from({ length: 4 }, () => 'staff'),
  ])
  const headers = { authorization: `Bearer ${await api.tokenOf('member')}` }
  const photos = people.flatMap(({ photoUrl }) => photoUrl ?? [])
  expect(photos).toHaveLength(10)
  for (const url of photos) {
    const photo = await api.request(url, { headers })
    expect(photo.headers.get('content-type')).toBe('image/webp')
    expect((await photo.arrayBuffer()).byteLength).toBeLessThan(25_000)
  }
})

it('neither restores what was deleted nor overwrites what was changed', async () => {
  await seedSample(ports())
  const { store } = api.ports
  await store.delete('resource_mappings', 'governance-bylaws')
  await store.delete('directory', 'hana-takeda')
  const kept = (await store.get('resource_mappings', 'meeting-2026-q4-asset-summary'))!
  const { id, revision, updatedAt: _, ...body } = kept
  await store.update('resource_mappings', id, { ...body, title: 'Ours' }, revision)
  await seedSample(ports())
  expect(syncs).toBe(1)
  const shown = await mappings()
  expect(shown['governance-bylaws']).toBeUndefined()
  expect(shown['meeting-2026-q4-asset-summary']?.title).toBe('Ours')
  expect(await api.call('member')(listDirectory)).toHaveLength(12)
})

it('leaves an existing mapping unchanged', async () => {
  await api.ports.store.create('resource_mappings', 'governance-bylaws', {
    active: false,
    policyType: 'bylaws',
    title: 'Not yet',
  })
  await seedSample(ports())
  const stored = await api.ports.store.get('resource_mappings', 'governance-bylaws')
  expect(stored).toMatchObject({ active: false, title: 'Not yet', revision: 1 })
})

it('maps a paper later if the first sync did not include it', async () => {
  missing = ['Governance/Bylaws.pdf']
  await seedSample(ports())
  expect((await mappings())['governance-bylaws']).toBeUndefined()
  missing = []
  await seedSample(ports())
  expect((await mappings())['governance-bylaws']?.document?.name).toBe('Bylaws.pdf')
})
