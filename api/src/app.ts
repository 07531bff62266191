import type { Endpoint } from '@portal/contract/endpoint'
import type { SampleAccount } from '@portal/contract/portal'
import { Hono } from 'hono'
import { contextStorage } from 'hono/context-storage'
import { agendasRoutes } from './agendas/agendas-routes.ts'
import { createAgendasService } from './agendas/agendas-service.ts'
import { withAppendOnlyAudit } from './audit/append-only.ts'
import { auditRoutes } from './audit/audit-routes.ts'
import { createAuditService } from './audit/audit-service.ts'
import { createDenials } from './audit/denials.ts'
import { calendarRoutes } from './calendar/calendar-routes.ts'
import { type CalendarService, createCalendarService } from './calendar/calendar-service.ts'
import type { Calendar } from './calendar/calendar.ts'
import { directoryRoutes } from './directory/directory-routes.ts'
import { createDirectoryService } from './directory/directory-service.ts'
import type { BlobStore } from './documents/blob-store.ts'
import { documentsRoutes } from './documents/documents-routes.ts'
import { createDocumentsService } from './documents/documents-service.ts'
import type { Settings } from './env.ts'
import { createAdminKey } from './http/admin-key.ts'
import { baseHeaders } from './http/headers.ts'
import type { Log } from './log.ts'
import { metricsRoute } from './http/metrics-route.ts'
import { createMetrics, type Metrics } from './metrics/metrics.ts'
import { notFoundHandler } from './http/not-found.ts'
import { createServePlain } from './http/plain-route.ts'
import { problemResponse } from './http/problems.ts'
import { createReleaseTokenEntrance } from './http/release-token.ts'
import { type AppEnv, currentRequest, noteStale, requestContext } from './http/request-context.ts'
import { createServe, type Entrance } from './http/serve.ts'
import { createSignedIn } from './http/signed-in.ts'
import { designatedAdminsRoutes } from './identity/designated-admins-routes.ts'
import { createDesignatedAdminsService } from './identity/designated-admins-service.ts'
import { createDesignatedAdmins } from './identity/designated-admins.ts'
import { emulatorProxy } from './identity/emulator-proxy.ts'
import type { Identity } from './identity/identity.ts'
import { createRevokedSessions } from './identity/revoked-sessions.ts'
import { imagesRoutes } from './images/images-routes.ts'
import { createImagesService } from './images/images-service.ts'
import { mappingsRoutes } from './mappings/mappings-routes.ts'
import { createAgendaSlotsService } from './mappings/agenda-slots-service.ts'
import { createKeptMappings } from './mappings/kept-mappings.ts'
import { createMappingsService } from './mappings/mappings-service.ts'
import { createMaterialsService } from './meetings/materials-service.ts'
import { meetingsRoutes } from './meetings/meetings-routes.ts'
import { createPage } from './page/page.ts'
import type { ShellFiles } from './page/shell-files.ts'
import { shellRoutes } from './page/shell-routes.ts'
import { portalConfigOf } from './portal/portal-config.ts'
import { portalRoutes } from './portal/portal-routes.ts'
import { createPortalService } from './portal/portal-service.ts'
import { referenceRoutes } from './reference/reference-routes.ts'
import { createApprovalService } from './releases/pointers/approval-service.ts'
import { createEmergencyStopService } from './releases/pointers/emergency-stop-service.ts'
import { createCompositionService } from './releases/composition/composition-service.ts'
import { createCohortsService } from './releases/pointers/cohorts-service.ts'
import { createOfferedService } from './releases/publishing/offered-service.ts'
import { healthRoutes } from './releases/health/health-routes.ts'
import type { HealthWatch } from './releases/health/health-watch.ts'
import { overridesRoutes } from './releases/overrides/overrides-routes.ts'
import { createOverridesService } from './releases/overrides/overrides-service.ts'
import { createPeopleCompositions } from './releases/composition/people-compositions.ts'
import { pointersRoutes } from './releases/pointers/pointers-routes.ts'
import { createPointerMover } from './releases/pointers/pointer-mover.ts'
import { createPointersService } from './releases/pointers/pointers-service.ts'
import { createPolicyService } from './releases/pointers/policy-service.ts'
import { publishingRoutes } from './releases/publishing/publishing-routes.ts'
import { createPublishingService } from './releases/publishing/publishing-service.ts'
import { createReleaseHealth } from './releases/health/release-health.ts'
import {
  createReleaseRetention,
  type ReleaseRetention,
} from './releases/publishing/release-retention.ts'
import { createReleaseTokens } from './releases/publishing/release-tokens.ts'
import { releaseTokensRoutes } from './releases/publishing/release-tokens-routes.ts'
import { createReleaseTokensService } from './releases/publishing/release-tokens-service.ts'
import { remotesRoutes } from './releases/composition/remotes-routes.ts'
import { reportsRoutes } from './reports/reports-routes.ts'
import { guardPorts } from './resilience/guarded-ports.ts'
import { gaugeHealth } from './resilience/health-gauges.ts'
import { probeRoutes } from './resilience/probe-routes.ts'
import { searchRoutes } from './search/search-routes.ts'
import { createSearchService, type SearchService } from './search/search-service.ts'
import type { DocumentStore } from './store/document-store.ts'
import type { Drive } from './sync/drive.ts'
import { countSyncs, gaugeHeldRemovals } from './sync/sync-metrics.ts'
import { syncRoutes } from './sync/sync-routes.ts'
import { createSyncService, type SyncService } from './sync/sync-service.ts'
import { type AccountWatch, createAccountWatch } from './users/account-watch.ts'
import type { Accounts } from './users/accounts.ts'
import { usersRoutes } from './users/users-routes.ts'
import { createUsersService } from './users/users-service.ts'

