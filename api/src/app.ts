import type { Endpoint } from '@portal/contract/endpoint'
import type { SampleAccount } from '@portal/contract/portal'
import { Hono } from 'hono'
import { contextStorage } from 'hono/context-storage'
import { mountAgendas } from './agendas/agendas-routes.ts'
import type { AppParts } from './app-parts.ts'
import { createAccessLog } from './audit/access-log.ts'
import { withAppendOnlyAudit } from './audit/append-only.ts'
import { withAuditChain } from './audit/audit-chain.ts'
import { mountAudit } from './audit/audit-routes.ts'
import { type AuditWatch, createAuditWatch } from './audit/audit-watch.ts'
import { createDenials } from './audit/denials.ts'
import { mountBoardBooks } from './board-book/board-books-routes.ts'
import { forgetOwnBooks, withdrawFromBooks } from './board-book/kept-books.ts'
import { mountCalendar } from './calendar/calendar-routes.ts'
import type { CalendarService } from './calendar/calendar-service.ts'
import type { Calendar } from './calendar/calendar.ts'
import { mountDirectory } from './directory/directory-routes.ts'
import type { BlobStore } from './documents/blob-store.ts'
import { mountDocuments } from './documents/documents-routes.ts'
import { createPaperDamageService } from './documents/paper-damage-service.ts'
import { createPaperFiles } from './documents/paper-files.ts'
import { createPictureKeys } from './documents/paper-pictures.ts'
import { createSyncedDocumentsService } from './documents/synced-documents-service.ts'
import type { Settings } from './env.ts'
import { createAdminKey } from './http/admin-key.ts'
import { createFileReader } from './http/file-reader.ts'
import { createGateRunnerKey } from './http/gate-runner-key.ts'
import { baseHeaders } from './http/headers.ts'
import { metricsRoute } from './http/metrics-route.ts'
import { notFoundHandler } from './http/not-found.ts'
import { createServePlain } from './http/plain-route.ts'
import { problemResponse } from './http/problems.ts'
import { createReleaseTokenEntrance } from './http/release-token.ts'
import { type AppEnv, currentRequest, noteStale, requestContext } from './http/request-context.ts'
import { createServe, type Entrance } from './http/serve.ts'
import { deviceOf } from './http/sign-in-origin.ts'
import { createSignedIn } from './http/signed-in.ts'
import { mountDesignatedAdmins } from './identity/designated-admins-routes.ts'
import { createDesignatedAdmins } from './identity/designated-admins.ts'
import { emulatorProxy } from './identity/emulator-proxy.ts'
import type { Identity } from './identity/identity.ts'
import { createRevokedSessions } from './identity/revoked-sessions.ts'
import { mountSecondFactor } from './identity/second-factor-routes.ts'
import { createSecondFactorService } from './identity/second-factor-service.ts'
import { createSecondFactors } from './identity/second-factors.ts'
import { mountSignIns } from './identity/sign-ins-routes.ts'
import { createSignInsService } from './identity/sign-ins-service.ts'
import { createSignIns } from './identity/sign-ins.ts'
import { createVisits } from './identity/visits.ts'
import { mountImages } from './images/images-routes.ts'
import type { Log } from './log.ts'
import { createAgendaSlotsService } from './mappings/agenda-slots-service.ts'
import { createMappingsInMemory } from './mappings/mappings-in-memory.ts'
import { mountMappings } from './mappings/mappings-routes.ts'
import { mountMeetings } from './meetings/meetings-routes.ts'
import { createMetrics, type Metrics } from './metrics/metrics.ts'
import { mountNoteExports } from './note-exports/note-exports-routes.ts'
import type { Branding } from './page/branding/branding.ts'
import { createPage } from './page/page.ts'
import type { ShellFiles } from './page/shell-files.ts'
import { brandingRoutes, shellRoutes } from './page/shell-routes.ts'
import { siteFiles } from './page/site-files.ts'
import { portalConfigOf } from './portal/portal-config.ts'
import { mountChanges } from './paper-changes/changes-routes.ts'
import { mountPortalExports } from './portal-exports/portal-exports-routes.ts'
import type { PortalExportsService } from './portal-exports/portal-exports-service.ts'
import { mountPortal } from './portal/portal-routes.ts'
import type { NoteDestruction } from './notes/destroy-notes.ts'
import { mountNotes } from './notes/notes-routes.ts'
import { mountReading } from './reading/reading-routes.ts'
import { openApiText } from './reference/openapi.ts'
import { referenceRoutes } from './reference/reference-routes.ts'
import type { TrialQueue } from './releases/gate/trial-queue.ts'
import type { HealthWatch } from './releases/health/health-watch.ts'
import { mountReleases } from './releases/mount-releases.ts'
import type { ReleaseRetention } from './releases/publishing/release-retention.ts'
import type { PipelineTokens } from './releases/pipelines/pipeline-tokens.ts'
import { createReleaseTokens } from './releases/publishing/release-tokens.ts'
import { mountReports } from './reports/reports-routes.ts'
import { guardPorts } from './resilience/guarded-ports.ts'
import type { ObserveCall } from './resilience/guard.ts'
import { gaugeHealth } from './resilience/health-gauges.ts'
import { probeRoutes } from './resilience/probe-routes.ts'
import { createScrub, type Scrub } from './scrub/scrub.ts'
import { type MountedSearch, mountSearch } from './search/search-routes.ts'
import type { DocumentStore } from './store/document-store.ts'
import type { Drive } from './sync/drive.ts'
import { mountSync } from './sync/sync-routes.ts'
import type { VersionsService } from './documents/versions/versions-service.ts'
import { mountVersions } from './documents/versions/versions-routes.ts'
import { createPaperArrivalsService } from './sync/paper-arrivals-service.ts'
import type { SyncService } from './sync/sync-service.ts'
import type { Traces } from './metrics/traces.ts'
import { type AccountWatch, createAccountWatch } from './users/account-watch.ts'
import type { Accounts } from './users/accounts.ts'
import { createPersonNames } from './users/person-names-service.ts'
import type { UploadExpiry } from './uploads/upload-expiry.ts'
import { mountUndo } from './undo/undo-routes.ts'
import { mountUploads } from './uploads/uploads-routes.ts'
import { mountUsers } from './users/users-routes.ts'

