import { getPortal } from '@portal/contract/portal'
import { removeDesignatedAdmin } from '@portal/contract/designated-admins'
import { updateUser } from '@portal/contract/users'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { memoryAccounts } from '../../adapters/memory/memory-accounts.ts'
import { createRevokedSessions } from './revoked-sessions.ts'
import { openSqliteStore } from '../../adapters/sqlite/sqlite-document-store.ts'
import {
  testApi,
  type TestApi,
  type TestIdentity,
  testPeople,
  uidOf,
} from '../../testing/test-api.ts'

const disabledMessage = 'This account has been disabled. Please contact an administrator.'
const expiredMessage = 'Your sign-in has expired. Please sign in again.'
const minute = 60_000

let time: number
let api: TestApi
const now = () => new Date(time)
beforeEach(async () => {
  time = Date.parse('2026-11-20T10:00:00Z')
  api = await testApi({ now })
})
afterEach(() => api.close())

const maria = { uid: uidOf(testPeople.member) }
/** Signs in at this very moment and returns a function that makes requests with that token. */
async function signIn(who: TestIdentity, through = api) {
  const headers = { authorization: `Bearer ${through.tokenFor(who)}` }
  return async () => {
    const response = await through.request('/api/portal', { headers })
    const { error } = (await response.json()) as { error?: string }
    return error === undefined ? response.status : `${response.status} ${error}`
  }
}
const change = (body: { disabled?: boolean; password?: string }, through = api) =>
  through.call('admin')(updateUser, { params: maria, body })

describe('a session', () => {
  it('ends a session when the account is disabled, even with a cached token, and gives the reason', async () => {
    const ask = await signIn(testPeople.member)
    expect(await ask()).toBe(200)
    await change({ disabled: true })
    expect(await ask()).toBe(`401 ${disabledMessage}`)
  })

  it('also ends a session for a cookie, including the page', async () => {
    const headers = { cookie: `__session=${api.tokenFor(testPeople.member)}` }
    expect((await api.request('/api/portal', { headers })).status).toBe(200)
    await change({ disabled: true })
    expect((await api.request('/api/portal', { headers })).status).toBe(401)
  })

  it('refuses no later sign-in once a clock that was a year ahead is set right', async () => {
    const before = await signIn(testPeople.member)
    const year = 365 * 24 * 60 * minute
    time += year
    await change({ disabled: true })
    await change({ disabled: false })
    time -= year
    expect(await before()).toBe(`401 ${expiredMessage}`)
    const { store, log } = api.ports
    const revoked = createRevokedSessions({ store, now, log })
    await revoked.ready
    await revoked.prune()
    expect(await before()).toBe(`401 ${expiredMessage}`)
    time += minute
    expect(await (await signIn(testPeople.member))()).toBe(200)
  })

  it('keeps old sessions ended when the account is enabled again, while a new sign-in works', async () => {
    const before = await signIn(testPeople.member)
    await change({ disabled: true })
    await change({ disabled: false })
    expect(await before()).toBe(`401 ${expiredMessage}`)
    time += 2000
    expect(await (await signIn(testPeople.member))()).toBe(200)
  })

  it('ends a session with a new password, even in the same second', async () => {
    const before = await signIn(testPeople.member)
    expect(await before()).toBe(200)
    time += 300
    await change({ password: 'another-password' })
    expect(await before()).toBe(`401 ${expiredMessage}`)
    time += 1000
    expect(await (await signIn(testPeople.member))()).toBe(200)
  })

  it('keeps a session after another person’s revocation', async () => {
    const ask = await signIn(testPeople.staff)
    await change({ disabled: true })
    expect(await ask()).toBe(200)
  })
})

describe('signing out', () => {
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
  const signOut = (headers: Record<string, string>, through = api) =>
    through.request('/api/auth/token', { method: 'DELETE', headers })
  const statusWith = async (headers: Record<string, string>, through = api) =>
    (await through.request('/api/portal', { headers })).status

  it('ends the sign-in on the server, for its token and its cookie', async () => {
    const token = api.tokenFor(testPeople.member)
    const cookie = { cookie: `__session=${token}` }
    expect([await statusWith(bearer(token)), await statusWith(cookie)]).toEqual([200, 200])
    const response = await signOut(bearer(token))
    expect(response.status).toBe(204)
    expect(response.headers.get('clear-site-data')).toBe('"cache"')
    expect([await statusWith(bearer(token)), await statusWith(cookie)]).toEqual([401, 401])
  })

  it('ends the sign-in of a request that only has the cookie', async () => {
    const token = api.tokenFor(testPeople.member)
    await signOut({ cookie: `__session=${token}` })
    expect(await statusWith(bearer(token))).toBe(401)
  })

  it('ends renewed tokens of the same sign-in, but no other sign-in of the person', async () => {
    const first = api.tokenFor(testPeople.member)
    time += 60 * minute - 1000
    const later = api.tokenFor(testPeople.member)
    await signOut(bearer(first))
    expect([await statusWith(bearer(first)), await statusWith(bearer(later))]).toEqual([401, 200])
  })

  it('succeeds when repeated, and without a valid token', async () => {
    const token = api.tokenFor(testPeople.member)
    await signOut(bearer(token))
    expect((await signOut(bearer(token))).status).toBe(204)
    expect((await signOut({})).status).toBe(204)
    expect((await signOut(bearer('not a token'))).status).toBe(204)
  })

  it('takes effect on other instances within a second', async () => {
    const store = openSqliteStore({ path: ':memory:', now })
    const [first, second] = [
      await testApi({ now, ports: { store } }),
      await testApi({ now, ports: { store } }),
    ]
    const token = first.tokenFor(testPeople.member)
    expect(await statusWith(bearer(token), second)).toBe(200)
    await signOut(bearer(token), first)
    await expect.poll(() => statusWith(bearer(token), second), { timeout: 1000 }).toBe(401)
    await first.close()
    await second.close()
  })
})

