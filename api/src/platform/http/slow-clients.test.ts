import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as after } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { folderBlobStore } from '../../adapters/folder/folder-blob-store.ts'
import { originalKey } from '../../features/documents/synced-documents-service.ts'
import { temporaryFolder } from '../files/temporary-folder.ts'
import { testApi, type TestApi } from '../../testing/test-api.ts'
import { listen } from './listen.ts'
import { type SlotLimits, slotLimits } from './request-slot.ts'

let api: TestApi | undefined
let server: Awaited<ReturnType<typeof listen>> | undefined
/** The test's own connections, which would delay the server's stop. */
const sockets = new Set<Socket>()
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  sockets.clear()
  await server?.stop()
  await api?.close()
})

async function serve(env: Record<string, string>, slots: Partial<SlotLimits> = {}) {
  // Read in chunks from the disk, as in production.
  api = await testApi({ env, ports: { blobs: folderBlobStore(temporaryFolder()) } })
  const limits = { ...slotLimits, ...slots }
  server = await listen(api.app, { ...api.settings, port: 0 }, { ...api, slots: limits })
  const authorization = `Bearer ${await api.tokenOf('member')}`
  return { url: server.url, port: Number(new URL(server.url).port), authorization }
}

const impatient = { bodyPace: { grace: 300, bytesPerSecond: 4096 } }

async function connected(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  sockets.add(socket)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

/** Sends the head of a request and nothing of its body; resolves when the server has received it. */
async function openRequest(port: number, path: string, headers: string[] = []): Promise<Socket> {
  const socket = await connected(port)
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: a',
    'Content-Type: application/json',
    'Content-Length: 60000',
    'Expect: 100-continue',
    ...headers,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  await once(socket, 'readable')
  return socket
}

/** The text that arrives until the connection is closed. */
async function answerOn(socket: Socket): Promise<string> {
  let text = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  if (!socket.closed) await once(socket, 'close')
  return text
}

describe('bodies that arrive slowly', () => {
  it('serves members while more bodies arrive slowly than there are slots', async () => {
    const { url, port, authorization } = await serve({ MAX_REQUESTS: '4' })
    await Promise.all(Array.from({ length: 12 }, () => openRequest(port, '/api/reports')))
    for (let n = 0; n < 20; n++) {
      const response = await fetch(`${url}/api/agendas/2026/4`, { headers: { authorization } })
      expect(response.status).toBe(404)
    }
  })

  it('refuses a body with 408 and closes the connection once it is below the minimum pace', async () => {
    const { port } = await serve({}, impatient)
    const socket = await openRequest(port, '/api/reports')
    socket.write('{')
    const answer = await answerOn(socket)
    expect(answer).toContain('HTTP/1.1 408')
    expect(answer).toContain('The request arrived too slowly. Please try again.')
  })

  it('limits slow bodies for each caller, so that nobody takes the places of others', async () => {
    const { url, port } = await serve({ TRUSTED_PROXIES: '1' }, { bodiesOfCaller: 3 })
    const from = (address: string) => [`X-Forwarded-For: ${address}`]
    for (let n = 0; n < 3; n++) await openRequest(port, '/api/reports', from('203.0.113.9'))
    const report = (address: string) =>
      fetch(`${url}/api/reports`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
        body: JSON.stringify({ message: 'It broke', path: '/' }),
      })
    expect((await report('203.0.113.9')).status).toBe(429)
    expect((await report('203.0.113.10')).status).toBe(204)
  })

  it('counts a body against the limit of its address before reading any of it', async () => {
    const { url, port } = await serve({})
    await Promise.all(Array.from({ length: 30 }, () => openRequest(port, '/api/reports')))
    const response = await fetch(`${url}/api/reports`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ message: 'It broke', path: '/' }),
    })
    expect(response.status).toBe(429)
  })

  it('logs nothing when the sender gives up halfway', async () => {
    const { url, port } = await serve({})
    const socket = await openRequest(port, '/api/reports')
    socket.write('{"message":')
    socket.destroy()
    await once(socket, 'close')
    // Connections are handled in order.
    await fetch(`${url}/healthz`)
    expect(api!.logged).toEqual([])
  })

  it('refuses a body without a sign-in before reading it', async () => {
    const { port } = await serve({})
    const answer = await answerOn(await openRequest(port, '/api/directory'))
    expect(answer).toContain('HTTP/1.1 401')
  })
})

