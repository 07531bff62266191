import { getPersonOverview } from '@portal/contract/users'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { testApi, type TestApi, testPeople, uidOf } from '../../testing/test-api.ts'

const { email } = testPeople.member
const uid = uidOf(testPeople.member)
const maria = { name: 'Maria Lopez', role: 'Trustee', type: 'board', email }

let api: TestApi
beforeEach(async () => {
  api = await testApi()
  await api.ports.store.create('directory', 'maria', { ...maria, account: uid })
  await api.ports.store.create('directory', 'ben', { ...maria, name: 'Ben Ode', account: 'gone' })
})
afterEach(() => api.close())

const overview = (query: { entry?: string; account?: string }) =>
  api.call('admin')(getPersonOverview, { query })

it('finds a person’s entry, account and access by the entry and by the account', async () => {
  const byEntry = await overview({ entry: 'maria' })
  expect(byEntry).toMatchObject({
    entry: { id: 'maria', name: 'Maria Lopez' },
    account: { user: { uid, email, isAdmin: false }, access: { disabled: false, signIns: 0 } },
  })
  expect(await overview({ account: uid })).toEqual(byEntry)
})

it('returns an entry alone if its account is gone, and an account alone if no entry has it', async () => {
  expect(await overview({ entry: 'ben' })).toEqual({
    entry: expect.objectContaining({ name: 'Ben Ode' }),
  })
  const own = await overview({ account: uidOf(testPeople.admin) })
  expect(own).toMatchObject({
    account: { user: { isAdmin: true }, access: { refusal: 'You can’t remove your own access.' } },
  })
  expect(own.entry).toBeUndefined()
})

it.each([
  [{}, 'invalid'],
  [{ entry: 'maria', account: uid }, 'invalid'],
  [{ entry: 'nobody' }, 'notFound'],
  [{ account: 'nobody' }, 'notFound'],
])('refuses %j', async (query, code) => {
  await expect(overview(query)).rejects.toMatchObject({ code })
})
