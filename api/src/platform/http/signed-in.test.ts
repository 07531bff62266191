import { getPortal, syncToken } from '@portal/contract/portal'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApi, type TestApi } from '../../testing/test-api.ts'
import { createMetrics } from '../metrics/metrics.ts'
import { createSignedIn } from './signed-in.ts'
import { type AppEnv, requestContext } from './request-context.ts'

let api: TestApi
let bearer: string
beforeAll(async () => {
  api = await testApi()
  bearer = `Bearer ${await api.tokenOf('member')}`
})
afterAll(() => api.close())

describe('the cookie', () => {
  const cookie = async () => `__session=${await api.tokenOf('admin')}`

  it('creates the cookie for a bearer token, httpOnly, for as long as the token lasts', async () => {
    const response = await api.request('/api/auth/token', {
      method: 'POST',
      headers: { authorization: bearer },
    })
    const set = response.headers.get('set-cookie')!
    expect(set).toContain(`__session=${bearer.slice(7)};`)
    expect(set).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(Number(/Max-Age=(\d+)/.exec(set)?.[1])).toBeGreaterThan(3500)
    expect(Date.parse((await api.call('member')(syncToken)).expiresAt)).toBeGreaterThan(Date.now())
  })

  it('accepts the cookie for reads', async () => {
    const response = await api.request('/api/portal', {
      headers: { cookie: `theme=dark; ${await cookie()}; other=1` },
    })
    expect(response.status).toBe(200)
  })

  it('refuses the cookie for a write, and for getting another cookie', async () => {
    const headers = { cookie: await cookie(), 'content-type': 'application/json' }
    const write = await api.request('/api/resource-mappings/governance-bylaws', {
      method: 'PUT',
      headers: { ...headers, 'if-none-match': '*' },
      body: '{"title":"x"}',
    })
    expect(write.status).toBe(401)
    expect((await api.request('/api/sync/trigger', { method: 'POST', headers })).status).toBe(401)
    expect((await api.request('/api/auth/token', { method: 'POST', headers })).status).toBe(401)
  })

  it('doesn’t accept the cookie in place of a bearer token that is refused', async () => {
    const headers = { cookie: await cookie(), authorization: 'Bearer nonsense' }
    expect((await api.request('/api/portal', { headers })).status).toBe(401)
  })

  it('clears the cookie', async () => {
    const response = await api.request('/api/auth/token', { method: 'DELETE' })
    expect(response.status).toBe(204)
    expect(response.headers.get('set-cookie')).toMatch(/^__session=; Max-Age=0; Path=\/; HttpOnly/)
  })
})

describe('a session', () => {
  it('ends a session when its token expires, even if the token was cached', async () => {
    let time = Date.parse('2026-11-20T10:00:00Z')
    const moving = await testApi({ now: () => new Date(time) })
    const headers = { authorization: `Bearer ${await moving.tokenOf('member')}` }
    expect((await moving.request('/api/portal', { headers })).status).toBe(200)
    time += 3601 * 1000 + 5000
    expect((await moving.request('/api/portal', { headers })).status).toBe(401)
    await moving.close()
  })

  it('grants and removes an admin’s rights with the list, at once', async () => {
    const fresh = await testApi()
    const isAdmin = async (who: 'admin' | 'staff') =>
      (await fresh.call(who)(getPortal)).person.isAdmin
    expect([await isAdmin('admin'), await isAdmin('staff')]).toEqual([true, false])
    const list = (await fresh.ports.store.get('admin', 'designatedAdmins'))!
    const { id, revision, updatedAt, ...body } = list
    const changed = { ...body, designatedAdmins: ['Wei.Chen@larkspur.example'] }
    await fresh.ports.store.update('admin', id, changed, revision)
    expect([await isAdmin('admin'), await isAdmin('staff')]).toEqual([false, true])
    // An unreadable list leaves only the default admin.
    await fresh.ports.store.update('admin', id, { broken: updatedAt }, revision + 1)
    expect([await isAdmin('admin'), await isAdmin('staff')]).toEqual([true, false])
    await fresh.close()
  })

  it('shows a stranger which addresses have access', async () => {
    await expect(api.call('stranger')(getPortal)).rejects.toThrow(
      'Access restricted to @larkspur.example email addresses only.',
    )
  })
})

describe('recentSignIns', () => {
  it('includes a sign-in that is used again after 10,000 others have made a request', async () => {
    const now = () => new Date('2026-11-20T10:00:00Z')
    const signedIn = createSignedIn({
      qaAccounts: new Set(),
      // The token is the account's id.
      identity: {
        verify: async (uid) => ({
          uid,
          email: `${uid}@larkspur.example`,
          emailVerified: true,
          provider: 'google.com',
          createdByAdmin: false,
          hasSecondFactor: false,
          signedInAt: now().getTime() / 1000,
          expiresAt: now().getTime() / 1000 + 3600,
        }),
      },
      admins: { current: () => new Set(), version: () => 1 },
      revoked: { get: () => undefined, refuseRevoked: () => undefined, version: () => 1 },
      kinds: { get: () => undefined, version: () => 1 },
      secondFactors: { get: () => undefined, version: () => 1 },
      setPasswords: { get: () => undefined, version: () => 1 },
      lastDays: {
        get: () => undefined,
        hasEnded: () => false,
        refuseEnded: () => undefined,
        version: () => 1,
      },
      isSecondFactorRequired: false,
      signIns: { use: () => undefined, begin: async () => undefined },
      visits: { note: () => undefined },
      locationHeader: undefined,
      domain: 'larkspur.example',
      now,
    })
    const app = new Hono<AppEnv>()
    app.use(requestContext(createMetrics()))
    app.get('/', async (c) => c.json(await signedIn.person(c)))
    const ask = (uid: string) => app.request('/', { headers: { authorization: `Bearer ${uid}` } })
    await ask('early')
    await ask('early')
    for (let count = 0; count < 10_000; count += 1) await ask(`late-${count}`)
    signedIn.recentSignIns()
    await ask('early')
    expect(signedIn.recentSignIns().map(({ uid }) => uid)).toEqual(['early'])
  })
})
