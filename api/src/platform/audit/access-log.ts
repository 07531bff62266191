import { AsyncLocalStorage } from 'node:async_hooks'
import type { Log } from '../log.ts'
import type { StoreOperations } from '../store/document-store.ts'
import { type Access, recordAccess } from './record-access.ts'
import { actorName } from './record-change.ts'

/** For routes: records what was downloaded and what admins have read. Never throws, and no response waits for it. */
export type AccessLog = {
  record: (access: Omit<Access, 'at'>) => void
  /** The same, at most once an hour for the same person, act and subject. */
  recordHourly: (access: Omit<Access, 'at'>) => void
  /** Resolves when everything is written. */
  flush: () => Promise<void>
}

/** In ms. */
const hour = 3_600_000
/** Of `recordHourly`; the oldest are forgotten first. */
const maxRemembered = 10_000

type Parts = { store: StoreOperations; now: () => Date; log: Log }

export function createAccessLog({ store, now, log }: Parts): AccessLog {
  /** Times in ms since 1970. */
  const recorded = new Map<string, number>()
  let written: Promise<void> = Promise.resolve()
  // The caller can't prevent it by leaving.
  const inBackground = AsyncLocalStorage.snapshot()

  const record: AccessLog['record'] = (access) => {
    const at = now()
    written = written
      // After the response, because the embedded store blocks while it writes.
      .then(() => new Promise<void>((resolve) => setImmediate(resolve)))
      .then(() => inBackground(() => recordAccess(store, { at, ...access })))
      .catch((cause: unknown) => {
        log.warn('an access was not recorded', { what: access.what, cause })
      })
  }

  return {
    record,
    recordHourly(access) {
      const key = `${actorName(access.by)} ${access.what} ${access.subject}`
      const time = now().getTime()
      const before = recorded.get(key)
      if (before !== undefined && time - before < hour) return
      recorded.delete(key)
      if (recorded.size >= maxRemembered) recorded.delete(recorded.keys().next().value!)
      recorded.set(key, time)
      record(access)
    },
    flush: () => written,
  }
}
