import { beforeEach, describe, expect, it } from 'vitest'
import { failureOf } from './load-failure.ts'
import { openSource } from './range-source.ts'
import { forgetPapers } from './read-papers.ts'

type RangeRequest = { url: string; range: string | null }

const urls = { opening: '/content?part=opening', content: '/content' }
const head = 16_384
const tail = 20_000

/** A server with one file, which responds like the API. */
function serverOf(
  bytes: Uint8Array<ArrayBuffer>,
  options: { ranges?: boolean; version?: string } = {},
) {
  const requests: RangeRequest[] = []
  const failures: number[] = []
  const answer: typeof fetch = async (url, init) => {
    const range = new Headers(init?.headers).get('range')
    requests.push({ url: url as string, range })
    const failure = failures.shift()
    if (failure !== undefined) return new Response(null, { status: failure })
    if (options.ranges === false) return new Response(bytes)
    const size = bytes.length
    if (url === urls.opening) {
      const ends = size > head + tail ? { head, tail } : { head: size, tail: 0 }
      const body = [bytes.slice(size - ends.tail), bytes.slice(0, ends.head)]
      const header = `size=${size}, head=${ends.head}, tail=${ends.tail}, chunk=8192`
      const headers = new Headers({ 'x-opening': header })
      if (options.version) headers.set('etag', options.version)
      return new Response(new Blob(body), { headers })
    }
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []
    const headers = { 'content-range': `bytes ${from}-${to}/${size}` }
    return new Response(bytes.slice(Number(from), Number(to) + 1), { status: 206, headers })
  }
  return { requests, failures, fetch: answer }
}

/** A body that starts but never continues. */
const begun = (bytes: Uint8Array<ArrayBuffer>) =>
  new ReadableStream({ start: (controller) => controller.enqueue(bytes) })

const fileOf = (length: number) => Uint8Array.from({ length }, (_, index) => index % 251)
const { signal } = new AbortController()
const pauses = [1, 1]
const open = (server: ReturnType<typeof serverOf>) =>
  openSource(urls, { signal, pauses, fetch: server.fetch })

const noNetwork = { fetch: () => Promise.reject(new TypeError('no network')) }
const openOffline = () => openSource(urls, { signal, pauses, ...noNetwork })
/** Waits until requested streams have ended. */
const arrived = () => new Promise((resolve) => setTimeout(resolve))

beforeEach(forgetPapers)

