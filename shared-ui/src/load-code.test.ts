import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fetchCode, loadCode, renewAccessWith } from './load-code.ts'

const silenceLimit = 1000
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
let count = 0
/** The URL of a file that no other test has requested. */
const newUrl = () => `/assets/${(count += 1)}.js`

/** Cleans up requests after each test, because test files share this page. */
const unended: (() => void)[] = []

beforeEach(() => void vi.useFakeTimers())
afterEach(async () => {
  for (const end of unended.splice(0)) end()
  await pass(0)
  vi.useRealTimers()
})

type Sending = { send: () => void; end: () => void }

/** A file server controlled by the test. */
function server() {
  const requests: { path: string; cache: RequestCache | undefined }[] = []
  const sending = new Map<string, Sending>()
  const fetch = async (url: unknown, init?: RequestInit) => {
    const path = new URL(String(url)).pathname
    requests.push({ path, cache: init?.cache })
    let bytes!: ReadableStreamDefaultController
    const body = new ReadableStream({ start: (controller) => void (bytes = controller) })
    init?.signal?.addEventListener('abort', () => bytes.error(init.signal!.reason))
    unended.push(() => bytes.error(new TypeError('The test is over')))
    sending.set(path, {
      send: () => bytes.enqueue(new Uint8Array(10)),
      end: () => bytes.close(),
    })
    return new Response(body)
  }
  return { fetch, requests, file: (path: string) => sending.get(path)! }
}

const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'arrived',
    (error: Error) => error.name,
  )

describe('fetchCode', () => {
  it('waits for a file that arrives slowly', async () => {
    const { fetch, file } = server()
    const url = newUrl()
    const arrival = outcome(fetchCode(url, { silenceLimit, fetch }))
    for (let part = 0; part < 30; part += 1) {
      await pass(900)
      file(url).send()
    }
    file(url).end()
    expect(await arrival).toBe('arrived')
  })

  it('abandons a file that stalls, and requests it again the next time', async () => {
    const { fetch, file, requests } = server()
    const url = newUrl()
    const arrival = outcome(fetchCode(url, { silenceLimit, fetch }))
    await pass(900)
    file(url).send()
    await pass(silenceLimit)
    expect(await arrival).toBe('SilenceError')
    const again = outcome(fetchCode(url, { silenceLimit, fetch }))
    await pass(0)
    file(url).end()
    expect(await again).toBe('arrived')
    expect(requests).toHaveLength(2)
  })

  it('doesn’t abandon a file while other files are arriving', async () => {
    const { fetch, file } = server()
    const [waiting, arriving] = [newUrl(), newUrl()]
    const last = outcome(fetchCode(waiting, { silenceLimit, fetch }))
    void fetchCode(arriving, { silenceLimit, fetch })
    for (let part = 0; part < 5; part += 1) {
      await pass(900)
      file(arriving).send()
    }
    file(arriving).end()
    await pass(900)
    file(waiting).send()
    file(waiting).end()
    expect(await last).toBe('arrived')
  })

  it('reports a missing file', async () => {
    const fetch = async () => new Response('Not found', { status: 404 })
    expect(await outcome(fetchCode(newUrl(), { silenceLimit, fetch }))).toBe('FileMissing')
  })

  it('requests a missing file again after the reader’s access has been renewed', async () => {
    let isKnown = false
    const renew = vi.fn(async () => (isKnown = true))
    renewAccessWith(renew)
    const fetch = vi.fn(async () => new Response('x', { status: isKnown ? 200 : 404 }))
    expect(await outcome(fetchCode(newUrl(), { silenceLimit, fetch }))).toBe('arrived')
    expect([renew.mock.calls.length, fetch.mock.calls.length]).toEqual([1, 2])
    renewAccessWith(async () => false)
  })

  it('reports a broken connection as a missing file', async () => {
    const fetch = () => Promise.reject(new TypeError('no network'))
    expect(await outcome(fetchCode(newUrl(), { silenceLimit, fetch }))).toBe('FileMissing')
  })

  it('requests a file once when it is needed twice', async () => {
    const { fetch, file, requests } = server()
    const url = newUrl()
    const both = [fetchCode(url, { fetch }), fetchCode(url, { fetch })].map(outcome)
    await pass(0)
    file(url).end()
    expect(await Promise.all(both)).toEqual(['arrived', 'arrived'])
    expect(requests).toHaveLength(1)
  })
})

