import type { Metrics } from '../metrics/metrics.ts'
import type { DocumentStore } from '../store/document-store.ts'
import type { Health } from './part-health.ts'

/** Registers gauges for how long each port has been failing and how old in-memory data may be; 0 while healthy. */
export function gaugeHealth(
  metrics: Metrics,
  health: Health,
  store: DocumentStore,
  calendar: { staleSince: () => Date | undefined },
): void {
  for (const [part, { failingSince }] of Object.entries(health)) {
    const help = `Seconds the ${part} has been failing; 0 while healthy.`
    metrics.gauge(`portal_${part}_failing_seconds`, help, () => secondsSince(failingSince()))
  }
  metrics.gauge(
    'portal_hot_collections_stale_seconds',
    'Seconds since change notifications for in-memory collections may have been missed; 0 while current.',
    () => secondsSince(store.staleSince?.()),
  )
  metrics.gauge(
    'portal_calendar_stale_seconds',
    'Seconds since the upcoming events were last known to be current; 0 while they are.',
    () => secondsSince(calendar.staleSince()),
  )
}

function secondsSince(moment: Date | undefined): number {
  return moment ? (Date.now() - moment.getTime()) / 1000 : 0
}
