import { request as httpRequest } from 'node:http'
import { memberViewHeader } from '@portal/contract/member-view'
import { promoteRelease, savePolicy, stopRemote } from '@portal/contract/pointers'
import { endPreview, startPreview } from '@portal/contract/previews'
import { noteCheck } from '@portal/contract/publishing'
import { decodeProtectedHeader, generateKeyPair, type JSONWebKeySet, SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parseSettings } from '../../../platform/env/env.ts'
import { listen } from '../../../platform/http/listen.ts'
import { baseHeaders } from '../../../platform/http/headers.ts'
import { bearer } from '../../../testing/access-callers-fixture.ts'
import { testApi, type TestApi, testPeople, uidOf } from '../../../testing/test-api.ts'
import { machineOf, publishedBuild } from '../published-build-fixture.ts'
import { createPortalStatements } from './statements.ts'
import { type SampleBackend, startSampleBackend } from './sample-backend-fixture.ts'

let api: TestApi
let backend: SampleBackend
let server: Awaited<ReturnType<typeof listen>>

const reason = 'It is time'
const keysOf = async (of: TestApi) =>
  (await (await of.request('/.well-known/jwks.json')).json()) as JSONWebKeySet

/** Publishes a remote, and promotes it to a step. */
async function publish(name: string, audience: 'members' | 'admins', step: 'qa' | '100') {
  const team = await machineOf(api, name)
  await team.publish(publishedBuild({ name }, { audience }))
  await api.call('admin')(promoteRelease, {
    params: { remote: name },
    body: { release: '1.0.0-a', step, reason, anyway: true },
    revision: 'new',
  })
  return team
}

async function setBackend(remote: string, origin: string | null = backend.origin) {
  const stored = await api.ports.store.get('release_policies', remote)
  return api.call('admin')(savePolicy, {
    params: { remote },
    body: { approval: 'once', stepMinutes: 60, backend: origin === null ? null : { origin } },
    revision: stored?.revision ?? 'new',
  })
}

type Asking = RequestInit & { as?: Parameters<TestApi['tokenFor']>[0]; remote?: string }

async function ask(
  path: string,
  { as = testPeople.member, remote = 'news', ...init }: Asking = {},
): Promise<Response> {
  const headers = new Headers(init.headers)
  headers.set('authorization', `Bearer ${api.tokenFor(as)}`)
  const response = await api.request(`/api/remotes/${remote}${path}`, { ...init, headers })
  // Read to its end, as a server would send it.
  const bytes = await response.arrayBuffer()
  return new Response(bytes.byteLength === 0 ? null : bytes, response)
}

/** Sends a path that no browser would send, and returns the status. */
function askRaw(path: string, headers: Record<string, string> = {}): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const own = { ...bearer(api.tokenFor(testPeople.member)), ...headers }
  const request = httpRequest(server.url.replace('localhost', '127.0.0.1'), { path, headers: own })
  request.on('response', (response) => (response.resume(), resolve(response.statusCode!)))
  request.on('upgrade', (response, socket) => (socket.destroy(), resolve(response.statusCode!)))
  request.on('error', reject)
  request.end()
  return promise
}

const last = () => backend.received.at(-1)!

beforeAll(async () => {
  api = await testApi({
    env: {
      PORT: '0',
      DRAIN_GRACE: '0',
      OVERRIDES: 'admins',
      PUBLIC_URL: 'https://portal.example.org',
    },
  })
  backend = await startSampleBackend(() => keysOf(api), {
    remotes: ['news', 'desk', 'trial'],
  })
  server = await listen(api.app, api.settings)
  await publish('news', 'members', '100')
  await publish('desk', 'admins', '100')
  await publish('trial', 'members', 'qa')
  for (const remote of ['news', 'desk', 'trial']) await setBackend(remote)
})
beforeEach(() => {
  backend.received.length = 0
  backend.answers((_, response) =>
    response.setHeader('content-type', 'application/json').end('{"stories":["The new park"]}'),
  )
})
afterAll(async () => {
  await server.stop()
  await backend.stop()
  await api.close()
})