describe('documents that are read slowly', () => {
  /** More than the kernel buffers for a connection that nobody reads. */
  const size = 24 * 1024 * 1024
  const slow = { readerPace: { window: 3000, bytesPerSecond: 4096 } }

  async function withPaper(slots: Partial<SlotLimits>) {
    const served = await serve({}, slots)
    const bytes = new Uint8Array(size)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    await api!.ports.blobs.put(originalKey(sha256), bytes)
    await api!.putPaper('report', { size, sha256 })
    await expect.poll(async () => (await get(served, '/api/documents/report')).status).toBe(200)
    return served
  }

  const get = (served: { url: string; authorization: string }, path: string) =>
    fetch(`${served.url}${path}`, { headers: { authorization: served.authorization } })

  /** Requests the paper and reads nothing of it. */
  async function stalled({ port, authorization }: Awaited<ReturnType<typeof serve>>) {
    const socket = await connected(port)
    const path = '/api/documents/report/content'
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization}\r\n\r\n`)
    return socket
  }

  const streams = async () => /portal_http_files_at_once (\d+)/.exec(await api!.metrics.text())?.[1]

  it('stops sending a document when its reader takes nothing any more', async () => {
    const served = await withPaper(slow)
    await stalled(served)
    await expect.poll(streams).toBe('1')
    await expect.poll(streams).toBe('0')
  })

  it('sends a document to its end while its reader keeps the pace', async () => {
    const served = await withPaper(slow)
    const response = await get(served, '/api/documents/report/content')
    const reader = response.body!.getReader()
    let received = 0
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      received += value.byteLength
      // Slow enough to fill the kernel's buffer, and many times faster than draining a third of it
      // in time requires.
      if (received < 12_000_000) await after(20)
    }
    expect(received).toBe(size)
  })

  it('limits slow documents for each person', async () => {
    const served = await withPaper({ documentsOfPerson: 2, documentWait: 1 })
    await Promise.all([stalled(served), stalled(served)])
    await expect.poll(streams).toBe('2')
    const third = await get(served, '/api/documents/report/content')
    expect(third.status).toBe(429)
    await third.body?.cancel()
    const staff = `Bearer ${await api!.tokenOf('staff')}`
    const other = await get({ ...served, authorization: staff }, '/api/documents/report/content')
    expect(other.status).toBe(200)
    await other.body?.cancel()
  })

  it('sends one more document when another one has arrived', async () => {
    const served = await withPaper({ documentsOfPerson: 1, documentWait: 60_000 })
    const { url, authorization } = served
    const first = await get(served, '/api/documents/report/content')
    const second = get(served, '/api/documents/report/content')
    const leaving = new AbortController()
    const third = fetch(`${url}/api/documents/report/content`, {
      headers: { authorization },
      signal: leaving.signal,
    })
    leaving.abort()
    await expect(third).rejects.toThrow('aborted')
    await first.arrayBuffer()
    expect((await second).status).toBe(200)
    expect((await (await second).arrayBuffer()).byteLength).toBe(size)
  })
})

describe('connections without a valid request', () => {
  it('are closed if their headers don’t arrive', async () => {
    const { port } = await serve({})
    const socket = await connected(port)
    socket.write('GET / HTTP/1.1\r\nHost: a\r\nX-')
    expect(await answerOn(socket)).toContain('408')
  })

  it('get security headers with the answer to an invalid one', async () => {
    const { port } = await serve({})
    const socket = await connected(port)
    socket.write('GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n')
    const answer = await answerOn(socket)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer.toLowerCase()).toContain("content-security-policy: default-src 'none'")
  })
})