/** The external systems the app uses. Each service takes the ones it needs. */
export type Ports = {
  store: DocumentStore
  blobs: BlobStore
  drive: Drive
  calendar: Calendar
  identity: Identity
  accounts: Accounts
  pipelineTokens: PipelineTokens
  /** Free bytes on the disk that the portal writes to; none if it writes to no disk of this machine. */
  freeSpace?: (() => Promise<number>) | undefined
  /** The built pages; without them only the API is served. */
  shell?: ShellFiles
  /** The foundation's logo, picture and accent. */
  branding?: Branding
  /** Where spans go; none by default. */
  traces?: Traces | undefined
  now: () => Date
  log: Log
}

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
  /** At start: watches for changes to accounts made outside the portal. */
  accountWatch: AccountWatch
  /** At start: evaluates candidates by the stored sessions. */
  releaseHealth: Pick<HealthWatch, 'evaluateAll' | 'flush'>
  /** At start: has the releases in use tried under this build of the shell. */
  trials: Pick<TrialQueue, 'addOffered'>
  /** At start: deletes releases some time after they were last offered. */
  retention: ReleaseRetention
  /** At start: deletes uploads some days after they began. */
  uploadExpiry: UploadExpiry
  /** At start: continues an interrupted export, and deletes old ones. */
  portalExports: Pick<PortalExportsService, 'keep' | 'tend' | 'idle'>
  /** At start: destroys notes by the foundation's policy. */
  noteDestruction: NoteDestruction
  /** At start: continues board books that a dead process has left. */
  boardBooks: Pick<ReturnType<typeof mountBoardBooks>, 'start' | 'idle' | 'resume'>
  /** At start: deletes what is left of withdrawn versions. */
  versions: Pick<VersionsService, 'resume'>
  /** At start: checks the ends of the audit's chains, and makes its daily anchor. */
  auditWatch: AuditWatch
  /** At start: verifies the stored files, some days after it did so last. */
  scrub: Scrub
  /** Stops background work once no more requests arrive; the ports stay open. */
  stop: () => Promise<void>
}

type Extras = { sampleAccounts?: SampleAccount[] }

