/**
 * A proxy of the object whose promises never reject after the signal has aborted. pdf.js's components leave some
 * promises without a handler, so when a document is closed while it is being shown, the worker's rejections
 * ('Transport destroyed', AbortException) would be reported as unhandled errors.
 */
export function untilAborted<T extends object>(target: T, signal: AbortSignal): T {
  const waitFor = (answer: unknown) =>
    answer instanceof Promise ? settledBefore(answer, signal) : answer
  return new Proxy(target, {
    // Getters and methods run on the target, because of its private fields.
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
