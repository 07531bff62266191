import { once } from 'node:events'
import { connect } from 'node:net'
import { Hono } from 'hono'
import { contextStorage } from 'hono/context-storage'
import { afterEach, expect, it } from 'vitest'
import { createMetrics } from '../metrics/metrics.ts'
import { withDeadline } from '../resilience/deadline.ts'
import { Refusal } from '../../refusal.ts'
import { testApi, type TestApi } from '../../testing/test-api.ts'
import { listen } from './listen.ts'
import { type AppEnv, currentRequest, requestContext } from './request-context.ts'

let api: TestApi | undefined
let server: Awaited<ReturnType<typeof listen>> | undefined
afterEach(async () => {
  await server?.stop()
  await api?.close()
})

it('aborts a request’s signal when its caller closes the connection', async () => {
  const app = new Hono<AppEnv>()
  app.use(requestContext(createMetrics()))
  const begun = Promise.withResolvers<AbortSignal>()
  app.get('/wait', async (c) => {
    const { signal } = c.get('request')
    begun.resolve(signal)
    await once(signal, 'abort')
    return c.text('')
  })
  api = await testApi()
  server = await listen(app, { ...api.settings, port: 0 })
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  socket.write('GET /wait HTTP/1.1\r\nHost: a\r\n\r\n')
  const signal = await begun.promise
  expect(signal.aborted).toBe(false)
  const aborted = once(signal, 'abort')
  socket.destroy()
  await aborted
  expect(signal.reason).toBeInstanceOf(Refusal)
})

it('aborts a request’s signal when its time for ports is used up', async () => {
  const app = new Hono<AppEnv>()
  app.use(contextStorage(), requestContext(createMetrics()))
  const limits = { request: 20, background: 1000, current: currentRequest }
  const late = new Refusal('timeout', 'The files take too long.')
  app.get('/wait', async (c) => {
    const waiting = withDeadline(() => new Promise(() => undefined), {
      limits,
      tooLate: () => late,
      isWrite: false,
    })
    await expect(waiting).rejects.toBe(late)
    return c.text(c.get('request').signal.reason === late ? 'ended' : 'continues')
  })
  const response = await app.request('/wait')
  expect(await response.text()).toBe('ended')
})
