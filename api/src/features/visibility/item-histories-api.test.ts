import { getAgenda, saveAgenda, setAgendaStatus } from '@portal/contract/agendas'
import { addTerms, deleteTerm, listTerms, saveBody } from '@portal/contract/bodies'
import { saveBodyAccess } from '@portal/contract/body-access'
import { addDesignatedAdmin } from '@portal/contract/designated-admins'
import { saveMapping } from '@portal/contract/mappings'
import { createMeeting } from '@portal/contract/new-meetings'
import { getPublication, setPublication } from '@portal/contract/quarters'
import { ofMeeting } from '@portal/contract/twins'
import { dayAfter } from '@portal/domain/days'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testApi, type TestApi, type TestIdentity, testPeople } from '../../testing/test-api.ts'
import {
  days,
  modelReaders,
  momentOf,
  type Name,
  names,
  newWorld,
  type Of,
  steps,
  timeZone,
} from './item-histories-fixture.ts'

/** Number of histories, which continue each other; `test --long` runs more. */
const histories = process.env['TEST_LONG'] ? 200 : 10
const random = process.env['TEST_LONG'] ? Math.floor(Math.random() * 1_000_000) : 323_959
const seed = Number(process.env['HISTORIES_SEED'] ?? random)

const meeting = '2026-11-02-finance'
const params = { meeting }
const key = '00000000-0000-4000-8000-000000000001'
const title = 'Succession'
const offices = ['chair', 'vice-chair', 'secretary', 'treasurer', 'member', 'observer'] as const

const account = (name: Name): TestIdentity => ({
  ...testPeople.member,
  uid: name,
  email: `${name}@larkspur.example`,
})
/** Two admins, two members, a guest, and an assistant of a member. */
const people: Record<Name, TestIdentity> = {
  ada: { ...testPeople.admin, uid: 'ada' },
  ben: { ...testPeople.staff, uid: 'ben' },
  cai: account('cai'),
  dee: account('dee'),
  eli: account('eli'),
  fay: account('fay'),
}

let api: TestApi
let clock = momentOf(5, true)
const world = newWorld()
const terms = new Map<number, { id: string; revision: number }>()

beforeAll(async () => {
  api = await testApi({ now: () => clock, env: { FOUNDATION_TIME_ZONE: timeZone } })
  const { store } = api.ports
  for (const name of names) {
    const own = name === 'eli' || name === 'fay' ? {} : { account: name }
    await store.create('directory', name, { name, role: 'Trustee', type: 'board', ...own })
  }
  const ofEli = { name: 'eli', email: 'eli@larkspur.example', since: clock.toISOString() }
  await store.create('account_kinds', 'eli', { kind: 'guest', ...ofEli })
  const cai = { person: 'cai', account: 'cai', name: 'cai', email: 'cai@larkspur.example' }
  await store.create('account_kinds', 'fay', {
    ...ofEli,
    kind: 'assistant',
    assists: { ...cai, mayReply: false },
  })
  for (const [name, role] of [
    ['ada', 'admin'],
    ['ben', 'admin'],
    ['eli', 'guest'],
    ['fay', 'assistant'],
  ] as const) {
    world.people.set(name, { name, role, assists: 'cai', isLinked: true })
  }
  const admin = call()
  await admin(addDesignatedAdmin, { body: { email: testPeople.staff.email } })
  await admin(saveBody, {
    params: { id: 'finance' },
    body: { name: 'Finance Committee' },
    revision: 'new',
  })
  const created = { key, body: 'finance', kind: 'committee' as const, title: 'Meeting' }
  await admin(createMeeting, { body: { ...created, date: days[5]! } })
  await api.putPaper('paper', { source: 'upload' })
  const slot = { id: `meeting-${meeting}--k1` }
  await admin(saveMapping, { params: slot, body: { documentId: 'paper' }, revision: 'new' })
  const { revision } = await admin(ofMeeting(getAgenda), { params })
  const body = { status: 'published' as const, content: { items: [item()] } }
  await admin(ofMeeting(setAgendaStatus), { params, body, revision })
  await apply('meeting', world.meeting)
})
afterAll(() => api.close())

const call = () => api.call(people.ada)
const isOutsider = (name: Name) => name === 'eli' || name === 'fay'