/** Everything outside the app that it talks to. Services take the ones they need. */
export type Ports = {
  store: DocumentStore
  blobs: BlobStore
  drive: Drive
  calendar: Calendar
  identity: Identity
  accounts: Accounts
  /** The pages; without one only machines are served. */
  shell?: ShellFiles
  now: () => Date
  log: Log
}

export type PortalApp = {
  app: Hono<AppEnv>
  /** Resolves when everything that is kept in memory has been read. */
  ready: Promise<void>
  /** Every endpoint of the contract that is served. */
  mounted: readonly Endpoint[]
  /** Whom each of them lets in. */
  entrances: ReadonlyMap<Endpoint, Entrance>
  metrics: Metrics
  /** From now on `/readyz` says that no more requests should be sent here. */
  drain: () => void
  /** For whoever starts the portal: a run left over is taken up, a first one started. */
  sync: SyncService
  /** For whoever starts the portal: its index is built before the first question. */
  search: SearchService
  /** For whoever starts the portal: what is coming is known before anyone asks. */
  events: Pick<CalendarService, 'keepFresh'>
  /** For whoever starts the portal: sees what is done to accounts outside of it. */
  accountWatch: AccountWatch
  /** For whoever starts the portal: candidates are judged by what is stored. */
  releaseHealth: Pick<HealthWatch, 'judgeAll' | 'flush'>
  /** For whoever starts the portal: releases that nobody is offered any more go in time. */
  retention: ReleaseRetention
  /** Ends what goes on in the background, when no more requests come; the ports stay open. */
  stop: () => Promise<void>
}

type Extras = { sampleAccounts?: SampleAccount[] }

