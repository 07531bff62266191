import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as after } from 'node:timers/promises'
import { serve } from '@hono/node-server'
import { expect, it } from 'vitest'
import { memoryBlobStore } from '../../adapters/memory/memory-blob-store.ts'
import { testApi } from '../../testing/test-api.ts'

const size = 512 * 1024 * 1024
const chunk = 256 * 1024

it('reads a file as fast as the client consumes it, and closes it when the client disconnects', async () => {
  let pulled = 0
  let closed = false
  const blobs = {
    ...memoryBlobStore(),
    info: async () => ({ size, storedAt: '2026-11-20T09:00:00.000Z' }),
    read: async () =>
      new ReadableStream<Uint8Array>({
        pull(controller) {
          pulled += 1
          controller.enqueue(new Uint8Array(chunk))
        },
        cancel() {
          closed = true
        },
      }),
  }
  const api = await testApi({ ports: { blobs } })
  await api.putPaper('large', { size })
  const server = serve({ fetch: api.app.fetch, port: 0, hostname: '127.0.0.1' })
  await once(server, 'listening')
  const request = get({
    port: (server.address() as AddressInfo).port,
    host: '127.0.0.1',
    path: '/api/documents/large/content',
    headers: { authorization: `Bearer ${await api.tokenOf('member')}` },
  })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  await once(response, 'readable')
  await after(200)
  expect(pulled * chunk).toBeLessThan(size / 10)
  expect(closed).toBe(false)

  response.destroy()
  await expect.poll(() => closed).toBe(true)
  server.close()
  await api.close()
})
