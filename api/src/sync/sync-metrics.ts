import type { Metrics } from '../metrics/metrics.ts'

export type SyncOutcome = 'completed' | 'failed' | 'stopped' | 'takenOver'

/** Shows how many papers the drive no longer has that wait for an admin. */
export function gaugeHeldRemovals(metrics: Metrics, held: () => number): void {
  metrics.gauge(
    'portal_sync_held_removals',
    'Papers that the drive no longer has and that wait for an admin to remove them.',
    held,
  )
}

/** Counts runs by how they ended, and the files they dealt with. */
export function countSyncs(metrics: Metrics): (outcome: SyncOutcome, files: number) => void {
  const runs = metrics.counter('portal_sync_runs_total', 'Runs of the sync, by how they ended.', [
    'outcome',
  ])
  const files = metrics.counter(
    'portal_sync_files_total',
    'Files of the drive that runs of the sync dealt with, changed or not.',
  )
  return (outcome, count) => {
    runs.inc({ outcome })
    files.inc(count)
  }
}
