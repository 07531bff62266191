export type ExpectedChanges = {
  /** Whether the token changes because of the session’s own work, so that nobody needs to react. */
  areExpected: () => boolean
  /** Expects changes until the work ends. */
  during: <T>(work: () => Promise<T>) => Promise<T>
}

/** Signing in, signing out and a new second factor change the reader’s token on purpose. */
export function createExpectedChanges(): ExpectedChanges {
  let running = 0
  return {
    areExpected: () => running > 0,
    async during(work) {
      running += 1
      try {
        return await work()
      } finally {
        running -= 1
      }
    },
  }
}