/** Ada prepares the item, so she belongs to every audience. */
function item(): object {
  const { who, named, except } = world.audience
  const audience = {
    who,
    ...(who === 'everybody' ? {} : { named }),
    ...(except.length > 0 ? { except } : {}),
  }
  return { id: 'pay', title, papers: [{ materialType: 'k1' }], audience }
}

const saved = async (content: object) => {
  const { revision } = await call()(ofMeeting(getAgenda), { params })
  await call()(ofMeeting(saveAgenda), { params, body: content, revision })
}

const acts = {
  async term({ at, name: person, voting, from, length }: Of<'term'>) {
    const admin = call()
    const known = terms.get(at)
    if (known) await admin(deleteTerm, { params: { id: known.id }, revision: known.revision })
    const to = length === null ? {} : { to: dayAfter(days[from]!, length) }
    const held = { body: 'finance', office: offices[at]!, voting, from: days[from]!, ...to }
    const added = await admin(addTerms, { body: { terms: [{ person, ...held }] } })
    terms.set(at, added.terms[0]!)
  },
  async invite({ at, name, until }: Of<'invite'>) {
    const { store } = api.ports
    const id = `invitation-${at}`
    const body = { person: name, name, meeting: key, items: ['pay'], until: days[until]! }
    const known = await store.get('invitations', id)
    if (known) await store.update('invitations', id, body, known.revision)
    else await store.create('invitations', id, body)
  },
  audience: () => saved({ items: [item()] }),
  async meeting({ day, openTo, isInPreparation }: Of<'meeting'>) {
    const admin = call()
    await saved({ date: days[day]! })
    const { bodies } = await admin(listTerms)
    const { revision } = bodies.find(({ id }) => id === 'finance')!
    const id = { params: { id: 'finance' } }
    await admin(saveBodyAccess, { ...id, body: { openTo }, revision: revision ?? 'new' })
    const { revision: current = 'new' } = await admin(ofMeeting(getPublication), { params })
    const state = isInPreparation ? 'preparation' : 'published'
    await admin(ofMeeting(setPublication), { params, body: { state }, revision: current })
  },
}

async function apply<K extends keyof typeof acts>(kind: K, act: Of<K>): Promise<void> {
  await (acts[kind] as (act: Of<K>) => Promise<void>)(act)
}

async function reads(name: Name): Promise<{ item: boolean; paper: boolean }> {
  const headers = { authorization: `Bearer ${api.tokenFor(people[name])}` }
  const address = isOutsider(name) ? '/api/own-meetings' : `/api/agendas/${meeting}`
  const text = await (await api.request(address, { headers })).text()
  const paper = await api.request('/api/documents/paper', { headers })
  return { item: text.includes(title), paper: paper.status === 200 }
}

it(`lets the same people read an item and its paper through the API as the model (HISTORIES_SEED=${seed})`, async () => {
  const seen = { read: 0, refused: 0 }
  const taken = fc.sample(steps, { numRuns: histories, seed }).flat()
  for (const one of [...taken, { kind: 'read', day: 5, isLate: true } as const]) {
    if (one.kind === 'person') continue
    if (one.kind === 'read') {
      clock = momentOf(one.day, one.isLate)
      const expected = modelReaders(world, one.day)
      const found = await Promise.all(names.map(async (name) => [name, await reads(name)]))
      const isRead = (name: Name) => expected.has(name)
      const state = { ...world, terms: [...world.terms], invitations: [...world.invitations] }
      expect(
        Object.fromEntries(found),
        JSON.stringify({ ...state, people: undefined, day: one.day }),
      ).toEqual(
        Object.fromEntries(
          names.map((name) => [name, { item: isRead(name), paper: isRead(name) }]),
        ),
      )
      seen.read += expected.size
      seen.refused += names.length - expected.size
    } else if (one.kind === 'audience') {
      const sent: Of<'audience'> = one
      const named = [...new Set<Name>(['ada', ...sent.named])]
      const except = (sent.except as Name[]).filter((name) => name !== 'ada')
      world.audience = { ...sent, named, except }
      await apply('audience', world.audience)
    } else {
      if (one.kind === 'term') world.terms.set(one.at, one)
      else if (one.kind === 'invite') world.invitations.set(one.at, one)
      else world.meeting = one
      await apply(one.kind, one as never)
    }
  }
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(histories)
}, 300_000)
