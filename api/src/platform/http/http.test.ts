import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { getPortal } from '@portal/contract/portal'
import { problem } from '@portal/contract/problem'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { Claims } from '../identity/identity.ts'
import { testApi, type TestApi } from '../../testing/test-api.ts'
import { listen } from './listen.ts'
import { createMetrics } from '../metrics/metrics.ts'
import { createLog } from '../log.ts'
import { createServePlain } from './plain-route.ts'
import { type AppEnv, requestContext } from './request-context.ts'

let api: TestApi
let bearer: string
let admin: string
beforeAll(async () => {
  api = await testApi()
  bearer = `Bearer ${await api.tokenOf('member')}`
  admin = `Bearer ${await api.tokenOf('admin')}`
})
afterAll(() => api.close())

const mapping = '/api/resource-mappings/governance-bylaws'
type Save = {
  body: NonNullable<RequestInit['body']>
  headers?: Record<string, string>
  duplex?: 'half'
}
const save = (init: Save) =>
  api.request(mapping, {
    method: 'PUT',
    ...init,
    headers: {
      authorization: admin,
      'content-type': 'application/json',
      'if-none-match': '*',
      ...init.headers,
    },
  })

describe('every answer', () => {
  it.each([
    ['a reply', '/api/portal', {}],
    ['an unchanged reply', '/api/portal', { 'if-none-match': '*' }],
    ['a public reply', '/api/config', {}],
    ['an unknown path', '/api/nothing', {}],
    ['an unknown file', '/assets/nothing.js', {}],
    ['an unknown release', '/remotes/meetings/1.0.0/x.js', {}],
    ['a probe', '/healthz', {}],
    ['a refusal', '/api/documents/unknown', {}],
    ['a sign-in path', '/identitytoolkit.googleapis.com/v1/accounts:signUp', {}],
  ])('sends the security headers: %s', async (_, path, headers) => {
    const response = await api.request(path, { headers: { authorization: bearer, ...headers } })
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(response.headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
    expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('referrer-policy')).toBeTruthy()
    expect(response.headers.get('permissions-policy')).toContain('camera=()')
    expect(response.headers.get('cache-control')).toBeTruthy()
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f]{12}-\w+$/)
    await response.body?.cancel()
  })

  it('gives each response its own request id', async () => {
    const ids = await Promise.all(
      Array.from({ length: 20 }, async () =>
        (await api.request('/api/config')).headers.get('x-request-id'),
      ),
    )
    expect(new Set(ids).size).toBe(20)
  })

  it('requires https for a year, in production only', async () => {
    expect((await api.request('/healthz')).headers.get('strict-transport-security')).toBeNull()
    const { baseHeaders } = await import('./headers.ts')
    expect(baseHeaders(true)['strict-transport-security']).toContain('max-age=31536000')
  })
})

