import { createJob, type Job } from '../../platform/background/jobs.ts'
import type { Log } from '../../platform/log.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'

export type DatabaseCheck = {
  jobs: readonly Job[]
  /** When the last check found damage; undefined while none is known. */
  damagedSince: () => Date | undefined
}

/** In ms: how often the database is checked, and how long after a start, if the start has checked it briefly. */
const interval = 24 * 3_600_000
const quietTime = 600_000

type Parts = {
  store: DocumentStore
  metrics: Metrics
  now: () => Date
  log: Log
}

/** Checks the whole database every day, and overwrites what is left of erased documents. */
export function createDatabaseCheck({ store, metrics, now, log }: Parts): DatabaseCheck {
  const { maintenance } = store
  let since: Date | undefined
  const damagedSince = () => store.damage?.since() ?? since
  if (!maintenance) return { jobs: [], damagedSince }
  let defects: string[] = []
  metrics.gauge(
    'portal_database_defects',
    'Defects that the last check of the database has found, or documents left out at the start; 0 for none.',
    () => Math.max(defects.length, store.damage?.count() ?? 0),
  )
  const job = createJob(
    {
      name: 'database-check',
      does: 'checks the database, and overwrites what was erased',
      every: interval,
      first: maintenance.isCheckedAtStart ? quietTime : 1000,
      failure: 'the database was not checked',
      async run(signal) {
        const found = await maintenance.check(signal)
        if (!found) {
          log.warn('the database was not checked: its thread has ended')
          return 'failed'
        }
        defects = found
        since = found.length === 0 ? undefined : (since ?? now())
        if (found.length > 0) {
          log.error('the database is damaged: restore it from a backup', { defects })
          return 'failed'
        }
        const isCompacted = await maintenance.compact(signal)
        log.info('the database was checked', { isCompacted })
        return undefined
      },
    },
    { now, log },
  )
  return { jobs: [job], damagedSince }
}
