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
  answerLimit: 20,
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
