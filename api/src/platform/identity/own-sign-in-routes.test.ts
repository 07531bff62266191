import { hash } from 'node:crypto'
import { createCall } from '@portal/remote-kit/client'
import { choosePassword, getLinkOwner } from '@portal/contract/own-sign-in'
import { getPortal, type PortalReply } from '@portal/contract/portal'
import { createUser, resetPassword } from '@portal/contract/users'
import { Secret, TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startProvider } from '../../adapters/portal/provider-fixture.ts'
import { ownSignIn } from '../../adapters/portal/portal-fixture.ts'
import { testAdminKey, testApi, type TestApi } from '../../testing/test-api.ts'
import type { DocumentStore } from '../store/document-store.ts'
import { ownSignInEnv } from '../env/production-fixture.ts'

const password = 'four words of a board'
const maria = 'maria.lopez@larkspur.example'

let time: number
let api: TestApi
beforeEach(async () => {
  time = Date.parse('2026-11-20T10:00:00Z')
  const now = () => new Date(time)
  const ports = { openOwnSignIn: (store: DocumentStore) => ownSignIn(store, now) }
  api = await testApi({ env: { ...ownSignInEnv, TRUSTED_PROXIES: '1' }, now, ports })
})
afterEach(() => api.close())

/** A browser that keeps its cookies. */
function browser(from = '198.51.100.7', portal = api) {
  const cookies = new Map<string, string>()
  const send = async (
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await portal.request(path, {
      method,
      headers: {
        ...(cookie === '' ? {} : { cookie }),
        'x-forwarded-for': from,
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }
  const signIn = async (given = password, email = maria) => {
    const response = await send('POST', '/api/identity/sign-in', { email, password: given })
    return (await response.json()) as Record<string, string>
  }
  return { cookies, send, signIn }
}

/** As a server with the admin key: no person can be an admin without a provider. */
const operator = () =>
  createCall({
    baseUrl: 'http://portal.test',
    token: () => Promise.resolve(undefined),
    fetch: async (input, init) => {
      const headers = new Headers(init?.headers)
      headers.set('x-admin-key', testAdminKey)
      return api.app.request(input, { ...init, headers })
    },
  })
const addMaria = () =>
  operator()(createUser, { body: { email: maria, password, displayName: 'Maria Lopez' } })
const bearer = (token: string | undefined) => ({ authorization: `Bearer ${token}` })

describe('signing in at the portal', () => {
  it('gives a page its token, and keeps the rest in cookies that no script can read', async () => {
    await addMaria()
    const { send, cookies } = browser()
    const body = { email: maria, password }
    const response = await send('POST', '/api/identity/sign-in', body)
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    const lines = response.headers.getSetCookie()
    expect(lines.map((line) => line.split('=')[0])).toEqual([
      '__Host-portal-renewal',
      '__Host-portal-device',
    ])
    for (const line of lines) {
      expect(line).toContain('; Path=/; HttpOnly; Secure; SameSite=Strict')
      expect(line).not.toContain('Domain')
    }
    const reply = (await response.json()) as { token: string }
    expect(Object.keys(reply).toSorted()).toEqual([
      'email',
      'expiresAt',
      'kind',
      'provider',
      'token',
      'uid',
    ])
    const portal = await send('GET', getPortal.path, undefined, bearer(reply.token))
    expect(await portal.json()).toMatchObject({
      person: { email: maria, displayName: 'Maria Lopez', isAdmin: false },
    })
    // The renewal isn't a token, and the device isn't a sign-in.
    for (const secret of cookies.values()) {
      expect((await send('GET', getPortal.path, undefined, bearer(secret))).status).toBe(401)
    }
  })

  it('lets nobody wait for the many attempts from one address', async () => {
    await addMaria()
    const stranger = browser('203.0.113.9')
    const attempt = () => stranger.send('POST', '/api/identity/sign-in', { email: maria, password })
    let answered = 0
    const attempts = Array.from({ length: 40 }, () =>
      attempt().then(({ status }) => {
        if (status !== 429) answered += 1
        return status
      }),
    )
    expect(await browser().signIn()).toMatchObject({ kind: 'signedIn' })
    expect(answered).toBeLessThan(5)
    // Requests beyond those that may wait are refused for now.
    expect((await Promise.all(attempts)).filter((status) => status === 429).length).toBe(19)
  })

  it('renews the token on a reload, for the portal’s own pages only', async () => {
    await addMaria()
    const { send, signIn } = browser()
    await signIn()
    const own = { 'sec-fetch-site': 'same-origin' }
    const renewed = await send('POST', '/api/identity/token', undefined, own)
    const { token } = (await renewed.json()) as { token: string }
    expect((await send('GET', getPortal.path, undefined, bearer(token))).status).toBe(200)
    for (const site of ['cross-site', 'same-site', 'none']) {
      const foreign = { 'sec-fetch-site': site }
      expect((await send('POST', '/api/identity/token', undefined, foreign)).status).toBe(403)
    }
    expect((await browser().send('POST', '/api/identity/token')).status).toBe(401)
  })

  it('ends with signing out: no token comes after it', async () => {
    await addMaria()
    const tab = browser()
    const { token } = await tab.signIn()
    const renewal = tab.cookies.get('__Host-portal-renewal')!
    await tab.send('DELETE', '/api/auth/token', undefined, bearer(token))
    expect((await tab.send('DELETE', '/api/identity/token')).status).toBe(204)
    expect(tab.cookies.has('__Host-portal-renewal')).toBe(false)
    expect((await tab.send('DELETE', '/api/identity/token')).status).toBe(204)
    expect((await tab.send('GET', getPortal.path, undefined, bearer(token))).status).toBe(401)
    tab.cookies.set('__Host-portal-renewal', renewal)
    expect((await tab.send('POST', '/api/identity/token')).status).toBe(401)
  })

  it('lists sign-ins, and ends one from another browser with its renewals', async () => {
    await addMaria()
    const [lost, kept] = [browser(), browser('203.0.113.9')]
    const first = await lost.signIn()
    await lost.send('POST', '/api/auth/token', undefined, bearer(first.token))
    time += 60_000
    const { token } = await kept.signIn()
    await kept.send('POST', '/api/auth/token', undefined, bearer(token))
    const list = await kept.send('GET', '/api/sign-ins', undefined, bearer(token))
    const { signIns } = (await list.json()) as { signIns: { id: string; isCurrent: boolean }[] }
    expect(signIns.map(({ isCurrent }) => isCurrent)).toEqual([true, false])
    await kept.send('DELETE', `/api/sign-ins/${signIns[1]!.id}`, undefined, bearer(token))
    const renewed = await lost.send('POST', '/api/identity/token')
    const { token: next } = (await renewed.json()) as { token?: string }
    expect((await lost.send('GET', getPortal.path, undefined, bearer(next))).status).toBe(401)
    expect((await kept.send('GET', getPortal.path, undefined, bearer(token))).status).toBe(200)
  })

  it('never makes an admin of a password, regardless of its address', async () => {
    const ruth = ownSignInEnv.DEFAULT_ADMIN_EMAIL
    await operator()(createUser, { body: { email: ruth, password } })
    const { send, signIn } = browser()
    const { token } = await signIn(password, ruth)
    const portal = await send('GET', getPortal.path, undefined, bearer(token))
    expect(await portal.json()).toMatchObject({ person: { isAdmin: false } })
    expect((await send('GET', '/api/audit', undefined, bearer(token))).status).toBe(403)
  })

  it('limits the calls of an address, also while they ask about different accounts', async () => {
    const { send } = browser()
    const statuses = new Set<number>()
    for (let count = 0; count < 130; count += 1) {
      const body = { link: 'x'.repeat(43) }
      statuses.add((await send('POST', '/api/identity/link', body)).status)
    }
    expect(statuses).toEqual(new Set([401, 429]))
  })

  it('asks for the code of an authenticator app that was set up, and ends other sign-ins then', async () => {
    await addMaria()
    const [tab, other] = [browser(), browser()]
    const before = await other.signIn()
    time += 2000
    const { token } = await tab.signIn()
    const started = await tab.send('POST', '/api/identity/second-factor', { token })
    const { step, secret, uri } = (await started.json()) as Record<string, string>
    expect(uri).toContain('otpauth://totp/Larkspur%20Foundation:')
    const code = () => TOTP.generate({ secret: Secret.fromBase32(secret!), timestamp: time })
    const confirm = { token, step, code: code() }
    const confirmed = await tab.send('POST', '/api/identity/second-factor/confirm', confirm)
    const { token: strong } = (await confirmed.json()) as Record<string, string>
    await tab.send('POST', '/api/auth/token', undefined, bearer(strong))
    const noted = await tab.send('POST', '/api/second-factor', undefined, bearer(strong))
    expect(await noted.json()).toEqual({ isOn: true })
    expect((await tab.send('GET', getPortal.path, undefined, bearer(before.token))).status).toBe(
      401,
    )
    time += 30_000
    const needed = await tab.signIn()
    expect(needed).toMatchObject({ kind: 'code' })
    const given = { step: needed['step'], code: code() }
    const second = await tab.send('POST', '/api/identity/code', given)
    const { token: last } = (await second.json()) as Record<string, string>
    expect((await tab.send('GET', getPortal.path, undefined, bearer(last))).status).toBe(200)
  })

  it('lets an invited person choose a password, and audits it without the password', async () => {
    const { uid } = await addMaria()
    const reset = await operator()(resetPassword, { params: { uid } })
    const link = new URL(reset.link!).hash.slice(1)
    const everyone = createCall({
      baseUrl: 'http://portal.test',
      token: () => Promise.resolve(undefined),
      fetch: async (input, init) => api.app.request(input, init),
    })
    expect(await everyone(getLinkOwner, { body: { link } })).toEqual({ email: maria })
    time += 2000
    const chosen = 'a sentence of her own'
    await everyone(choosePassword, { body: { link, password: chosen } })
    const { signIn } = browser()
    expect(await signIn(chosen)).toMatchObject({ kind: 'signedIn', uid })
    expect(await signIn()).toMatchObject({ code: 'unauthenticated' })
    const { documents } = await api.ports.store.list('audit')
    expect(documents.map(({ what }) => what)).toEqual(
      expect.arrayContaining(['user created', 'password reset offered', 'password chosen']),
    )
    const everything = JSON.stringify([documents, api.logged])
    for (const secret of [link, chosen, password, 'argon2']) {
      expect(everything).not.toContain(secret)
    }
  })
})

describe('signing in with an OpenID provider', () => {
  const redirectUri = `${ownSignInEnv.PUBLIC_URL}/api/identity/issuer/return`
  const ruth = { sub: 'ruth-1', email: ownSignInEnv.DEFAULT_ADMIN_EMAIL, name: 'Ruth Abelman' }
  let provider: Awaited<ReturnType<typeof startProvider>>
  beforeAll(async () => {
    provider = await startProvider(redirectUri)
  })
  afterAll(() => provider.stop())

  /** Signs in as Ruth, in the browser's window and then in its page. */
  const signInAt = async (isTrusted: boolean) => {
    const settings = { ...provider.settings, isTrusted }
    const own = (store: DocumentStore) =>
      ownSignIn(store, undefined, { provider: settings, publicUrl: ownSignInEnv.PUBLIC_URL })
    const portal = await testApi({ env: ownSignInEnv, ports: { openOwnSignIn: own } })
    const tab = browser('198.51.100.7', portal)
    const started = await tab.send('POST', '/api/identity/issuer', {})
    const line = started.headers.getSetCookie()[0]
    expect(line).toMatch(/^__Host-portal-issuer=.*; HttpOnly; Secure; SameSite=Lax$/)
    const { url } = (await started.json()) as { url: string }
    const { pathname, search } = await provider.signIn(url, ruth)
    const stranger = await browser('203.0.113.9', portal).send('GET', pathname + search)
    expect(await stranger.text()).toContain('That took too long.')
    const returned = await tab.send('GET', pathname + search)
    const finished = await tab.send('POST', '/api/identity/issuer/finish', {})
    const { token } = (await finished.json()) as { token: string }
    const reply = await tab.send('GET', getPortal.path, undefined, bearer(token))
    const { person } = (await reply.json()) as PortalReply
    const audit = await tab.send('GET', '/api/audit', undefined, bearer(token))
    await portal.close()
    return { returned, tab, person, auditStatus: audit.status }
  }

  it('opens the admin area to a designated admin of a trusted provider', async () => {
    const { person, auditStatus, returned, tab } = await signInAt(true)
    expect(person).toMatchObject({ email: ruth.email, isAdmin: true })
    expect(auditStatus).toBe(200)
    const page = await returned.text()
    expect(page).toContain('You can close this window.')
    const [, script = ''] = /<script>(.*)<\/script>/.exec(page) ?? []
    const policy = returned.headers.get('content-security-policy')
    expect(policy).toContain(`script-src 'sha256-${hash('sha256', script, 'base64')}'`)
    expect([...tab.cookies.keys()]).toEqual(['__Host-portal-renewal', '__Host-portal-device'])
  })

  it('makes nobody an admin at a provider that isn’t', async () => {
    const { person, auditStatus } = await signInAt(false)
    expect(person).toMatchObject({ email: ruth.email, isAdmin: false })
    expect(auditStatus).toBe(403)
  })
})

it('refuses to sign people in where another service does', async () => {
  const other = await testApi()
  const response = await other.request('/api/identity/token', { method: 'POST' })
  expect(response.status).toBe(401)
  await other.close()
})
