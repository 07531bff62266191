import type { Endpoint } from '@portal/contract/endpoint'
import type { Hono } from 'hono'
import type { AuditWatch } from './platform/audit/audit-watch.ts'
import type { Jobs } from './platform/background/jobs.ts'
import type { mountBoardBooks } from './features/board-book/board-books-routes.ts'
import type { CalendarService } from './features/calendar/calendar-service.ts'
import type { VersionsService } from './features/documents/versions/versions-service.ts'
import type { AppEnv } from './platform/http/request-context.ts'
import type { Entrance } from './platform/http/serve.ts'
import type { Metrics } from './platform/metrics/metrics.ts'
import type { NoteDestruction } from './features/notes/destroy-notes.ts'
import type { PortalExportsService } from './features/portal-exports/portal-exports-service.ts'
import type { TrialQueue } from './features/releases/gate/trial-queue.ts'
import type { HealthWatch } from './features/releases/health/health-watch.ts'
import type { ReleaseRetention } from './features/releases/publishing/release-retention.ts'
import type { Scrub } from './features/scrub/scrub.ts'
import type { MountedSearch } from './features/search/search-routes.ts'
import type { DocumentStore } from './platform/store/document-store.ts'
import type { SyncService } from './features/sync/sync-service.ts'
import type { UploadExpiry } from './features/uploads/upload-expiry.ts'
import type { AccountWatch } from './features/users/account-watch.ts'

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
