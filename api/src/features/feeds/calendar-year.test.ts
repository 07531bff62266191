import {
  deleteAgenda,
  getAgenda,
  moveAgenda,
  saveAgenda,
  setAgendaStatus,
} from '@portal/contract/agendas'
import { addTerms, deleteTerm, listTerms, saveBody } from '@portal/contract/bodies'
import { chooseMeetingsBy, renewFeed } from '@portal/contract/feeds'
import { createMeeting, setMeetingStage } from '@portal/contract/new-meetings'
import { getPublication, setPublication } from '@portal/contract/quarters'
import { ofMeeting } from '@portal/contract/twins'
import { undoChanges } from '@portal/contract/undo'
import { dayAfter, dayOf } from '@portal/domain/days'
import { meetingOf } from '@portal/domain/meeting-ref'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { memoryMail } from '../../adapters/memory/memory-mail.ts'
import { Refusal } from '../../refusal.ts'
import { testApi, type TestApi, testPeople, uidOf } from '../../testing/test-api.ts'
import type { Mail } from '../mail/mail-feature.ts'
import { independently, readBack, type ReadEvent, timeZone } from './read-back-fixture.ts'

/** Number of changes in the year; `test --long` makes more. */
const changes = process.env['TEST_LONG'] ? 600 : 40
const random = process.env['TEST_LONG'] ? Math.floor(Math.random() * 1_000_000) : 515_151
const seed = Number(process.env['HISTORIES_SEED'] ?? random)

const start = Date.parse('2026-11-03T20:00:00Z')
const day = 86_400_000
/** In the title of a closed item. */
const secret = 'Merger'

let api: TestApi
let clock = start - day
const mailbox = memoryMail()
const servers = ['answers', 'is down', 'is cut before it answers'] as const
let server: (typeof servers)[number] = 'answers'
const receiver: Mail = {
  ...mailbox,
  async send(...given) {
    if (server === 'is down') throw new Refusal('unavailable', 'down')
    const outcome = await mailbox.send(...given)
    return server === 'answers' ? outcome : { state: 'unknown', reply: 'cut' }
  },
}
beforeAll(async () => {
  api = await testApi({ now: () => new Date(clock), ports: { mail: receiver } })
  clock = start
  const { member, staff } = testPeople
  for (const [id, { email }, uid] of [
    ['maria', member, uidOf(member)],
    ['wei', staff, uidOf(staff)],
  ] as const) {
    const entry = { role: 'Trustee', type: 'board', name: id, email, account: uid }
    await api.ports.store.create('directory', id, entry)
  }
  const body = { name: 'Finance Committee' }
  await admin()(saveBody, { params: { id: 'finance' }, body, revision: 'new' })
  await admin()(addTerms, { body: { terms: [termOf('maria'), termOf('wei')] } })
  // A member whose calendar reads the feed alone: what everybody's calendar should have.
  await api.call('staff')(chooseMeetingsBy, { body: { meetingsBy: 'feed' } })
})
afterAll(() => api.close())

const admin = () => api.call('admin')
const today = () => dayOf(new Date(clock), timeZone)
function termOf(person: string) {
  return { person, body: 'finance', office: 'member', voting: true, from: today() } as const
}

/** The meetings that were made, also those that are deleted; a quarterly one has its newest id. */
const made: string[] = []
const isDeleted = new Set<string>()
let count = 0

const at = (id: string) => {
  const ref = meetingOf(id)!
  return 'meeting' in ref
    ? { of: ofMeeting, params: { meeting: id } }
    : { of: <T>(endpoint: T) => endpoint, params: { year: ref.year, quarter: ref.quarter } }
}
// The twins of an endpoint differ in their parameters alone.
const call = (endpoint: unknown, id: string, more: object = {}): Promise<any> => {
  const { of, params } = at(id)
  return (admin() as any)((of as any)(endpoint), { params, ...more })
}
const revisionOf = async (id: string): Promise<number> => (await call(getAgenda, id)).revision
const save = async (id: string, body: object) =>
  call(saveAgenda, id, { body, revision: await revisionOf(id) })
const setState = async (id: string, state: 'published' | 'preparation') => {
  const { revision = 'new' } = await call(getPublication, id)
  await call(setPublication, id, { body: { state }, revision })
}