describe('a forwarded request', () => {
  it('returns what the backend answers', async () => {
    const response = await ask('/stories?quarter=4')
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ stories: ['The new park'] })
    expect(last()).toMatchObject({ method: 'GET', url: '/stories?quarter=4' })
  })

  it('has a statement of who is asking for what, for a minute', async () => {
    await ask('/stories/7?quarter=4')
    const { statement, headers } = last()
    const { iat = 0, jti, ...claims } = statement
    expect(claims).toEqual({
      iss: 'https://portal.example.org',
      aud: backend.origin,
      sub: uidOf(testPeople.member),
      remote: 'news',
      role: 'member',
      htm: 'GET',
      htu: `${backend.origin}/stories/7`,
      exp: iat + 60,
    })
    expect(jti).toMatch(/^[\w-]+$/)
    const token = headers.authorization!.replace('Bearer ', '')
    expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'EdDSA', typ: 'JWT' })
  })

  it('names an admin as one', async () => {
    await ask('/stories', { as: testPeople.admin })
    expect(last().statement).toMatchObject({ role: 'admin', sub: uidOf(testPeople.admin) })
  })

  it('takes its method, its body and five headers to the backend, and nothing else', async () => {
    const sent = {
      accept: 'application/json',
      'content-type': 'application/json',
      'if-match': '"3"',
      'if-none-match': '*',
      'idempotency-key': 'a-key',
    }
    const left = {
      cookie: '__session=a-secret; theme=dark',
      'x-forwarded-for': '203.0.113.7',
      'x-admin-key': 'a-secret',
      forwarded: 'for=203.0.113.7',
      origin: 'https://portal.example.org',
      referer: 'https://portal.example.org/news',
      'user-agent': 'a browser',
    }
    const init = { method: 'PATCH', headers: { ...sent, ...left }, body: '{"title":"Spring"}' }
    await ask('/stories/7', init)
    const { method, body, headers } = last()
    expect({ method, body }).toEqual({ method: 'PATCH', body: '{"title":"Spring"}' })
    const { authorization: _, host: _host, connection: _connection, ...others } = headers
    expect(others).toEqual({ ...sent, 'accept-encoding': 'identity', 'content-length': '18' })
    expect(JSON.stringify(headers)).not.toContain(api.tokenFor(testPeople.member))
  })

  it('works for reads with a cookie, and for changes only with the ID token', async () => {
    const headers = { cookie: `__session=${api.tokenFor(testPeople.member)}` }
    const statusOf = async (method: string) =>
      (await api.request('/api/remotes/news/stories', { method, headers })).status
    expect([await statusOf('GET'), await statusOf('HEAD'), await statusOf('POST')]).toEqual([
      200, 200, 401,
    ])
    expect(JSON.stringify(backend.received)).not.toContain('__session')
  })
})

