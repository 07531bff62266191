import type { Metrics } from '../metrics/metrics.ts'
import type { DocumentStore } from '../store/document-store.ts'
import type { Health } from './guarded-ports.ts'

/** Seconds since a part began to fail, and since what is kept in memory may be old; 0 while all is well. */
export function gaugeHealth(
  metrics: Metrics,
  health: Health,
  store: DocumentStore,
  calendar: { staleSince: () => Date | undefined },
): void {
  for (const [part, { troubleSince }] of Object.entries(health)) {
    const help = `Seconds for which the ${part} has been failing; 0 while it answers.`
    metrics.gauge(`portal_${part}_failing_seconds`, help, () => secondsSince(troubleSince()))
  }
  metrics.gauge(
    'portal_hot_collections_stale_seconds',
    'Seconds for which changes of what is kept in memory may have gone unheard.',
    () => secondsSince(store.staleSince?.()),
  )
  metrics.gauge(
    'portal_calendar_stale_seconds',
    'Seconds since what is shown as coming was known to be true; 0 while it is current.',
    () => secondsSince(calendar.staleSince()),
  )
}

function secondsSince(moment: Date | undefined): number {
  return moment ? (Date.now() - moment.getTime()) / 1000 : 0
}