describe('range source', () => {
  it('passes on the server’s message for a version that is gone', async () => {
    const error = 'Version 1 of “Budget.pdf” was withdrawn: By mistake'
    const answer = async () => Response.json({ error }, { status: 410 })
    await expect(openSource(urls, { signal, pauses, fetch: answer })).rejects.toMatchObject({
      failure: { kind: 'gone', sentence: error },
    })
  })

  it('reads a small document in the first response', async () => {
    const file = fileOf(5000)
    const source = await open(serverOf(file))
    expect(source.whole).toEqual(file)
  })

  it('reads both ends of a large document in the first response', async () => {
    const file = fileOf(400_000)
    const server = serverOf(file)
    const source = await open(server)
    expect(source).toMatchObject({ length: 400_000, pieceSize: 8192 })
    expect(source.whole).toBeUndefined()
    expect(await source.read(0, 8192)).toEqual(file.slice(0, 8192))
    expect(await source.read(8192, head)).toEqual(file.slice(8192, head))
    expect(await source.read(399_000, 400_000)).toEqual(file.slice(399_000))
    expect(await source.read(380_000, 400_000)).toEqual(file.slice(380_000))
    expect(server.requests).toEqual([{ url: urls.opening, range: null }])
  })

  it('requests the bytes of a large document on demand', async () => {
    const file = fileOf(4_000_000)
    const server = serverOf(file)
    const source = await open(server)
    for (const [begin, end] of [
      [2_000_000, 2_000_100],
      [head - 10, head + 10],
      [4_000_000 - tail - 10, 4_000_000],
    ] as const) {
      expect(await source.read(begin, end)).toEqual(file.slice(begin, end))
      expect(server.requests.at(-1)).toEqual({
        url: urls.content,
        range: `bytes=${begin}-${end - 1}`,
      })
    }
  })

  it('reads the rest in one further response', async () => {
    const file = fileOf(200_000)
    const server = serverOf(file)
    const source = await open(server)
    source.readRest()
    source.readRest()
    expect(await source.read(100_000, 100_010)).toEqual(file.slice(100_000, 100_010))
    expect(await source.read(head, 180_000)).toEqual(file.slice(head, 180_000))
    expect(server.requests).toHaveLength(2)
    expect(server.requests[1]!.range).toBe(`bytes=${head}-${200_000 - tail - 1}`)
  })

  it('requests bytes separately if they are far ahead of the stream', async () => {
    const file = fileOf(4_000_000)
    const server = serverOf(file)
    const source = await open({
      ...server,
      fetch: async (url, init) => {
        const answer = await server.fetch(url, init)
        const isRest = server.requests.at(-1)!.range?.startsWith(`bytes=${head}-`)
        return isRest ? new Response(new ReadableStream(), answer) : answer
      },
    })
    source.readRest()
    expect(await source.read(3_000_000, 3_000_010)).toEqual(file.slice(3_000_000, 3_000_010))
  })

  it('never mixes bytes with bytes of a newer version', async () => {
    const server = serverOf(fileOf(4_000_000))
    const headers = { 'content-range': 'bytes 2000000-2000009/5000000' }
    const changed = new Response(new Uint8Array(10), { status: 206, headers })
    const source = await open({
      ...server,
      fetch: async (url, init) => (url === urls.content ? changed : server.fetch(url, init)),
    })
    const error: unknown = await source
      .read(2_000_000, 2_000_010)
      .catch((reason: unknown) => reason)
    expect(failureOf(error)).toMatchObject({ kind: 'status', status: 412 })
  })

  it('reads the whole document from a server without range support', async () => {
    const file = fileOf(200_000)
    const source = await open(serverOf(file, { ranges: false }))
    expect(source.whole).toEqual(file)
  })

  it('retries after a transient failure', async () => {
    const file = fileOf(4_000_000)
    const server = serverOf(file)
    const source = await open(server)
    server.failures.push(503, 503)
    expect(await source.read(1_000_000, 1_000_010)).toEqual(file.slice(1_000_000, 1_000_010))
  })

  it('fails with the server’s status', async () => {
    for (const [status, failure] of [
      [404, { kind: 'missing' }],
      [403, { kind: 'status', status: 403 }],
      [409, { kind: 'damaged' }],
      [500, { kind: 'status', status: 500 }],
    ] as const) {
      const server = serverOf(fileOf(10))
      server.failures.push(status)
      const error: unknown = await open(server).catch((reason: unknown) => reason)
      expect(failureOf(error)).toMatchObject(failure)
    }
  })

  it('retries once while the session is being renewed', async () => {
    const server = serverOf(fileOf(10))
    server.failures.push(401)
    expect((await open(server)).length).toBe(10)
  })

  it('distinguishes an unreachable server from one that refuses', async () => {
    const error: unknown = await openOffline().catch((reason: unknown) => reason)
    expect(failureOf(error)).toEqual({ kind: 'offline' })
  })

  it('reports a server that never responds', async () => {
    const silent = (_url: unknown, init?: RequestInit) =>
      new Promise<Response>((_, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal!.reason as Error))
      })
    const fetch = silent as typeof globalThis.fetch
    const opening = openSource(urls, { signal, pauses: [], fetch, silenceLimit: 20 })
    const error: unknown = await opening.catch((reason: unknown) => reason)
    expect(failureOf(error)).toEqual({ kind: 'unanswered' })
  })

  it('reports a server that stops midway', async () => {
    const halfway = async () => new Response(begun(fileOf(10)))
    const opening = openSource(urls, { signal, pauses: [], fetch: halfway, silenceLimit: 20 })
    const error: unknown = await opening.catch((reason: unknown) => reason)
    expect(failureOf(error)).toEqual({ kind: 'unanswered' })
  })

  it('allows more time in total than the idle timeout', async () => {
    const file = fileOf(30)
    const slow = new ReadableStream<Uint8Array<ArrayBuffer>>({
      async start(controller) {
        for (const part of [0, 10, 20]) {
          await new Promise((resolve) => setTimeout(resolve, 50))
          controller.enqueue(file.slice(part, part + 10))
        }
        controller.close()
      },
    })
    const fetch = async () => new Response(slow)
    const source = await openSource(urls, { signal, pauses: [], fetch, silenceLimit: 100 })
    expect(source.whole).toEqual(file)
  })

  it('requests bytes separately if the stream of the rest stops midway', async () => {
    const file = fileOf(200_000)
    const server = serverOf(file)
    let stops = true
    const source = await openSource(urls, {
      signal,
      pauses,
      silenceLimit: 20,
      fetch: async (url, init) => {
        const answer = await server.fetch(url, init)
        if (url !== urls.content || !stops) return answer
        stops = false
        return new Response(begun(file.slice(head, head + 100)), answer)
      },
    })
    source.readRest()
    expect(await source.read(100_000, 100_010)).toEqual(file.slice(100_000, 100_010))
    expect(server.requests.at(-1)!.range).toBe('bytes=100000-100009')
  })
})

