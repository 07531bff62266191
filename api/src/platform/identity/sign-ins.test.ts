import { addDesignatedAdmin } from '@portal/contract/designated-admins'
import { getPortal, syncToken } from '@portal/contract/portal'
import { endAllSignIns, endSignIn, listSignIns } from '@portal/contract/sign-ins'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSqliteStore } from '../../adapters/sqlite/sqlite-document-store.ts'
import type { DocumentStore } from '../store/document-store.ts'
import {
  testApi,
  type TestApi,
  type TestIdentity,
  testPeople,
  uidOf,
} from '../../testing/test-api.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const mac =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15'

let time: number
let store: DocumentStore
let api: TestApi
const now = () => new Date(time)
beforeEach(async () => {
  time = Date.parse('2026-11-20T10:00:00Z')
  store = openSqliteStore({ path: ':memory:', now })
  api = await testApi({ now, ports: { store } })
})
afterEach(() => api.close())

/** A sign-in of this moment; its requests carry renewed tokens. */
function signIn(who: TestIdentity, through = api) {
  const signedInAt = Math.floor(time / 1000)
  return async ({
    headers = {},
    path = '/api/portal',
    method = 'GET',
  }: Partial<{
    headers: Record<string, string>
    path: string
    method: string
  }> = {}) => {
    const authorization = `Bearer ${through.tokenFor({ ...who, signedInAt })}`
    const response = await through.request(path, { method, headers: { authorization, ...headers } })
    const { error } = (await response.json()) as { error?: string }
    return error === undefined ? response.status : `${response.status} ${error}`
  }
}
const unused =
  '401 You were signed out because the portal wasn’t used for some time. Please sign in again.'
const expired = '401 Your sign-in has expired. Please sign in again.'
const records = async () => (await store.list('sign_ins')).documents

describe('a sign-in', () => {
  it('ends a member’s sign-in after seven days without use', async () => {
    const ask = signIn(testPeople.member)
    expect(await ask()).toBe(200)
    time += 7 * day - minute
    expect(await ask()).toBe(200)
    time += 7 * day + minute
    expect(await ask()).toBe(unused)
    expect(await ask()).toBe(unused)
  })

  it('ends an admin’s sign-in after a day without use', async () => {
    const ask = signIn(testPeople.admin)
    expect(await ask()).toBe(200)
    time += day - minute
    expect(await ask()).toBe(200)
    time += day + minute
    expect(await ask()).toBe(unused)
  })

  it('applies the shorter limit when the owner becomes an admin', async () => {
    const ask = signIn(testPeople.staff)
    await ask()
    time += 2 * day
    await api.call('admin')(addDesignatedAdmin, { body: { email: testPeople.staff.email } })
    expect(await ask()).toBe(unused)
  })

  it('ends a sign-in after thirty days, however much it is used', async () => {
    const ask = signIn(testPeople.member)
    for (let days = 0; days <= 30; days += 5) {
      expect(await ask()).toBe(200)
      time += 5 * day
    }
    expect(await ask()).toBe(expired)
  })

  it('follows the settings', async () => {
    const env = { SIGN_IN_DAYS: '2', MEMBER_IDLE_DAYS: '1', ADMIN_IDLE_HOURS: '1' }
    const strict = await testApi({ now, env })
    const [member, admin] = [signIn(testPeople.member, strict), signIn(testPeople.admin, strict)]
    expect([await member(), await admin()]).toEqual([200, 200])
    time += 2 * hour
    expect([await member(), await admin()]).toEqual([200, unused])
    for (let hours = 2; hours < 48; hours += 23) {
      time += 23 * hour
      await member()
    }
    time += minute
    expect(await member()).toBe(expired)
    await strict.close()
  })

  it('expires despite background requests', async () => {
    const ask = signIn(testPeople.member)
    await ask()
    const headers = { 'x-portal-background': '1' }
    for (let days = 1; days <= 7; days += 1) {
      time += day
      expect(await ask({ headers })).toBe(200)
    }
    time += minute
    expect(await ask({ headers })).toBe(unused)
  })

  it('ends a sign-in for the cookie and the page as well', async () => {
    const signedInAt = Math.floor(time / 1000)
    const headers = () => ({
      cookie: `__session=${api.tokenFor({ ...testPeople.member, signedInAt })}`,
    })
    expect((await api.request('/api/portal', { headers: headers() })).status).toBe(200)
    time += 8 * day
    expect((await api.request('/api/portal', { headers: headers() })).status).toBe(401)
  })

  it('applies the same limits on every instance and after a restart', async () => {
    const other = await testApi({ now, ports: { store } })
    const ask = signIn(testPeople.member)
    await ask()
    await expect.poll(records).toHaveLength(1)
    time += 8 * day
    expect(await signIn(testPeople.member, other)()).toBe(200)
    const signedInAt = Math.floor((time - 8 * day) / 1000)
    const authorization = `Bearer ${other.tokenFor({ ...testPeople.member, signedInAt })}`
    const answer = await other.request('/api/portal', { headers: { authorization } })
    expect(answer.status).toBe(401)
  })

  it('stores the time of use rarely, however often a sign-in is used', async () => {
    const ask = signIn(testPeople.member)
    await ask()
    await expect.poll(records).toHaveLength(1)
    for (let requests = 0; requests < 50; requests += 1) {
      time += 6000
      await ask()
    }
    expect((await records())[0]?.revision).toBe(1)
    time += 6 * minute
    await ask()
    await expect.poll(async () => (await records())[0]?.revision).toBe(2)
  })

  it('accepts a sign-in while the store takes no writes', async () => {
    const failing: DocumentStore = {
      ...store,
      create: () => Promise.reject(new Error('The disk is full.')),
      transaction: () => Promise.reject(new Error('The disk is full.')),
    }
    const limited = await testApi({ now, ports: { store: failing } })
    const ask = signIn(testPeople.member, limited)
    expect([await ask(), await ask()]).toEqual([200, 200])
    await limited.close()
  })

  it('deletes the record once it is too old under any setting', async () => {
    const ask = signIn(testPeople.member)
    await ask()
    await expect.poll(records).toHaveLength(1)
    await ask({ path: '/api/auth/token', method: 'DELETE' }).catch(() => {})
    const ended = async () => (await store.list('ended_sign_ins')).documents.length
    expect(await ended()).toBe(1)
    await api.features.users.watch.check()
    expect(await records()).toEqual([])
    time += 90 * day
    await api.features.users.watch.check()
    expect(await ended()).toBe(1)
    time += 2 * day
    await api.features.users.watch.check()
    expect(await ended()).toBe(0)
  })
})

