import { beginWork, isSilence, SilenceError, silenceClock } from './silence.ts'

/** Idle timeout for code, in ms: how long a file may receive no data while no other file does either. */
export const codeSilenceLimit = 10_000

/** Delay before a preloaded file is watched, in ms; it usually has arrived by then. */
const preloadDelay = 3000

/** The error name for a file that the server doesn't have, or whose tag failed. */
export const fileMissing = 'FileMissing'

type FetchCodeOptions = {
  silenceLimit?: number
  fetch?: typeof globalThis.fetch
}

/** Renews the reader's access to files; false if it can't. */
let renewAccess = async (): Promise<boolean> => false

/**
 * A remote's files don't exist for an unknown reader, and the cookie that identifies readers may expire while the page
 * sleeps. A missing file is requested again after `renew` has succeeded.
 */
export function renewAccessWith(renew: () => Promise<boolean>): void {
  renewAccess = renew
}

/** The time each file took to arrive, in ms, by absolute URL. */
const arrivals = new Map<string, Promise<number>>()
/** Files whose cached copy didn't work. */
const failedUrls = new Set<string>()
/** Files that a tag has waited for in vain. */
const hungUrls = new Set<string>()
const codeTags = 'script, link[rel=stylesheet]'
const clocks = new Set<() => void>()

/**
 * Fetches a file of code into the browser's cache, where a tag or worker then finds it. Tags and workers report nothing
 * until a file is complete, so they can't distinguish a slow connection from a stalled one. A file is only abandoned
 * when no file receives data, since files share a busy connection. Failures aren't cached.
 */
export function fetchCode(url: string, options: FetchCodeOptions = {}): Promise<number> {
  const key = new URL(url, globalThis.location.href).href
  const known = arrivals.get(key)
  if (known) return known
  const arrival = arrive(key, options)
  arrivals.set(key, arrival)
  arrival.catch(() => {
    if (arrivals.get(key) === arrival) arrivals.delete(key)
  })
  return arrival
}

async function arrive(url: string, options: FetchCodeOptions): Promise<number> {
  const { silenceLimit = codeSilenceLimit, fetch = globalThis.fetch } = options
  const began = performance.now()
  const clock = silenceClock(silenceLimit)
  const done = beginWork()
  clocks.add(clock.restart)
  clock.restart()
  try {
    // No integrity check here, because it would delay the response until the end. The tag checks what it runs.
    const cache = failedUrls.has(url) ? 'reload' : 'default'
    const request = () => fetch(url, { signal: clock.signal, cache })
    let response = await request()
    if (response.status === 404 && (await renewAccess())) {
      clock.restart()
      response = await request()
    }
    if (!response.ok) throw missing(`${url} returned ${response.status}`)
    const reader = response.body?.getReader()
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      for (const restart of clocks) restart()
    }
    failedUrls.delete(url)
    return performance.now() - began
  } catch (cause) {
    if (clock.signal.aborted) throw clock.signal.reason
    if (cause instanceof Error && cause.name === fileMissing) throw cause
    throw missing(`${url} could not be loaded`, cause)
  } finally {
    clocks.delete(clock.restart)
    clock.stop()
    done()
  }
}

type LoadCodeOptions = FetchCodeOptions & {
  /** By absolute URL; by default, checks whether the page's own HTML preloads it. */
  isPreloaded?: (url: string) => boolean
  /** `add` may be called a second time, which then requests its files by the same address. */
  isRepeatable?: boolean
}

/**
 * Loads files of code with `add`, which inserts a tag or requests a chunk from the bundler's runtime. Files are fetched
 * first, so that only a stalled connection counts as a failure. After that, a tag has up to three times as long as its
 * file took, because a browser without a cache fetches it again.
 */
export async function loadCode<T>(
  urls: string[],
  add: () => Promise<T>,
  options: LoadCodeOptions = {},
): Promise<T> {
  const { silenceLimit = codeSilenceLimit, isPreloaded = isInPage, isRepeatable = false } = options
  const full = urls.map((url) => new URL(url, globalThis.location.href).href)
  const fetched = full.filter((url) => !isPreloaded(url))
  const done = beginWork()
  const ended = new AbortController()
  try {
    const took = Math.max(0, ...(await Promise.all(fetched.map((url) => fetchCode(url, options)))))
    const late = async (): Promise<never> => {
      let timeout = silenceLimit + 3 * took
      if (fetched.length < full.length) {
        // The tag reuses the page's preload, whose progress can't be observed. Fetching the same file shares its bytes.
        await delay(preloadDelay, ended.signal)
        const all = await Promise.all(full.map((url) => fetchCode(url, options)))
        timeout = silenceLimit + 3 * Math.max(took, ...all)
      }
      await delay(timeout, ended.signal)
      throw new SilenceError(silenceLimit)
    }
    return await Promise.race([add(), late()])
  } catch (error) {
    if (isSilence(error)) {
      if (isRepeatable) giveUp(full)
      throw error
    }
    // A file that arrived but didn't work isn't taken from the cache again.
    bypassCache(full)
    const isPreloadFailed = isRepeatable && fetched.length < full.length
    // Another request for the same chunk has given it up.
    if (isPreloadFailed && full.some((url) => hungUrls.has(url)))
      throw new SilenceError(silenceLimit)
    if (!isPreloadFailed) throw error
    // Browsers return a failed preload for the first request of its file.
    for (const url of full) failedUrls.add(url)
    return await loadCode(urls, add, { ...options, isPreloaded: () => false })
  } finally {
    ended.abort()
    done()
  }
}

/**
 * Makes the bundler's runtime forget chunks that hang: it would return their first request forever. The next request is
 * a new one, not the page's preload.
 */
function giveUp(urls: string[]): void {
  for (const url of urls) {
    arrivals.delete(url)
    failedUrls.add(url)
    hungUrls.add(url)
    for (const tag of document.querySelectorAll<HTMLScriptElement | HTMLLinkElement>(codeTags)) {
      const address = tag instanceof HTMLScriptElement ? tag.src : tag.href
      if (address === url) tag.dispatchEvent(new Event('error'))
    }
  }
}

function bypassCache(urls: string[]): void {
  for (const url of urls) {
    if (arrivals.delete(url)) failedUrls.add(url)
  }
}

let preloads: Set<string> | undefined

/** Whether the page's own HTML preloads a file, which its tag then reuses; not once that hangs. */
export function isInPage(url: string): boolean {
  preloads ??= new Set(
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=preload]')].map(({ href }) => href),
  )
  const { href } = new URL(url, globalThis.location.href)
  return preloads.has(href) && !hungUrls.has(href)
}

function delay(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => clearTimeout(timer))
  })
}

function missing(message: string, cause?: unknown): Error {
  const error = cause === undefined ? new Error(message) : new Error(message, { cause })
  return Object.assign(error, { name: fileMissing })
}

/** The key under which other bundles find `loadCode`; every remote has its own runtime. */
export const loadCodeKey = 'portal.load-code'

/** Publishes `loadCode` for the page's bundles; call it before any of them loads a chunk. */
export function offerLoadCode(): void {
  Object.assign(globalThis, { [Symbol.for(loadCodeKey)]: loadCode })
}
