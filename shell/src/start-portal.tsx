import '@portal/shared-ui/tokens.css'
import '@portal/shared-ui/base.css'
import './frame/first-paint.css'
import { type PageData, pageData, pageDataElement, type PortalReply } from '@portal/contract/portal'
import type { ComposedRelease } from '@portal/contract/releases'
import { offerLoadCode, renewAccessWith } from '@portal/shared-ui/load-code'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import * as z from 'zod/mini'
import { ErrorScreen } from './frame/error-screen.tsx'
import { followLinksOnce } from './frame/follow-once.ts'
import { showTextSize } from './frame/interface-store.ts'
import { servedGreeting, watchServedSkeleton } from './frame/served-frame.ts'
import { silentFailureOf } from './failure-stage.ts'
import { keepBuiltIns, type OnFault, recoverFrame } from './frame-integrity.ts'
import { clearReaderData } from './clear-reader-data.ts'
import { createRemoteLoader, type RemoteLoader, type RunRelease } from './load-remote.ts'
import { createOutcomes } from './outcomes.ts'
import { hasMemberView } from './member-view/member-view-request.ts'
import { hasOverride, isOverridden, requestsOverride } from './override/override-request.ts'
import { portalFor } from './portal-app.tsx'
import { readAhead } from './prefetch.ts'
import { queryClient } from './query-client.ts'
import { createReport, type ReportingTab, reportUncaught } from './report.ts'
import { reportBrokenStyles } from './report-styles.ts'
import { confirmReader } from './session/confirm-reader.ts'
import { loadIdentity } from './session/identity.ts'
import { loadSignIn } from './session/sign-in-parts.tsx'
import { watchActivity } from './session/reader-activity.ts'
import { createSession } from './session/session.ts'
import { onRunningChange } from './mounted-releases.ts'
import { isLimited, limitedReply } from './watch/limited-start.ts'
import { type LoadMarker, markLoad, takeStoppedLoads } from './watch/load-marks.ts'
import { hasOpenTab, tabState } from './watch/open-tab.ts'
import { startWatching } from './watch/start-watching.ts'
import {
  rememberStopped as avoid,
  rememberStoppedTabs,
  rememberTab,
} from './watch/stopped-memory.ts'
import { storeStoppedTab } from './watch/stopped-tabs.ts'
import { PortalRoot } from './portal-root.tsx'

type StartOptions = {
  /** How a release is run: with federation, or from the same bundle in a one-bundle build. */
  runRelease: RunRelease
}