const setStage = async (meeting: string, stage: 'cancelled' | 'planned') => {
  const revision = await revisionOf(meeting)
  await admin()(setMeetingStage, { params: { meeting }, body: { stage }, revision })
}

type Step = { kind: keyof typeof kinds; which: number; days: number; hour: number }
const kinds = {
  async create({ days, hour }: Step) {
    const date = dayAfter(today(), days)
    if (count % 4 === 3) {
      const quarter = {
        year: Number(date.slice(0, 4)),
        quarter: Math.ceil(Number(date.slice(5, 7)) / 3),
      }
      const body = { title: `Board ${count}`, date, time: `${hour}:00`, endTime: `${hour + 2}:00` }
      await admin()(saveAgenda, { params: quarter, body, revision: 'new' })
      await admin()(setAgendaStatus, {
        params: quarter,
        body: { status: 'published' },
        revision: 1,
      })
      made.push(`${quarter.year}-Q${quarter.quarter}`)
    } else {
      const key = `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`
      const meeting = {
        body: 'finance',
        kind: 'committee',
        date,
        title: `Finance ${count}`,
      } as const
      const { id } = await admin()(createMeeting, { body: { key, ...meeting } })
      made.push(id)
      const audience = { who: 'voting', named: [uidOf(testPeople.admin)] } as const
      const items = [{ id: 'a', title: `${secret} talks`, audience }]
      await save(id, { time: `${hour}:00`, endTime: `${hour + 1}:30`, items })
      await setState(id, 'published')
    }
    count += 1
  },
  rename: ({ which, hour }: Step) => save(made[which]!, { title: `Title, ${hour}; “${which}”` }),
  async move({ which, days }: Step) {
    const date = dayAfter(today(), days)
    const id = made[which]!
    if (!/Q\d$/.test(id)) return save(id, { date })
    const moved = await call(moveAgenda, id, { body: { date }, revision: await revisionOf(id) })
    made[which] = moved.agenda?.id ?? moved.id
    return moved
  },
  time: ({ which, hour }: Step) =>
    save(made[which]!, { time: `${hour}:30`, endTime: `${hour + 1}:00` }),
  place: ({ which, hour }: Step) => save(made[which]!, { location: `Room ${hour}` }),
  /** Counts for no calendar. */
  describe: ({ which, hour }: Step) => save(made[which]!, { description: `Bring ${hour} pens` }),
  cancel: ({ which }: Step) => setStage(made[which]!, 'cancelled'),
  restore: ({ which }: Step) => setStage(made[which]!, 'planned'),
  async delete({ which }: Step) {
    const revision = await revisionOf(made[which]!)
    await call(deleteAgenda, made[which]!, { revision, query: { confirmed: 'true' } })
    isDeleted.add(made[which]!)
  },
  async undelete({ which }: Step) {
    const subject = [...isDeleted][which % Math.max(1, isDeleted.size)] ?? 'none'
    await admin()(undoChanges, { body: { changes: [{ subject, what: 'agenda deleted' }] } })
    isDeleted.delete(subject)
  },
  prepare: ({ which }: Step) => setState(made[which]!, 'preparation'),
  publish: ({ which }: Step) => setState(made[which]!, 'published'),
  async leave() {
    const { terms } = await admin()(listTerms)
    const term = terms.find(({ person }) => person === 'maria')
    if (!term) return
    await admin()(deleteTerm, { params: { id: term.id }, revision: term.revision })
  },
  async join() {
    const { terms } = await admin()(listTerms)
    if (terms.some(({ person }) => person === 'maria')) return
    await admin()(addTerms, { body: { terms: [termOf('maria')] } })
  },
  prefer: ({ hour }: Step) =>
    api.call('member')(chooseMeetingsBy, {
      body: { meetingsBy: hour % 2 === 0 ? 'feed' : 'invitations' },
    }),
  /** The mail server, for some of the changes. */
  outage: async ({ hour }: Step) => void (server = servers[hour % 3]!),
} satisfies Record<string, (step: Step) => Promise<unknown>>

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.oneof(
    { weight: 4, arbitrary: fc.constant<keyof typeof kinds>('create') },
    { weight: 3, arbitrary: fc.constant<keyof typeof kinds>('join') },
    { weight: 20, arbitrary: fc.constantFrom(...(Object.keys(kinds) as (keyof typeof kinds)[])) },
  ),
  which: fc.nat(30),
  days: fc.integer({ min: 1, max: 120 }),
  hour: fc.integer({ min: 9, max: 17 }),
})

