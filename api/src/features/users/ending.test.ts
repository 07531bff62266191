import {
  addTerms,
  endTermsOfPerson,
  listBodies,
  listTerms,
  saveBody,
} from '@portal/contract/bodies'
import { addDesignatedAdmin } from '@portal/contract/designated-admins'
import { endNow, getLeaving, setLastDay } from '@portal/contract/leaving'
import { getPortal } from '@portal/contract/portal'
import { undoChanges } from '@portal/contract/undo'
import { updateUser } from '@portal/contract/users'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testApi, type TestApi, testPeople, uidOf } from '../../testing/test-api.ts'

const uid = uidOf(testPeople.member)
const params = { uid }

let clock: string
let api: TestApi
beforeEach(async () => {
  clock = '2026-11-12T20:00:00Z'
  api = await testApi({ now: () => new Date(clock) })
  const entry = { name: 'Maria Lopez', role: 'Chair', type: 'board', account: uid }
  await api.ports.store.create('directory', 'maria', entry)
  await admin()(saveBody, { params: { id: 'grants' }, body: { name: 'Grants' }, revision: 'new' })
  const maria = { person: 'maria', office: 'member' as const, voting: true }
  await admin()(addTerms, {
    body: {
      terms: [
        { ...maria, body: 'board', from: '2026-01-01', to: '2028-12-31' },
        { ...maria, body: 'grants', from: '2027-01-01' },
        { ...maria, body: 'grants', from: '2024-01-01', to: '2024-12-31' },
      ],
    },
  })
})
afterEach(() => api.close())

const admin = () => api.call('admin')
const member = () => api.call('member')
const terms = async () =>
  (await admin()(listTerms)).terms.map(({ body, from, to }) => `${body} ${from} ${to}`).toSorted()
const changes = async (what: string) =>
  (await api.ports.store.list('audit', { where: { what } })).documents
const lastDay = (day: string, of = params) => admin()(setLastDay, { params: of, body: { day } })

describe('ending everything now', () => {
  it('is previewed: the terms that end or never begin', async () => {
    const { ending } = await admin()(getLeaving, { params })
    expect(ending).toEqual({
      terms: [
        { body: 'Board', office: 'member', from: '2026-01-01', to: '2028-12-31' },
        { body: 'Grants', office: 'member', from: '2027-01-01' },
      ],
      assistants: [],
    })
  })

  it('signs the person out, and ends their terms regardless of their last day', async () => {
    await member()(getPortal)
    const { ending } = await admin()(endNow, { params })
    expect(ending?.terms).toEqual([])
    await expect(member()(getPortal)).rejects.toThrow('This account has been disabled.')
    expect(await terms()).toEqual(['board 2026-01-01 2026-11-12', 'grants 2024-01-01 2024-12-31'])
  })

  it('changes no term twice when it is repeated, and completes what was interrupted', async () => {
    await admin()(updateUser, { params, body: { disabled: true } })
    expect((await admin()(getLeaving, { params })).ending?.terms).toHaveLength(2)
    await admin()(endNow, { params })
    await admin()(endNow, { params })
    expect(await changes('term saved')).toHaveLength(1)
    expect(await changes('term deleted')).toHaveLength(1)
  })

  it('is taken back by enabling the account and by undo', async () => {
    await lastDay('2026-11-13')
    await admin()(endNow, { params })
    await admin()(updateUser, { params, body: { disabled: false } })
    clock = '2026-11-20T20:00:00Z'
    const again = api.call({ ...testPeople.member, signedInAt: Date.parse(clock) / 1000 })
    expect((await again(getPortal)).person.lastDay).toBeUndefined()
    const [{ subject }] = (await changes('term deleted')) as unknown as [{ subject: string }]
    const undone = [{ subject, what: 'term deleted' }]
    await admin()(undoChanges, { body: { changes: undone } })
    expect(await terms()).toContain('grants 2027-01-01 undefined')
  })
})

it('ends the terms of somebody who has no account', async () => {
  const ada = { name: 'Ada Park', role: 'Trustee', type: 'board' }
  await api.ports.store.create('directory', 'ada', ada)
  const term = { person: 'ada', office: 'observer' as const, voting: false, body: 'grants' }
  const body = {
    terms: [
      { ...term, from: '2026-02-01', to: '2027-01-31' },
      { ...term, from: '2027-02-01' },
    ],
  }
  await admin()(addTerms, { body })
  const before = (await terms()).filter((one) => !one.includes('-02-01'))
  const of = { params: { id: 'ada' } }
  for (let count = 0; count < 2; count += 1) await admin()(endTermsOfPerson, of)
  expect(await terms()).toEqual([...before, 'grants 2026-02-01 2026-11-12'].toSorted())
  expect(await changes('term saved')).toHaveLength(1)
  const nobody = { params: { id: 'nobody' } }
  await expect(admin()(endTermsOfPerson, nobody)).rejects.toMatchObject({ code: 'notFound' })
})

describe('a last day', () => {
  it('is shown to the person, ends their terms with it, and lets them in until its end', async () => {
    await lastDay('2026-12-31')
    expect((await member()(getPortal)).person.lastDay).toBe('2026-12-31')
    expect(await terms()).toContain('board 2026-01-01 2026-12-31')
    clock = '2027-01-01T07:59:59Z'
    expect((await member()(listBodies)).terms).toHaveLength(1)
    clock = '2027-01-01T08:00:00Z'
    await expect(member()(getPortal)).rejects.toThrow(
      'Your access to this portal ended on 31 December 2026.',
    )
  })

  it('also ends the access of their assistants', async () => {
    const assists = {
      person: 'maria',
      account: uid,
      name: 'Maria Lopez',
      email: '',
      mayReply: true,
    }
    const kind = { kind: 'assistant', name: 'Sam Hill', email: 'sam@hill.example', assists }
    const since = '2026-11-01T00:00:00Z'
    await api.ports.store.create('account_kinds', uidOf(testPeople.staff), { ...kind, since })
    await lastDay('2026-12-31')
    const { ending } = await admin()(getLeaving, { params })
    expect(ending).toMatchObject({ assistants: ['Sam Hill'], lastDay: '2026-12-31' })
    await api.call('staff')(getPortal)
    clock = '2027-01-01T08:00:00Z'
    await expect(api.call('staff')(getPortal)).rejects.toThrow('ended with that of Maria Lopez')
    await expect(lastDay('2027-01-31', { uid: uidOf(testPeople.staff) })).rejects.toThrow(
      'An assistant’s access ends with that of the person they work for',
    )
  })

  it('can be moved and removed, and repeating it changes nothing', async () => {
    await lastDay('2026-11-30')
    expect(await lastDay('2026-11-30')).toEqual(await admin()(getLeaving, { params }))
    await lastDay('2026-12-15')
    expect(await terms()).toContain('board 2026-01-01 2026-11-30')
    await lastDay('')
    expect((await member()(getPortal)).person.lastDay).toBeUndefined()
    expect(await changes('last day set')).toHaveLength(2)
    expect(await changes('last day removed')).toHaveLength(1)
  })

  it('is refused if it is over, and to oneself and to admins', async () => {
    await expect(lastDay('2026-11-11')).rejects.toThrow('Choose today or a later day.')
    const own = { uid: uidOf(testPeople.admin) }
    await expect(lastDay('2026-12-31', own)).rejects.toThrow('You can’t end your own access.')
    await admin()(addDesignatedAdmin, { body: { email: testPeople.staff.email } })
    const wei = { uid: uidOf(testPeople.staff) }
    await expect(lastDay('2026-12-31', wei)).rejects.toThrow('This person is an admin.')
  })
})
