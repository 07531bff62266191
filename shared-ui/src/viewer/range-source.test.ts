import { describe, expect, it } from 'vitest'
import { failureOf } from './load-failure.ts'
import { openSource } from './range-source.ts'

type Asked = { url: string; range: string | null }

const urls = { opening: '/content?part=opening', content: '/content' }
const head = 16_384
const tail = 20_000

/** A server of one file, which answers as the API does. */
function serverOf(bytes: Uint8Array<ArrayBuffer>, options: { ranges?: boolean } = {}) {
  const asked: Asked[] = []
  const failures: number[] = []
  const answer: typeof fetch = async (url, init) => {
    const range = new Headers(init?.headers).get('range')
    asked.push({ url: url as string, range })
    const failure = failures.shift()
    if (failure !== undefined) return new Response(null, { status: failure })
    if (options.ranges === false) return new Response(bytes)
    const size = bytes.length
    if (url === urls.opening) {
      const ends = size > head + tail ? { head, tail } : { head: size, tail: 0 }
      const body = [bytes.slice(size - ends.tail), bytes.slice(0, ends.head)]
      const header = `size=${size}, head=${ends.head}, tail=${ends.tail}, chunk=8192`
      return new Response(new Blob(body), { headers: { 'x-opening': header } })
    }
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []
    const headers = { 'content-range': `bytes ${from}-${to}/${size}` }
    return new Response(bytes.slice(Number(from), Number(to) + 1), { status: 206, headers })
  }
  return { asked, failures, fetch: answer }
}

const fileOf = (length: number) => Uint8Array.from({ length }, (_, index) => index % 251)
const { signal } = new AbortController()
const pauses = [1, 1]
const open = (server: ReturnType<typeof serverOf>) =>
  openSource(urls, { signal, pauses, fetch: server.fetch })

describe('a document’s bytes', () => {
  it('of a small one come in its first answer', async () => {
    const file = fileOf(5000)
    const source = await open(serverOf(file))
    expect(source.whole).toEqual(file)
  })

  it('of a large one come at both ends in the first answer', async () => {
    const file = fileOf(400_000)
    const server = serverOf(file)
    const source = await open(server)
    expect(source).toMatchObject({ length: 400_000, pieceSize: 8192 })
    expect(source.whole).toBeUndefined()
    expect(await source.read(0, 8192)).toEqual(file.slice(0, 8192))
    expect(await source.read(8192, head)).toEqual(file.slice(8192, head))
    expect(await source.read(399_000, 400_000)).toEqual(file.slice(399_000))
    expect(await source.read(380_000, 400_000)).toEqual(file.slice(380_000))
    expect(server.asked).toEqual([{ url: urls.opening, range: null }])
  })

  it('of a large one are asked for where they are needed', async () => {
    const file = fileOf(4_000_000)
    const server = serverOf(file)
    const source = await open(server)
    for (const [begin, end] of [
      [2_000_000, 2_000_100],
      [head - 10, head + 10],
      [4_000_000 - tail - 10, 4_000_000],
    ] as const) {
      expect(await source.read(begin, end)).toEqual(file.slice(begin, end))
      expect(server.asked.at(-1)).toEqual({ url: urls.content, range: `bytes=${begin}-${end - 1}` })
    }
  })

  it('come all in one answer more once the rest is wanted', async () => {
    const file = fileOf(200_000)
    const server = serverOf(file)
    const source = await open(server)
    source.readRest()
    source.readRest()
    expect(await source.read(100_000, 100_010)).toEqual(file.slice(100_000, 100_010))
    expect(await source.read(head, 180_000)).toEqual(file.slice(head, 180_000))
    expect(server.asked).toHaveLength(2)
    expect(server.asked[1]!.range).toBe(`bytes=${head}-${200_000 - tail - 1}`)
  })

  it('far off are not waited for behind the rest', async () => {
    const file = fileOf(4_000_000)
    const server = serverOf(file)
    const source = await open({
      ...server,
      fetch: async (url, init) => {
        const answer = await server.fetch(url, init)
        const isRest = server.asked.at(-1)!.range?.startsWith(`bytes=${head}-`)
        return isRest ? new Response(new ReadableStream(), answer) : answer
      },
    })
    source.readRest()
    expect(await source.read(3_000_000, 3_000_010)).toEqual(file.slice(3_000_000, 3_000_010))
  })

  it('are never mixed with those of a newer version', async () => {
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

  it('come whole from a server that knows no ranges', async () => {
    const file = fileOf(200_000)
    const source = await open(serverOf(file, { ranges: false }))
    expect(source.whole).toEqual(file)
  })

  it('are asked for again after a failure that passes', async () => {
    const file = fileOf(4_000_000)
    const server = serverOf(file)
    const source = await open(server)
    server.failures.push(503, 503)
    expect(await source.read(1_000_000, 1_000_010)).toEqual(file.slice(1_000_000, 1_000_010))
  })

  it('fail with the server’s status', async () => {
    for (const [status, failure] of [
      [404, { kind: 'missing' }],
      [403, { kind: 'status', status: 403 }],
      [500, { kind: 'status', status: 500 }],
    ] as const) {
      const server = serverOf(fileOf(10))
      server.failures.push(status)
      const error: unknown = await open(server).catch((reason: unknown) => reason)
      expect(failureOf(error)).toMatchObject(failure)
    }
  })

  it('wait once for a session that is being renewed', async () => {
    const server = serverOf(fileOf(10))
    server.failures.push(401)
    expect((await open(server)).length).toBe(10)
  })

  it('tell an unreachable server from one that refuses', async () => {
    const fetch = () => Promise.reject(new TypeError('no network'))
    const error: unknown = await openSource(urls, { signal, pauses, fetch }).catch(
      (reason: unknown) => reason,
    )
    expect(failureOf(error)).toEqual({ kind: 'offline' })
  })
})
