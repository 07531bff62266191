/**
 * The same object, whose refusals count until the signal aborts: one that comes later settles nothing.
 * pdf.js's components leave some of what they ask for without a handler, so when a document is let go of while
 * it is being shown, the worker's refusals ('Transport destroyed', AbortException) would be reported as errors
 * that nobody has caught.
 */
export function untilAborted<T extends object>(target: T, signal: AbortSignal): T {
  const waitFor = (answer: unknown) =>
    answer instanceof Promise ? settledBefore(answer, signal) : answer
  return new Proxy(target, {
    // Its private fields are the target's own, so getters and methods run on the target.
    get(_proxied, name) {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function') return waitFor(value)
      return (...given: unknown[]) => waitFor(Reflect.apply(value, target, given))
    },
  })
}

async function settledBefore<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await answer
  } catch (reason) {
    if (!signal.aborted) throw reason
    return new Promise<never>(() => {})
  }
}