/** Composes the features, which meet only here. Its only I/O is through its ports. */
export function createApp(given: Ports, settings: Settings, extras: Extras = {}): PortalApp {
  const { limits, production } = settings
  const metrics = createMetrics()
  const { traces } = given
  const observe: ObserveCall = traces
    ? (...call) => {
        metrics.called(...call)
        currentRequest()?.trace?.called(...call)
      }
    : metrics.called
  const { ports, health } = guardPorts(given, observe, {
    request: limits.requestTime,
    background: limits.backgroundTime,
    current: currentRequest,
  })
  const { blobs, drive, calendar, identity, accounts, shell, branding, now, log } = ports
  const store = { ...withAuditChain(withAppendOnlyAudit(ports.store)), onStaleRead: noteStale }
  const { defaultAdminEmail, adminApiKey, gateRunnerKey, foundation } = settings
  const { trustedProxies } = limits

  const app = new Hono<AppEnv>()
  app.use(contextStorage(), requestContext(metrics, traces))

  const admins = createDesignatedAdmins({ store, defaultAdminEmail, now, log })
  const denials = createDenials({ store, now, log })
  const revoked = createRevokedSessions({ store, now, log })
  const signIns = createSignIns({ store, limits: settings.signIns.limits, now, log })
  const visits = createVisits({ store, now, log })
  const secondFactors = createSecondFactors({ store, log })
  const releaseTokens = createReleaseTokens({ store, now, log })
  const { domain } = foundation
  const { secondFactorRequired, qaAccounts, locationHeader } = settings.signIns
  const lists = { admins, revoked, signIns, visits, secondFactors }
  const signedIn = createSignedIn({
    identity,
    ...lists,
    isSecondFactorRequired: secondFactorRequired,
    qaAccounts,
    locationHeader,
    domain,
    now,
  })
  const adminKey = createAdminKey({ key: adminApiKey, trustedProxies, now, log })
  const gateKey = createGateRunnerKey({ key: gateRunnerKey, trustedProxies, now, log })
  const find = releaseTokens.get
  const releaseToken = createReleaseTokenEntrance({ find, trustedProxies, now, log })

  const headers = baseHeaders(production)
  const mounted: Endpoint[] = []
  const entrances = new Map<Endpoint, Entrance>()
  const plain = createServePlain(app, headers)
  const entering = { signedIn, adminKey, releaseToken, gateRunnerKey: gateKey }
  const serve = createServe(app, { ...entering, headers, mounted, entrances })
  const accessLog = createAccessLog({ store, now, log })
  const parts: AppParts = { serve, plain, store, blobs, settings, accessLog, metrics, now, log }

  const syncedDocuments = createSyncedDocumentsService(parts)
  const images = mountImages(parts, createPictureKeys(syncedDocuments, store))
  const damage = createPaperDamageService({ ...parts, documents: syncedDocuments })
  const documents = mountDocuments(parts, { documents: syncedDocuments, damage })
  const inMemory = createMappingsInMemory({ store, documents: syncedDocuments, log })
  const agendas = mountAgendas(parts, createAgendaSlotsService(inMemory))
  const mappings = mountMappings(parts, { inMemory, images, agendas })
  mountMeetings(parts, { mappings, agendas, documents })
  const forgetMade = (uid: string) => forgetOwnBooks(parts, uid)
  const reading = mountReading(parts, { documents, mappings, forgetMade })
  const notes = mountNotes(parts, { documents, mappings, inMemory, agendas, forgetMade })
  const noteExports = mountNoteExports(parts, { documents, notes: notes.service })
  const directory = mountDirectory(parts, images)
  const events = mountCalendar(parts, { calendar, noteStale })
  const { quotations } = notes
  const versions = mountVersions(parts, {
    documents: syncedDocuments,
    mappings,
    quotations,
    containing: { withdraw: (...of) => withdrawFromBooks(parts, ...of) },
  })
  const changes = mountChanges(parts, documents)
  const boardBooks = mountBoardBooks(parts, {
    documents,
    syncedDocuments,
    damage,
    agendas,
    mappings,
    notes: notes.service,
    reading,
    changes,
  })
  const sync = mountSync(parts, { documents: syncedDocuments, drive, mappings, calendar: events })
  const arrivals = createPaperArrivalsService(parts)
  const { completePapers } = sync
  const uploads = mountUploads(parts, { documents: syncedDocuments, arrivals, completePapers })
  const search = mountSearch(parts, { agendas, directory, mappings, notes: notes.service })
  mountAudit(parts, createPersonNames({ accounts, directory: directory.entries, now, log }))
  mountUndo(parts, { mappings, agendas, directory })
  mountReports(parts)
  const portalExports = mountPortalExports(parts, { accounts })
  const designation = mountDesignatedAdmins(parts, admins)
  const ownSignIns = createSignInsService({ store, accounts, signIns, revoked, now })
  mountSignIns(parts, ownSignIns)
  const isRequired = secondFactorRequired
  mountSecondFactor(
    parts,
    createSecondFactorService({ store, accounts, secondFactors, isRequired, now }),
  )
  const users = mountUsers(parts, {
    accounts,
    admins,
    revoked,
    designation,
    signIns: ownSignIns,
    secondFactors,
    async forgetMade(uid) {
      search.forget(uid)
      await forgetMade(uid)
    },
  })
  const reader = createFileReader(signedIn, releaseToken, gateKey)
  const { compositions, overrides, watch, retention, storedFiles, trials } = mountReleases(parts, {
    shell,
    users,
    reader,
    pipelineTokens: ports.pipelineTokens,
  })
  const config = portalConfigOf(settings, branding?.config, extras.sampleAccounts)
  const portal = mountPortal(parts, {
    compositions,
    visits,
    config,
    shell: shell?.build,
    signedIn,
    revoked,
  })
  const openapi = openApiText(entrances)
  referenceRoutes(plain, openapi)
  siteFiles(plain, { securityContact: foundation.securityContact, now })
  if (settings.identity.kind === 'emulator') {
    const { emulatorUrl } = settings.identity
    emulatorProxy(plain, { emulatorUrl, now, trustedProxies })
  }
  if (shell) shellRoutes(plain, shell, { openapi })
  if (branding) brandingRoutes(plain, branding)

  const loading = [
    admins,
    revoked,
    signIns,
    visits,
    secondFactors,
    releaseTokens,
    compositions,
    documents,
    agendas,
    mappings,
  ]
  const ready = Promise.all(
    [...loading, notes, directory, sync, search].map((service) => service.ready),
  ).then(() => undefined)
  ready.catch(() => undefined)
  let isDraining = false
  probeRoutes(plain, {
    store,
    ready,
    health,
    isDraining: () => isDraining,
    freeSpace: ports.freeSpace,
  })
  metricsRoute(plain, { metrics, token: limits.metricsToken, production })
  gaugeHealth(metrics, health, ports.store, events)

  app.onError((error, c) => {
    const request = c.get('request')
    const device = deviceOf(c.req.header('user-agent'), c.req.query('touch') === '1')
    denials.record(error, { ...request, device })
    const failed = { method: c.req.method, path: c.req.path, requestId: request.requestId }
    return problemResponse(error, failed, headers, log)
  })
  const page =
    shell && createPage({ shell, portal, overrides, signedIn, settings, config, branding, now })
  app.notFound(notFoundHandler({ mounted, headers, log, page }))

  const { recentSignIns } = signedIn
  return {
    app,
    store,
    metrics,
    ready,
    mounted,
    entrances,
    sync,
    search,
    events,
    accountWatch: createAccountWatch({
      accounts,
      recentSignIns,
      revoked,
      signIns,
      secondFactors,
      store,
      now,
      log,
    }),
    releaseHealth: watch,
    trials,
    retention,
    uploadExpiry: uploads.expiry,
    portalExports,
    noteDestruction: notes.destruction,
    boardBooks,
    versions,
    auditWatch: createAuditWatch(parts),
    scrub: createScrub({
      ...parts,
      ...settings.scrub,
      sources: [
        createPaperFiles({ store, documents: syncedDocuments, damage }),
        storedFiles,
        boardBooks.files,
      ],
      repair: sync.start,
    }),
    drain: () => void (isDraining = true),
    async stop() {
      events.stop()
      await Promise.all([
        search.stop(),
        arrivals.stop(),
        versions.idle(),
        changes.stop(),
        notes.stop(),
      ])
      await Promise.all([noteExports.stop(), boardBooks.stop()])
      await Promise.all([denials.flush(), accessLog.flush(), watch.flush()])
      await Promise.all([signIns.settled(), visits.settled()])
    },
  }
}
