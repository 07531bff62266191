import type { Flow } from './fair-shares.ts'

/** A caller that waits for work. `signal`: aborted when the caller no longer waits. */
export type Caller = { by: Flow | readonly Flow[]; signal?: AbortSignal | undefined }

export function flowsOf({ by }: Caller): readonly Flow[] {
  return typeof by === 'string' ? [by] : by
}

type JointCaller = Caller & { signal: AbortSignal }

export type ShareWork = <T>(
  key: string,
  caller: Caller,
  work: (joint: JointCaller) => Promise<T>,
) => Promise<T>

type Joint = { callers: Set<Caller>; stopping: AbortController; result: Promise<unknown> }

/** Does work with the same key once for all its callers, and aborts it when the last of them leaves. */
export function createSharedWork(): ShareWork {
  const running = new Map<string, Joint>()

  const begin = (
    key: string,
    first: Caller,
    work: (joint: JointCaller) => Promise<unknown>,
  ): Joint => {
    const callers = new Set([first])
    const stopping = new AbortController()
    const begun: Joint = { callers, stopping, result: Promise.resolve() }
    running.set(key, begun)
    begun.result = work({
      signal: stopping.signal,
      // The callers that wait at the moment.
      get by() {
        return [...new Set([...callers].flatMap(({ by }) => by))]
      },
    }).finally(() => {
      if (running.get(key) === begun) running.delete(key)
    })
    // All callers may have left.
    begun.result.catch(() => undefined)
    return begun
  }

  return async <T>(
    key: string,
    caller: Caller,
    work: (joint: JointCaller) => Promise<T>,
  ): Promise<T> => {
    const { signal } = caller
    signal?.throwIfAborted()
    const joint = running.get(key) ?? begin(key, caller, work)
    joint.callers.add(caller)
    const { promise: left, reject } = Promise.withResolvers<never>()
    const leave = () => {
      joint.callers.delete(caller)
      if (joint.callers.size === 0) {
        if (running.get(key) === joint) running.delete(key)
        joint.stopping.abort(signal?.reason)
      }
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', leave, { once: true })
    try {
      return (await Promise.race([joint.result, left])) as T
    } finally {
      signal?.removeEventListener('abort', leave)
    }
  }
}
