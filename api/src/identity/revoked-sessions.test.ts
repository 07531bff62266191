import { getPortal } from '@portal/contract/portal'
import { removeDesignatedAdmin } from '@portal/contract/designated-admins'
import { updateUser } from '@portal/contract/users'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { memoryAccounts } from '../adapters/memory/memory-accounts.ts'
import { openSqliteStore } from '../adapters/sqlite/sqlite-document-store.ts'
import { testApi, type TestApi, type TestIdentity, testPeople, uidOf } from '../testing.ts'

const disabledSentence = 'This account has been disabled. Please contact an administrator.'
const expiredSentence = 'Your sign-in has expired. Please sign in again.'
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
/** Asks as someone who signed in at this very moment, and keeps the token. */
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
  it('ends with the account’s disabling, though its token was known, and says why', async () => {
    const ask = await signIn(testPeople.member)
    expect(await ask()).toBe(200)
    await change({ disabled: true })
    expect(await ask()).toBe(`401 ${disabledSentence}`)
  })

  it('that only a cookie carries ends as well, for the page too', async () => {
    const headers = { cookie: `__session=${api.tokenFor(testPeople.member)}` }
    expect((await api.request('/api/portal', { headers })).status).toBe(200)
    await change({ disabled: true })
    expect((await api.request('/api/portal', { headers })).status).toBe(401)
  })

  it('stays ended when the account is enabled again; a new sign-in is let in', async () => {
    const before = await signIn(testPeople.member)
    await change({ disabled: true })
    await change({ disabled: false })
    expect(await before()).toBe(`401 ${expiredSentence}`)
    time += 2000
    expect(await (await signIn(testPeople.member))()).toBe(200)
  })

  it('ends with a new password, in the same second too', async () => {
    const before = await signIn(testPeople.member)
    expect(await before()).toBe(200)
    time += 300
    await change({ password: 'another-password' })
    expect(await before()).toBe(`401 ${expiredSentence}`)
    time += 1000
    expect(await (await signIn(testPeople.member))()).toBe(200)
  })

  it('of somebody else goes on', async () => {
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

  it('ends the sign-in on the server: neither its token nor its cookie opens anything', async () => {
    const token = api.tokenFor(testPeople.member)
    const cookie = { cookie: `__session=${token}` }
    expect([await statusWith(bearer(token)), await statusWith(cookie)]).toEqual([200, 200])
    const response = await signOut(bearer(token))
    expect(response.status).toBe(204)
    expect(response.headers.get('clear-site-data')).toBe('"cache"')
    expect([await statusWith(bearer(token)), await statusWith(cookie)]).toEqual([401, 401])
  })

  it('ends it where the cookie alone is sent', async () => {
    const token = api.tokenFor(testPeople.member)
    await signOut({ cookie: `__session=${token}` })
    expect(await statusWith(bearer(token))).toBe(401)
  })

  it('ends renewed tokens of the same sign-in, and no other sign-in of the person', async () => {
    const first = api.tokenFor(testPeople.member)
    time += 60 * minute - 1000
    const later = api.tokenFor(testPeople.member)
    await signOut(bearer(first))
    expect([await statusWith(bearer(first)), await statusWith(bearer(later))]).toEqual([401, 200])
  })

  it('may be asked again, and by nobody at all', async () => {
    const token = api.tokenFor(testPeople.member)
    await signOut(bearer(token))
    expect((await signOut(bearer(token))).status).toBe(204)
    expect((await signOut({})).status).toBe(204)
    expect((await signOut(bearer('not a token'))).status).toBe(204)
  })

  it('acts on the other instances within a second', async () => {
    const store = openSqliteStore({ path: ':memory:', now })
    const [one, two] = [
      await testApi({ now, ports: { store } }),
      await testApi({ now, ports: { store } }),
    ]
    const token = one.tokenFor(testPeople.member)
    expect(await statusWith(bearer(token), two)).toBe(200)
    await signOut(bearer(token), one)
    await expect.poll(() => statusWith(bearer(token), two), { timeout: 1000 }).toBe(401)
    await one.close()
    await two.close()
  })
})

