import { afterEach, expect, it } from 'vitest'
import { productionEnv } from '../env/production-fixture.ts'
import { testApi, type TestApi } from '../../testing/test-api.ts'
import { listen } from '../http/listen.ts'

const token = 'a-token-of-the-monitoring'
const production = { ...productionEnv, FIREBASE_PROJECT_ID: 'demo-board-portal' }

let api: TestApi
afterEach(() => api.close())

async function metricsOf(bearer?: string): Promise<Response> {
  const headers: Record<string, string> = bearer ? { authorization: `Bearer ${bearer}` } : {}
  return api.request('/metrics', { headers })
}

it('counts requests by the address’s template, and calls by part, without names', async () => {
  api = await testApi()
  const headers = { authorization: `Bearer ${await api.tokenOf('member')}` }
  await api.request('/api/directory', { headers })
  await api.request('/api/documents/secret-document', { headers })
  await api.request('/no/such/address?of=maria')
  await api.request('/api/agendas/2026/4', { headers })
  const text = await (await metricsOf()).text()
  const requests = (route: string, status: number) =>
    `portal_http_request_seconds_count{route="${route}",method="GET",status="${status}"} 1`
  expect(text).toContain(requests('/api/directory', 200))
  expect(text).toContain(requests('/api/documents/{id}', 404))
  expect(text).toContain(requests('none', 404))
  expect(text).toMatch(
    /portal_part_call_seconds_count\{part="database",call="get",outcome="ok"\} \d/,
  )
  expect(text).toMatch(
    /portal_part_call_seconds_count\{part="identity",call="verify",outcome="ok"\} 1/,
  )
  expect(text).toContain('portal_hot_collections_stale_seconds 0')
  expect(text).toContain('portal_calendar_stale_seconds 0')
  expect(text).not.toMatch(/secret-document|maria|larkspur/)
})

it('counts runs of the sync and the files they processed', async () => {
  api = await testApi()
  await api.features.sync.start()
  await api.features.sync.idle()
  const text = await (await metricsOf()).text()
  expect(text).toContain('portal_sync_runs_total{outcome="completed"} 1')
  expect(text).toContain('portal_sync_files_total 0')
})

it('reports a process’s bytes, memory and event loop', async () => {
  api = await testApi()
  const server = await listen(api.app, { ...api.settings, port: 0 }, api)
  await (await fetch(`${server.url}/healthz`)).text()
  const text = await (await metricsOf()).text()
  expect(text).toMatch(/portal_http_bytes_total\{direction="sent"\} [1-9]/)
  expect(text).toContain('nodejs_eventloop_lag_seconds')
  expect(text).toContain('nodejs_heap_size_used_bytes')
  await server.stop()
})

it('requires the metrics token if one is set', async () => {
  api = await testApi({ env: { METRICS_TOKEN: token } })
  const statuses = [await metricsOf(), await metricsOf('wrong'), await metricsOf(token)]
  expect(statuses.map(({ status }) => status)).toEqual([401, 401, 200])
  expect((await metricsOf(await api.tokenOf('admin'))).status).toBe(401)
})

it('returns 404 in production without a token', async () => {
  api = await testApi({ env: production })
  expect((await metricsOf()).status).toBe(404)
  await api.close()
  api = await testApi({ env: { ...production, METRICS_TOKEN: token } })
  expect([(await metricsOf()).status, (await metricsOf(token)).status]).toEqual([401, 200])
})

it('shows the state of each part and job, and the region, only with the token', async () => {
  const ports = { region: async () => 'us-west1' }
  api = await testApi({ env: { ...production, METRICS_TOKEN: token }, ports })
  const readiness = async (headers: Record<string, string> = {}): Promise<unknown> => {
    const response = await api.request('/readyz', { headers })
    return response.json()
  }
  const admin = { authorization: `Bearer ${await api.tokenOf('admin')}` }
  expect(await readiness()).toEqual({ status: 'ok' })
  expect(await readiness(admin)).toEqual({ status: 'ok' })
  const operator = { authorization: `Bearer ${token}` }
  expect(await readiness(operator)).toMatchObject({
    region: 'us-west1',
    parts: { database: { status: 'ok' } },
    jobs: expect.arrayContaining([
      { name: 'uploads', does: expect.stringContaining('uploads'), isRunning: false },
    ]),
  })
})
