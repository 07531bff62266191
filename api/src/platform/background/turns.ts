import type { Refusal } from '../../refusal.ts'

/** Work that waits for its turn, first come, first served. */
export type Turns = {
  /**
   * Resolves with a function that ends the turn, once the running work leaves room for this weight. Work heavier than all
   * turns together runs alone. Rejects when `signal` is aborted.
   */
  take: (options?: { signal?: AbortSignal | undefined; weight?: number }) => Promise<() => void>
  /** Whether nothing runs or waits. */
  isIdle: () => boolean
}

type Options = {
  /** The sum of the weights that run at once. */
  most: number
  /** Limits of waiting; by default, none. */
  waiting?: {
    most: number
    /** In ms. */
    longest: number
    tooMany: () => Refusal
    tooLong: () => Refusal
  }
}

type Waiting = { weight: number; begin: () => void }

export function createTurns({ most, waiting: limits }: Options): Turns {
  const waiting = new Set<Waiting>()
  let used = 0

  const hasRoom = (weight: number) => used === 0 || used + weight <= most
  const beginNext = () => {
    for (const next of waiting) {
      if (!hasRoom(next.weight)) return
      next.begin()
    }
  }
  const begun = (weight: number) => {
    used += weight
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      used -= weight
      beginNext()
    }
  }

  return {
    isIdle: () => used === 0 && waiting.size === 0,
    async take({ signal, weight = 1 } = {}) {
      signal?.throwIfAborted()
      if (waiting.size === 0 && hasRoom(weight)) return begun(weight)
      if (limits && waiting.size >= limits.most) throw limits.tooMany()
      const turn = Promise.withResolvers<() => void>()
      const end = (reason: unknown) => {
        waiting.delete(own)
        turn.reject(reason)
        // It may have kept lighter work waiting.
        beginNext()
      }
      const own: Waiting = {
        weight,
        begin() {
          waiting.delete(own)
          turn.resolve(begun(weight))
        },
      }
      const leave = () => end(signal?.reason)
      const timer = limits && setTimeout(() => end(limits.tooLong()), limits.longest)
      waiting.add(own)
      signal?.addEventListener('abort', leave, { once: true })
      try {
        return await turn.promise
      } finally {
        clearTimeout(timer)
        signal?.removeEventListener('abort', leave)
      }
    },
  }
}
