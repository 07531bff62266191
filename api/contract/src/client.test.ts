import { expect, it, vi } from 'vitest'
import { createCall } from './client.ts'
import { listDirectory } from './directory.ts'
import { sendReport } from './portal.ts'

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
