/** How work is ended when nobody waits for it any more. */
export type LateResult<T> = {
  /** Closes the result. */
  succeeded?: ((result: T) => void) | undefined
  /** Not called if the work ended because its signal was aborted. */
  failed?: (error: unknown) => void
}

type Options<T> = {
  /** Ends the wait as well, with its reason. */
  signal?: AbortSignal | undefined
  late?: LateResult<T> | undefined
}

/**
 * The result of `work`, or the error of `onTimeout()` after `limit` ms. The signal that the work receives is aborted
 * with the same error, so that it stops and closes what it has opened.
 */
export async function withTimeout<T>(
  work: (signal: AbortSignal) => Promise<T>,
  limit: number,
  onTimeout: () => unknown,
  { signal, late }: Options<T> = {},
): Promise<T> {
  signal?.throwIfAborted()
  const ending = new AbortController()
  const ended = Promise.withResolvers<never>()
  const end = (reason: unknown) => {
    // In this order: the work mustn't reject first, with an error of its own.
    ended.reject(reason)
    ending.abort(reason)
  }
  const follow = () => end(signal?.reason)
  signal?.addEventListener('abort', follow, { once: true })
  const timer = setTimeout(() => end(onTimeout()), limit)
  try {
    const working = work(ending.signal)
    if (late) noteLate(working, ending.signal, late)
    return await Promise.race([working, ended.promise])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', follow)
  }
}

function noteLate<T>(
  working: Promise<T>,
  signal: AbortSignal,
  { succeeded, failed }: LateResult<T>,
): void {
  working
    .then(
      (result) => signal.aborted && succeeded?.(result),
      (error: unknown) => signal.aborted && error !== signal.reason && failed?.(error),
    )
    // Nobody waits for this either.
    .catch(() => undefined)
}

/** The result of work that can't be canceled, or the signal's reason: at least nobody waits for it any more. */
export async function untilAborted<T>(
  work: Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  if (!signal) return work
  const ended = Promise.withResolvers<never>()
  const end = () => ended.reject(signal.reason)
  signal.addEventListener('abort', end, { once: true })
  if (signal.aborted) end()
  try {
    return await Promise.race([work, ended.promise])
  } finally {
    signal.removeEventListener('abort', end)
  }
}