describe('range source of a document that was read on this visit', () => {
  it('opens completely without a server', async () => {
    const small = fileOf(5000)
    await open(serverOf(small))
    expect((await openOffline()).whole).toEqual(small)

    const large = fileOf(200_000)
    const source = await open(serverOf(large))
    source.readRest()
    await source.read(head, 180_000)
    await arrived()
    expect((await openOffline()).whole).toEqual(large)
  })

  it('opens at the pages that were read, and requests the others when the server is reachable', async () => {
    const file = fileOf(4_000_000)
    const server = serverOf(file)
    const first = await open(server)
    await first.read(1_000_000, 1_100_000)
    await first.read(399, head)
    await arrived()

    let reached = false
    const source = await openSource(urls, {
      signal,
      pauses: [],
      fetch: (url, init) => (reached ? server.fetch(url, init) : noNetwork.fetch()),
    })
    expect(source).toMatchObject({ length: 4_000_000, pieceSize: 8192 })
    expect(await source.read(0, 8192)).toEqual(file.slice(0, 8192))
    expect(await source.read(1_050_000, 1_060_000)).toEqual(file.slice(1_050_000, 1_060_000))
    const error: unknown = await source
      .read(2_000_000, 2_000_010)
      .catch((reason: unknown) => reason)
    expect(failureOf(error)).toEqual({ kind: 'offline' })
    reached = true
    expect(await source.read(2_000_000, 2_000_010)).toEqual(file.slice(2_000_000, 2_000_010))
  })

  it('reads from memory if the server reports the same version', async () => {
    const file = fileOf(4_000_000)
    const server = serverOf(file, { version: '"a"' })
    await (await open(server)).read(1_000_000, 1_000_010)
    const before = server.requests.length
    await (await open(server)).read(1_000_002, 1_000_008)
    expect(server.requests).toHaveLength(before + 1)
  })

  it('never mixes two versions', async () => {
    const older = fileOf(4_000_000)
    const newer = older.map((byte) => byte + 1)
    await (await open(serverOf(older, { version: '"a"' }))).read(1_000_000, 1_000_010)
    const source = await open(serverOf(newer, { version: '"b"' }))
    expect(await source.read(1_000_000, 1_000_010)).toEqual(newer.slice(1_000_000, 1_000_010))
  })

  it('refuses a person whom the server refuses', async () => {
    await open(serverOf(fileOf(5000)))
    const refusing = serverOf(fileOf(5000))
    refusing.failures.push(403)
    const error: unknown = await open(refusing).catch((reason: unknown) => reason)
    expect(failureOf(error)).toMatchObject({ kind: 'status', status: 403 })
  })

  it('forgets the bytes when the person signs out', async () => {
    await open(serverOf(fileOf(5000)))
    forgetPapers()
    await expect(openOffline()).rejects.toThrow()
  })
})