/** From the page's own data to a painted portal; on a reload no request is made before that. */
export async function startPortal({ runRelease }: StartOptions): Promise<void> {
  offerLoadCode()
  const isSkeletonServed = watchServedSkeleton()
  servedGreeting.keep()
  showTextSize()
  followLinksOnce()
  const served = z.parse(
    pageData,
    JSON.parse(document.getElementById(pageDataElement)!.textContent),
  )
  if (isChoosingPassword(served)) return choosePassword(served)
  addEventListener('hashchange', () => {
    if (requestsOverride(location.hash))
      void tabOverride().then(({ followAddress }) => followAddress())
  })
  // Not awaited without an override or a member view: even one tick would delay the first paint.
  const own = hasMemberView(served) ? await inMemberView(served) : served
  if (!own) return
  // A member view shows the portal as everyone runs it.
  const mayOverride = own.portal?.person.viewsAs === undefined && hasOverride(own)
  const page = mayOverride ? await overridden(own) : own
  if (!page) return
  // A member view has replaced some of them.
  keepBuiltIns()
  const isUsual = !isOverridden(page)
  const preview = page.override?.preview?.id
  // Not awaited otherwise, as above; and before the session, which loads more once the page is idle.
  if (isUsual) rememberStoppedLoads()
  if (isUsual && hasOpenTab()) await rememberStopped()
  const limit = (reply: PortalReply) =>
    isUsual && isLimited(reply.composition, localStorage) ? limitedReply(reply) : reply
  if (page.portal) page.portal = limit(page.portal)
  const tab: ReportingTab = { session: crypto.randomUUID(), releases: new Map() }
  let marker: LoadMarker | undefined
  let traceparent: (() => string) | undefined
  if (page.config.tracing) {
    // Requests before it has loaded have no trace of a click.
    void import('./click-traces.ts').then(
      ({ traceClicks }) => (traceparent = traceClicks()),
      () => {},
    )
  }
  const session = createSession({
    page,
    traceparent: () => traceparent?.(),
    loadIdentity,
    forget: (options) => clearReaderData(queryClient, options),
    openPage: (address) => (address ? location.replace(address) : location.reload()),
    confirmReader,
    isActive: watchActivity(),
  })
  renewAccessWith(session.renewCookie)
  const report = createReport(session.call, tab)
  reportUncaught(report)
  reportBrokenStyles(report)
  let loader: RemoteLoader | undefined
  const onFault: OnFault = (release, error) => loader?.misbehaved(release, error)
  const createLoader = ({ composition }: PortalReply) => {
    tab.composition = composition.id
    const { session: id } = tab
    // No worker follows a tab of a dev server.
    if (isUsual && process.env.NODE_ENV !== 'development' && !marker) {
      marker = markLoad(() => tabState({ session: id, composition: composition.id }), localStorage)
      onRunningChange(marker.update)
    }
    // A trial says nothing about how a release works for others. A preview's reports count only for the preview.
    const outcomes =
      (isUsual || preview !== undefined) &&
      createOutcomes({
        call: session.call,
        session: tab.session,
        composition: composition.id,
        preview,
      })
    if (outcomes) tab.countError = outcomes.error
    const local = composition.remotes.flatMap(({ releases }) => releases.filter(({ dev }) => dev))
    if (local.length > 0) followDevServers(local)
    loader = createRemoteLoader({
      composition,
      run: runRelease,
      // Nor does a trial change what other tabs load first.
      memory: isUsual ? localStorage : undefined,
      isLimited: isUsual && isLimited(composition, localStorage),
      onGood(release) {
        tab.releases.set(release.name, release.release)
        if (outcomes) outcomes.good(release)
      },
      onFailure(release, error, stage) {
        report(error, { remote: release.name, release: release.release })
        if (release.dev) showDevError(release, error)
        if (outcomes) outcomes.failed(release, error, stage)
        // As after a tab that stopped answering: the next page prefers another release.
        if (isUsual && silentFailureOf(error)?.kind === 'frame') {
          avoid({ name: release.name, release: release.release, at: Date.now() }, localStorage)
        }
      },
      recover: () => recoverFrame(report, onFault),
    })
    return loader
  }
  const watch = ({ composition }: PortalReply) =>
    startWatching({
      call: session.call,
      report,
      session: tab.session,
      composition: composition.id,
      preview,
      onFollowed: () => marker?.end(),
      onFault,
      isUsual,
    })
  if (!page.portal) loadSignIn()
  // The first page's remotes start loading in parallel with React; failures are shown where they
  // are needed.
  const first = page.portal && createLoader(page.portal)
  if (first) {
    const portal = portalFor(page.portal!, session.call, report)
    const { composition } = page.portal!
    void readAhead(location.pathname, composition, first, { portal, queries: queryClient })
  }

  // Lets input through and the browser record its first paint before React's work begins.
  await new Promise((resolve) => setTimeout(resolve))
  createRoot(document.getElementById('portal')!).render(
    <ErrorScreen
      report={(error, errorId) => report(error, { errorId })}
      recover={() => recoverFrame(report, (release, error) => loader?.failed(release, error))}
    >
      <QueryClientProvider client={queryClient}>
        <PortalRoot
          session={session}
          report={report}
          createLoader={(reply) => (first && reply === page.portal ? first : createLoader(reply))}
          reference={tab.session.slice(0, 8)}
          config={page.config}
          watch={watch}
          limit={limit}
          watched={isUsual}
          isSkeletonServed={isSkeletonServed}
        />
      </QueryClientProvider>
    </ErrorScreen>,
  )
}

/** Whether the address is a link from an admin; nobody needs to be signed in for it. */
function isChoosingPassword({ config }: PageData): boolean {
  return config.identity.kind !== 'firebase' && location.pathname === '/choose-password'
}

async function choosePassword({ config }: PageData): Promise<void> {
  const { ChoosePasswordScreen } = await import('./session/choose-password-screen.tsx')
  const link = location.hash.slice(1)
  createRoot(document.getElementById('portal')!).render(
    <ErrorScreen report={() => undefined}>
      <ChoosePasswordScreen config={config} link={link} />
    </ErrorScreen>,
  )
}

function followDevServers(releases: ComposedRelease[]): void {
  void import('./override/dev-errors.tsx').then(
    ({ followBuilds }) => followBuilds(releases),
    () => {},
  )
}

/** Only for a tab that runs a release of a developer's server. */
function showDevError(release: ComposedRelease, error: unknown): void {
  void import('./override/dev-errors.tsx').then(
    (shown) => shown.showDevError(release, error),
    () => {},
  )
}

/** Few tabs need it. */
const tabOverride = () => import('./override/tab-override.ts')

/** If its code can't be loaded, the tab stays as served: only the API decides what it may do. */
async function inMemberView(served: PageData): Promise<PageData | undefined> {
  try {
    const { enterMemberView } = await import('./member-view/enter-member-view.ts')
    return enterMemberView(served)
  } catch (error) {
    console.error(error)
    return served
  }
}

/** If it can't be loaded, the tab stays as served. */
async function overridden(served: PageData): Promise<PageData | undefined> {
  try {
    const { enterOverride } = await tabOverride()
    return await enterOverride(served)
  } catch (error) {
    console.error(error)
    return served
  }
}

/** Pages that stopped before a worker followed them; they are reported like those that it followed. */
function rememberStoppedLoads(): void {
  for (const tab of takeStoppedLoads(localStorage)) {
    rememberTab(tab, localStorage)
    storeStoppedTab(tab).catch(() => {})
  }
}

/** In ms; a browser's database may not answer. */
const rememberLimit = 1000

/** A tab that ended in an unusual way may have stopped answering. */
async function rememberStopped(): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, rememberLimit))
  await Promise.race([rememberStoppedTabs(localStorage).catch(() => {}), late])
}
