import type { Log } from '../log.ts'

/** What the portal is made of besides itself, as `/readyz` and the metrics name it. */
export type PartName = 'database' | 'files' | 'drive' | 'calendar' | 'identity'

export type PartHealth = {
  /** Since when its calls fail; undefined while they don't. */
  troubleSince: () => Date | undefined
  /** False while it has failed so often that it is only asked now and then; each true counts as one asking. */
  mayBeAsked: () => boolean
  answered: () => void
  failed: (since: Date, cause: unknown) => void
}

/** After so many failures in a row nobody waits for it any more … */
const mostFailures = 3
/** … but for one call in so many ms, which finds out whether it is back. */
export const askAgainAfter = 2000

export function createPartHealth(part: PartName, log: Log): PartHealth {
  let failures = 0
  let since: Date | undefined
  let askAgainAt = 0
  return {
    troubleSince: () => since,
    mayBeAsked() {
      if (failures < mostFailures) return true
      const moment = performance.now()
      if (moment < askAgainAt) return false
      askAgainAt = moment + askAgainAfter
      return true
    },
    answered() {
      if (failures === 0) return
      log.info('a part of the portal answers again', { part, since: since?.toISOString() })
      failures = 0
      since = undefined
    },
    failed(from, cause) {
      failures += 1
      since ??= from
      askAgainAt = performance.now() + askAgainAfter
      if (failures === 1) log.warn('a part of the portal fails', { part, cause })
    },
  }
}
