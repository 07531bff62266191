import { backgroundHeader } from '@portal/contract/sign-ins'
import { getPortal } from '@portal/contract/portal'
import { deleteUser } from '@portal/contract/users'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { testApi, type TestApi, testPeople, uidOf } from '../../testing/test-api.ts'

const minute = 60_000
const day = 24 * 60 * minute

let time: number
let api: TestApi
beforeEach(async () => {
  time = Date.parse('2026-11-20T10:00:00Z')
  api = await testApi({ now: () => new Date(time) })
})
afterEach(() => api.close())

const stored = async () => (await api.ports.store.list('visits')).documents
const member = uidOf(testPeople.member)

/** A request of the person; returns their previous visit, once the request has been noted. */
async function visit(who: 'member' | 'admin' = 'member') {
  const { previousVisit } = await api.call(who)(getPortal)
  await api.stop()
  return previousVisit
}

it('reports no previous visit during the first one', async () => {
  expect(await visit()).toBeUndefined()
  time += 100 * minute
  expect(await visit()).toBeUndefined()
})

it('ends a visit with its last request before a pause of more than two hours', async () => {
  await visit()
  time += 100 * minute
  await visit()
  time += 100 * minute
  expect(await visit()).toBeUndefined()
  time += 3 * day
  expect(await visit()).toBe('2026-11-20T13:20:00.000Z')
  time += 100 * minute
  expect(await visit()).toBe('2026-11-20T13:20:00.000Z')
})

it('doesn’t count requests that nobody has caused', async () => {
  await visit()
  time += 100 * minute
  await api.call('member', { [backgroundHeader]: '1' })(getPortal)
  await api.stop()
  expect(await stored()).toMatchObject([{ id: member, seenAt: '2026-11-20T10:00:00.000Z' }])
})

it('writes at most every ten minutes', async () => {
  await visit()
  time += 9 * minute
  await visit()
  expect(await stored()).toMatchObject([{ revision: 1 }])
  time += minute
  await visit()
  expect(await stored()).toMatchObject([{ revision: 2 }])
})

it('shows each person their own visits only', async () => {
  await visit()
  time += 3 * day
  expect(await visit('admin')).toBeUndefined()
  expect(await visit()).toBe('2026-11-20T10:00:00.000Z')
})

it('leaves no record of an account that has been deleted', async () => {
  await visit()
  await visit('admin')
  await api.call('admin')(deleteUser, { params: { uid: member } })
  expect((await stored()).map(({ id }) => id)).toEqual([uidOf(testPeople.admin)])
})

it('keeps no visits of accounts that only read', async () => {
  await api.close()
  const { email } = testPeople.member
  api = await testApi({ now: () => new Date(time), env: { QA_ACCOUNTS: email } })
  await visit()
  expect(await stored()).toEqual([])
})