describe('with several instances, within a second', () => {
  it('refuses an account on one that was disabled on the other', async () => {
    const store = openSqliteStore({ path: ':memory:', now })
    const [first, second] = [
      await testApi({ now, ports: { store } }),
      await testApi({ now, ports: { store } }),
    ]
    const ask = await signIn(testPeople.member, second)
    expect(await ask()).toBe(200)
    await change({ disabled: true }, first)
    await expect.poll(ask).toBe(`401 ${disabledMessage}`)
    await first.close()
  })

  it('revokes an admin’s rights on one when removed on the other', async () => {
    const store = openSqliteStore({ path: ':memory:', now })
    const env = { DEFAULT_ADMIN_EMAIL: 'ruth.abelman@larkspur.example' }
    const [first, second] = [
      await testApi({ now, env, ports: { store } }),
      await testApi({ now, env, ports: { store } }),
    ]
    const list = (await store.get('admin', 'designatedAdmins'))!
    const { id, revision, updatedAt: _, ...body } = list
    const both = ['ruth.abelman@larkspur.example', 'wei.chen@larkspur.example']
    await store.update('admin', id, { ...body, designatedAdmins: both }, revision)
    const isAdmin = async () => (await second.call('staff')(getPortal)).person.isAdmin
    expect(await isAdmin()).toBe(true)
    await first.call('admin')(removeDesignatedAdmin, { query: { email: both[1]! } })
    await expect.poll(isAdmin).toBe(false)
    await first.close()
  })
})

describe('a change to an account outside the portal', () => {
  it('applies with the next check when an account is disabled and enabled again', async () => {
    const ask = await signIn(testPeople.member)
    await ask()
    await api.accounts.update(maria.uid, { disabled: true })
    await api.features.users.watch.check()
    expect(await ask()).toBe(`401 ${disabledMessage}`)
    await api.accounts.update(maria.uid, { disabled: false })
    await api.features.users.watch.check()
    expect(await ask()).toBe(`401 ${expiredMessage}`)
    time += 2000
    expect(await (await signIn(testPeople.member))()).toBe(200)
  })

  it('applies when the account is deleted', async () => {
    const ask = await signIn(testPeople.member)
    await ask()
    await api.accounts.delete(maria.uid)
    await api.features.users.watch.check()
    expect(await ask()).toBe(`401 ${expiredMessage}`)
  })

  it('applies when the owner chooses a new password', async () => {
    const before = await signIn(testPeople.member)
    await before()
    time += 5000
    await api.accounts.update(maria.uid, { password: 'another-password' })
    const after = await signIn(testPeople.member)
    await after()
    await api.features.users.watch.check()
    expect([await before(), await after()]).toEqual([`401 ${expiredMessage}`, 200])
  })

  it('checks only people with recent requests, a hundred per call', async () => {
    const accounts = memoryAccounts(now)
    const batches: number[] = []
    const counted = {
      ...accounts,
      getMany(uids: string[]) {
        batches.push(uids.length)
        return accounts.getMany(uids)
      },
    }
    const watched = await testApi({ now, ports: { accounts: counted } })
    await watched.features.users.watch.check()
    expect(batches).toEqual([])
    for (let at = 0; at < 101; at += 1) {
      const person = { ...testPeople.staff, uid: `staff-${at}` }
      accounts.put({ uid: person.uid, email: person.email, validAfter: 0 })
      const ask = await signIn(person, watched)
      await ask()
      await ask()
    }
    await watched.features.users.watch.check()
    await watched.features.users.watch.check()
    expect(batches).toEqual([100, 1])
    expect((await watched.ports.store.list('revoked_sessions')).documents).toEqual([])
    await watched.close()
  })
})

describe('a revocation', () => {
  const kept = async () => (await api.ports.store.list('revoked_sessions')).documents.length

  it('deletes a revocation once every older token has expired', async () => {
    await change({ password: 'another-password' })
    time += 60 * minute
    await api.features.users.watch.check()
    expect(await kept()).toBe(1)
    time += 6 * minute
    await api.features.users.watch.check()
    expect(await kept()).toBe(0)
  })

  it('keeps a revocation for as long as the account is disabled', async () => {
    await change({ disabled: true })
    time += 100 * minute
    await api.features.users.watch.check()
    expect(await kept()).toBe(1)
    expect(await (await signIn(testPeople.member))()).toBe(`401 ${disabledMessage}`)
  })
})
