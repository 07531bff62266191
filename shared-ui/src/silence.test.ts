import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { afterQuiet, beginWork, fetchUnlessSilent, resetWork } from './silence.ts'

const silenceLimit = 1000
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

// Whether an earlier test's reader has released its response by now depends on the machine.
beforeEach(() => {
  resetWork()
  vi.useFakeTimers()
})
afterEach(() => void vi.useRealTimers())

/** A server controlled by the test. */
function server() {
  const answer = Promise.withResolvers<Response>()
  let aborted: unknown
  let bytes!: ReadableStreamDefaultController
  const body = new ReadableStream({ start: (controller) => void (bytes = controller) })
  return {
    fetch: (_url: unknown, init?: RequestInit) => {
      init?.signal?.addEventListener('abort', () => {
        aborted = init.signal!.reason
        answer.reject(aborted)
      })
      return answer.promise
    },
    begin: () => answer.resolve(new Response(body)),
    send: (text: string) => bytes.enqueue(new TextEncoder().encode(text)),
    end: () => bytes.close(),
    aborted: () => aborted,
  }
}

/** The text of a response, or the name of its error. */
function read(fetch: typeof globalThis.fetch, init: RequestInit = {}): Promise<string> {
  return fetchUnlessSilent('/file', init, { silenceLimit, fetch })
    .then((response) => response.text())
    .catch((error: Error) => error.name)
}

describe('fetchUnlessSilent', () => {
  it('reads a response to its end while data keeps arriving, no matter how long it takes', async () => {
    const { fetch, begin, send, end } = server()
    const text = read(fetch)
    await pass(900)
    begin()
    for (let part = 0; part < 20; part += 1) {
      await pass(900)
      send('x')
    }
    await pass(900)
    end()
    expect(await text).toBe('x'.repeat(20))
  })

  it('aborts a response that doesn’t start, and its request', async () => {
    const { fetch, aborted } = server()
    const text = read(fetch)
    await pass(silenceLimit)
    expect(await text).toBe('SilenceError')
    expect(aborted()).toMatchObject({ name: 'SilenceError' })
  })

  it('aborts a response that stops midway', async () => {
    const { fetch, begin, send } = server()
    const text = read(fetch)
    begin()
    await pass(silenceLimit - 1)
    send('half')
    await pass(silenceLimit - 1)
    expect(await Promise.race([text, Promise.resolve('still waiting')])).toBe('still waiting')
    await pass(1)
    expect(await text).toBe('SilenceError')
  })

  it('doesn’t count the reader’s own pauses', async () => {
    const { fetch, begin, send, end } = server()
    const answer = fetchUnlessSilent('/file', {}, { silenceLimit, fetch })
    begin()
    send('whole')
    end()
    const response = await answer
    await pass(10 * silenceLimit)
    expect(await response.text()).toBe('whole')
  })

  it('passes on the caller’s abort reason', async () => {
    const { fetch } = server()
    const caller = new AbortController()
    const text = read(fetch, { signal: caller.signal })
    caller.abort(new DOMException('Another page', 'AbortError'))
    expect(await text).toBe('AbortError')
  })

  it('passes on a network failure', async () => {
    const fetch = () => Promise.reject(new TypeError('no network'))
    expect(await read(fetch)).toBe('TypeError')
  })
})

describe('afterQuiet', () => {
  it('runs once nothing has been in progress for the given time', async () => {
    const run = vi.fn()
    afterQuiet(500, run)
    await pass(499)
    expect(run).not.toHaveBeenCalled()
    await pass(1)
    expect(run).toHaveBeenCalledOnce()
  })

  it('waits for work in progress, and then for the whole time', async () => {
    const run = vi.fn()
    const end = beginWork()
    afterQuiet(500, run)
    await pass(400)
    const endOther = beginWork()
    end()
    await pass(5000)
    expect(run).not.toHaveBeenCalled()
    endOther()
    await pass(499)
    expect(run).not.toHaveBeenCalled()
    await pass(1)
    expect(run).toHaveBeenCalledOnce()
  })

  it('counts a response as in progress until it has ended or is aborted', async () => {
    const run = vi.fn()
    const { fetch, begin } = server()
    const text = read(fetch)
    afterQuiet(500, run)
    begin()
    await pass(silenceLimit - 1)
    expect(run).not.toHaveBeenCalled()
    await pass(1)
    await text
    await pass(500)
    expect(run).toHaveBeenCalledOnce()
  })

  it('doesn’t run once it was canceled', async () => {
    const run = vi.fn()
    afterQuiet(500, run)()
    await pass(500)
    expect(run).not.toHaveBeenCalled()
  })
})
