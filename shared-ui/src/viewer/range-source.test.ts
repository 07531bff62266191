import { describe, expect, it } from 'vitest'
import { failureOf } from './load-failure.ts'
import { openSource, pieceSize } from './range-source.ts'

type Asked = { method: string; range: string | null }

/** A server of one file, which answers ranges as the API does. */
function serverOf(bytes: Uint8Array<ArrayBuffer>, options: { ranges?: boolean } = {}) {
  const asked: Asked[] = []
  const failures: number[] = []
  const answer: typeof fetch = async (_url, init) => {
    const range = new Headers(init?.headers).get('range')
    const method = init?.method ?? 'GET'
    asked.push({ method, range })
    const failure = failures.shift()
    if (failure !== undefined) return new Response(null, { status: failure })
    if (method === 'HEAD') return new Response(null)
    const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? []
    if (options.ranges === false || from === undefined) return new Response(bytes)
    const begin = from === '' ? Math.max(0, bytes.length - Number(to)) : Number(from)
    const end = from === '' || to === '' ? bytes.length : Math.min(bytes.length, Number(to) + 1)
    const headers = { 'content-range': `bytes ${begin}-${end - 1}/${bytes.length}` }
    return new Response(bytes.slice(begin, end), { status: 206, headers })
  }
  return { asked, failures, fetch: answer }
}

const fileOf = (length: number) => Uint8Array.from({ length }, (_, index) => index % 251)
const { signal } = new AbortController()
const pauses = [1, 1]
const open = (server: ReturnType<typeof serverOf>) =>
  openSource('/content', { signal, pauses, fetch: server.fetch })

describe('a document’s bytes', () => {
  it('of a small one come in its first answer', async () => {
    const file = fileOf(5000)
    const source = await open(serverOf(file))
    expect(source.whole).toEqual(file)
  })

  it('of a middling one come in two answers, wherever they are read', async () => {
    const file = fileOf(400_000)
    const server = serverOf(file)
    const source = await open(server)
    expect(await source.read(200_000, 200_010)).toEqual(file.slice(200_000, 200_010))
    expect(await source.read(0, 70_000)).toEqual(file.slice(0, 70_000))
    expect(await source.read(399_000, 400_000)).toEqual(file.slice(399_000))
    expect(server.asked.filter(({ method }) => method === 'GET')).toHaveLength(3)
  })

  it('of a large one are asked for where they are needed, its ends without asking again', async () => {
    const file = fileOf(4_000_000)
    const server = serverOf(file)
    const source = await open(server)
    await source.read(0, pieceSize)
    await source.read(file.length - 1000, file.length)
    expect(server.asked).toHaveLength(3)
    expect(await source.read(2_000_000, 2_000_100)).toEqual(file.slice(2_000_000, 2_000_100))
    expect(server.asked.at(-1)).toEqual({ method: 'GET', range: 'bytes=2000000-2000099' })
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
      server.failures.push(status, status, status)
      const error: unknown = await open(server).catch((reason: unknown) => reason)
      expect(failureOf(error)).toMatchObject(failure)
    }
  })

  it('wait once for a session that is being renewed', async () => {
    const server = serverOf(fileOf(10))
    server.failures.push(401, 401, 401)
    expect((await open(server)).length).toBe(10)
  })

  it('tell an unreachable server from one that refuses', async () => {
    const fetch = () => Promise.reject(new TypeError('no network'))
    const error: unknown = await openSource('/content', { signal, pauses, fetch }).catch(
      (reason: unknown) => reason,
    )
    expect(failureOf(error)).toEqual({ kind: 'offline' })
  })
})
