import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fetchCode, loadCode } from './load-code.ts'

const silenceLimit = 1000
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
let count = 0
/** Of a file that no other test has asked for. */
const newUrl = () => `/assets/${(count += 1)}.js`

/** What no test leaves on its way: other files of tests share this page. */
const unended: (() => void)[] = []

beforeEach(() => void vi.useFakeTimers())
afterEach(async () => {
  for (const end of unended.splice(0)) end()
  await pass(0)
  vi.useRealTimers()
})

type Sending = { send: () => void; end: () => void }

/** A server of files, each of which arrives as the test says. */
function server() {
  const asked: { path: string; cache: RequestCache | undefined }[] = []
  const sending = new Map<string, Sending>()
  const fetch = async (url: unknown, init?: RequestInit) => {
    const path = new URL(String(url)).pathname
    asked.push({ path, cache: init?.cache })
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
  return { fetch, asked, file: (path: string) => sending.get(path)! }
}

const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'arrived',
    (error: Error) => error.name,
  )

describe('fetchCode', () => {
  it('waits for a file that trickles', async () => {
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

  it('gives up a file that goes silent, and asks anew the next time', async () => {
    const { fetch, file, asked } = server()
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
    expect(asked).toHaveLength(2)
  })

  it('doesn’t give up a file that waits for others on a full line', async () => {
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

  it('says that a file is missing', async () => {
    const fetch = async () => new Response('Not found', { status: 404 })
    expect(await outcome(fetchCode(newUrl(), { silenceLimit, fetch }))).toBe('FileMissing')
  })

  it('says so of a connection that breaks', async () => {
    const fetch = () => Promise.reject(new TypeError('no network'))
    expect(await outcome(fetchCode(newUrl(), { silenceLimit, fetch }))).toBe('FileMissing')
  })

  it('asks once for a file that is wanted twice', async () => {
    const { fetch, file, asked } = server()
    const url = newUrl()
    const both = [fetchCode(url, { fetch }), fetchCode(url, { fetch })].map(outcome)
    await pass(0)
    file(url).end()
    expect(await Promise.all(both)).toEqual(['arrived', 'arrived'])
    expect(asked).toHaveLength(1)
  })
})

describe('loadCode', () => {
  it('adds the tag once the file is there', async () => {
    const { fetch, file } = server()
    const url = newUrl()
    const add = vi.fn(async () => 'module')
    const loading = loadCode([url], add, { silenceLimit, fetch })
    await pass(900)
    expect(add).not.toHaveBeenCalled()
    file(url).end()
    expect(await loading).toBe('module')
  })

  it('adds no tag for a file that went silent', async () => {
    const { fetch } = server()
    const add = vi.fn(async () => {})
    const loading = outcome(loadCode([newUrl()], add, { silenceLimit, fetch }))
    await pass(silenceLimit)
    expect(await loading).toBe('SilenceError')
    expect(add).not.toHaveBeenCalled()
  })

  it('asks past the cache for a file that arrived and didn’t work', async () => {
    const { fetch, file, asked } = server()
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
    expect(asked.map(({ cache }) => cache)).toEqual(['default', 'reload'])
  })

  it('gives a tag as long again where the browser has no cache to take the file from', async () => {
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

  it('gives up a tag that never follows its file', async () => {
    const { fetch, file } = server()
    const url = newUrl()
    const never = new Promise<void>(() => {})
    const loading = outcome(loadCode([url], () => never, { silenceLimit, fetch }))
    await pass(0)
    file(url).end()
    await pass(silenceLimit)
    expect(await loading).toBe('SilenceError')
  })

  describe('of a file that the page preloads', () => {
    const isPreloaded = () => true

    it('adds the tag at once and fetches nothing', async () => {
      const { fetch, asked } = server()
      const tag = Promise.withResolvers<void>()
      const loading = outcome(
        loadCode([newUrl()], () => tag.promise, { silenceLimit, fetch, isPreloaded }),
      )
      await pass(2900)
      tag.resolve()
      expect(await loading).toBe('arrived')
      expect(asked).toEqual([])
    })

    it('watches the file when it is late, and waits while it arrives', async () => {
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

    it('gives it up when it is late and silent', async () => {
      const { fetch } = server()
      const never = new Promise<void>(() => {})
      const loading = outcome(
        loadCode([newUrl()], () => never, { silenceLimit, fetch, isPreloaded }),
      )
      await pass(3000 + silenceLimit)
      expect(await loading).toBe('SilenceError')
    })
  })
})