describe('a problem', () => {
  it('follows RFC 9457, with the sentence for the screens', async () => {
    const response = await api.request('/api/portal')
    expect(response.status).toBe(401)
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect(response.headers.get('www-authenticate')).toBe('Bearer')
    const body = z.parse(problem, await response.json())
    expect(body).toMatchObject({ code: 'unauthenticated', status: 401, error: 'Please sign in.' })
    expect(body.requestId).toBe(response.headers.get('x-request-id'))
  })

  it('reveals nothing about a defect but the request’s id, under which the log has the cause', async () => {
    const oddClaims = {
      get expiresAt(): never {
        throw new Error('secret-host refused', { cause: new Error('x') })
      },
    } as unknown as Claims
    const broken = await testApi({ ports: { identity: { verify: async () => oddClaims } } })
    const response = await broken.request('/api/calendar/events/upcoming', {
      headers: { authorization: bearer },
    })
    expect(response.status).toBe(500)
    const text = await response.text()
    expect(text).not.toContain('secret-host')
    const { requestId } = z.parse(problem, JSON.parse(text))
    const entry = broken.logged.find((line) => line.includes(requestId))
    expect(entry).toContain('secret-host')
    expect(entry).not.toContain(bearer.slice(7))
    await broken.close()
  })

  it('names the fields that were refused', async () => {
    const response = await save({ body: JSON.stringify({ title: 7 }) })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ fields: [{ path: 'body.title' }] })
  })

  it('returns 405 with Allow for a path with an unsupported method', async () => {
    const response = await api.request('/api/portal', { method: 'PUT' })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('GET, HEAD')
  })

  it.each(['/meetings', '/healthz', '/assets/shell.js', '/remotes/meetings/1.0.0/x.js'])(
    'answers 405 with Allow to a change of what is read-only: %s',
    async (path) => {
      const response = await api.request(path, { method: 'POST' })
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    },
  )

  it.each([
    ['/api/calendar/events?from=tomorrow&to=2026-12-01', 'query.from: Not a date'],
    ['/api/calendar/events?from=2026-12-01', 'query.to: Invalid input: expected string'],
    ['/api/calendar/events?from=2026-02-30&to=2026-12-01', '2026-02-30 is not a date.'],
    ['/api/calendar/events/upcoming?limit=many', 'query.limit: Invalid input: expected number'],
    ['/api/calendar/events/upcoming?limit=0', 'query.limit: Too small'],
  ])('reports what is wrong with %s', async (path, sentence) => {
    const response = await api.request(path, { headers: { authorization: bearer } })
    expect(await response.json()).toMatchObject({
      status: 400,
      error: expect.stringContaining(sentence),
    })
  })

  it('returns 404 for invalid ids', async () => {
    const headers = { authorization: bearer }
    expect((await api.request('/api/agendas/2026/7', { headers })).status).toBe(404)
    expect((await api.request('/api/agendas/no/1', { headers })).status).toBe(404)
  })

  it('returns 400 for an invalid query', async () => {
    const response = await api.request('/api/calendar/events/upcoming?limit=0', {
      headers: { authorization: bearer },
    })
    expect(response.status).toBe(400)
  })
})

describe('a body', () => {
  it('refuses a body of another type with 415', async () => {
    const response = await save({ body: '{}', headers: { 'content-type': 'text/plain' } })
    expect(response.status).toBe(415)
  })

  it.each(['{', '', '\uFFFF{}', '{"title": }'])(
    'refuses a body that isn’t JSON with 400: %j',
    async (body) => {
      expect((await save({ body })).status).toBe(400)
    },
  )

  it('refuses a body that isn’t UTF-8 with 400', async () => {
    const body = new Uint8Array([0x22, 0xff, 0xfe, 0x22])
    expect((await save({ body })).status).toBe(400)
  })

  it('refuses a body that is too large with 413, regardless of its stated length', async () => {
    const large = JSON.stringify({ title: 'x'.repeat(4 * 1024 * 1024) })
    expect((await save({ body: large })).status).toBe(413)
    let sent = 0
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 65_536
        controller.enqueue(new Uint8Array(65_536).fill(32))
      },
    })
    const response = await save({ body: endless, duplex: 'half' })
    expect(response.status).toBe(413)
    expect(sent).toBeLessThan(5 * 1024 * 1024)
  })

  it('responds to a body that is too large, even if the caller keeps sending', async () => {
    const server = await listen(api.app, { ...api.settings, port: 0 })
    const sending = request(`${server.url}${mapping}`, {
      method: 'PUT',
      headers: { authorization: admin, 'content-type': 'application/json', 'if-none-match': '*' },
    })
    sending.on('error', () => undefined)
    const answered = once(sending, 'response') as Promise<[IncomingMessage]>
    for (let n = 0; n < 300; n++) sending.write(Buffer.alloc(65_536, 32))
    sending.end()
    const [response] = await answered
    expect(response.statusCode).toBe(413)
    response.resume()
    await server.stop()
  })

  it('answers at once a request whose announced body is never sent', async () => {
    const server = await listen(api.app, { ...api.settings, port: 0 })
    const sending = request(`${server.url}${mapping}`, {
      method: 'PUT',
      headers: { authorization: admin, 'content-type': 'application/json', 'if-none-match': '*' },
    })
    // As curl does without data: neither a length nor an encoding is sent.
    sending.removeHeader('transfer-encoding')
    sending.useChunkedEncodingByDefault = false
    sending.end()
    const [response] = (await once(sending, 'response')) as [IncomingMessage]
    expect(response.statusCode).toBe(400)
    response.resume()
    await server.stop()
  })

  it('limits a report to 64 KB', async () => {
    const response = await api.request('/api/reports', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ message: 'm', path: '/', extra: 'x'.repeat(70_000) }),
    })
    expect(response.status).toBe(413)
  })
})

