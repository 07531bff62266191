type Work<T> = { readers: number; stopping: AbortController; result: Promise<T> }

/** Does the same work once for all that wait for it, and aborts it when none of them waits any more. */
export function createSharedWork<T>() {
  const running = new Map<string, Work<T>>()

  const begin = (key: string, make: (signal: AbortSignal) => Promise<T>): Work<T> => {
    const stopping = new AbortController()
    const result = make(stopping.signal).finally(() => {
      if (running.get(key)?.stopping === stopping) running.delete(key)
    })
    // Its readers may all be gone.
    result.catch(() => undefined)
    const work = { readers: 0, stopping, result }
    running.set(key, work)
    return work
  }

  return async (
    key: string,
    reader: AbortSignal,
    make: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> => {
    reader.throwIfAborted()
    const work = running.get(key) ?? begin(key, make)
    work.readers += 1
    const leave = () => {
      work.readers -= 1
      if (work.readers > 0) return
      running.delete(key)
      work.stopping.abort(reader.reason)
    }
    reader.addEventListener('abort', leave, { once: true })
    try {
      return await work.result
    } finally {
      reader.removeEventListener('abort', leave)
    }
  }
}
