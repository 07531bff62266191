import { type PortalReply } from '@portal/contract/portal'
import { continueSkeleton, Skeleton } from '@portal/shared-ui/skeleton'
import { ToastRegion } from '@portal/shared-ui/toast-region'
import { useEffect, useInsertionEffect, useMemo } from 'react'
import { dismissToast, useInterface } from './frame/interface-store.ts'
import { awaitsPreview } from './override/override-request.ts'
import { PortalApp } from './portal-app.tsx'
import { type Report } from './report.ts'
import { useConfirmation } from './session/confirm-reader.ts'
import { leavePortal, useLeaving } from './session/leave-portal.ts'
import { loadSignInAgain, SignIn, SignInAgain } from './session/sign-in-parts.tsx'
import { signInPath } from './session/next-path.ts'
import { type Session } from './session/session.ts'
import { useSession } from './session/session-store.ts'
import { isLimited } from './watch/limited-start.ts'

/**
 * When the dialog of an expired session is loaded, in ms: after the page, and while the server
 * still has the files of this tab's shell.
 */
const expiredDialogDelay = 60_000

type PortalRootProps = {
  session: Session
  report: Report
  createLoader: Parameters<typeof PortalApp>[0]['createLoader']
  reference: string
  config: PortalReply['config']
  watch: Parameters<typeof PortalApp>[0]['watch']
  /** Limits a reply to what this browser starts after some of its pages have stopped answering. */
  limit: (reply: PortalReply) => PortalReply
  watched: boolean
  /** Whether the page itself shows a skeleton that this replaces. */
  isSkeletonServed: () => boolean
}

export function PortalRoot(props: PortalRootProps) {
  const { session, report, createLoader, reference, config, watch, watched } = props
  const { limit, isSkeletonServed } = props
  const state = useSession()
  const portal = useMemo(() => state.portal && limit(state.portal), [state.portal, limit])
  // Before the effects of anything that replaces the page's own first paint.
  useInsertionEffect(() => {
    if (isSkeletonServed()) continueSkeleton()
  }, [isSkeletonServed])
  useEffect(() => {
    const timer = setTimeout(loadSignInAgain, expiredDialogDelay)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      {state.status === 'loading' && <Skeleton lines={6} />}
      {state.status === 'signed out' && (
        <SignedOut isRequested={state.isRequested}>
          <SignIn
            config={config}
            notice={state.notice}
            awaitsPreview={awaitsPreview()}
            signIn={session.signIn}
          />
        </SignedOut>
      )}
      {portal && (
        <PortalApp
          key={portal.person.uid}
          reply={portal}
          isLimited={watched && isLimited(portal.composition, localStorage)}
          session={session}
          report={report}
          createLoader={createLoader}
          reference={reference}
          watch={watch}
          watched={watched}
        />
      )}
      {state.status === 'expired' && (
        <SignInAgain
          config={config}
          notice={state.notice}
          email={state.portal.person.email}
          signIn={session.signIn}
          onLeave={() => {
            const { uid } = state.portal.person
            void leavePortal({ uid, call: undefined, signOut: session.signOut })
          }}
        />
      )}
      {state.portal && <Confirmation portal={state.portal} session={session} />}
      <Leaving />
      <Toasts />
    </>
  )
}

/**
 * Every page redirects to sign-in, at an address that returns to the page. After a sign-out the address doesn't,
 * because the next reader may be another person.
 */
function SignedOut({ isRequested, children }: { isRequested: boolean; children: React.ReactNode }) {
  useEffect(() => {
    const { pathname, search, hash } = location
    if (pathname === '/login') return
    history.replaceState(
      null,
      '',
      isRequested ? signInPath(`${pathname}${search}${hash}`) : '/login',
    )
  }, [isRequested])
  return children
}

function Leaving() {
  const open = useLeaving((state) => state.open)
  return open && <open.Dialog work={open.work} onSettled={open.settle} />
}

function Confirmation({ portal, session }: { portal: PortalReply; session: Session }) {
  const open = useConfirmation((state) => state.open)
  const { person, config } = portal
  return open && <open.Dialog {...{ person, config, session }} onSettled={open.settle} />
}

function Toasts() {
  const toasts = useInterface((state) => state.toasts)
  return <ToastRegion toasts={toasts} onDismiss={dismissToast} />
}