/** A calendar that takes invitations, as programs do. */
const client = new Map<string, ReadEvent>()
const received = new Set<string>()
async function receive() {
  await api.features.feeds.inviteDue()
  await api.features.mail.sendDue()
  const { documents } = await api.ports.store.list('mails', { where: { kind: 'calendar' } })
  const arrived = new Set(mailbox.messages.map(({ id }) => id))
  const mails = documents.filter(
    ({ id, person }) => person === 'maria' && arrived.has(id) && !received.has(id),
  )
  for (const { id, calendar, ...mail } of mails) {
    received.add(id)
    const { ics, method } = calendar as { ics: string; method: string }
    expect(ics + JSON.stringify(mail)).not.toContain(secret)
    const [event, ...others] = independently(ics)
    expect(others).toEqual([])
    const known = client.get(event!.uid)
    // A program ignores whatever isn't newer.
    expect(event!.sequence).toBeGreaterThan(known?.sequence ?? -1)
    if (method === 'CANCEL') expect(known).toMatchObject({ isCancelled: false })
    client.set(event!.uid, { ...event!, isCancelled: method === 'CANCEL' })
  }
  // Nothing is mailed twice.
  await api.features.feeds.inviteDue()
  const { documents: after } = await api.ports.store.list('mails', { where: { kind: 'calendar' } })
  expect(after).toHaveLength(documents.length)
}

const feeds = new Map<string, string>()
async function feedOf(who: 'member' | 'staff') {
  let path = feeds.get(who)
  path ??= (await api.call(who)(renewFeed, { body: { nonce: 'n'.repeat(22) } })).path
  feeds.set(who, path)
  const text = await (await api.request(path)).text()
  expect(text).not.toContain(secret)
  const events = independently(text)
  expect(new Set(events.map(({ uid }) => uid)).size, JSON.stringify(events)).toBe(events.length)
  return { text, events }
}
/** What takes place from now on. */
const coming = (events: Iterable<ReadEvent>) =>
  [...events]
    .filter(({ isCancelled, end }) => !isCancelled && Date.parse(end) > clock)
    .map((event) => ({ ...event, sequence: 0 }))
    .toSorted((a, b) => (a.uid < b.uid ? -1 : 1))

it(`is the same by invitations and by the feed, over a year of changes (seed ${seed})`, async () => {
  const done = new Map<string, number>()
  let isMember = true
  for (const [index, drawn] of fc.sample(step, { numRuns: changes, seed }).entries()) {
    clock = Math.max(clock, start + Math.floor((index / changes) * 365) * day) + 60_000
    const { kind } = drawn
    const one = { ...drawn, which: drawn.which % Math.max(1, made.length) }
    try {
      await kinds[made.length === 0 ? 'create' : kind](one)
      done.set(kind, (done.get(kind) ?? 0) + 1)
      if (kind === 'leave') isMember = false
      if (kind === 'join') isMember = true
    } catch (error) {
      // What can't be done is refused, and changes nothing.
      expect((error as { status?: number }).status, String(error)).toBeOneOf([404, 409, 422])
    }
    await receive()
    if (server === 'is down') {
      // For longer than the portal waits before it tries again.
      clock += 20 * 60_000
      continue
    }
    const [own, reference] = [await feedOf('member'), await feedOf('staff')]
    const inFeed = coming(own.events)
    const inClient = coming(client.values())
    const uids = [...inFeed, ...inClient].map(({ uid }) => uid)
    expect(new Set(uids).size, `twice after ${JSON.stringify(one)}`).toBe(uids.length)
    const expected = coming(reference.events).filter(({ uid }) => isMember || uid.includes('-Q'))
    expect(coming([...inFeed, ...inClient])).toEqual(expected)
    if (index % 8 !== 0) continue
    const again = await readBack(
      reference.text,
      new Date(clock - 366 * day),
      new Date(clock + 800 * day),
    )
    expect(again.map(({ id }) => id).toSorted()).toEqual(
      reference.events
        .filter(({ isCancelled }) => !isCancelled)
        .map(({ uid }) => uid)
        .toSorted(),
    )
  }
  expect([...done.values()].reduce((sum, each) => sum + each, 0)).toBeGreaterThan(changes / 3)
})
