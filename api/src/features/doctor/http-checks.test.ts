import { describe, expect, it } from 'vitest'
import { addressCheck } from './address-check.ts'
import { serverThatSends, addressOfStoppedServer, startServer } from './server-fixture.ts'
import { clockCheck } from './clock-check.ts'
import { type Check, runChecks } from './finding.ts'
import { jobFindings } from './jobs-check.ts'
import { rulesCheck } from './database-check.ts'
import { providerCheck, signInCheck } from './sign-in-check.ts'
import { signInPageCheck } from './admins-check.ts'

const now = () => new Date()
const look = async (check: Check) => (await runChecks([check]))[0]!

describe('the OpenID provider', () => {
  const provider = { clientId: 'id', clientSecret: 'SECRET', name: 'Larkspur', isTrusted: true }
  const check = (issuer: string, isTrusted = true) =>
    look(providerCheck({ provider: { ...provider, issuer, isTrusted } }))
  const describing = (named?: string) =>
    startServer((request, answer) => {
      const issuer = named ?? `http://${request.headers.host}`
      const isDescription = request.url === '/.well-known/openid-configuration'
      answer.writeHead(isDescription ? 200 : 404)
      answer.end(JSON.stringify({ issuer, authorization_endpoint: `${issuer}/auth` }))
    })

  it('is accepted if it describes itself, with a caution unless admins can sign in there', async () => {
    const issuer = await describing()
    expect(await check(issuer)).toMatchObject({ verdict: 'ok' })
    expect(await check(issuer, false)).toMatchObject({
      verdict: 'caution',
      message: expect.stringContaining('never admins'),
    })
    expect(await look(providerCheck({ provider: undefined }))).toMatchObject({ verdict: 'caution' })
  })

  it('is refused if it is a different provider, or isn’t one', async () => {
    expect(await check(await describing('https://login.example'))).toMatchObject({
      verdict: 'wrong',
      message: 'The provider calls itself https://login.example. Set OIDC_ISSUER to that.',
    })
    expect(await check(await serverThatSends(200, {}))).toMatchObject({ verdict: 'wrong' })
    expect(await check(await addressOfStoppedServer())).toMatchObject({ verdict: 'wrong' })
  })
})

describe('the sign-in', () => {
  const address = new URL('https://portal.larkspur.example')
  const check = (service: string) => look(signInCheck({ service, apiKey: 'SECRET', address }))

  it('accepts a sign-in whose authorized domains include the portal’s address', async () => {
    const service = await serverThatSends(200, { authorizedDomains: ['portal.larkspur.example'] })
    expect(await check(service)).toMatchObject({ verdict: 'ok' })
  })

  it.each([
    [
      200,
      { authorizedDomains: ['localhost'] },
      'portal.larkspur.example isn’t an authorized domain',
    ],
    [400, { error: {} }, 'Google doesn’t know FIREBASE_API_KEY (400)'],
    [403, { error: {} }, 'Google refuses FIREBASE_API_KEY from this address'],
  ])('fails if Google responds with %i %j', async (status, body, sentence) => {
    const { verdict, message } = await check(await serverThatSends(status, body))
    expect([verdict, message.includes(sentence)]).toEqual(['wrong', true])
  })

  it('fails if nothing responds, without revealing the key', async () => {
    const service = await addressOfStoppedServer()
    const { host } = new URL(service)
    expect(await check(service)).toMatchObject({
      verdict: 'wrong',
      message: `${host} can’t be reached (nothing listens there).`,
    })
  })
})

describe('the sign-in page', () => {
  const check = (origin: string, address = new URL(origin)) =>
    look(signInPageCheck({ origin, address }))
  const html = { 'content-type': 'text/html; charset=utf-8' }

  it('accepts a sign-in page served where Google returns people to', async () => {
    const origin = await startServer(({ url }, answer) => {
      answer.writeHead(url === '/__/auth/handler' ? 200 : 404, html).end()
    })
    expect(await check(origin)).toMatchObject({ verdict: 'ok' })
    expect(await check(origin, new URL('https://portal.larkspur.example'))).toMatchObject({
      verdict: 'caution',
      message: expect.stringContaining('need FIREBASE_AUTH_DOMAIN=portal.larkspur.example'),
    })
  })

  it.each([
    [404, html],
    [200, {}],
    [302, html],
  ])('fails if the response is %i %j', async (status, headers) => {
    const { verdict, message } = await check(await serverThatSends(status, {}, headers))
    expect(verdict).toBe('wrong')
    expect(message).toContain(`/__/auth/handler returned ${status} and no sign-in page`)
  })

  it('fails if nothing responds', async () => {
    const { verdict, message } = await check(await addressOfStoppedServer())
    expect([verdict, message.includes('can’t be reached')]).toEqual(['wrong', true])
  })
})

describe('the clock', () => {
  const keys = { keys: [{ kid: 'one' }] }
  const at = (seconds: number) => ({ date: new Date(Date.now() + seconds * 1000).toUTCString() })
  const check = (keysUrl: string) => look(clockCheck({ keysUrl, now }))

  it('accepts a clock that differs from Google’s by less than half a minute', async () => {
    expect(await check(await serverThatSends(200, keys, at(-5)))).toMatchObject({ verdict: 'ok' })
  })

  it.each([
    [120, 'behind'],
    [-120, 'ahead of'],
  ])('fails if Google’s clock differs by %i s', async (seconds, word) => {
    const { verdict, message } = await check(await serverThatSends(200, keys, at(seconds)))
    expect(verdict).toBe('wrong')
    expect(message).toMatch(new RegExp(`^This machine’s clock is 1[12]\\d s ${word} Google’s`))
  })

  it('reports that the clock can’t be compared if the keys aren’t available', async () => {
    expect(await check(await serverThatSends(502, {}))).toMatchObject({
      verdict: 'wrong',
      message: expect.stringContaining('doesn’t return the sign-in keys (502)'),
    })
  })
})

