import type { Log } from '../log.ts'

/** The portal's external dependencies, as named in `/readyz` and the metrics. */
export type PartName = 'database' | 'files' | 'drive' | 'calendar' | 'identity' | 'mail'

export type PartHealth = {
  /** When its calls began to fail; undefined while they succeed. */
  failingSince: () => Date | undefined
  /** Whether a call may be made. While the circuit is open, this allows one call per `retryInterval`. */
  allowsCall: () => boolean
  succeeded: () => void
  /** Whether a call has succeeded after this moment, by `performance.now()`. */
  hasAnsweredSince: (moment: number) => boolean
  failed: (since: Date, cause: unknown) => void
}

/** The state of each. */
export type Health = Record<PartName, PartHealth>

/** After this many consecutive failures, calls are refused at once … */
const failureThreshold = 3
/** … except one per interval (ms), which finds out whether the dependency has recovered. */
export const retryInterval = 2000

export function createPartHealth(part: string, log: Log): PartHealth {
  let failures = 0
  let since: Date | undefined
  let retryAt = 0
  let answeredAt = 0
  return {
    failingSince: () => since,
    allowsCall() {
      if (failures < failureThreshold) return true
      const moment = performance.now()
      if (moment < retryAt) return false
      retryAt = moment + retryInterval
      return true
    },
    succeeded() {
      answeredAt = performance.now()
      if (failures === 0) return
      log.info('a dependency has recovered', { part, since: since?.toISOString() })
      failures = 0
      since = undefined
    },
    hasAnsweredSince: (moment) => answeredAt > moment,
    failed(from, cause) {
      failures += 1
      since ??= from
      retryAt = performance.now() + retryInterval
      if (failures === 1) log.warn('a dependency is failing', { part, cause })
    },
  }
}
