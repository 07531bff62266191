import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Person } from '@portal/contract/portal'
import { openSqliteStore } from '../../../adapters/sqlite/sqlite-document-store.ts'
import { silentLog } from '../../../platform/log.ts'
import { policiesCollection } from '../release-records.ts'
import { backendResponse } from './backend-response.ts'
import type { Backends } from './backends.ts'
import { createBackendsService } from './backends-service.ts'
import { createStatements } from './statements.ts'

const store = openSqliteStore({ path: ':memory:' })
const person = { uid: 'maria', isAdmin: false } as Person
const now = () => new Date()

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

/** A remote whose backend does this. */
async function opened(send: Backends['send']) {
  const remote = `news-${crypto.randomUUID().slice(0, 8)}`
  const backend = { origin: 'https://news.example.org' }
  await policiesCollection.in(store).create(remote, { approval: 'once', stepMinutes: 0, backend })
  const outcomes: string[] = []
  const service = createBackendsService({
    store,
    backends: { send },
    mayRun: async () => true,
    statements: createStatements({
      key: 'a-key',
      previousKey: undefined,
      publicUrl: 'https://portal.example.org',
      now,
    }),
    metrics: { called: (part, call, outcome) => outcomes.push(`${part} ${call} ${outcome}`) },
    now,
    log: silentLog,
  })
  const forward = await service.open(person, remote)
  const request = { method: 'GET', path: '/', headers: {}, body: undefined, requestId: '1' }
  return { remote, outcomes, ask: (signal?: AbortSignal) => forward(request, signal) }
}

it('gives a backend up that hasn’t answered after ten seconds, and ends the request', async () => {
  const asked = Promise.withResolvers<AbortSignal>()
  const { ask, outcomes, remote } = await opened((_, signal) => {
    asked.resolve(signal)
    return new Promise(() => undefined)
  })
  const refused = expect(ask()).rejects.toMatchObject({ code: 'timeout' })
  const signal = await asked.promise
  await vi.advanceTimersByTimeAsync(10_000)
  await refused
  expect(signal.aborted).toBe(true)
  expect(outcomes).toEqual([`backend ${remote} late`])
})

it('asks a dead backend three times, and then once every two seconds', async () => {
  const send = vi.fn(async () => {
    throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  })
  const { ask } = await opened(send)
  for (let n = 0; n < 10; n += 1) await expect(ask()).rejects.toMatchObject({ code: 'unavailable' })
  expect(send).toHaveBeenCalledTimes(3)
  await vi.advanceTimersByTimeAsync(2001)
  for (let n = 0; n < 10; n += 1) await expect(ask()).rejects.toMatchObject({ code: 'unavailable' })
  expect(send).toHaveBeenCalledTimes(4)
})

it('ends the request when its caller is gone', async () => {
  const asked = Promise.withResolvers<AbortSignal>()
  const { ask } = await opened((_, signal) => {
    asked.resolve(signal)
    return new Promise(() => undefined)
  })
  const leaving = new AbortController()
  const ended = expect(ask(leaving.signal)).rejects.toThrow()
  const signal = await asked.promise
  leaving.abort()
  await ended
  expect(signal.aborted).toBe(true)
})

it('cuts a response off that stops halfway, and gives its turn back', async () => {
  const canceled = vi.fn()
  const ended = vi.fn()
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(Buffer.from('{"sto')),
    cancel: canceled,
  })
  const response = backendResponse(new Response(body), {
    remote: 'news',
    most: 1000,
    longest: 10_000,
    ended,
  })
  const refused = expect(response.text()).rejects.toThrow()
  await vi.advanceTimersByTimeAsync(10_000)
  await refused
  expect(canceled).toHaveBeenCalled()
  expect(ended).toHaveBeenCalled()
})

it('gives a turn back when nobody reads the response any more', async () => {
  const canceled = vi.fn()
  const ended = vi.fn()
  const body = new ReadableStream({ cancel: canceled })
  const response = backendResponse(new Response(body), {
    remote: 'news',
    most: 1000,
    longest: 10_000,
    ended,
  })
  await response.body!.cancel()
  expect([canceled.mock.calls.length, ended.mock.calls.length]).toEqual([1, 1])
})
