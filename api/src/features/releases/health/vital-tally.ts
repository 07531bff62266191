import type { ReleaseVital } from '@portal/contract/outcomes'
import type { ReleaseSpeed } from '@portal/contract/release-health'
import { vitalMetric } from '@portal/contract/vitals'
import { vitalValueAt } from '@portal/domain/vitals'
import type { CountedSession, VitalHistogram } from './health-records.ts'

const hour = 3_600_000

/** What is measured on one page of a known release. */
export type Vital = Pick<ReleaseVital, 'metric' | 'route' | 'bucket'>

/** A session as it is reported, with its vitals if they are known by then. */
export type ReportedSession = CountedSession & { vitals?: Vital[] }

/** What is counted of a release on one day. */
export type CountedDay = { sessions: readonly CountedSession[]; vitals: readonly VitalHistogram[] }

const most = {
  /** Measured sessions of a person and day: a person who reloads all day is still one reader. */
  ofOnePerson: 3,
  /** Histograms of a day: a document has a maximum size. */
  histograms: 2000,
} as const

/**
 * A day with the vitals of these sessions added, once for each session; the same day if nothing is
 * new. A session that isn't counted or has failed isn't measured.
 */
export function withVitals(day: CountedDay, reported: readonly ReportedSession[]): CountedDay {
  return reported.reduce(withVitalsOf, day)
}

function withVitalsOf(day: CountedDay, { id, at, vitals = [] }: ReportedSession): CountedDay {
  const session = day.sessions.find((candidate) => candidate.id === id)
  if (vitals.length === 0 || !session || session.measured || session.failed) return day
  const isOwn = ({ person, measured }: CountedSession) =>
    measured === true && person === session.person
  if (day.sessions.filter(isOwn).length >= most.ofOnePerson) return day
  const place = { hour: Math.floor(at / hour), chosen: session.chosen === true }
  return {
    sessions: day.sessions.map((each) => (each === session ? { ...each, measured: true } : each)),
    vitals: vitals.reduce<readonly VitalHistogram[]>(
      (all, vital) => withVital(all, { ...place, ...vital }),
      day.vitals,
    ),
  }
}

type PlacedVital = Vital & Pick<VitalHistogram, 'hour' | 'chosen'>

function withVital(
  all: readonly VitalHistogram[],
  { bucket, ...place }: PlacedVital,
): readonly VitalHistogram[] {
  const known = all.find(
    ({ hour: ofHour, metric, route, chosen }) =>
      ofHour === place.hour &&
      metric === place.metric &&
      route === place.route &&
      chosen === place.chosen,
  )
  if (known) {
    const counts = { ...known.counts, [bucket]: (known.counts[bucket] ?? 0) + 1 }
    return all.map((each) => (each === known ? { ...each, counts } : each))
  }
  return all.length < most.histograms ? [...all, { ...place, counts: { [bucket]: 1 } }] : all
}

/** How often each bucket was counted, by bucket. */
export type Counts = ReadonlyMap<number, number>

/** The speed of a release: whole histograms, and how many people they are of. */
export type SpeedTally = {
  people: number
  /** By metric, then by route. */
  counts: ReadonlyMap<string, ReadonlyMap<string, Counts>>
}

/** What counts in a comparison: the people selected at random, in the whole hours since this moment. */
export function speedTallyOf(day: CountedDay, from: number): SpeedTally {
  const first = Math.ceil(from / hour)
  const sessions = day.sessions.filter(
    ({ measured, chosen, at }) => measured && !chosen && at >= first * hour,
  )
  const drawn = day.vitals.filter((vital) => !vital.chosen && vital.hour >= first)
  const byMetric = Map.groupBy(drawn, ({ metric }) => metric)
  return {
    people: new Set(sessions.map(({ person }) => person)).size,
    counts: new Map(
      [...byMetric].map(([metric, ofMetric]) => {
        const byRoute = Map.groupBy(ofMetric, ({ route }) => route)
        return [metric, new Map([...byRoute].map(([route, of]) => [route, summed(of)]))]
      }),
    ),
  }
}

/** For display: everyone's pages on all routes. */
export function speedOf(vitals: readonly VitalHistogram[]): ReleaseSpeed[] {
  return vitalMetric.options.flatMap((metric) => {
    const counts = summed(vitals.filter((vital) => vital.metric === metric))
    const pages = total(counts)
    return pages === 0 ? [] : [{ metric, p75: percentile(counts, 0.75), pages }]
  })
}

function summed(histograms: readonly VitalHistogram[]): Counts {
  const sums = new Map<number, number>()
  for (const { counts } of histograms) {
    for (const [bucket, count] of Object.entries(counts)) {
      sums.set(Number(bucket), (sums.get(Number(bucket)) ?? 0) + count)
    }
  }
  return sums
}

export function total(counts: Counts): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0)
}

/** The value below which this share of the counts is, evenly distributed within each bucket. */
export function percentile(counts: Counts, share: number): number {
  let left = total(counts) * share
  for (const [bucket, count] of [...counts].toSorted(([a], [b]) => a - b)) {
    if (left <= count) return vitalValueAt(bucket + left / count)
    left -= count
  }
  return 0
}
