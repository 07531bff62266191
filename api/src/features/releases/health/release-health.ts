import type { Person } from '@portal/contract/portal'
import type { RemoteHealth, ReleaseHealth } from '@portal/contract/release-health'
import type { Log } from '../../../platform/log.ts'
import type { Metrics } from '../../../platform/metrics/metrics.ts'
import type { BlobStore } from '../../../platform/files/blob-store.ts'
import type { DocumentStore } from '../../../platform/store/document-store.ts'
import type { CompositionService } from '../composition/composition-service.ts'
import type { PreviewsService } from '../previews/previews-service.ts'
import type { ReleaseErrorCounts } from './error-groups.ts'
import { createErrorsService, type ErrorsService } from './errors-service.ts'
import type { CountedSession } from './health-records.ts'
import type { HealthSessions } from './health-sessions.ts'
import { createHealthWatch, type HealthWatch } from './health-watch.ts'
import { createNoticesService, type NoticesService } from './notices-service.ts'
import { createOutcomesService, type OutcomesService } from './outcomes-service.ts'
import { mustRelease, type ReleaseTokenHolder } from '../../../access.ts'
import { uniqueSessions, hoursOf } from './health-tally.ts'
import { evaluateCandidate } from './evaluate-candidate.ts'
import { speedOf } from './vital-tally.ts'
import { pointerOf } from '../pointers/pointer-change.ts'
import { pointersCollection, type StoredPointer } from '../release-records.ts'

/** The health of releases in browsers: collected, counted, evaluated, shown. */
export type ReleaseHealthServices = {
  outcomes: OutcomesService
  watch: HealthWatch
  health: HealthService
  errors: ErrorsService
  notices: NoticesService
}

type Parts = {
  store: DocumentStore
  blobs: BlobStore
  compositions: Pick<CompositionService, 'isOffered' | 'isChosen'>
  /** What was counted of everyone's releases, and of previewed ones. */
  sessions: { usual: HealthSessions; previewed: HealthSessions }
  /** The same for their errors. */
  errors: { usual: ReleaseErrorCounts; previewed: ReleaseErrorCounts }
  previews: Pick<PreviewsService, 'isPreviewing'>
  metrics: Pick<Metrics, 'counter'>
  now: () => Date
  log: Log
}

export function createReleaseHealth(parts: Parts): ReleaseHealthServices {
  const { store, blobs, compositions, errors, previews, metrics, now, log } = parts
  const { usual: sessions, previewed } = parts.sessions
  const denials = metrics.counter(
    'portal_release_denials_total',
    'Candidates that were denied because they failed or were slower.',
    ['remote'],
  )
  const onDenied = (remote: string) => denials.inc({ remote })
  const watch = createHealthWatch({ store, sessions, previewed, errors, now, log, onDenied })
  return {
    watch,
    outcomes: createOutcomesService({ compositions, previews, health: watch, metrics, now, log }),
    health: createHealthService({ store, sessions, now }),
    errors: createErrorsService({ store, blobs, errors }),
    notices: createNoticesService({ store, now }),
  }
}

const day = 86_400_000
/** The most recently denied ones, which admins look up. */
const shownDenied = 3

type HealthService = {
  /** How a pointer's releases ran in the last days. */
  of: (
    caller: Person | ReleaseTokenHolder,
    remote: string,
    request: { days: number },
  ) => Promise<RemoteHealth>
}

type HealthParts = { store: DocumentStore; sessions: HealthSessions; now: () => Date }

function createHealthService({ store, sessions, now }: HealthParts): HealthService {
  return {
    async of(caller, remote, { days }) {
      mustRelease(caller, remote)
      const stored = await pointersCollection.in(store).get(remote)
      const pointer = pointerOf(stored)
      const from = now().getTime() - days * day
      const releases = await Promise.all(
        placesOf(pointer).map(async ({ release, place }): Promise<ReleaseHealth> => {
          const all = await sessions.since(remote, release, from)
          const counted = uniqueSessions(all.sessions)
          const failed = counted.filter((candidate) => candidate.failed)
          return {
            release,
            place,
            good: counted.length - failed.length,
            failed: failed.length,
            failedPeople: new Set(failed.map(({ person }) => person)).size,
            ...stagesOf(failed),
            hours: hoursOf(counted),
            ...(all.vitals.length > 0 ? { speed: speedOf(all.vitals) } : {}),
          }
        }),
      )
      const evaluation = await evaluateCandidate(sessions, remote, pointer, now())
      const since = new Date(from).toISOString()
      return { remote, since, releases, ...(evaluation ? { judged: evaluation } : {}) }
    },
  }
}

/** How many sessions failed at each stage, of those that say where. */
function stagesOf(failed: CountedSession[]): Pick<ReleaseHealth, 'stages'> {
  const known = failed.flatMap(({ stage }) => stage ?? [])
  if (known.length === 0) return {}
  const counts = [...Map.groupBy(known, (stage) => stage)].map(([stage, all]) => [
    stage,
    all.length,
  ])
  return { stages: Object.fromEntries(counts) }
}

type Placed = Pick<ReleaseHealth, 'release' | 'place'>

/** Each release once, in its foremost position. */
function placesOf({ candidate, stable, lastGood, denied = [] }: StoredPointer): Placed[] {
  const at = (place: Placed['place'], releases: (string | undefined)[]): Placed[] =>
    releases.flatMap((release) => (release === undefined ? [] : [{ release, place }]))
  const all = [
    ...at('candidate', [candidate?.release]),
    ...at('stable', [stable]),
    ...at('lastGood', lastGood),
    ...at('denied', denied.slice(-shownDenied).toReversed()),
  ]
  return all.filter(({ release }, n) => all.findIndex((placed) => placed.release === release) === n)
}
