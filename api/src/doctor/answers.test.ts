import { describe, expect, it } from 'vitest'
import { addressCheck } from './address-check.ts'
import { answering, nowhere, serving } from './answering-fixture.ts'
import { clockCheck } from './clock-check.ts'
import { type Check, examine } from './finding.ts'
import { rulesCheck } from './rules-check.ts'
import { signInCheck } from './sign-in-check.ts'
import { signInPageCheck } from './sign-in-page-check.ts'

const now = () => new Date()
const look = async (check: Check) => (await examine([check]))[0]!

describe('the sign-in', () => {
  const address = new URL('https://portal.larkspur.example')
  const check = (service: string) => look(signInCheck({ service, apiKey: 'SECRET', address }))

  it('is good where the portal’s address is an authorised domain', async () => {
    const service = await answering(200, { authorizedDomains: ['portal.larkspur.example'] })
    expect(await check(service)).toMatchObject({ verdict: 'ok' })
  })

  it.each([
    [
      200,
      { authorizedDomains: ['localhost'] },
      'portal.larkspur.example isn’t an authorised domain',
    ],
    [400, { error: {} }, 'Google doesn’t know FIREBASE_API_KEY (400)'],
    [403, { error: {} }, 'Google refuses FIREBASE_API_KEY from this address'],
  ])('is wrong where Google answers %i %j', async (status, body, sentence) => {
    const { verdict, said } = await check(await answering(status, body))
    expect([verdict, said.includes(sentence)]).toEqual(['wrong', true])
  })

  it('is wrong where nothing answers, and the key isn’t told', async () => {
    const service = await nowhere()
    const { host } = new URL(service)
    expect(await check(service)).toMatchObject({
      verdict: 'wrong',
      said: `${host} can’t be reached (ECONNREFUSED).`,
    })
  })
})

describe('the sign-in’s page', () => {
  const check = (origin: string) => look(signInPageCheck({ origin }))
  const html = { 'content-type': 'text/html; charset=utf-8' }

  it('is where Google sends people back to', async () => {
    const origin = await serving(({ url }, answer) => {
      answer.writeHead(url === '/__/auth/handler' ? 200 : 404, html).end()
    })
    expect(await check(origin)).toMatchObject({ verdict: 'ok' })
  })

  it.each([
    [404, html],
    [200, {}],
    [302, html],
  ])('is wrong where %i %j is answered', async (status, headers) => {
    const { verdict, said } = await check(await answering(status, {}, headers))
    expect(verdict).toBe('wrong')
    expect(said).toContain(`/__/auth/handler answered ${status} and no sign-in page`)
  })

  it('is wrong where nothing answers', async () => {
    const { verdict, said } = await check(await nowhere())
    expect([verdict, said.includes('can’t be reached')]).toEqual(['wrong', true])
  })
})

describe('the clock', () => {
  const keys = { keys: [{ kid: 'one' }] }
  const at = (seconds: number) => ({ date: new Date(Date.now() + seconds * 1000).toUTCString() })
  const check = (keysUrl: string) => look(clockCheck({ keysUrl, now }))

  it('is right where it is Google’s within half a minute', async () => {
    expect(await check(await answering(200, keys, at(-5)))).toMatchObject({ verdict: 'ok' })
  })

  it.each([
    [120, 'behind'],
    [-120, 'ahead of'],
  ])('is wrong where Google’s is %i s away', async (seconds, word) => {
    const { verdict, said } = await check(await answering(200, keys, at(seconds)))
    expect(verdict).toBe('wrong')
    expect(said).toMatch(new RegExp(`^This machine’s clock is 1[12]\\d s ${word} Google’s`))
  })

  it('can’t be compared where the keys aren’t given out', async () => {
    expect(await check(await answering(502, {}))).toMatchObject({
      verdict: 'wrong',
      said: expect.stringContaining('doesn’t give out the keys of the sign-in (502)'),
    })
  })
})

describe('the rules', () => {
  const check = async (status: number) => {
    const service = await answering(status, {})
    return look(rulesCheck({ service, projectId: 'p', database: undefined, apiKey: 'k' }))
  }

  it('are good where a stranger is refused, and wrong where not', async () => {
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
    const address = await serving((request, answer) => {
      const [status, headers = {}, body] = { ...good, ...other }[request.url!] ?? [404]
      answer.writeHead(status, headers)
      answer.end(body === undefined ? undefined : JSON.stringify(body))
    })
    const settings = { production, identity: { projectId: 'larkspur' } } as never
    return look(addressCheck({ address: new URL(address), settings }))
  }

  it('is good where the portal answers through it as it is', async () => {
    expect(await check({})).toMatchObject({ verdict: 'ok' })
  })

  it('is to be thought about where it wasn’t named', async () => {
    const found = await look(addressCheck({ address: undefined, settings: {} as never }))
    expect(found).toMatchObject({ verdict: 'caution' })
  })

  const elsewhere = { ...config, identity: { ...config.identity, projectId: 'other' } }
  it.each<[string, Record<string, Answer>, string]>([
    ['isn’t ready', { '/readyz': [503] }, 'isn’t ready: /readyz names the part'],
    ['isn’t a portal', { '/readyz': [404] }, '/readyz answered 404, which no portal does'],
    [
      'is another page',
      { '/api/config': [200, {}, {}] },
      '/api/config answered 200, which no portal',
    ],
    ['is another portal', { '/api/config': [200, {}, elsewhere] }, 'a portal of the project other'],
    ['has no page', { '/': [502] }, 'answered 502 for its page'],
    ['loses the policy', { '/': [200, {}] }, 'without the portal’s security policy'],
    [
      'is kept by caches',
      { '/': [200, { ...page, 'cache-control': 'public, max-age=600' }] },
      'may be kept by caches',
    ],
    ['loses the cookie', { '/api/auth/token': [204] }, 'The cookie __session doesn’t come through'],
  ])('is wrong where it %s', async (_, answers, sentence) => {
    const { verdict, said } = await check(answers)
    expect([verdict, said.includes(sentence)]).toEqual(['wrong', true])
  })

  it('is wrong in production without https', async () => {
    const { verdict, said } = await check({}, true)
    expect(verdict).toBe('wrong')
    expect(said).toContain('isn’t https: nobody could stay signed in')
  })
})
