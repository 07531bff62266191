import type { HealthHour } from '@portal/contract/release-health'
import type { Range } from './use-releases-place.ts'

/** A time span and the sessions in it. */
export type Span = { from: number; good: number; failed: number }

const hour = 3_600_000
/** The length of a bar's span: a day shows its hours, longer ranges their days. */
const lengths: Record<Range, number> = { '1': hour, '7': 24 * hour, '30': 24 * hour }

/** Equal time spans up to now, including empty ones, so that the bars of all releases align. */
export function spansOf(hours: readonly HealthHour[], range: Range, now: number): Span[] {
  const length = lengths[range]
  const count = (Number(range) * 24 * hour) / length
  // The last span ends with the current hour.
  const end = (Math.floor(now / hour) + 1) * hour
  const spans = Array.from({ length: count }, (_, n) => ({
    from: end - (count - n) * length,
    good: 0,
    failed: 0,
  }))
  for (const { hour: at, good, failed } of hours) {
    const span = spans[Math.floor((Date.parse(at) - spans[0]!.from) / length)]
    if (!span) continue
    span.good += good
    span.failed += failed
  }
  return spans
}
