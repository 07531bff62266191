import type { ReleaseOutcome, ReleaseVital, sendOutcomes } from '@portal/contract/outcomes'
import type { Person } from '@portal/contract/portal'
import type * as z from 'zod/mini'
import type { Log } from '../../log.ts'
import type { Metrics } from '../../metrics/metrics.ts'
import type { CompositionService } from '../composition/composition-service.ts'
import { anonymous } from './health-sessions.ts'
import type { HealthWatch } from './health-watch.ts'
import { releaseKey } from '../release-records.ts'
import type { Vital } from './vital-tally.ts'

type ToldOutcomes = z.output<typeof sendOutcomes.body>

export type OutcomesService = {
  /** Counts a tab's reports about releases that this person is offered; others are ignored. */
  take: (person: Person, told: ToldOutcomes, requestId: string) => void
}

type Parts = {
  compositions: Pick<CompositionService, 'isOffered' | 'isChosen'>
  health: Pick<HealthWatch, 'count'>
  metrics: Pick<Metrics, 'counter'>
  now: () => Date
  log: Log
}

export function createOutcomesService(parts: Parts): OutcomesService {
  const { compositions, health, metrics, now, log } = parts
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
    ...(compositions.isChosen(person, remote) ? { chosen: true } : {}),
  })
  return {
    take(person, { session, composition, outcomes, vitals = [] }, requestId) {
      for (const one of eachOnce(outcomes)) {
        const { remote, release, outcome, stage = 'none', message, kind, route } = one
        if (!compositions.isOffered(person, remote, release)) continue
        counted.inc({ remote, outcome, stage: outcome === 'good' ? 'none' : stage })
        const failed = outcome === 'failed'
        health.count(remote, release, { ...sessionOf(person, session, one), failed })
        if (!failed) continue
        const logged = { remote, release, stage, kind, route, composition, session, message }
        log.warn('a release failed in a browser', { requestId, ...logged })
      }
      for (const { remote, release, measured } of byRelease(vitals)) {
        if (!compositions.isOffered(person, remote, release)) continue
        const counts = { ...sessionOf(person, session, { remote, release }), failed: false }
        health.count(remote, release, { ...counts, vitals: measured })
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
  for (const one of outcomes) {
    const key = releaseKey(one.remote, one.release)
    if (one.outcome === 'failed' || !each.has(key)) each.set(key, one)
  }
  return [...each.values()]
}