describe('on every instance, within a second', () => {
  it('an account that is disabled on one is refused on the other', async () => {
    const store = openSqliteStore({ path: ':memory:', now })
    const [one, two] = [
      await testApi({ now, ports: { store } }),
      await testApi({ now, ports: { store } }),
    ]
    const ask = await signIn(testPeople.member, two)
    expect(await ask()).toBe(200)
    await change({ disabled: true }, one)
    await expect.poll(ask).toBe(`401 ${disabledSentence}`)
    await one.close()
  })

  it('an admin who is removed on one has no rights on the other', async () => {
    const store = openSqliteStore({ path: ':memory:', now })
    const env = { DEFAULT_ADMIN_EMAIL: 'ruth.abelman@larkspur.example' }
    const [one, two] = [
      await testApi({ now, env, ports: { store } }),
      await testApi({ now, env, ports: { store } }),
    ]
    const list = (await store.get('admin', 'designatedAdmins'))!
    const { id, revision, updatedAt: _, ...body } = list
    const both = ['ruth.abelman@larkspur.example', 'wei.chen@larkspur.example']
    await store.update('admin', id, { ...body, designatedAdmins: both }, revision)
    const isAdmin = async () => (await two.call('staff')(getPortal)).person.isAdmin
    expect(await isAdmin()).toBe(true)
    await one.call('admin')(removeDesignatedAdmin, { query: { email: both[1]! } })
    await expect.poll(isAdmin).toBe(false)
    await one.close()
  })
})

describe('what is done to an account outside of the portal', () => {
  it('holds here from the next look: disabled, and enabled again', async () => {
    const ask = await signIn(testPeople.member)
    await ask()
    await api.accounts.update(maria.uid, { disabled: true })
    await api.accountWatch.check()
    expect(await ask()).toBe(`401 ${disabledSentence}`)
    await api.accounts.update(maria.uid, { disabled: false })
    await api.accountWatch.check()
    expect(await ask()).toBe(`401 ${expiredSentence}`)
    time += 2000
    expect(await (await signIn(testPeople.member))()).toBe(200)
  })

  it('holds here when it is deleted', async () => {
    const ask = await signIn(testPeople.member)
    await ask()
    await api.accounts.delete(maria.uid)
    await api.accountWatch.check()
    expect(await ask()).toBe(`401 ${expiredSentence}`)
  })

  it('holds here when its owner has chosen a new password', async () => {
    const before = await signIn(testPeople.member)
    await before()
    time += 5000
    await api.accounts.update(maria.uid, { password: 'another-password' })
    const after = await signIn(testPeople.member)
    await after()
    await api.accountWatch.check()
    expect([await before(), await after()]).toEqual([`401 ${expiredSentence}`, 200])
  })

  it('is asked for those alone who have asked for something lately, a hundred a call', async () => {
    const accounts = memoryAccounts(now)
    const asked: number[] = []
    const counted = {
      ...accounts,
      getMany(uids: string[]) {
        asked.push(uids.length)
        return accounts.getMany(uids)
      },
    }
    const watched = await testApi({ now, ports: { accounts: counted } })
    await watched.accountWatch.check()
    expect(asked).toEqual([])
    for (let at = 0; at < 101; at += 1) {
      const person = { ...testPeople.staff, uid: `staff-${at}` }
      accounts.put({ uid: person.uid, email: person.email, validAfter: 0 })
      const ask = await signIn(person, watched)
      await ask()
      await ask()
    }
    await watched.accountWatch.check()
    await watched.accountWatch.check()
    expect(asked).toEqual([100, 1])
    expect((await watched.ports.store.list('revoked_sessions')).documents).toEqual([])
    await watched.close()
  })
})

describe('a revocation', () => {
  const kept = async () => (await api.ports.store.list('revoked_sessions')).documents.length

  it('is forgotten when every older token has expired', async () => {
    await change({ password: 'another-password' })
    time += 60 * minute
    await api.accountWatch.check()
    expect(await kept()).toBe(1)
    time += 6 * minute
    await api.accountWatch.check()
    expect(await kept()).toBe(0)
  })

  it('is kept for as long as the account is disabled', async () => {
    await change({ disabled: true })
    time += 100 * minute
    await api.accountWatch.check()
    expect(await kept()).toBe(1)
    expect(await (await signIn(testPeople.member))()).toBe(`401 ${disabledSentence}`)
  })
})
