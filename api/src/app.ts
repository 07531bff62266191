import type { Endpoint } from '@portal/contract/endpoint'
import type { SampleAccount } from '@portal/contract/portal'
import { Hono } from 'hono'
import { contextStorage } from 'hono/context-storage'
import { mountAgendas } from './features/agendas/agendas-routes.ts'
import type { AppParts } from './platform/app-parts.ts'
import { createAccessLog } from './platform/audit/access-log.ts'
import { withAppendOnlyAudit } from './platform/audit/append-only.ts'
import { withAuditChain } from './platform/audit/audit-chain.ts'
import { mountAudit } from './platform/audit/audit-routes.ts'
import { createAuditWatch } from './platform/audit/audit-watch.ts'
import { createDenials } from './platform/audit/denials.ts'
import { createHeavyWork } from './platform/background/heavy-work.ts'
import { createJobs } from './platform/background/jobs.ts'
import { mountBoardBooks } from './features/board-book/board-books-routes.ts'
import { forgetOwnBooks, withdrawFromBooks } from './features/board-book/kept-books.ts'
import { mountCalendar } from './features/calendar/calendar-routes.ts'
import { mountDirectory } from './features/directory/directory-routes.ts'
import { mountDocuments } from './features/documents/documents-routes.ts'
import { createClosedFoldersService } from './features/documents/closed-folders-service.ts'
import { createPaperDamageService } from './features/documents/paper-damage-service.ts'
import { createPaperFiles } from './features/documents/paper-files.ts'
import { createPictureKeys } from './features/documents/paper-pictures.ts'
import { createSyncedDocumentsService } from './features/documents/synced-documents-service.ts'
import { mountVersions } from './features/documents/versions/versions-routes.ts'
import type { Settings } from './platform/env/env.ts'
import { createFileReader } from './platform/http/file-reader.ts'
import { baseHeaders } from './platform/http/headers.ts'
import { metricsRoute } from './platform/http/metrics-route.ts'
import { notFoundHandler } from './platform/http/not-found.ts'
import { createOperatorToken } from './platform/http/operator-token.ts'
import { createServePlain } from './platform/http/plain-route.ts'
import { problemResponse } from './platform/http/problems.ts'
import { createAuthentication } from './platform/http/authentication.ts'
import {
  type AppEnv,
  currentRequest,
  noteStale,
  requestContext,
} from './platform/http/request-context.ts'
import { createServe, type Entrance } from './platform/http/serve.ts'
import { deviceOf } from './platform/http/sign-in-origin.ts'
import { mountDesignatedAdmins } from './platform/identity/designated-admins-routes.ts'
import { emulatorProxy } from './platform/identity/emulator-proxy.ts'
import { mountSecondFactor } from './platform/identity/second-factor-routes.ts'
import { createSecondFactorService } from './platform/identity/second-factor-service.ts'
import { mountSetPasswords } from './platform/identity/set-passwords-routes.ts'
import { mountSignIns } from './platform/identity/sign-ins-routes.ts'
import { createSignInsService } from './platform/identity/sign-ins-service.ts'
import { mountImages } from './features/images/images-routes.ts'
import { createAgendaSlotsService } from './features/mappings/agenda-slots-service.ts'
import { createMappingsInMemory } from './features/mappings/mappings-in-memory.ts'
import { mountMappings } from './features/mappings/mappings-routes.ts'
import { mountMeetings } from './features/meetings/meetings-routes.ts'
import { createMetrics } from './platform/metrics/metrics.ts'
import { mountNoteExports } from './features/note-exports/note-exports-routes.ts'
import { mountNotes } from './features/notes/notes-routes.ts'
import { createPage } from './features/page/page.ts'
import { brandingRoutes, shellRoutes } from './features/page/shell-routes.ts'
import { siteFiles } from './features/page/site-files.ts'
import { mountChanges } from './features/paper-changes/changes-routes.ts'
import type { PortalApp } from './portal-app.ts'
import { mountPortalExports } from './features/portal-exports/portal-exports-routes.ts'
import { portalConfigOf } from './features/portal/portal-config.ts'
import { mountPortal } from './features/portal/portal-routes.ts'
import type { Ports } from './ports.ts'
import { mountReading } from './features/reading/reading-routes.ts'
import { createQuarterStatesService } from './features/quarters/quarter-states-service.ts'
import { mountQuarters } from './features/quarters/quarters-routes.ts'
import { openApiText } from './features/reference/openapi.ts'
import { referenceRoutes } from './features/reference/reference-routes.ts'
import { mountReleases } from './features/releases/mount-releases.ts'
import { createReleaseTokens } from './features/releases/publishing/release-tokens.ts'
import { mountReports } from './features/reports/reports-routes.ts'
import type { ObserveCall } from './platform/resilience/guard.ts'
import { guardPorts } from './guarded-ports.ts'
import { gaugeHealth } from './platform/resilience/health-gauges.ts'
import { probeRoutes } from './platform/resilience/probe-routes.ts'
import { createScrub } from './features/scrub/scrub.ts'
import { mountSearch } from './features/search/search-routes.ts'
import { createPaperArrivalsService } from './features/sync/paper-arrivals-service.ts'
import { mountSync } from './features/sync/sync-routes.ts'
import { mountUndo } from './features/undo/undo-routes.ts'
import { mountUploads } from './features/uploads/uploads-routes.ts'
import { createVisibilityService } from './features/visibility/visibility-service.ts'
import { createAccountWatch } from './features/users/account-watch.ts'
import { createPersonNames } from './platform/identity/person-names-service.ts'
import { mountUsers } from './features/users/users-routes.ts'

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
  const { foundation, signIns: signInSettings } = settings
  const { trustedProxies } = limits

  const app = new Hono<AppEnv>()
  app.use(contextStorage(), requestContext(metrics, traces))

  const denials = createDenials({ store, now, log })
  const releaseTokens = createReleaseTokens({ store, now, log })
  const authentication = createAuthentication({
    identity,
    store,
    settings,
    findReleaseToken: releaseTokens.get,
    now,
    log,
  })
  const { admins, revoked, signIns, visits, secondFactors, setPasswords } = authentication.lists
  const { entrances: entering } = authentication
  const { signedIn, releaseToken, gateRunnerKey } = entering

  const headers = baseHeaders(production)
  const mounted: Endpoint[] = []
  const entrances = new Map<Endpoint, Entrance>()
  const plain = createServePlain(app, headers)
  const serve = createServe(app, { ...entering, headers, mounted, entrances })
  const accessLog = createAccessLog({ store, now, log })
  const heavyWork = createHeavyWork({ metrics })
  const parts: AppParts = {
    serve,
    plain,
    store,
    blobs,
    settings,
    accessLog,
    heavyWork,
    metrics,
    now,
    log,
  }

  const syncedDocuments = createSyncedDocumentsService(parts)
  const inMemory = createMappingsInMemory({ store, documents: syncedDocuments, log })
  const quarterStates = createQuarterStatesService(store)
  const folders = createClosedFoldersService({ store, documents: syncedDocuments, now })
  const visibility = createVisibilityService({
    mappings: inMemory,
    quarters: quarterStates,
    folders,
    now,
  })
  const images = mountImages(parts, createPictureKeys(syncedDocuments, visibility, store))
  const damage = createPaperDamageService({ ...parts, documents: syncedDocuments })
  const documents = mountDocuments(parts, {
    documents: syncedDocuments,
    visibility,
    folders,
    damage,
  })
  const slots = createAgendaSlotsService(inMemory, visibility)
  const agendas = mountAgendas(parts, { slots, visibility, quarters: quarterStates })
  const mappings = mountMappings(parts, {
    inMemory,
    images,
    visibility,
    slots,
    quarters: quarterStates,
    agendas,
  })
  const quarters = mountQuarters(parts)
  mountMeetings(parts, { mappings, agendas, documents, visibility })
  const deleteDerivedFiles = (uid: string) => forgetOwnBooks(parts, uid)
  const reading = mountReading(parts, { documents, mappings, deleteDerivedFiles })
  const notes = mountNotes(parts, {
    documents,
    mappings,
    inMemory,
    agendas,
    visibility,
    deleteDerivedFiles,
  })
  mountNoteExports(parts, { documents, notes: notes.service })
  const isCardImage = (address: string) =>
    inMemory.all().some(({ cardImage }) => cardImage === address)
  const directory = mountDirectory(parts, { images, isCardImage })
  const events = mountCalendar(parts, { calendar, noteStale })
  const { quotations } = notes
  const versions = mountVersions(parts, {
    documents: syncedDocuments,
    visibility,
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
  const uploads = mountUploads(parts, {
    documents: syncedDocuments,
    mappings,
    visibility,
    arrivals,
    completePapers,
  })
  const search = mountSearch(parts, {
    visibility,
    agendas,
    directory,
    mappings,
    notes: notes.service,
  })
  mountAudit(parts, createPersonNames({ accounts, directory: directory.entries, now, log }))
  mountUndo(parts, { mappings, agendas, directory, quarters })
  mountReports(parts)
  const portalExports = mountPortalExports(parts, { accounts })
  const designation = mountDesignatedAdmins(parts, admins)
  const ownSignIns = createSignInsService({ store, accounts, signIns, revoked, now })
  mountSignIns(parts, ownSignIns)
  const isRequired = signInSettings.secondFactorRequired
  mountSecondFactor(
    parts,
    createSecondFactorService({ store, accounts, secondFactors, isRequired, now }),
  )
  mountSetPasswords(parts)
  const users = mountUsers(parts, {
    accounts,
    admins,
    revoked,
    designation,
    signIns: ownSignIns,
    secondFactors,
    setPasswords,
    async deleteDerivedFiles(uid) {
      search.forget(uid)
      await deleteDerivedFiles(uid)
    },
  })
  const reader = createFileReader(signedIn, releaseToken, gateRunnerKey)
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
    setPasswords,
    releaseTokens,
    compositions,
    documents,
    agendas,
    mappings,
  ]
  const { recentSignIns } = signedIn
  const accountWatch = createAccountWatch({
    accounts,
    recentSignIns,
    revoked,
    signIns,
    secondFactors,
    store,
    now,
    log,
  })
  const auditWatch = createAuditWatch(parts)
  const scrub = createScrub({
    ...parts,
    ...settings.scrub,
    sources: [
      createPaperFiles({ store, documents: syncedDocuments, damage }),
      storedFiles,
      boardBooks.files,
    ],
    repair: sync.start,
  })
  const jobs = createJobs([
    accountWatch,
    retention.job,
    uploads.expiry.job,
    notes.destruction,
    boardBooks.job,
    portalExports.job,
    auditWatch,
    scrub,
    sync.job,
  ])

  const ready = Promise.all(
    [...loading, notes, directory, sync, search].map((service) => service.ready),
  ).then(() => undefined)
  ready.catch(() => undefined)
  let isDraining = false
  const operator = createOperatorToken(limits.metricsToken, production)
  probeRoutes(plain, {
    store,
    ready,
    health,
    isDraining: () => isDraining,
    freeSpace: ports.freeSpace,
    jobs: jobs.states,
    isOperator: operator.isSent,
  })
  metricsRoute(plain, metrics, operator)
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
    jobs,
    accountWatch,
    releaseHealth: watch,
    trials,
    retention,
    uploadExpiry: uploads.expiry,
    portalExports,
    noteDestruction: notes.destruction,
    boardBooks,
    versions,
    auditWatch,
    scrub,
    drain: () => void (isDraining = true),
    async stop() {
      events.stop()
      await Promise.all([search.stop(), versions.idle()])
      await boardBooks.stop()
      await heavyWork.stop()
      await Promise.all([denials.flush(), accessLog.flush(), watch.flush()])
      await Promise.all([signIns.settled(), visits.settled()])
    },
  }
}
