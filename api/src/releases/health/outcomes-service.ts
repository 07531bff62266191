import type { ReleaseOutcome, sendOutcomes } from '@portal/contract/outcomes'
import type { Person } from '@portal/contract/portal'
import type * as z from 'zod/mini'
import type { Log } from '../../log.ts'
import type { Metrics } from '../../metrics/metrics.ts'
import type { CompositionService } from '../composition/composition-service.ts'
import { anonymous } from './health-sessions.ts'
import type { HealthWatch } from './health-watch.ts'
import { releaseKey } from '../release-records.ts'

type ToldOutcomes = z.output<typeof sendOutcomes.body>

export type OutcomesService = {
  /** Counts a tab's reports about releases that this person is offered; others are ignored. */
  take: (person: Person, told: ToldOutcomes, requestId: string) => void
}

type Parts = {
  compositions: Pick<CompositionService, 'isOffered'>
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
  return {
    take(person, { session, composition, outcomes }, requestId) {
      for (const one of eachOnce(outcomes)) {
        const { remote, release, outcome, stage = 'none', message, kind, route } = one
        if (!compositions.isOffered(person, remote, release)) continue
        counted.inc({ remote, outcome, stage: outcome === 'good' ? 'none' : stage })
        const { uid } = person
        health.count(remote, release, {
          id: anonymous(uid, session, remote, release),
          person: anonymous(uid, remote, release),
          at: now().getTime(),
          failed: outcome === 'failed',
        })
        if (outcome === 'good') continue
        const failed = { remote, release, stage, kind, route, composition, session, message }
        log.warn('a release failed in a browser', { requestId, ...failed })
      }
    },
  }
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