/** Features meet here and nowhere else. Touches nothing but its ports. */
export function createApp(given: Ports, settings: Settings, extras: Extras = {}): PortalApp {
  const metrics = createMetrics()
  const { limits } = settings
  const { ports, health } = guardPorts(given, metrics.called, {
    request: limits.requestTime,
    background: limits.backgroundTime,
    current: currentRequest,
  })
  const { blobs, drive, calendar, identity, accounts, shell, now, log } = ports
  const store = { ...withAppendOnlyAudit(ports.store), onStaleRead: noteStale }
  const { domain, timeZone } = settings.foundation
  const app = new Hono<AppEnv>()
  app.use(contextStorage(), requestContext(metrics))
  const mounted: Endpoint[] = []
  const entrances = new Map<Endpoint, Entrance>()
  const headers = baseHeaders(settings.production)

  const admins = createDesignatedAdmins({
    store,
    defaultAdminEmail: settings.defaultAdminEmail,
    now,
    log,
  })
  const denials = createDenials({ store, now, log })
  const revoked = createRevokedSessions({ store, now, log })
  const signedIn = createSignedIn({ identity, admins, revoked, domain, now })
  const { trustedProxies } = limits
  const adminKey = createAdminKey({ key: settings.adminApiKey, trustedProxies, now, log })
  const releaseTokens = createReleaseTokens({ store, now, log })
  const releaseToken = createReleaseTokenEntrance({
    find: releaseTokens.get,
    trustedProxies,
    now,
    log,
  })
  const entering = { signedIn, adminKey, releaseToken }
  const serve = createServe(app, { ...entering, headers, mounted, entrances })
  const plain = createServePlain(app, headers)

  const images = createImagesService({ blobs })
  const documents = createDocumentsService({ store, blobs })
  const kept = createKeptMappings({ store, log })
  const agendas = createAgendasService({ store, slots: createAgendaSlotsService(kept), now })
  const mappings = createMappingsService({ store, kept, images, agendas, now })
  const directory = createDirectoryService({ store, images, now, log })
  const events = createCalendarService({ calendar, now, log, timeZone, noteStale })
  const sync = createSyncService({
    store,
    blobs,
    drive,
    mappings,
    calendar: events,
    now,
    log,
    onEnded: countSyncs(metrics),
  })
  gaugeHeldRemovals(metrics, sync.heldCount)
  const search = createSearchService({ store, blobs, log })
  const compositions = createCompositionService({
    store,
    blobs,
    devRemotes: settings.devRemotes,
    log,
  })
  const config = portalConfigOf(settings, extras.sampleAccounts)
  const portal = createPortalService({ compositions, config, shell: shell?.build })

  portalRoutes(serve, portal, { signedIn, revoked, production: settings.production, now })
  reportsRoutes(serve, { log, now, trustedProxies: limits.trustedProxies })
  calendarRoutes(serve, events)
  agendasRoutes(serve, agendas)
  documentsRoutes(serve, documents)
  mappingsRoutes(serve, mappings)
  const materials = createMaterialsService({ mappings, agendas, documents })
  meetingsRoutes(serve, { materials, mappings })
  directoryRoutes(serve, directory)
  imagesRoutes(serve, images)
  syncRoutes(serve, sync)
  searchRoutes(serve, search)
  auditRoutes(serve, createAuditService({ store, timeZone }), { now, timeZone })
  const users = createUsersService({ accounts, admins, revoked, store, domain, now })
  usersRoutes(serve, users)
  const { defaultAdminEmail } = settings
  designatedAdminsRoutes(
    serve,
    createDesignatedAdminsService({ store, admins, domain, defaultAdminEmail, now }),
  )
  releaseTokensRoutes(serve, createReleaseTokensService({ store, now }))
  const provided = shell?.provided
  const releaseParts = { store, blobs, provided, shell: shell?.build, now }
  const publishing = createPublishingService(releaseParts)
  const offered = createOfferedService({ store, provided })
  publishingRoutes(serve, { publishing, offered }, { now })
  const move = createPointerMover({ store, now })
  const pointers = createPointersService({ ...releaseParts, move })
  const approvals = createApprovalService(move)
  const emergency = createEmergencyStopService(move)
  const cohorts = createCohortsService({ store, now })
  const policies = createPolicyService({ store, now })
  const people = createPeopleCompositions({ compositions, users })
  pointersRoutes(serve, {
    pointers,
    approvals,
    emergency,
    cohorts,
    policies,
    compositions,
    people,
  })
  const releaseHealth = createReleaseHealth({ store, compositions, metrics, now, log })
  healthRoutes(serve, releaseHealth, now)
  const overrides = createOverridesService({
    store,
    blobs,
    compositions,
    allowed: settings.overrides,
    provided,
    now,
  })
  overridesRoutes(serve, overrides)
  remotesRoutes(plain, { compositions, blobs })

  if (settings.identity.kind === 'emulator') {
    const { emulatorUrl } = settings.identity
    emulatorProxy(plain, { emulatorUrl, now, trustedProxies: limits.trustedProxies })
  }
  if (shell) shellRoutes(plain, shell)
  const page =
    shell && createPage({ shell, portal, compositions, overrides, signedIn, settings, config, now })

  const ready = Promise.all(
    [
      admins,
      revoked,
      releaseTokens,
      compositions,
      documents,
      agendas,
      mappings,
      directory,
      sync,
      search,
    ].map(({ ready }) => ready),
  ).then(() => undefined)
  ready.catch(() => undefined)
  referenceRoutes(plain, entrances)
  let isDraining = false
  probeRoutes(plain, { store, ready, health, isDraining: () => isDraining })
  metricsRoute(plain, { metrics, token: limits.metricsToken, production: settings.production })
  gaugeHealth(metrics, health, ports.store, events)

  app.onError((error, c) => {
    const request = c.get('request')
    denials.tell(error, request)
    const failed = { method: c.req.method, path: c.req.path, requestId: request.requestId }
    return problemResponse(error, failed, headers, log)
  })
  app.notFound(notFoundHandler({ mounted, headers, log, page }))

  const { recentSignIns } = signedIn
  const accountWatch = createAccountWatch({ accounts, recentSignIns, revoked, store, now, log })
  const drain = () => void (isDraining = true)
  const stop = async () => {
    events.stop()
    await search.stop()
    await Promise.all([denials.flush(), releaseHealth.watch.flush()])
  }
  return {
    app,
    metrics,
    drain,
    ready,
    mounted,
    entrances,
    sync,
    search,
    events,
    accountWatch,
    releaseHealth: releaseHealth.watch,
    retention: createReleaseRetention({ store, blobs, now, log }),
    stop,
  }
}
