import type { ReleaseOutcome, ReleaseVital, sendOutcomes } from '@portal/contract/outcomes'
import type { Person } from '@portal/contract/portal'
import type * as z from 'zod/mini'
import type { Log } from '../../../platform/log.ts'
import type { Metrics } from '../../../platform/metrics/metrics.ts'
import type { PreviewsService } from '../previews/previews-service.ts'
import type { CompositionService } from '../composition/composition-service.ts'
import { cleanedError } from './error-cleaning.ts'
import { anonymous } from './health-sessions.ts'
import type { HealthWatch } from './health-watch.ts'
import { releaseKey } from '../release-records.ts'
import type { Vital } from './vital-tally.ts'

type ReportedOutcomes = z.output<typeof sendOutcomes.body>

export type OutcomesService = {
  /**
   * Counts a tab's reports about releases that this person is offered, or in a preview about the previewed one; others
   * are ignored.
   */
  take: (person: Person, reported: ReportedOutcomes, requestId: string) => Promise<void>
}

type Parts = {
  compositions: Pick<CompositionService, 'isOffered' | 'isChosen'>
  previews: Pick<PreviewsService, 'isPreviewing'>
  health: Pick<HealthWatch, 'count' | 'countPreview' | 'countError'>
  metrics: Pick<Metrics, 'counter'>
  now: () => Date
  log: Log
}

export function createOutcomesService(parts: Parts): OutcomesService {
  const { compositions, previews, health, metrics, now, log } = parts
  const counted = metrics.counter(
    'portal_release_outcomes_total',
    'How releases did in browsers: good, or at which stage they failed.',
    ['remote', 'outcome', 'stage'],
  )
  /** A session of a release, by hashes that name nobody. */
  const sessionOf = (person: Person, session: string, { remote, release }: Counted) => ({
    id: anonymous(person.uid, session, remote, release),
    person: anonymous(person.uid, remote, release),
    at: now().getTime(),
  })
  const usualSession = (person: Person, session: string, of: Counted) => ({
    ...sessionOf(person, session, of),
    ...(compositions.isChosen(person, of.remote) ? { chosen: true } : {}),
  })

  /** Where the reports of a tab count. */
  const placeOf = async (person: Person, preview: string | undefined, of: Counted) => {
    const { remote, release } = of
    if (preview === undefined) {
      return compositions.isOffered(person, remote, release)
        ? { count: health.count, sessionOf: usualSession, isPreview: false }
        : undefined
    }
    // The others in that tab run next to a release that nobody has promoted.
    return (await previews.isPreviewing(person, preview, of))
      ? { count: health.countPreview, sessionOf, isPreview: true }
      : undefined
  }

  const countError = (
    person: Person,
    { isPreview }: { isPreview: boolean },
    error: Parameters<typeof cleanedError>[0],
  ) => {
    const { remote, release } = error
    const whose = { person: anonymous(person.uid, remote, release), at: now().getTime() }
    health.countError({ remote, release, isPreview }, { ...cleanedError(error), ...whose })
  }

  return {
    async take(person, reported, requestId) {
      const { session, composition, preview, outcomes, errors = [], vitals = [] } = reported
      for (const each of eachOnce(outcomes)) {
        const place = await placeOf(person, preview, each)
        if (!place) continue
        const { remote, release, outcome, stage = 'none', message, kind, route } = each
        const failed = outcome === 'failed'
        const reportedSession = place.sessionOf(person, session, each)
        const reached = failed && each.stage ? { stage: each.stage } : {}
        place.count(remote, release, { ...reportedSession, failed, ...reached })
        // Operators are alerted by what everyone runs.
        if (!place.isPreview) counted.inc({ remote, outcome, stage: failed ? stage : 'none' })
        if (!failed) continue
        const logged = { remote, release, stage, kind, route, composition, session, message }
        log.warn(
          place.isPreview ? 'a release failed in a preview' : 'a release failed in a browser',
          { requestId, ...logged },
        )
        // One with an error is among the errors.
        if (kind !== undefined) countError(person, place, { ...each, message: message ?? kind })
      }
      for (const error of errors) {
        const place = await placeOf(person, preview, error)
        if (place) countError(person, place, error)
      }
      for (const { measured, ...one } of byRelease(vitals)) {
        const place = await placeOf(person, preview, one)
        if (!place) continue
        const counts = { ...place.sessionOf(person, session, one), failed: false }
        place.count(one.remote, one.release, { ...counts, vitals: measured })
      }
    },
  }
}

type Counted = { remote: string; release: string }

/** Each metric of a release and route once, however often it was sent: the first value. */
function byRelease(vitals: ReleaseVital[]): (Counted & { measured: Vital[] })[] {
  const groups = Map.groupBy(vitals, ({ remote, release }) => releaseKey(remote, release))
  return [...groups.values()].map((own) => {
    const each = new Map<string, Vital>()
    for (const { metric, route, bucket } of own) {
      const key = `${metric} ${route}`
      if (!each.has(key)) each.set(key, { metric, route, bucket })
    }
    const { remote, release } = own[0]!
    return { remote, release, measured: [...each.values()] }
  })
}

/**
 * One outcome per release, however often it was sent; a failure takes precedence over a success.
 */
function eachOnce(outcomes: ReleaseOutcome[]): ReleaseOutcome[] {
  const each = new Map<string, ReleaseOutcome>()
  for (const outcome of outcomes) {
    const key = releaseKey(outcome.remote, outcome.release)
    if (outcome.outcome === 'failed' || !each.has(key)) each.set(key, outcome)
  }
  return [...each.values()]
}
