import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createCall } from '@portal/remote-kit/client'
import { listMappings } from '@portal/contract/mappings'
import { getConfig } from '@portal/contract/portal'
import { afterEach, describe, expect, it } from 'vitest'
import { parseSettings } from '../../platform/env/env.ts'
import { createLog } from '../../platform/log.ts'
import { testApi } from '../../testing/test-api.ts'
import { createOtlpTraces } from './otlp-traces.ts'

type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: { key: string; value: Record<string, unknown> }[]
}

/** A collector that keeps what it receives. */
async function startCollector(status = 200) {
  const spans: Span[] = []
  const headers: Record<string, unknown>[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    headers.push(request.headers)
    const body = JSON.parse(Buffer.concat(chunks).toString()) as {
      resourceSpans: { scopeSpans: { spans: Span[] }[] }[]
    }
    spans.push(
      ...body.resourceSpans.flatMap((resource) => resource.scopeSpans.flatMap((of) => of.spans)),
    )
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  undo.push(() => server.close())
  return { spans, headers, endpoint: `http://127.0.0.1:${port}` }
}

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
})

async function tracedApi(endpoint: string, env: Record<string, string> = {}) {
  const given = { OTEL_EXPORTER_OTLP_ENDPOINT: `${endpoint}/`, ...env }
  const logged: string[] = []
  const log = createLog(
    (line) => logged.push(line),
    () => new Date(),
  )
  const traces = createOtlpTraces(parseSettings(given).traces!, log)
  const api = await testApi({ env: given, ports: { traces } })
  undo.push(() => api.close())
  return { api, traces, logged }
}

const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
const parent = '00f067aa0ba902b7'
const attributesOf = ({ attributes }: Span) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

describe('a traced request', () => {
  it('continues the caller’s trace down to its calls of the database', async () => {
    const { spans, headers, endpoint } = await startCollector()
    const { api, traces } = await tracedApi(endpoint, {
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=one=1,x-other=2',
    })
    const call = createCall({
      baseUrl: 'http://portal.test',
      token: () => api.tokenOf('admin'),
      traceparent: () => `00-${trace}-${parent}-01`,
      fetch: async (input, init) => api.app.request(input, init),
    })
    await call(listMappings)
    const response = await api.request('/api/audit', {
      headers: {
        authorization: `Bearer ${await api.tokenOf('admin')}`,
        traceparent: `00-${trace}-${parent}-01`,
      },
    })
    await traces.stop()
    const own = spans.filter(({ traceId }) => traceId === trace)
    expect(own).toHaveLength(spans.length)
    const request = own.find(({ name }) => name === 'GET /api/audit')!
    expect(request).toMatchObject({ parentSpanId: parent, kind: 2 })
    expect(attributesOf(request)).toMatchObject({
      'http.route': '/api/audit',
      'http.response.status_code': 200,
      'portal.request_id': response.headers.get('x-request-id'),
    })
    const calls = own.filter(({ parentSpanId }) => parentSpanId === request.spanId)
    expect(calls.map(({ name }) => name)).toContain('database list')
    expect(own.map(({ name }) => name)).toContain('GET /api/resource-mappings')
    expect(headers[0]).toMatchObject({ 'x-key': 'one=1', 'x-other': '2' })
  })

  it('names no address and no person', async () => {
    const { spans, endpoint } = await startCollector()
    const { api, traces } = await tracedApi(endpoint)
    const headers = { authorization: `Bearer ${await api.tokenOf('member')}` }
    await api.request('/api/documents/secret-paper?q=words', { headers })
    await traces.stop()
    const text = JSON.stringify(spans)
    expect(text).toContain('GET /api/documents/{id}')
    for (const secret of ['secret-paper', 'words', 'maria', 'Lopez'])
      expect(text).not.toContain(secret)
  })

  it('starts a new trace if the header is invalid', async () => {
    const { spans, endpoint } = await startCollector()
    const { api, traces } = await tracedApi(endpoint)
    await api.request('/api/config', { headers: { traceparent: `00-${trace}-nothing` } })
    await traces.stop()
    expect(spans).toHaveLength(1)
    expect(spans[0]!.traceId).not.toBe(trace)
    expect(spans[0]!.parentSpanId ?? '').toBe('')
  })

  it('samples by the setting, regardless of the caller’s header', async () => {
    const { spans, endpoint } = await startCollector()
    const { api, traces } = await tracedApi(endpoint, { OTEL_TRACES_SAMPLER_ARG: '0' })
    await api.request('/api/config', { headers: { traceparent: `00-${trace}-${parent}-01` } })
    await traces.stop()
    expect(spans).toEqual([])
  })

  it('gets its response when the collector is down, which is logged', async () => {
    const { endpoint } = await startCollector(400)
    const { api, traces, logged } = await tracedApi(endpoint)
    expect((await api.request('/api/config')).status).toBe(200)
    await traces.stop()
    expect(logged.join('\n')).toContain('traces could not be exported')
  })
})

describe('without the setting', () => {
  it('traces nothing, and omits the field that makes pages send traces', async () => {
    const api = await testApi()
    undo.push(() => api.close())
    expect(await api.call()(getConfig)).not.toHaveProperty('tracing')
    expect(parseSettings({}).traces).toBeUndefined()
  })

  it('makes pages send traces if it is set', async () => {
    const { endpoint } = await startCollector()
    const { api } = await tracedApi(endpoint)
    expect(await api.call()(getConfig)).toMatchObject({ tracing: true })
  })
})

it('refuses an endpoint that isn’t an address, headers without a value and a share above one', () => {
  for (const env of [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
    { OTEL_EXPORTER_OTLP_HEADERS: 'token' },
    { OTEL_TRACES_SAMPLER_ARG: '2' },
  ]) {
    expect(() => parseSettings(env)).toThrow(Object.keys(env)[0])
  }
})
