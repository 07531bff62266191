import { expect, it, vi } from 'vitest'
import { createCall } from './client.ts'
import { listDirectory } from './directory.ts'
import { sendReport } from './portal.ts'

/** Accepts and never answers. */
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

it('tells of a server that never answers a read', async () => {
  await expect(call(listDirectory)).rejects.toMatchObject({
    name: 'ApiError',
    code: 'unavailable',
    status: 0,
    message: 'The server has not answered. Please try again.',
  })
})

it('leaves a read that isn’t wanted any more to who gave it up', async () => {
  const page = new AbortController()
  const reading = call(listDirectory, {}, { signal: page.signal })
  page.abort(new Error('The page is another one'))
  await expect(reading).rejects.toThrow('The page is another one')
})

it('gives no write up, which may have been done', async () => {
  silent.mockClear()
  const body = { message: 'It broke', path: '/', session: crypto.randomUUID() }
  void call(sendReport, { body })
  await vi.waitFor(() => expect(silent).toHaveBeenCalledOnce())
  expect(silent.mock.calls[0]![1]?.signal).toBeUndefined()
})

it('reads an answer that takes longer than the limit while it keeps arriving', async () => {
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
