/** Nothing has arrived for as long as the caller was ready to wait. */
export class SilenceError extends Error {
  override name = 'SilenceError'

  constructor(limit: number) {
    super(`Nothing arrived for ${limit} ms`)
  }
}

/** By name, not by class: a shell and a remote may hold two copies of it. */
export function isSilence(error: unknown): boolean {
  return error instanceof Error && error.name === 'SilenceError'
}

/** A deadline that every sign of life puts off. */
export type SilenceClock = {
  /** Aborts with a `SilenceError` once nothing was heard for the limit. */
  signal: AbortSignal
  /** Starts the limit anew. */
  heard: () => void
  /** Until something is heard again, nothing is waited for. */
  stop: () => void
}

/** `limit` in ms. */
export function silenceClock(limit: number): SilenceClock {
  const controller = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => clearTimeout(timer)
  const heard = () => {
    stop()
    timer = setTimeout(() => controller.abort(new SilenceError(limit)), limit)
  }
  return { signal: controller.signal, heard, stop }
}

type SilenceOptions = {
  /** How long the answer may take to begin and to go on, in ms. */
  silenceLimit: number
  fetch?: typeof globalThis.fetch
}

/**
 * Fetches with a deadline on silence, not on duration: a slow answer whose bytes keep arriving is read to its end.
 * Rejects with a `SilenceError`; so does the body, once the answer has begun.
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
  const heardInTime = async <T>(work: Promise<T>): Promise<T> => {
    const done = beginWork()
    clock.heard()
    try {
      return await Promise.race([work, silence])
    } finally {
      clock.stop()
      done()
    }
  }
  const signal = init.signal ? AbortSignal.any([init.signal, clock.signal]) : clock.signal
  const response = await heardInTime(fetch(url, { ...init, signal }))
  if (!response.body) return response
  const reader = response.body.getReader()
  // Pulled: a reader who pauses isn't kept waiting by anybody.
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const part = await heardInTime(reader.read())
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

/** Notes that something is on its way to this page; returns what notes its end. */
export function beginWork(): () => void {
  const work = Symbol('work')
  working.add(work)
  tell()
  return () => {
    if (working.delete(work)) tell()
  }
}

/** For tests, which share a page: what one has left on its way doesn't keep the next one waiting. */
export function forgetWork(): void {
  working.clear()
  tell()
}

/**
 * Calls back once nothing has been on its way to this page for `ms`: a screen that waits for code or data isn't late
 * while they are arriving, and each of them has a deadline of its own. Returns what stops it.
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
