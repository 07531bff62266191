import type { Metrics } from '../http/metrics.ts'

export type SyncOutcome = 'completed' | 'failed' | 'stopped' | 'takenOver'

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