describe('the rules', () => {
  const check = async (status: number) => {
    const service = await serverThatSends(status, {})
    return look(rulesCheck({ service, projectId: 'p', database: undefined, apiKey: 'k' }))
  }

  it('accepts rules that refuse direct access, and fails otherwise', async () => {
    expect(await check(403)).toMatchObject({ verdict: 'ok' })
    expect(await check(200)).toMatchObject({ verdict: 'wrong' })
    expect(await check(404)).toMatchObject({ verdict: 'wrong' })
    expect(await check(500)).toMatchObject({ verdict: 'caution' })
  })
})

describe('the portal’s address', () => {
  const config = {
    foundation: {
      name: 'L',
      domain: 'larkspur.example',
      timeZone: 'UTC',
      liaisonEmail: 'l@l.example',
    },
    identity: { kind: 'firebase', apiKey: 'k', authDomain: 'a', projectId: 'larkspur' },
    embedHosts: [],
  }
  const page = {
    'content-security-policy': "require-trusted-types-for 'script'",
    'cache-control': 'private, no-cache',
  }
  type Answer = [status: number, headers?: Record<string, string>, body?: unknown]
  const good: Record<string, Answer> = {
    '/readyz': [200],
    '/api/config': [200, {}, config],
    '/': [200, page],
    '/api/auth/token': [204, { 'set-cookie': '__session=; Path=/; HttpOnly' }],
  }

  async function check(other: Record<string, Answer>, production = false) {
    const address = await startServer((request, answer) => {
      const [status, headers = {}, body] = { ...good, ...other }[request.url!] ?? [404]
      answer.writeHead(status, headers)
      answer.end(body === undefined ? undefined : JSON.stringify(body))
    })
    const settings = { production, identity: { projectId: 'larkspur' } } as never
    return look(addressCheck({ address: new URL(address), settings }))
  }

  it('accepts an address where the portal responds unchanged', async () => {
    expect(await check({})).toMatchObject({ verdict: 'ok' })
  })

  it('warns if no address was given', async () => {
    const finding = await look(addressCheck({ address: undefined, settings: {} as never }))
    expect(finding).toMatchObject({ verdict: 'caution' })
  })

  const elsewhere = { ...config, identity: { ...config.identity, projectId: 'other' } }
  it.each<[string, Record<string, Answer>, string]>([
    [
      'isn’t ready',
      { '/readyz': [503] },
      'isn’t ready. Its log and, with METRICS_TOKEN, /readyz name the failing part',
    ],
    ['isn’t a portal', { '/readyz': [404] }, '/readyz returned 404, which no portal does'],
    [
      'is another page',
      { '/api/config': [200, {}, {}] },
      '/api/config returned 200, which no portal',
    ],
    ['is another portal', { '/api/config': [200, {}, elsewhere] }, 'a portal of the project other'],
    ['has no page', { '/': [502] }, 'returned 502 for its page'],
    ['loses the policy', { '/': [200, {}] }, 'without the portal’s security policy'],
    [
      'is kept by caches',
      { '/': [200, { ...page, 'cache-control': 'public, max-age=600' }] },
      'may be cached',
    ],
    ['loses the cookie', { '/api/auth/token': [204] }, 'The cookie __session doesn’t arrive'],
  ])('fails if the portal %s', async (_, answers, sentence) => {
    const { verdict, message } = await check(answers)
    expect([verdict, message.includes(sentence)]).toEqual(['wrong', true])
  })

  it('fails in production without https', async () => {
    const { verdict, message } = await check({}, true)
    expect(verdict).toBe('wrong')
    expect(message).toContain('isn’t https, so nobody could stay signed in')
  })
})

describe('the background jobs', () => {
  const at = '2026-11-27T09:00:00.000Z'
  const scrub = { name: 'scrub', does: 'verifies the stored files', isRunning: false }
  const serve = (token: string | undefined) =>
    startServer((request, answer) => {
      const isOperator = token === undefined || request.headers.authorization === `Bearer ${token}`
      const lastRun = { startedAt: at, endedAt: at, outcome: 'failed' }
      const lease = { holder: 'another instance', expiresAt: at }
      const jobs = [
        { ...scrub, nextRun: at, lease },
        { ...scrub, name: 'uploads', lastRun },
      ]
      answer.end(JSON.stringify({ status: 'ok', ...(isOperator ? { parts: {}, jobs } : {}) }))
    })
  const findingsOf = async (token: string | undefined, sent = token) =>
    jobFindings({ address: new URL(await serve(token)), token: sent })

  it.each([undefined, 'TOKEN'])(
    'are listed by the portal, one by one (token: %s)',
    async (token) => {
      expect(await findingsOf(token)).toEqual([
        {
          part: 'scrub',
          verdict: 'ok',
          message: `verifies the stored files; next run at ${at}; another instance holds the lease until ${at}`,
        },
        {
          part: 'uploads',
          verdict: 'caution',
          message: `verifies the stored files; failed, as the log explains, at ${at}`,
        },
      ])
    },
  )

  it('can’t be listed without the operator’s token or an address', async () => {
    const isNotAdmitted = { part: 'jobs', verdict: 'caution' }
    expect(await findingsOf('TOKEN', 'OTHER')).toMatchObject([isNotAdmitted])
    expect(await jobFindings({ address: undefined, token: 'TOKEN' })).toMatchObject([isNotAdmitted])
  })
})
