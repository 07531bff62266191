/** One holder's place in the queue. */
export type Turn = {
  /** Resolves when it is this one's turn; at once if it already is. */
  take: () => Promise<void>
  /** Lets the next one go; may be taken again. */
  giveBack: () => void
  /** Gives it back for good. */
  end: () => void
}

/** Lets one at a time go, in the order in which they ask. */
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