describe('the list of sign-ins', () => {
  /** Signs in as a browser does, and returns its calls. */
  const browser = async (who: TestIdentity, headers: Record<string, string> = {}) => {
    const call = api.call({ ...who, signedInAt: Math.floor(time / 1000) }, headers)
    await call(syncToken, { query: { touch: '1' } })
    return call
  }

  it('lists the person’s own devices, the last used first, and marks the current one', async () => {
    const pad = await browser(testPeople.member, { 'user-agent': mac })
    time += hour
    const other = await browser(testPeople.member, { 'user-agent': 'Firefox/140.0' })
    await browser(testPeople.staff)
    time += minute
    const { signIns } = await pad(listSignIns)
    expect(signIns.map(({ device, isCurrent }) => [device, isCurrent])).toEqual([
      ['Safari on iPad', true],
      ['Firefox', false],
    ])
    time += minute
    expect((await other(listSignIns)).signIns.map(({ isCurrent }) => isCurrent)).toEqual([
      true,
      false,
    ])
  })

  it('shows the location that a trusted proxy sends, and no other', async () => {
    const env = { TRUSTED_PROXIES: '1', LOCATION_HEADER: 'X-Client-Geo-Location' }
    const located = { 'x-client-geo-location': 'US,Oakland' }
    const locations = async (settings: Record<string, string>) => {
      const portal = await testApi({ now, env: settings })
      const call = portal.call('member', located)
      await call(syncToken)
      const { signIns } = await call(listSignIns)
      await portal.close()
      return signIns.map(({ location }) => location)
    }
    expect(await locations(env)).toEqual(['US,Oakland'])
    expect(await locations({ ...env, TRUSTED_PROXIES: '0' })).toEqual([undefined])
    expect(await locations({ TRUSTED_PROXIES: '1' })).toEqual([undefined])
  })

  it('keeps one entry for a browser in which the person signs in again', async () => {
    const signedInAt = Math.floor(time / 1000)
    const before = api.tokenFor({ ...testPeople.member, signedInAt })
    await browser(testPeople.member)
    time += 20 * minute
    const again = await browser(testPeople.member, { cookie: `__session=${before}` })
    const { signIns } = await again(listSignIns)
    expect(signIns).toHaveLength(1)
    expect(signIns[0]).toMatchObject({ isCurrent: true, startedAt: '2026-11-20T10:00:00.000Z' })
  })

  it('doesn’t join another person’s sign-in in the same browser', async () => {
    const before = api.tokenFor(testPeople.staff)
    await browser(testPeople.staff)
    const next = await browser(testPeople.member, { cookie: `__session=${before}` })
    expect((await next(listSignIns)).signIns).toHaveLength(1)
  })

  it('ends one of the person’s own, with all of its sign-ins', async () => {
    const first = Math.floor(time / 1000)
    const pad = await browser(testPeople.member, { 'user-agent': mac })
    time += hour
    const cookie = `__session=${api.tokenFor({ ...testPeople.member, signedInAt: first })}`
    const again = await browser(testPeople.member, { 'user-agent': mac, cookie })
    time += hour
    const other = await browser(testPeople.member)
    const { signIns } = await other(listSignIns)
    const { id } = signIns.find(({ isCurrent }) => !isCurrent)!
    await other(endSignIn, { params: { id } })
    await other(endSignIn, { params: { id } })
    expect((await other(listSignIns)).signIns).toHaveLength(1)
    await expect(pad(getPortal)).rejects.toThrow('Your sign-in has expired.')
    await expect(again(getPortal)).rejects.toThrow('Your sign-in has expired.')
  })

  it('ends nobody else’s sign-in', async () => {
    const maria = await browser(testPeople.member)
    const { id } = (await maria(listSignIns)).signIns[0]!
    await (
      await browser(testPeople.admin)
    )(endSignIn, { params: { id } })
    expect((await maria(listSignIns)).signIns).toHaveLength(1)
  })

  it('signs a person out everywhere, and accepts a new sign-in', async () => {
    const pad = await browser(testPeople.member)
    time += hour
    const other = await browser(testPeople.member)
    await other(endAllSignIns)
    for (const call of [pad, other]) {
      await expect(call(getPortal)).rejects.toThrow('Your sign-in has expired.')
    }
    time += 2000
    const next = await browser(testPeople.member)
    expect((await next(listSignIns)).signIns).toHaveLength(1)
    const account = await api.accounts.get(uidOf(testPeople.member))
    expect(account?.validAfter).toBeGreaterThan(0)
  })
})
