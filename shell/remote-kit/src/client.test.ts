import { describe, expect, it, vi } from 'vitest'
import { createCall } from './client.ts'
import { listDirectory } from '@portal/contract/directory'
import { sendReport } from '@portal/contract/portal'

/** Accepts requests but never responds. */
const silent = vi.fn(async (_url: unknown, init?: RequestInit) => {
  init?.signal?.throwIfAborted()
  return new Promise<Response>((_, reject) => {
    init?.signal?.addEventListener('abort', () => reject(init.signal!.reason as Error))
  })
})
const call = createCall({
  token: async () => undefined,
  fetch: silent,
  silenceLimit: 20,
})

it('reports a server that never responds to a read', async () => {
  await expect(call(listDirectory)).rejects.toMatchObject({
    name: 'ApiError',
    code: 'unavailable',
    status: 0,
    message: 'The server isn’t responding. Please try again.',
  })
})

it('rejects an aborted read with the caller’s reason', async () => {
  const page = new AbortController()
  const reading = call(listDirectory, {}, { signal: page.signal })
  page.abort(new Error('The page is another one'))
  await expect(reading).rejects.toThrow('The page is another one')
})

it('never aborts a write, which may have been applied', async () => {
  silent.mockClear()
  const body = { message: 'It broke', path: '/', session: crypto.randomUUID() }
  void call(sendReport, { body })
  await vi.waitFor(() => expect(silent).toHaveBeenCalledOnce())
  expect(silent.mock.calls[0]![1]?.signal).toBeUndefined()
})

it('reads a response that takes longer than the limit while data keeps arriving', async () => {
  const parts = ['[', ' ', ' ', ' ', ']']
  const body = new ReadableStream({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, 10))
      const part = parts.shift()
      if (part === undefined) controller.close()
      else controller.enqueue(new TextEncoder().encode(part))
    },
  })
  const slow = createCall({
    token: async () => undefined,
    fetch: async () => new Response(body),
    silenceLimit: 30,
  })
  expect(await slow(listDirectory)).toEqual([])
})

describe('when too many saves arrive at the same moment', () => {
  const refused = () =>
    Response.json(
      {
        type: 'urn:portal:problem:contention',
        title: 'Too much at once',
        status: 503,
        detail: 'Please try again.',
        code: 'contention',
        error: 'Please try again.',
        requestId: 'a',
      },
      { status: 503 },
    )
  const body = { message: 'It broke', path: '/', session: crypto.randomUUID() }
  const busy = (refusals: number) => {
    const waits: number[] = []
    const fetch = vi.fn(async (_url: unknown, _init?: RequestInit) =>
      fetch.mock.calls.length <= refusals ? refused() : new Response(null, { status: 204 }),
    )
    const wait = async (ms: number) => void waits.push(ms)
    return { fetch, waits, call: createCall({ token: async () => undefined, fetch, wait }) }
  }

  it('retries a save with growing delays until it is accepted', async () => {
    const { fetch, waits, call: save } = busy(4)
    await save(sendReport, { body })
    expect(fetch).toHaveBeenCalledTimes(5)
    expect(new Set(fetch.mock.calls.map(([, init]) => init?.body)).size).toBe(1)
    expect(waits[0]).toBeLessThanOrEqual(750)
    expect(waits[3]).toBeGreaterThanOrEqual(2000)
  })

  it('gives up after the last retry, with the API’s own message', async () => {
    const { fetch, call: save } = busy(Infinity)
    const refusal = { code: 'contention', message: 'Please try again.', isProblem: true }
    await expect(save(sendReport, { body })).rejects.toMatchObject(refusal)
    expect(fetch).toHaveBeenCalledTimes(6)
  })

  it('doesn’t retry a save that its caller has aborted', async () => {
    const { fetch, call: save } = busy(Infinity)
    const page = new AbortController()
    page.abort()
    await expect(save(sendReport, { body }, { signal: page.signal })).rejects.toThrow()
    expect(fetch).toHaveBeenCalledOnce()
  })
})