describe('loadCode', () => {
  it('adds the tag once the file has arrived', async () => {
    const { fetch, file } = server()
    const url = newUrl()
    const add = vi.fn(async () => 'module')
    const loading = loadCode([url], add, { silenceLimit, fetch })
    await pass(900)
    expect(add).not.toHaveBeenCalled()
    file(url).end()
    expect(await loading).toBe('module')
  })

  it('adds no tag for a file that stalled', async () => {
    const { fetch } = server()
    const add = vi.fn(async () => {})
    const loading = outcome(loadCode([newUrl()], add, { silenceLimit, fetch }))
    await pass(silenceLimit)
    expect(await loading).toBe('SilenceError')
    expect(add).not.toHaveBeenCalled()
  })

  it('bypasses the cache for a file that arrived but didn’t work', async () => {
    const { fetch, file, requests } = server()
    const url = newUrl()
    const failing = async () => Promise.reject(new Error('The integrity doesn’t match'))
    const broken = outcome(loadCode([url], failing, { silenceLimit, fetch }))
    await pass(0)
    file(url).end()
    expect(await broken).toBe('Error')
    const again = outcome(loadCode([url], async () => {}, { silenceLimit, fetch }))
    await pass(0)
    file(url).end()
    expect(await again).toBe('arrived')
    expect(requests.map(({ cache }) => cache)).toEqual(['default', 'reload'])
  })

  it('gives a tag extra time if the browser has no cache to take the file from', async () => {
    const { fetch, file } = server()
    const url = newUrl()
    const tag = Promise.withResolvers<void>()
    const loading = outcome(loadCode([url], () => tag.promise, { silenceLimit, fetch }))
    for (let part = 0; part < 5; part += 1) {
      await pass(900)
      file(url).send()
    }
    file(url).end()
    await pass(4500)
    tag.resolve()
    expect(await loading).toBe('arrived')
  })

  it('abandons a tag that never loads after its file has arrived', async () => {
    const { fetch, file } = server()
    const url = newUrl()
    const never = new Promise<void>(() => {})
    const loading = outcome(loadCode([url], () => never, { silenceLimit, fetch }))
    await pass(0)
    file(url).end()
    await pass(silenceLimit)
    expect(await loading).toBe('SilenceError')
  })

  describe('with a file that the page preloads', () => {
    const isPreloaded = () => true

    it('adds the tag at once and fetches nothing', async () => {
      const { fetch, requests } = server()
      const tag = Promise.withResolvers<void>()
      const loading = outcome(
        loadCode([newUrl()], () => tag.promise, { silenceLimit, fetch, isPreloaded }),
      )
      await pass(2900)
      tag.resolve()
      expect(await loading).toBe('arrived')
      expect(requests).toEqual([])
    })

    it('watches a late file, and waits while it is arriving', async () => {
      const { fetch, file } = server()
      const url = newUrl()
      const tag = Promise.withResolvers<void>()
      const loading = outcome(
        loadCode([url], () => tag.promise, { silenceLimit, fetch, isPreloaded }),
      )
      await pass(3000)
      for (let part = 0; part < 20; part += 1) {
        await pass(900)
        file(url).send()
      }
      tag.resolve()
      expect(await loading).toBe('arrived')
    })

    it('requests the file again after its preload has failed, if possible', async () => {
      const { fetch, file, requests } = server()
      const url = newUrl()
      const tags = [Promise.reject(new Error('preload failed')), Promise.resolve()]
      const add = vi.fn(() => tags.shift()!)
      const options = { silenceLimit, fetch, isPreloaded }
      expect(await outcome(loadCode([url], () => Promise.reject(new Error('no')), options))).toBe(
        'Error',
      )
      const loading = outcome(loadCode([url], add, { ...options, isRepeatable: true }))
      await pass(0)
      file(url).end()
      expect(await loading).toBe('arrived')
      expect(add).toHaveBeenCalledTimes(2)
      expect(requests).toHaveLength(1)
    })

    it('abandons a file that is late and stalled', async () => {
      const { fetch } = server()
      const never = new Promise<void>(() => {})
      const loading = outcome(
        loadCode([newUrl()], () => never, { silenceLimit, fetch, isPreloaded }),
      )
      await pass(3000 + silenceLimit)
      expect(await loading).toBe('SilenceError')
    })

    it('makes the bundler forget a chunk that hangs, and requests it again the next time', async () => {
      const { fetch, file, requests } = server()
      const url = newUrl()
      const tag = document.createElement('script')
      tag.type = 'text/plain'
      tag.src = url
      const forgotten = vi.fn()
      tag.addEventListener('error', forgotten)
      document.head.append(tag)
      const options = { silenceLimit, fetch, isPreloaded, isRepeatable: true }
      const loading = outcome(loadCode([url], () => new Promise<void>(() => {}), options))
      await pass(3000 + silenceLimit)
      expect(await loading).toBe('SilenceError')
      expect(forgotten).toHaveBeenCalledOnce()
      tag.remove()

      const again = outcome(loadCode([url], async () => {}, { silenceLimit, fetch }))
      await pass(0)
      file(url).end()
      expect(await again).toBe('arrived')
      expect(requests.at(-1)).toEqual({ path: url, cache: 'reload' })
    })
  })
})
