import { anySignal } from '@portal/domain/any-signal'

/** No data has arrived within the time limit. */
export class SilenceError extends Error {
  override name = 'SilenceError'

  constructor(limit: number) {
    super(`Nothing arrived for ${limit} ms`)
  }
}

/** Checks the name, not the class: a shell and a remote may have separate copies. */
export function isSilence(error: unknown): boolean {
  return error instanceof Error && error.name === 'SilenceError'
}

/** A timeout that restarts with every sign of activity. */
export type SilenceClock = {
  /** Aborts with a `SilenceError` after the limit. */
  signal: AbortSignal
  /** Restarts the timeout. */
  restart: () => void
  /** Pauses the timeout until the next activity. */
  stop: () => void
}

/** `limit` in ms. */
export function silenceClock(limit: number): SilenceClock {
  const controller = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => clearTimeout(timer)
  const restart = () => {
    stop()
    timer = setTimeout(() => controller.abort(new SilenceError(limit)), limit)
  }
  return { signal: controller.signal, restart, stop }
}

type SilenceOptions = {
  /** Maximum time without data, before and during the response, in ms. */
  silenceLimit: number
  fetch?: typeof globalThis.fetch
}

/**
 * Fetches with an idle timeout instead of a total one: a slow response is read to its end while data keeps arriving.
 * Rejects with a `SilenceError`; so does reading the body once the response has started.
 */
export async function fetchUnlessSilent(
  url: string,
  init: RequestInit,
  { silenceLimit, fetch = globalThis.fetch }: SilenceOptions,
): Promise<Response> {
  const clock = silenceClock(silenceLimit)
  const silence = new Promise<never>((_, reject) => {
    clock.signal.addEventListener('abort', () => reject(clock.signal.reason as Error))
  })
  silence.catch(() => {})
  const withSilenceLimit = async <T>(work: Promise<T>): Promise<T> => {
    const done = beginWork()
    clock.restart()
    try {
      return await Promise.race([work, silence])
    } finally {
      clock.stop()
      done()
    }
  }
  const signal = init.signal ? anySignal([init.signal, clock.signal]) : clock.signal
  const response = await withSilenceLimit(fetch(url, { ...init, signal }))
  if (!response.body) return response
  const reader = response.body.getReader()
  // Pull-based: while the reader pauses, the timeout is paused, too.
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const part = await withSilenceLimit(reader.read())
        if (part.done) controller.close()
        else controller.enqueue(part.value)
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
  return new Response(body, response)
}

const working = new Set<symbol>()
const listeners = new Set<() => void>()

/** Marks work in progress on this page; returns a function that ends it. */
export function beginWork(): () => void {
  const work = Symbol('work')
  working.add(work)
  tell()
  return () => {
    if (working.delete(work)) tell()
  }
}

/** For tests that share a page: drops the work that an earlier test left in progress. */
export function resetWork(): void {
  working.clear()
  tell()
}

/** Whether no work is in progress on this page. */
export function isQuiet(): boolean {
  return working.size === 0
}

/**
 * Calls back once no work has been in progress on this page for `ms`. A screen that waits for code or data isn't late
 * while they are arriving, since each has its own timeout. Returns a function that cancels it.
 */
export function afterQuiet(ms: number, run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    clearTimeout(timer)
    if (working.size === 0) timer = setTimeout(run, ms)
  }
  const stop = () => {
    clearTimeout(timer)
    listeners.delete(look)
  }
  listeners.add(look)
  look()
  return stop
}

function tell(): void {
  for (const listener of listeners) listener()
}
