import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { openSqliteStore } from '../../adapters/sqlite/sqlite-document-store.ts'
import { type Fault, faultyPort } from '../resilience/faulty-port-fixture.ts'
import { testApi, type TestApi } from '../../testing/test-api.ts'
import { createAdmission } from './admission.ts'
import { addressOf } from './limits.ts'
import { listen } from './listen.ts'

/** How long the slow database takes to answer, in ms. */
const delay = 400

let fault: Fault = 'none'
let api: TestApi | undefined
let server: Awaited<ReturnType<typeof listen>> | undefined
afterEach(async () => {
  fault = 'none'
  await server?.stop()
  await api?.close()
})

async function serve(env: Record<string, string>) {
  const store = openSqliteStore({ path: ':memory:' })
  api = await testApi({ env, ports: { store: faultyPort(store, () => fault, delay) } })
  server = await listen(api.app, { ...api.settings, port: 0 }, api)
  const headers = { authorization: `Bearer ${await api.tokenOf('member')}` }
  const { url } = server
  const ask = async (path: string) => {
    const response = await fetch(`${url}${path}`, { headers })
    const { error } = (await response.json()) as { error?: string }
    return { status: response.status, retryAfter: response.headers.get('retry-after'), error }
  }
  return { ask, url }
}

/** An admission whose intervals the test ends, each this many ms late and with this many requests in it. */
function lateIntervals() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  let moment = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => moment)
  const admission = createAdmission({ requests: 10, streams: 10 })
  onTestFinished(() => {
    admission.stop()
    clock.mockRestore()
    vi.useRealTimers()
  })
  const pass = (late: number, requests: number) => {
    const reasons = Array.from({ length: requests }, () => admission.refused('/api/directory'))
    moment += 250 + late
    vi.advanceTimersByTime(250)
    return reasons
  }
  return { admission, pass }
}

const uncached = '/api/agendas/2026/4'
const cached = '/api/directory'

it('refuses excess requests with 503 and Retry-After, answers the rest, and recovers fully', async () => {
  const { ask } = await serve({ MAX_REQUESTS: '4' })
  await ask(cached)
  fault = 'slow'
  const flood = Array.from({ length: 40 }, () => ask(uncached))
  const answers = await Promise.all(flood)
  const refused = answers.filter(({ status }) => status === 503)
  expect(refused.length).toBeGreaterThan(0)
  for (const { retryAfter, error } of refused) {
    expect(Number(retryAfter)).toBeGreaterThan(0)
    expect(error).toBe('The portal has too much to do at the moment. Please try again.')
  }
  const taken = answers.filter(({ status }) => status === 404)
  expect(taken.length).toBeGreaterThanOrEqual(4)
  expect(taken.length + refused.length).toBe(40)

  fault = 'none'
  const after = await Promise.all(Array.from({ length: 4 }, () => ask(uncached)))
  expect(after.map(({ status }) => status)).toEqual([404, 404, 404, 404])
  expect(await api!.metrics.text()).toContain(
    `portal_load_shed_total{reason="requests"} ${refused.length}`,
  )
})

it('answers the probes under any load', async () => {
  const { ask } = await serve({ MAX_REQUESTS: '1' })
  fault = 'slow'
  const flood = Array.from({ length: 10 }, () => ask(uncached))
  const probes = await Promise.all([ask('/healthz'), ask('/readyz')])
  expect(probes.map(({ status }) => status)).toEqual([200, 200])
  await Promise.all(flood)
})

it('accepts fewer requests while the event loop is late, and all of them again afterwards', () => {
  const { admission, pass } = lateIntervals()
  for (let n = 0; n < 4; n += 1) pass(1500, 300)
  expect(admission.counts().share).toBeLessThan(0.7)
  const outcomes = pass(1500, 300)
  expect(outcomes).toContain('delay')
  expect(outcomes).toContain(undefined)
  expect(admission.refused('/healthz')).toBeUndefined()
  for (let n = 0; n < 20; n += 1) pass(0, 0)
  expect(admission.counts().share).toBe(1)
  expect(admission.refused('/api/directory')).toBeUndefined()
})

it('refuses nobody because the machine is busy with something else', () => {
  const { admission, pass } = lateIntervals()
  const reasons = Array.from({ length: 6 }, () => pass(1500, 10)).flat()
  expect(admission.counts().share).toBe(1)
  expect(new Set(reasons)).toEqual(new Set([undefined]))
})

it('limits the files sent at once, and still answers other requests', () => {
  const admission = createAdmission({ requests: 10, streams: 1 })
  const file = '/api/documents/report/content?rendition=fast'
  const end = admission.beginStream()
  expect([admission.refused(file), admission.refused('/api/directory')]).toEqual([
    'streams',
    undefined,
  ])
  end()
  expect(admission.refused(file)).toBeUndefined()
  admission.stop()
})

it.each([
  [0, 'the connection', '127.0.0.1'],
  [1, 'what the one proxy saw', '203.0.113.9'],
  [2, 'what the outer of two saw', '198.51.100.7'],
  [9, 'the first address if there are fewer proxies', '198.51.100.7'],
])('with %i trusted proxies, takes as the client’s address %s', async (trusted, _, expected) => {
  const { url } = await serve({})
  let received = ''
  api!.app.get('/address', (c) => c.text((received = addressOf(c, trusted))))
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.end(
    'GET /address HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 198.51.100.7, 203.0.113.9\r\nConnection: close\r\n\r\n',
  )
  socket.resume()
  await once(socket, 'close')
  expect(received).toBe(expected)
})

it('counts reports by the address from the trusted proxy', async () => {
  const { url } = await serve({ TRUSTED_PROXIES: '1' })
  const send = async (address: string) => {
    const response = await fetch(`${url}/api/reports`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ message: 'It broke', path: '/' }),
    })
    return response.status
  }
  const statuses = await Promise.all(Array.from({ length: 60 }, () => send('203.0.113.9')))
  expect(statuses.filter((status) => status === 204).length).toBeGreaterThanOrEqual(30)
  expect(statuses).toContain(429)
  expect(await send('203.0.113.10')).toBe(204)
})
