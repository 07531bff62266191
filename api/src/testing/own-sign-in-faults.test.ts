import { createUser } from '@portal/contract/users'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ownSignIn } from '../adapters/portal/portal-fixture.ts'
import { openSqliteStore } from '../adapters/sqlite/sqlite-document-store.ts'
import { ownSignInEnv } from '../platform/env/production-fixture.ts'
import { type Fault, faultyPort } from '../platform/resilience/faulty-port-fixture.ts'
import type { DocumentStore } from '../platform/store/document-store.ts'
import { createCall } from '@portal/remote-kit/client'
import { testAdminKey, testApi, type TestApi } from './test-api.ts'

const account = { email: 'maria.lopez@larkspur.example', password: 'four words of a board' }

let fault: Fault = 'none'
let api: TestApi
let known: string
let renewal: string

beforeAll(async () => {
  api = await testApi({
    env: { ...ownSignInEnv, REQUEST_TIME_LIMIT: '900', BACKGROUND_TIME_LIMIT: '900' },
    ports: {
      store: faultyPort(openSqliteStore({ path: ':memory:' }), () => fault, 200),
      openOwnSignIn: (store: DocumentStore) => ownSignIn(store),
    },
  })
  const operator = createCall({
    baseUrl: 'http://portal.test',
    fetch: async (input, init) => {
      const headers = new Headers(init?.headers)
      headers.set('x-admin-key', testAdminKey)
      return api.app.request(input, { ...init, headers })
    },
  })
  await operator(createUser, { body: account })
  const response = await send('POST', '/api/identity/sign-in', account)
  known = ((await response.json()) as { token: string }).token
  renewal = response.headers.getSetCookie()[0]!.split(';')[0]!
  await send('GET', '/api/directory', undefined, { authorization: `Bearer ${known}` })
})
afterEach(async () => {
  fault = 'none'
  await expect
    .poll(async () => (await api.request('/readyz')).status, { timeout: 20_000 })
    .toBe(200)
})
afterAll(() => api.close())

const send = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
  api.request(path, {
    method,
    headers: { ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })

const requests = {
  'a sign-in': () => send('POST', '/api/identity/sign-in', account),
  'a renewal': () => send('POST', '/api/identity/token', undefined, { cookie: renewal }),
  'a new token': () =>
    send('GET', '/api/directory', undefined, { authorization: `Bearer ${'x'.repeat(43)}` }),
  'a link': () => send('POST', '/api/identity/link', { link: 'x'.repeat(43) }),
}

describe.each(['hung', 'throws'] as const)('a database that is %s', (kind) => {
  it.each(Object.entries(requests))(
    'refuses %s, and says when to try again',
    async (_, request) => {
      fault = kind
      const response = await request()
      expect([503, 504]).toContain(response.status)
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await response.text()).not.toContain('secret-host')
    },
  )

  it('still serves people whose token it knows', async () => {
    fault = kind
    const headers = { authorization: `Bearer ${known}` }
    expect((await send('GET', '/api/directory', undefined, headers)).status).toBe(200)
  })
})

it('signs people in while the database is slow', async () => {
  fault = 'slow'
  const { status } = await send('POST', '/api/identity/token', undefined, { cookie: renewal })
  expect(status).toBe(200)
})
