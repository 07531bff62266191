import '@portal/shared-ui/tokens.css'
import '@portal/shared-ui/base.css'
import './frame/first-paint.css'
import { type PageData, pageData, pageDataElement, type PortalReply } from '@portal/contract/portal'
import { offerLoadCode } from '@portal/shared-ui/load-code'
import { handOverSkeleton, Skeleton } from '@portal/shared-ui/skeleton'
import { ToastRegion } from '@portal/shared-ui/toast-region'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useInsertionEffect } from 'react'
import { createRoot } from 'react-dom/client'
import * as z from 'zod/mini'
import { ErrorScreen } from './frame/error-screen.tsx'
import { followLinksOnce } from './frame/follow-once.ts'
import { dismissToast, showTextSize, useInterface } from './frame/interface-store.ts'
import { watchServedSkeleton } from './frame/served-skeleton.ts'
import { forgetReader } from './forget-reader.ts'
import { createRemoteLoader, type RunRelease } from './load-remote.ts'
import { createOutcomes } from './outcomes.ts'
import { asksForOverride, concernsOverride, isOverridden } from './override/override-wish.ts'
import { PortalApp, portalFor } from './portal-app.tsx'
import { readAhead } from './prefetch.ts'
import { queryClient } from './query-client.ts'
import { createReport, type Report, type ReportingTab, reportUncaught } from './report.ts'
import { ExpiredDialog } from './session/expired-dialog.tsx'
import { signInPath } from './session/next-path.ts'
import { createSession, type Session } from './session/session.ts'
import { useSession } from './session/session-store.ts'
import { SignInScreen } from './session/sign-in-screen.tsx'

type StartOptions = {
  /** How a release is run: over federation, or from the same bundle where everything is built as one. */
  runRelease: RunRelease
}

/** From the page's own data to a painted portal; nothing is asked of the network before that on a reload. */
export async function startPortal({ runRelease }: StartOptions): Promise<void> {
  offerLoadCode()
  const isSkeletonServed = watchServedSkeleton()
  showTextSize()
  followLinksOnce()
  const served = z.parse(
    pageData,
    JSON.parse(document.getElementById(pageDataElement)!.textContent),
  )
  addEventListener('hashchange', () => {
    if (asksForOverride(location.hash))
      void tabOverride().then(({ followAddress }) => followAddress())
  })
  // Not awaited where there is nothing of it: a tick would be one before the first paint.
  const page = concernsOverride(served) ? await overridden(served) : served
  if (!page) return
  const isUsual = !isOverridden(page)
  const tab: ReportingTab = { session: crypto.randomUUID(), releases: new Map() }
  const session = createSession({
    page,
    loadIdentity: async (config) => (await import('./session/firebase.ts')).openIdentity(config),
    forget: () => forgetReader(queryClient),
    openPage: (address) => (address ? location.replace(address) : location.reload()),
  })
  const report = createReport(session.call, tab)
  reportUncaught(report)
  const loaderFor = ({ composition }: PortalReply) => {
    tab.composition = composition.id
    // What somebody tries out says nothing of how releases do where they are offered.
    const outcomes =
      isUsual &&
      createOutcomes({ call: session.call, session: tab.session, composition: composition.id })
    return createRemoteLoader({
      composition,
      run: runRelease,
      // Nor does it change what is loaded first elsewhere.
      memory: isUsual ? localStorage : undefined,
      onGood(release) {
        tab.releases.set(release.name, release.release)
        if (outcomes) outcomes.good(release)
      },
      onFailure(release, error, stage) {
        report(error, { remote: release.name, release: release.release })
        if (outcomes) outcomes.failed(release, error, stage)
      },
    })
  }
  // The first page's remotes start while React does; a failure is shown where they are asked for.
  const first = page.portal && loaderFor(page.portal)
  if (first) {
    const portal = portalFor(page.portal!, session.call, report)
    const { composition } = page.portal!
    void readAhead(location.pathname, composition, first, { portal, queries: queryClient })
  }

  // Whoever presses something meanwhile is heard, and the browser notes when it first painted, before React's work begins.
  await new Promise((resolve) => setTimeout(resolve))
  createRoot(document.getElementById('portal')!).render(
    <ErrorScreen report={(error, errorId) => report(error, { errorId })}>
      <QueryClientProvider client={queryClient}>
        <Everything
          session={session}
          report={report}
          loaderFor={(reply) => (first && reply === page.portal ? first : loaderFor(reply))}
          reference={tab.session.slice(0, 8)}
          config={page.config}
          watched={isUsual}
          isSkeletonServed={isSkeletonServed}
        />
      </QueryClientProvider>
    </ErrorScreen>,
  )
}

/** Hardly a tab needs it. */
const tabOverride = () => import('./override/tab-override.ts')

/** What can't be had leaves the tab as it was served. */
async function overridden(served: PageData): Promise<PageData | undefined> {
  try {
    const { enterOverride } = await tabOverride()
    return await enterOverride(served)
  } catch (error) {
    console.error(error)
    return served
  }
}

type EverythingProps = {
  session: Session
  report: Report
  loaderFor: Parameters<typeof PortalApp>[0]['loaderFor']
  reference: string
  config: PortalReply['config']
  watched: boolean
  /** Whether the page itself shows a skeleton that this takes over from. */
  isSkeletonServed: () => boolean
}

function Everything(props: EverythingProps) {
  const { session, report, loaderFor, reference, config, watched, isSkeletonServed } = props
  const state = useSession()
  // Before the effects of anything that takes the place of the page's own first paint.
  useInsertionEffect(() => {
    if (isSkeletonServed()) handOverSkeleton()
  }, [isSkeletonServed])
  return (
    <>
      {state.status === 'loading' && <Skeleton lines={6} />}
      {state.status === 'signed out' && (
        <SignedOut asked={state.asked}>
          <SignInScreen config={config} notice={state.notice} signIn={session.signIn} />
        </SignedOut>
      )}
      {state.portal && (
        <PortalApp
          key={state.portal.person.uid}
          reply={state.portal}
          session={session}
          report={report}
          loaderFor={loaderFor}
          reference={reference}
          watched={watched}
        />
      )}
      {state.status === 'expired' && (
        <ExpiredDialog
          config={config}
          signIn={session.signIn}
          onLeave={() => void session.signOut()}
        />
      )}
      <Toasts />
    </>
  )
}

/** Every page asks to sign in first, at an address that comes back to it; who has signed out leaves none to the next. */
function SignedOut({ asked, children }: { asked: boolean; children: React.ReactNode }) {
  useEffect(() => {
    const { pathname, search, hash } = location
    if (pathname === '/login') return
    history.replaceState(null, '', asked ? signInPath(`${pathname}${search}${hash}`) : '/login')
  }, [asked])
  return children
}

function Toasts() {
  const toasts = useInterface((state) => state.toasts)
  return <ToastRegion toasts={toasts} onDismiss={dismissToast} />
}