describe('a save', () => {
  it('requires the revision that a save is based on', async () => {
    const none = await api.request(mapping, {
      method: 'PUT',
      headers: { authorization: admin, 'content-type': 'application/json' },
      body: '{}',
    })
    expect(none.status).toBe(428)
    const odd = await save({ body: '{}', headers: { 'if-match': 'W/"x"' } })
    expect(odd.status).toBe(400)
  })
})

describe('a read', () => {
  it('returns 304 for what the caller has, marks it private, and sends all of it after a change', async () => {
    const first = await api.request('/api/directory', { headers: { authorization: bearer } })
    expect(first.headers.get('cache-control')).toBe('private, no-cache')
    const etag = first.headers.get('etag')!
    const ask = (tag: string) =>
      api.request('/api/directory', { headers: { authorization: bearer, 'if-none-match': tag } })
    for (const tag of [etag, etag.replace('W/', ''), `"other", ${etag}`]) {
      const unchanged = await ask(tag)
      expect(unchanged.status).toBe(304)
      expect(await unchanged.text()).toBe('')
    }
    await api.ports.store.create('directory', 'new', {
      name: 'New Person',
      role: 'Member',
      type: 'board',
    })
    const changed = await ask(etag)
    expect(changed.status).toBe(200)
    expect(await changed.text()).toContain('New Person')
  })

  it('sends Brotli to callers that accept it, with the same content', async () => {
    const { brotliDecompressSync } = await import('node:zlib')
    const headers = { authorization: bearer, 'accept-encoding': 'gzip, br' }
    const response = await api.request('/api/portal', { headers })
    expect(response.headers.get('content-encoding')).toBe('br')
    const plain = await api.request('/api/portal', { headers: { authorization: bearer } })
    const bytes = new Uint8Array(await response.arrayBuffer())
    expect(brotliDecompressSync(bytes).toString()).toBe(await plain.text())
    const refusing = { ...headers, 'accept-encoding': 'br;q=0, gzip' }
    const uncompressed = await api.request('/api/portal', { headers: refusing })
    expect(uncompressed.headers.get('content-encoding')).toBeNull()
  })

  it('never sends one person another’s response', async () => {
    const emails = await Promise.all(
      (['member', 'admin', 'staff', 'member'] as const).map(
        async (who) => (await api.call(who)(getPortal)).person.email.split('.')[0],
      ),
    )
    expect(emails).toEqual(['maria', 'ruth', 'wei', 'maria'])
  })
})

it('limits how many reports an address may send', async () => {
  const fresh = await testApi()
  const send = () =>
    fresh.request('/api/reports', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ message: 'It broke', path: '/meetings' }),
    })
  const statuses: number[] = []
  for (let n = 0; n < 31; n++) statuses.push((await send()).status)
  expect(statuses.slice(0, 30).every((status) => status === 204)).toBe(true)
  const refused = await send()
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(fresh.logged.filter((line) => line.includes('It broke'))).toHaveLength(30)
  await fresh.close()
})

it.each([
  '/api/agendas/02027/1',
  '/api/agendas/2e3/1',
  '/api/agendas/2027/01',
  '/api/agendas/2027/+1',
  '/api/agendas/%202027/1',
  '/api/agendas/0x7eb/1',
])('finds nothing at %s, which isn’t a valid spelling of an address', async (path) => {
  const response = await api.request(path, { headers: { authorization: bearer } })
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ error: 'There is nothing at this address.' })
})

it('refuses a number in a query that is spelled otherwise', async () => {
  const headers = { authorization: bearer }
  expect((await api.request('/api/meetings?year=2026', { headers })).status).toBe(200)
  const response = await api.request('/api/meetings?year=02026', { headers })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ error: 'query.year: Write it as 2026' })
})

it('leaves nothing open when a HEAD reads no body', async () => {
  const app = new Hono<AppEnv>()
  let isOpen = true
  app.use(requestContext(createMetrics()))
  createServePlain(
    app,
    {},
    createLog(
      () => {},
      () => new Date(),
    ),
  )(['GET'], '/file', () => {
    return new Response(new ReadableStream({ cancel: () => void (isOpen = false) }))
  })
  expect((await app.request('/file', { method: 'HEAD' })).status).toBe(200)
  expect(isOpen).toBe(false)
})

it('reports ready once everything is in memory', async () => {
  expect((await api.request('/readyz')).status).toBe(200)
  expect((await api.request('/healthz', { method: 'HEAD' })).status).toBe(200)
})
