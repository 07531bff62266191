import type { Metrics } from '../metrics/metrics.ts'
import type { Jobs } from './jobs.ts'

type Gauged = Pick<Metrics, 'gauges' | 'totals'>

/** Shows the state of each job of this instance. The label is `name`, because Prometheus has its own `job`. */
export function gaugeJobs(metrics: Gauged, jobs: Pick<Jobs, 'runs'>, now: () => Date): void {
  const byName = (value: (job: ReturnType<Jobs['runs']>[number]) => number | undefined) => () => {
    const values = jobs.runs().map((job) => [job.name, value(job)] as const)
    return new Map(values.filter((entry): entry is [string, number] => entry[1] !== undefined))
  }
  metrics.gauges(
    'portal_background_job_running',
    '1 while the background job runs on this instance.',
    'name',
    byName(({ isRunning }) => Number(isRunning)),
  )
  metrics.gauges(
    'portal_background_job_last_success_timestamp_seconds',
    'When the last successful run on this instance ended, in seconds since 1970.',
    'name',
    byName(({ succeededAt }) => succeededAt && succeededAt.getTime() / 1000),
  )
  metrics.gauges(
    'portal_background_job_failing_seconds',
    'Seconds since the first of the failed runs in a row; 0 if the last run didn’t fail.',
    'name',
    byName(({ failingSince: since }) => (since ? (now().getTime() - since.getTime()) / 1000 : 0)),
  )
  metrics.totals(
    'portal_background_job_runs_total',
    'Runs of the background jobs on this instance, by outcome.',
    ['name', 'outcome'],
    () =>
      jobs
        .runs()
        .flatMap(({ name, runs }) =>
          Object.entries(runs).map(([outcome, value]) => ({ labels: { name, outcome }, value })),
        ),
  )
}
