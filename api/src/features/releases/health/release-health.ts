import type { Log } from '../../../platform/log.ts'
import type { Metrics } from '../../../platform/metrics/metrics.ts'
import type { DocumentStore } from '../../../platform/store/document-store.ts'
import type { CompositionService } from '../composition/composition-service.ts'
import { createHealthService, type HealthService } from './health-service.ts'
import type { PreviewsService } from '../previews/previews-service.ts'
import type { HealthSessions } from './health-sessions.ts'
import { createHealthWatch, type HealthWatch } from './health-watch.ts'
import { createNoticesService, type NoticesService } from './notices-service.ts'
import { createOutcomesService, type OutcomesService } from './outcomes-service.ts'

/** The health of releases in browsers: collected, counted, evaluated, shown. */
export type ReleaseHealthServices = {
  outcomes: OutcomesService
  watch: HealthWatch
  health: HealthService
  notices: NoticesService
}

type Parts = {
  store: DocumentStore
  compositions: Pick<CompositionService, 'isOffered' | 'isChosen'>
  /** What was counted of everyone's releases, and of previewed ones. */
  sessions: { usual: HealthSessions; previewed: HealthSessions }
  previews: Pick<PreviewsService, 'isPreviewing'>
  metrics: Pick<Metrics, 'counter'>
  now: () => Date
  log: Log
}

export function createReleaseHealth(parts: Parts): ReleaseHealthServices {
  const { store, compositions, previews, metrics, now, log } = parts
  const { usual: sessions, previewed } = parts.sessions
  const denials = metrics.counter(
    'portal_release_denials_total',
    'Candidates that were denied because they failed or were slower.',
    ['remote'],
  )
  const onDenied = (remote: string) => denials.inc({ remote })
  const watch = createHealthWatch({ store, sessions, previewed, now, log, onDenied })
  return {
    watch,
    outcomes: createOutcomesService({ compositions, previews, health: watch, metrics, now, log }),
    health: createHealthService({ store, sessions, now }),
    notices: createNoticesService({ store, now }),
  }
}
