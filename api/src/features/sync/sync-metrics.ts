import type { Metrics } from '../../platform/metrics/metrics.ts'

export type SyncOutcome = 'completed' | 'failed' | 'stopped' | 'takenOver'

/** Registers a gauge of missing papers that wait for an admin. */
export function gaugeHeldRemovals(metrics: Metrics, held: () => number): void {
  metrics.gauge(
    'portal_sync_held_removals',
    'Papers missing from the drive that wait for an admin to confirm their removal.',
    held,
  )
}

/** Counts runs by outcome, and the files they processed. */
export function countSyncs(metrics: Metrics): (outcome: SyncOutcome, files: number) => void {
  const runs = metrics.counter('portal_sync_runs_total', 'Sync runs by outcome.', ['outcome'])
  const files = metrics.counter(
    'portal_sync_files_total',
    'Drive files processed by sync runs, changed or not.',
  )
  return (outcome, count) => {
    runs.inc({ outcome })
    files.inc(count)
  }
}
