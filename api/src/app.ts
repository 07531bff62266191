import type { Endpoint } from '@portal/contract/endpoint'
import type { SampleAccount } from '@portal/contract/portal'
import { Hono } from 'hono'
import type { Calendar } from './calendar/calendar.ts'
import type { BlobStore } from './documents/blob-store.ts'
import type { Settings } from './env.ts'
import { answerElsewhere } from './http/elsewhere.ts'
import { baseHeaders } from './http/headers.ts'
import type { Log } from './http/log.ts'
import { createServePlain } from './http/plain-route.ts'
import { problemResponse } from './http/problems.ts'
import { nextRequestId } from './http/request-id.ts'
import { type AppEnv, createServe } from './http/serve.ts'
import { createSignedIn } from './http/signed-in.ts'
import { createDesignatedAdmins } from './identity/designated-admins.ts'
import { emulatorProxy } from './identity/emulator-proxy.ts'
import type { Identity } from './identity/identity.ts'
import { createPage } from './page/page.ts'
import type { ShellFiles } from './page/shell-files.ts'
import { shellRoutes } from './page/shell-routes.ts'
import { portalConfigOf } from './portal/portal-config.ts'
import { portalRoutes } from './portal/portal-routes.ts'
import { createPortalService } from './portal/portal-service.ts'
import { probeRoutes } from './portal/probe-routes.ts'
import { createCompositionService } from './releases/composition-service.ts'
import { remotesRoutes } from './releases/remotes-routes.ts'
import { reportsRoutes } from './reports/reports-routes.ts'
import type { DocumentStore } from './store/document-store.ts'
import type { Drive } from './sync/drive.ts'

/** Everything outside the app that it talks to. Services take the ones they need. */
export type Ports = {
  store: DocumentStore
  blobs: BlobStore
  drive: Drive
  calendar: Calendar
  identity: Identity
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
}

type Extras = { sampleAccounts?: SampleAccount[] }

/** Features meet here and nowhere else. Touches nothing but its ports. */
export function createApp(ports: Ports, settings: Settings, extras: Extras = {}): PortalApp {
  const { store, blobs, identity, shell, now, log } = ports
  const { domain } = settings.foundation
  const app = new Hono<AppEnv>()
  const mounted: Endpoint[] = []
  const headers = baseHeaders(settings.production)

  const admins = createDesignatedAdmins({
    store,
    defaultAdminEmail: settings.defaultAdminEmail,
    now,
    log,
  })
  const signedIn = createSignedIn({ identity, admins, domain, now })
  const serve = createServe(app, { signedIn, headers, mounted })
  const plain = createServePlain(app, headers)

  const compositions = createCompositionService({ store, devRemotes: settings.devRemotes, log })
  const config = portalConfigOf(settings, extras.sampleAccounts)
  const portal = createPortalService({ compositions, config })

  portalRoutes(serve, portal, { signedIn, production: settings.production, now })
  reportsRoutes(serve, { log, now })
  remotesRoutes(plain, { compositions, blobs })

  if (settings.identity.kind === 'emulator') {
    emulatorProxy(plain, { emulatorUrl: settings.identity.emulatorUrl })
  }
  if (shell) shellRoutes(plain, shell)
  const page = shell && createPage({ shell, portal, compositions, signedIn, settings, config })

  const ready = Promise.all([admins.ready, compositions.ready]).then(() => undefined)
  ready.catch(() => undefined)
  probeRoutes(plain, { store, ready })

  app.onError((error, c) => {
    const requestId = c.get('requestId') ?? nextRequestId()
    const failed = { method: c.req.method, path: c.req.path, requestId }
    return problemResponse(error, failed, headers, log)
  })
  app.notFound(answerElsewhere({ mounted, headers, log, page }))

  return { app, ready, mounted }
}
