import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApi, type TestApi } from '../../testing/test-api.ts'
import { productionEnv } from '../env/production-fixture.ts'

type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: string }

const toolkit = '/identitytoolkit.googleapis.com'
let emulator: Server
let emulatorUrl: string
let api: TestApi
const seen: Seen[] = []

beforeAll(async () => {
  emulator = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => (body += text))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      seen.push({ method, url, headers, body })
      const isPage = url.startsWith('/emulator/')
      response.setHeader('content-type', isPage ? 'text/html' : 'application/json')
      response.setHeader('access-control-allow-origin', '*')
      response.statusCode = url.includes('key=bad') ? 400 : 200
      response.end(isPage ? '<p>Sign in</p>' : '{"idToken":"t"}')
    })
  }).listen(0, '127.0.0.1')
  await once(emulator, 'listening')
  const address = emulator.address()
  emulatorUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  api = await testApi({ env: { AUTH_EMULATOR_URL: emulatorUrl } })
})
afterAll(async () => {
  emulator.close()
  await api.close()
})

const post = (path: string, headers: Record<string, string> = {}, body = '{"email":"a"}') =>
  api.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })

describe('the emulator’s public paths', () => {
  it.each([
    `${toolkit}/v1/accounts:signInWithPassword?key=k`,
    `${toolkit}/v1/accounts:signInWithIdp?key=k`,
    `${toolkit}/v1/accounts:lookup?key=k`,
    `${toolkit}/v1/accounts:createAuthUri?key=k`,
    '/securetoken.googleapis.com/v1/token?key=k',
  ])('forwards the emulator’s public paths with their body: %s', async (path) => {
    const response = await post(path, { cookie: 'a=b', 'x-client-version': 'Chrome' })
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ idToken: 't' })
    const { url, body, headers } = seen.at(-1)!
    expect({ url, body }).toEqual({ url: path, body: '{"email":"a"}' })
    expect(headers).toMatchObject({ 'x-client-version': 'Chrome' })
    expect(headers['cookie']).toBeUndefined()
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
  })

  it('keeps the emulator’s own error responses', async () => {
    const response = await post(`${toolkit}/v1/accounts:signInWithPassword?key=bad`)
    expect(response.status).toBe(400)
  })

  it('serves the popup’s pages under their own policy', async () => {
    const response = await api.request('/emulator/auth/handler?apiKey=k')
    expect(await response.text()).toBe('<p>Sign in</p>')
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('refuses a body that is too large', async () => {
    const path = `${toolkit}/v1/accounts:signInWithPassword`
    expect((await post(path, {}, 'x'.repeat(70_000))).status).toBe(413)
  })
})

it('limits sign-in calls per minute and address', async () => {
  // One moment, so that the minute doesn't end meanwhile.
  const moment = new Date()
  const busy = await testApi({ env: { AUTH_EMULATOR_URL: emulatorUrl }, now: () => moment })
  const path = `${toolkit}/v1/projects?key=k`
  // Refused calls count as well.
  const headers = { authorization: 'Bearer owner' }
  for (let n = 0; n < 599; n += 1) await busy.request(path, { headers })
  expect((await busy.request(path)).status).toBe(200)
  expect((await busy.request(path)).status).toBe(429)
  await busy.close()
})

describe('the emulator’s other paths', () => {
  it.each([
    ['POST', `${toolkit}/v1/accounts:signUp`],
    ['POST', `${toolkit}/v1/accounts:update`],
    ['POST', `${toolkit}/v1/accounts:delete`],
    ['POST', `${toolkit}/v1/accounts:sendOobCode`],
    ['POST', `${toolkit}/v1/accounts:batchGet`],
    ['POST', `${toolkit}/v1/accounts`],
    ['POST', `${toolkit}/v1/projects/demo-board-portal/accounts:batchCreate`],
    ['GET', `${toolkit}/v1/projects/demo-board-portal/accounts:batchGet`],
    ['POST', `${toolkit}/v1/projects/demo-board-portal/accounts:lookup`],
    ['GET', `${toolkit}/v2/projects/demo-board-portal/config`],
    ['POST', `${toolkit}/v1//accounts:lookup`],
    ['POST', `${toolkit}/v1/accounts:lookup/../accounts:update`],
    ['POST', `${toolkit}/v1/accounts%3AsignUp`],
    ['DELETE', '/emulator/v1/projects/demo-board-portal/accounts'],
    ['GET', '/emulator/v1/projects/demo-board-portal/config'],
    ['GET', '/emulator/v1/projects/demo-board-portal/oobCodes'],
    ['GET', '/emulator/openapi.json'],
    ['GET', '/emulator/action?mode=verifyEmail'],
  ])('doesn’t forward %s %s', async (method, path) => {
    const before = seen.length
    const response = await api.request(path, { method })
    expect([404, 405]).toContain(response.status)
    expect(seen).toHaveLength(before)
  })

  it('doesn’t serve other paths with the emulator’s admin token either', async () => {
    const before = seen.length
    for (const authorization of ['Bearer owner', 'bearer owner', 'Basic x']) {
      const response = await post(`${toolkit}/v1/accounts:lookup`, { authorization })
      expect(response.status).toBe(403)
    }
    expect(seen).toHaveLength(before)
  })
})

it('refuses with a message when the emulator is down', async () => {
  const alone = await testApi({ env: { AUTH_EMULATOR_URL: 'http://127.0.0.1:9' } })
  const response = await alone.request(`${toolkit}/v1/accounts:lookup`, {
    method: 'POST',
    body: '{}',
  })
  expect(response.status).toBe(503)
  expect(await response.json()).toMatchObject({
    error: 'Sign-in isn’t available: the local sign-in service isn’t responding. Please try again.',
  })
  await alone.close()
})

it('forwards nothing in firebase mode', async () => {
  const real = await testApi({ env: { ...productionEnv, AUTH_EMULATOR_URL: emulatorUrl } })
  const before = seen.length
  for (const path of [`${toolkit}/v1/accounts:lookup`, '/emulator/auth/handler']) {
    const response = await real.request(path, { method: path.includes('lookup') ? 'POST' : 'GET' })
    expect([404, 405]).toContain(response.status)
  }
  expect(seen).toHaveLength(before)
  await real.close()
})