describe('the response', () => {
  it('has only harmless headers, and can’t be run, shown as a page or kept', async () => {
    backend.answers((_, response) => {
      response.setHeader('etag', '"7"').setHeader('set-cookie', ['__session=mine', 'a=b'])
      response.setHeader('content-type', 'text/html').setHeader('cache-control', 'public')
      response.setHeader('access-control-allow-origin', '*').setHeader('location', '/elsewhere')
      response.setHeader('content-security-policy', 'script-src *').setHeader('link', '</x>')
      response.setHeader('clear-site-data', '"*"').setHeader('x-request-id', 'theirs')
      response.end('<script>alert(1)</script>')
    })
    const { headers } = await ask('/page')
    const { 'x-request-id': id, ...others } = Object.fromEntries(headers)
    expect(id).not.toBe('theirs')
    expect(others).toEqual({
      ...baseHeaders(false),
      etag: '"7"',
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment',
      'cache-control': 'private, no-store',
      'content-security-policy':
        "sandbox; default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    })
  })

  it.each([
    'text/javascript',
    'application/wasm',
    'image/svg+xml',
    'text/css',
    'application/xhtml+xml',
    'text/html; charset=utf-8',
    'text/plain, text/html',
  ])('is bytes if its type is %s, which a browser would run', async (type) => {
    backend.answers((_, response) => response.setHeader('content-type', type).end('x'))
    const { headers } = await ask('/file')
    expect(headers.get('content-type')).toBe('application/octet-stream')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  it.each([
    ['application/json; charset=UTF-8', 'application/json; charset=utf-8'],
    ['application/problem+json', 'application/problem+json'],
    ['Text/CSV; header=present', 'text/csv'],
    // Of these, a browser would take the last.
    ['text/plain; x=y, text/html', 'text/plain'],
    ['text/plain; charset=utf-8, text/html', 'text/plain'],
  ])('keeps the type %s as %s', async (given, kept) => {
    backend.answers((_, response) => response.setHeader('content-type', given).end('x'))
    expect((await ask('/file')).headers.get('content-type')).toBe(kept)
  })

  it('passes the backend’s own refusals on, and 304', async () => {
    for (const status of [304, 400, 404, 409, 500]) {
      backend.answers((_, response) => response.writeHead(status).end())
      expect((await ask('/stories')).status).toBe(status)
    }
  })

  it.each([
    ['a redirect', 302, { location: 'http://169.254.169.254/' }],
    ['a 401, which would make people sign in again', 401, {}],
    ['a compressed body', 200, { 'content-encoding': 'br' }],
    ['of a status that doesn’t exist', 999, {}],
    ['more than 10 MB', 200, { 'content-length': String(11 * 1024 * 1024) }],
  ])('is refused if it is %s', async (_, status, headers) => {
    backend.answers((_request, response) => response.writeHead(status, headers).end())
    const response = await ask('/stories')
    expect(response.status).toBe(503)
    expect(backend.received).toHaveLength(1)
  })

  it('ends with an error if the backend ends it halfway', async () => {
    backend.answers((_, response) => {
      response.write('{"sto', () => response.destroy())
    })
    await expect(ask('/stories')).rejects.toThrow()
    backend.answers((_, response) => response.socket?.destroy())
    expect((await ask('/stories')).status).toBe(503)
  })

  it('is cut off if it is longer than it said it would be', async () => {
    backend.answers((_, response) => {
      for (let n = 0; n < 11; n += 1) response.write(Buffer.alloc(1024 * 1024))
      response.end()
    })
    await expect(ask('/stories').then((response) => response.bytes())).rejects.toThrow('too long')
  })
})

describe('a backend', () => {
  const statusOf = async (remote: string, as: Asking['as']) =>
    (await ask('/stories', { remote, as: as! })).status

  it('answers the people for whom the remote runs, and is missing for anyone else', async () => {
    const { member, admin } = testPeople
    expect(await statusOf('desk', member)).toBe(404)
    expect(await statusOf('desk', admin)).toBe(200)
    expect(await statusOf('trial', member)).toBe(404)
    expect(await statusOf('unknown', admin)).toBe(404)
    expect(await statusOf('news', testPeople.stranger)).toBe(403)
    expect((await api.request('/api/remotes/news/stories')).status).toBe(401)
    expect(backend.received).toHaveLength(1)
  })

  it('is somebody who previews the remote, until the preview ends', async () => {
    const team = await machineOf(api, 'trial', 'previews')
    const params = { remote: 'trial', id: '0'.repeat(64) }
    await team.call(noteCheck, {
      params: { remote: 'trial', release: '1.0.0-a' },
      body: { shell: 'a-build' },
    })
    const body = { release: '1.0.0-a', people: [testPeople.staff.email] }
    expect(await statusOf('trial', testPeople.staff)).toBe(404)
    await team.call(startPreview, { params, body })
    expect(await statusOf('trial', testPeople.staff)).toBe(200)
    await team.call(endPreview, { params })
    expect(await statusOf('trial', testPeople.staff)).toBe(404)
  })

  it('is nobody once an admin has stopped the remote', async () => {
    await publish('halted', 'members', '100')
    await setBackend('halted')
    // The sample doesn't serve this remote, which is the portal's fault and not the person's.
    expect(await statusOf('halted', testPeople.member)).toBe(503)
    const { revision } = (await api.ports.store.get('release_pointers', 'halted'))!
    const params = { remote: 'halted' }
    await api.call('admin')(stopRemote, { params, body: { reason }, revision })
    expect(await statusOf('halted', testPeople.member)).toBe(404)
  })

  it('only reads while an admin views the portal as a member', async () => {
    const viewing = { as: testPeople.admin, headers: { [memberViewHeader]: 'member' } }
    expect((await ask('/stories', viewing)).status).toBe(200)
    expect(last().statement).toMatchObject({ role: 'member', viewsAs: 'member' })
    expect((await ask('/stories', { ...viewing, method: 'POST', body: '{}' })).status).toBe(403)
    expect((await ask('/x', { ...viewing, remote: 'desk' })).status).toBe(404)
    expect(backend.received).toHaveLength(1)
  })
})

describe('an attack', () => {
  it('with a statement that is forged, altered, kept or for another request fails at the backend', async () => {
    const statementFor = async (path: string, method = 'GET') => {
      await ask(path, method === 'GET' ? {} : { method, body: '{}' })
      return last().headers.authorization!.replace('Bearer ', '')
    }
    const good = await statementFor('/stories')
    const { kid } = decodeProtectedHeader(good) as { kid: string }
    const { statement } = last()
    const { privateKey } = await generateKeyPair('Ed25519')
    const forged = await new SignJWT(statement)
      .setProtectedHeader({ alg: 'EdDSA', kid })
      .sign(privateKey)
    const [head = '', , signature = ''] = good.split('.')
    const asAdmin = Buffer.from(JSON.stringify({ ...statement, role: 'admin' }))
    const bad = {
      forged,
      altered: `${head}.${asAdmin.toString('base64url')}.${signature}`,
      'an ID token': api.tokenFor(testPeople.admin),
      'for another method': await statementFor('/stories', 'DELETE'),
      'for another address': await statementFor('/stories/7'),
    }
    for (const [name, token] of Object.entries(bad)) {
      expect([name, (await backend.ask('/stories', token)).status]).toEqual([name, 401])
    }
    expect((await backend.ask('/stories', good)).status).toBe(200)
  })

  it('with the statement for another remote fails at a backend of its own', async () => {
    const other = await startSampleBackend(() => keysOf(api))
    await ask('/stories', { remote: 'desk', as: testPeople.admin })
    const token = last().headers.authorization!.replace('Bearer ', '')
    expect((await other.ask('/stories', token)).status).toBe(401)
    await other.stop()
  })

  it.each([
    '/api/remotes/news/../desk/stories',
    '/api/remotes/news/%2e%2e/desk/stories',
    '/api/remotes/news/..%2fdesk/stories',
    '/api/remotes/news/..%5cdesk/stories',
    '/api/remotes/news/a%00b',
    '/api/remotes/news/a%0d%0aset-cookie:%20a=b',
    '/api/remotes/news/%zz',
    '/api/remotes/news/%ff',
    '/api/remotes/%6eews/../desk/stories',
    '/api/remotes/news%2f..%2fdesk/stories',
    '/api/remotes/news/../../admin/users',
    '/api/remotes/-/stories',
  ])('by the path %s reaches no backend', async (path) => {
    expect([400, 403, 404]).toContain(await askRaw(path))
    expect(backend.received).toEqual([])
  })

  it.each([
    ['//evil.example/x', '//evil.example/x'],
    ['/@evil.example', '/@evil.example'],
    ['/:443@evil.example', '/:443@evil.example'],
    ['/?url=http://169.254.169.254/', '/?url=http://169.254.169.254/'],
  ])('by the path %s reaches only the backend itself', async (path, url) => {
    expect((await ask(path)).status).toBe(200)
    expect(last().url).toBe(url)
  })

  it('by a path of 5,000 characters reaches no backend', async () => {
    expect(await askRaw(`/api/remotes/news/${'a'.repeat(5000)}`)).toBe(400)
    expect(backend.received).toEqual([])
  })

  it('by a change of protocol is refused', async () => {
    const headers = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' }
    expect(await askRaw('/api/remotes/news/live', headers)).toBe(400)
    expect(backend.received).toEqual([])
  })

  it('by more than 1 MB is refused before the backend is asked', async () => {
    const response = await ask('/stories', { method: 'POST', body: 'x'.repeat(1024 * 1024 + 1) })
    expect(response.status).toBe(413)
    expect(backend.received).toEqual([])
  })
})

describe('setting a backend', () => {
  const refusalOf = (origin: string) =>
    setBackend('news', origin).then(
      () => undefined,
      (error: Error) => error.message,
    )

  it('is for admins, keeps what is not named, and is an audit entry', async () => {
    const params = { remote: 'audited' }
    const body = { approval: 'once' as const, stepMinutes: 5 }
    const of = api.call('admin')
    const given = { ...body, backend: { origin: 'https://news.example.org' } }
    expect(await of(savePolicy, { params, body: given, revision: 'new' })).toEqual({
      ...given,
      revision: 1,
    })
    const changed = { ...body, stepMinutes: 6 }
    expect(await of(savePolicy, { params, body: changed, revision: 1 })).toEqual({
      ...given,
      stepMinutes: 6,
      revision: 2,
    })
    const none = { ...changed, backend: null }
    expect(await of(savePolicy, { params, body: none, revision: 2 })).toEqual({
      ...changed,
      revision: 3,
    })
    const { documents } = await api.ports.store.list('audit', { where: { subject: 'audited' } })
    expect(documents.map(({ before }) => before)).toContainEqual({ ...given, stepMinutes: 6 })
    await expect(
      api.call('member')(savePolicy, { params, body: given, revision: 3 }),
    ).rejects.toMatchObject({ status: 403 })
  })

  it.each([
    ['http://news.example.org', 'The address must begin with https://'],
    ['https://portal.example.org', 'This is the portal’s own address'],
    ['https://news.example.org:443', 'A backend is an address without a path'],
    ['https://10.0.0.5', 'The address must have a public name'],
    ['https://metadata', 'The address must have a public name'],
  ])('refuses %s', async (origin, message) => {
    expect(await refusalOf(origin)).toContain(message)
  })

  it('needs a key that all instances share, and publishes the one before', async () => {
    const keysWith = async (env: Record<string, string>) => {
      const portal = await testApi({ env })
      const { keys } = await keysOf(portal)
      await portal.close()
      return keys.map(({ kid }) => kid)
    }
    const [one, two] = [
      'first-key-0123456789-0123456789-abc',
      'other-key-0123456789-0123456789-abc',
    ]
    const before = await keysWith({ BACKEND_KEY: one })
    const both = await keysWith({ BACKEND_KEY: two, BACKEND_KEY_PREVIOUS: one })
    expect(both).toEqual([...(await keysWith({ BACKEND_KEY: two })), ...before])
    expect(await keysWith({})).toHaveLength(1)
    const firestore = parseSettings({
      STORE: 'firestore',
      FIREBASE_PROJECT_ID: 'larkspur',
      FIRESTORE_EMULATOR_HOST: 'localhost:8080',
    })
    expect(createPortalStatements({ settings: firestore, now: () => new Date() })).toBeUndefined()
  })
})
