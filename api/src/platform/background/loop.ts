type Loop = {
  /** Never rejects. Resolves to how soon to run again, in ms, or to undefined for the usual time. */
  run: (signal: AbortSignal) => Promise<number | undefined>
  /** From the start of one run to the start of the next, in ms. */
  every: number
  /** How long to wait for the first run, in ms; 0 runs it now. */
  first: number
  /** Called with the time until the next run, in ms. */
  onWait?: (ms: number) => void
}

/**
 * Runs something again and again, but never twice at a time: a run that is due while the previous one is running is
 * skipped. Returns a function that stops it: it aborts the signal, and resolves when the current run has ended.
 */
export function startLoop({ run, every, first, onWait }: Loop): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  const wait = (ms: number) => {
    clearTimeout(timer)
    if (signal.aborted) return
    timer = setTimeout(tick, ms).unref()
    onWait?.(ms)
  }
  const runOnce = async () => {
    const soon = await run(signal)
    if (soon !== undefined && soon < every) wait(soon)
  }
  const tick = () => {
    wait(every)
    running ??= runOnce().finally(() => (running = undefined))
  }
  if (first > 0) wait(first)
  else tick()
  return async () => {
    stopping.abort()
    clearTimeout(timer)
    await running
  }
}
