/** One holder's place in the queue for the lock. */
export type Turn = {
  /** Acquires the lock; resolves at once if this holder has it already. */
  take: () => Promise<void>
  /** Passes the lock to the next holder; it may be acquired again. */
  giveBack: () => void
  /** Releases the lock permanently. */
  end: () => void
}

/** A lock that is passed on in the order of the requests. */
export function createTurns(): { next: () => Turn } {
  let last: Promise<void> = Promise.resolve()
  return {
    next() {
      let hold: PromiseWithResolvers<void> | undefined
      let taking: Promise<void> | undefined
      let hasEnded = false
      const giveBack = () => {
        if (!hold) return
        hold.resolve()
        hold = taking = undefined
      }
      const wait = async () => {
        const before = last
        const mine = Promise.withResolvers<void>()
        last = mine.promise
        await before
        hold = mine
        if (!hasEnded) return
        giveBack()
        throw new Error('This transaction has ended.')
      }
      return {
        take: () => (taking ??= wait()),
        giveBack,
        end() {
          hasEnded = true
          giveBack()
        },
      }
    },
  }
}
