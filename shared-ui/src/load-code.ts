import { beginWork, isSilence, SilenceError, silenceClock } from '@portal/contract/silence'

/** How long a file of code may bring no byte while no other one does either, in ms. */
export const codeSilenceLimit = 10_000

/** A file that the page preloads is on its way already; so late after that it is watched, in ms. */
const preloadPatience = 3000

/** The name of the error of a file that the server doesn't have, or whose tag failed. */
export const fileMissing = 'FileMissing'

type FetchCodeOptions = {
  silenceLimit?: number
  fetch?: typeof globalThis.fetch
}

/** How long a file took to arrive, in ms, by its full address. */
const arrivals = new Map<string, Promise<number>>()
/** Files whose copy in the browser's cache didn't work. */
const doubtful = new Set<string>()
const clocks = new Set<() => void>()

/**
 * Brings a file of code into the browser's cache, from which a tag or a worker takes it: those tell nothing of a file
 * until all of it is there, and so can't tell a slow line from a silent one. It is given up only when no file of code
 * brings a byte, because a line that is full makes some of them wait for the others. A failure is forgotten.
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
  clocks.add(clock.heard)
  clock.heard()
  try {
    // No integrity here: the answer would begin when all of it is there. The tag checks what it runs.
    const cache = doubtful.has(url) ? 'reload' : 'default'
    const response = await fetch(url, { signal: clock.signal, cache })
    if (!response.ok) throw missing(`${url} answered ${response.status}`)
    const reader = response.body?.getReader()
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      for (const heard of clocks) heard()
    }
    doubtful.delete(url)
    return performance.now() - began
  } catch (cause) {
    if (clock.signal.aborted) throw clock.signal.reason
    if (cause instanceof Error && cause.name === fileMissing) throw cause
    throw missing(`${url} didn’t come`, cause)
  } finally {
    clocks.delete(clock.heard)
    clock.stop()
    done()
  }
}

type LoadCodeOptions = FetchCodeOptions & {
  /** By its full address; by default, whether the page's own HTML preloads it. */
  isPreloaded?: (url: string) => boolean
}

/**
 * Loads files of code by what `add` does: adding a tag, or asking the bundler's runtime for a chunk. Files are fetched
 * first, so that their silence is noticed and nothing else is. A tag that doesn't follow has until three times as long
 * as its file took: a browser without a cache fetches it again.
 */
export async function loadCode<T>(
  urls: string[],
  add: () => Promise<T>,
  options: LoadCodeOptions = {},
): Promise<T> {
  const { silenceLimit = codeSilenceLimit, isPreloaded = isInPage } = options
  const full = urls.map((url) => new URL(url, globalThis.location.href).href)
  const fetched = full.filter((url) => !isPreloaded(url))
  const done = beginWork()
  const ended = new AbortController()
  try {
    const took = Math.max(0, ...(await Promise.all(fetched.map((url) => fetchCode(url, options)))))
    const late = async (): Promise<never> => {
      let patience = silenceLimit + 3 * took
      if (fetched.length < full.length) {
        // A tag takes the place of the page's preload, whose bytes can't be watched. The same file, fetched, shares them.
        await passed(preloadPatience, ended.signal)
        const all = await Promise.all(full.map((url) => fetchCode(url, options)))
        patience = silenceLimit + 3 * Math.max(took, ...all)
      }
      await passed(patience, ended.signal)
      throw new SilenceError(silenceLimit)
    }
    return await Promise.race([add(), late()])
  } catch (error) {
    // What arrived and didn't work isn't taken from the cache again.
    if (!isSilence(error)) distrust(full)
    throw error
  } finally {
    ended.abort()
    done()
  }
}

function distrust(urls: string[]): void {
  for (const url of urls) {
    if (arrivals.delete(url)) doubtful.add(url)
  }
}

let preloads: Set<string> | undefined

/** Whether the page's own HTML preloads a file: its tag then takes what is on its way already. */
export function isInPage(url: string): boolean {
  preloads ??= new Set(
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=preload]')].map(({ href }) => href),
  )
  return preloads.has(new URL(url, globalThis.location.href).href)
}

function passed(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => clearTimeout(timer))
  })
}

function missing(message: string, cause?: unknown): Error {
  const error = cause === undefined ? new Error(message) : new Error(message, { cause })
  return Object.assign(error, { name: fileMissing })
}

/** Where the chunks of a build find `loadCode`: a remote's own runtime is another bundle. */
export const loadCodeKey = 'portal.load-code'

/** Lets the page's bundles load their chunks by the same rule; called before any of them loads one. */
export function offerLoadCode(): void {
  Object.assign(globalThis, { [Symbol.for(loadCodeKey)]: loadCode })
}
