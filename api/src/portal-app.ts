import type { Endpoint } from '@portal/contract/endpoint'
import type { Hono } from 'hono'
import type { AuditWatch } from './audit/audit-watch.ts'
import type { Jobs } from './background/jobs.ts'
import type { mountBoardBooks } from './board-book/board-books-routes.ts'
import type { CalendarService } from './calendar/calendar-service.ts'
import type { VersionsService } from './documents/versions/versions-service.ts'
import type { AppEnv } from './http/request-context.ts'
import type { Entrance } from './http/serve.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { NoteDestruction } from './notes/destroy-notes.ts'
import type { PortalExportsService } from './portal-exports/portal-exports-service.ts'
import type { TrialQueue } from './releases/gate/trial-queue.ts'
import type { HealthWatch } from './releases/health/health-watch.ts'
import type { ReleaseRetention } from './releases/publishing/release-retention.ts'
import type { Scrub } from './scrub/scrub.ts'
import type { MountedSearch } from './search/search-routes.ts'
import type { DocumentStore } from './store/document-store.ts'
import type { SyncService } from './sync/sync-service.ts'
import type { UploadExpiry } from './uploads/upload-expiry.ts'
import type { AccountWatch } from './users/account-watch.ts'

export type PortalApp = {
  app: Hono<AppEnv>
  /** The store as features see it. */
  store: DocumentStore
  /** Resolves once all in-memory data has been loaded. */
  ready: Promise<void>
  /** The endpoints of the contract that are served. */
  mounted: readonly Endpoint[]
  /** Who may call each endpoint. */
  entrances: ReadonlyMap<Endpoint, Entrance>
  metrics: Metrics
  /** Makes `/readyz` report that no more requests should be sent to this instance. */
  drain: () => void
  /** At start: resumes an interrupted run, or starts the first one. */
  sync: SyncService
  /** At start: builds the index before the first search. */
  search: MountedSearch
  /** At start: loads the upcoming events before the first request. */
  events: Pick<CalendarService, 'keepFresh'>
  /** At start, once requests are accepted. */
  jobs: Jobs
  accountWatch: Pick<AccountWatch, 'check'>
  /** At start: evaluates candidates by the stored sessions. */
  releaseHealth: Pick<HealthWatch, 'evaluateAll' | 'flush'>
  /** At start: has the releases in use tried under this build of the shell. */
  trials: Pick<TrialQueue, 'addOffered'>
  retention: Pick<ReleaseRetention, 'collect'>
  uploadExpiry: Pick<UploadExpiry, 'collect'>
  portalExports: Pick<PortalExportsService, 'maintain' | 'idle'>
  noteDestruction: Pick<NoteDestruction, 'run'>
  boardBooks: Pick<ReturnType<typeof mountBoardBooks>, 'idle' | 'resume'>
  /** At start: deletes what is left of withdrawn versions. */
  versions: Pick<VersionsService, 'resume'>
  auditWatch: Pick<AuditWatch, 'look' | 'start'>
  scrub: Pick<Scrub, 'run'>
  /** Stops background work once no more requests arrive; the ports stay open. */
  stop: () => Promise<void>
}
