import { type Person, type PortalReply, briefReleases, getPortal } from '@portal/contract/portal'
import { type Portal, PortalContext } from '@portal/remote-kit/portal'
import { useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useEffect, useMemo, useRef, useState } from 'react'
import { RouterProvider } from 'react-router-dom'
import {
  dismissNotice,
  openSearch,
  showNotice,
  type TabNotice,
  toast,
  useInterface,
} from './frame/interface-store.ts'
import { type Host, HostContext } from './host.ts'
import type { RemoteLoader } from './load-remote.ts'
import { prefetchOnIntent } from './prefetch.ts'
import type { Report } from './report.ts'
import { createPortalRouter } from './routes.tsx'
import { leavePortal } from './session/leave-portal.ts'
import type { Session } from './session/session.ts'
import type { Call } from '@portal/remote-kit/client'

/** The host's API for remotes. */
export function portalFor(
  { person, config, previousVisit }: Pick<PortalReply, 'person' | 'config' | 'previousVisit'>,
  call: Session['call'],
  report: Report,
): Portal {
  return { person, config, previousVisit, call, toast, openSearch, report }
}

type PortalAppProps = {
  reply: PortalReply
  session: Session
  report: Report
  createLoader: (reply: PortalReply) => RemoteLoader
  /** Identifies the tab's reports. */
  reference: string
  /** Finds releases that are broken without an error; returns a function that ends it. */
  watch: (reply: PortalReply) => () => void
  /** Whether parts were left out because pages of this browser have stopped answering. */
  isLimited: boolean
  /** Whether to announce updates; not in a tab with an override. */
  watched: boolean
}

/** The portal of one signed-in reader. Composition and loader are kept until the page is reloaded. */
export function PortalApp(props: PortalAppProps) {
  const { reply, session, report, createLoader, reference, watch, isLimited, watched } = props
  const { person, config, previousVisit } = reply
  const [host] = useState<Host>(() => ({
    composition: reply.composition,
    loader: createLoader(reply),
    reference,
    signOut: (before) =>
      leavePortal({
        uid: person.uid,
        call: session.call,
        async signOut() {
          await before?.()
          await session.signOut()
        },
      }),
    startSetUp: session.startSetUp,
    refreshReader: session.refreshReader,
  }))
  const portal = useMemo<Portal>(
    () => portalFor({ person, config, previousVisit }, session.call, report),
    [person, config, previousVisit, session, report],
  )
  const generation = useInterface((state) => state.generation)
  const queries = useQueryClient()
  useEffect(
    () => prefetchOnIntent(host.composition, host.loader, { portal, queries }),
    [host, portal, queries],
  )
  const [started] = useState(reply)
  useEffect(() => watch(started), [watch, started])
  useUpdateNotice(session.call, reply, watched)
  const [wasLimited] = useState(isLimited)
  // Says what is missing after pages have stopped answering.
  useNotice('limited', wasLimited, async () => {
    return (await import('./frame/portal-notices.tsx')).LimitedNotice
  })
  const { secondFactor, passwordSet, lastDay, kind, assists } = person
  useNotice('assistant', assists !== undefined, async () => {
    return (await import('./invited/assistant-notice.tsx')).AssistantNotice
  })
  useNotice('reset', secondFactor?.resetAt !== undefined, async () => {
    return (await import('./account/reset-notice.tsx')).ResetNotice
  })
  useNotice('password', passwordSet !== undefined && !passwordSet.isDismissed, async () => {
    return (await import('./account/password-notice.tsx')).PasswordNotice
  })
  useNotice('lastDay', lastDay !== undefined, async () => {
    return (await import('./account/last-day-notice.tsx')).LastDayNotice
  })
  return (
    <PortalContext value={portal}>
      <HostContext value={host}>
        <Screens key={generation} host={host} kind={kind} />
      </HostContext>
    </PortalContext>
  )
}

/**
 * Reports when a reload would run something newer. Compared with what the page started with, regardless of later
 * replies.
 */
function useUpdateNotice(call: Session['call'], reply: PortalReply, watched: boolean) {
  const [running] = useState(reply)
  useEffect(() => {
    if (!watched) return
    const stop = watchForUpdates({
      call,
      running,
      onChange(isNewer) {
        if (!isNewer) return dismissNotice('update')
        void import('./frame/portal-notices.tsx').then(
          ({ UpdateNotice }) => showNotice('update', UpdateNotice),
          () => {},
        )
      },
    })
    return () => {
      stop()
      dismissNotice('update')
    }
  }, [call, running, watched])
}

/** Shows a notice as long as it applies; few readers ever see one. */
function useNotice(place: TabNotice, isShown: boolean, load: () => Promise<ComponentType>) {
  const loading = useRef(load)
  useEffect(() => {
    if (!isShown) return undefined
    void loading.current().then(
      (Notice) => showNotice(place, Notice),
      () => {},
    )
    return () => dismissNotice(place)
  }, [place, isShown])
}

/** A new router drops the state of the old one: patched routes, and screens that failed to load. */
function Screens({ host, kind }: { host: Host } & Pick<Person, 'kind'>) {
  const [router] = useState(() => createPortalRouter(host.composition, host.loader, { kind }))
  useEffect(() => () => router.dispose(), [router])
  return <RouterProvider router={router} />
}

/** In ms. Returning to the tab checks as well, unless it was done a moment ago. */
const every = 5 * 60_000

const minInterval = 60_000

type UpdateWatchOptions = {
  call: Call
  running: Pick<PortalReply, 'composition' | 'shell'>
  /** Called when it changes: whether a reload would run something other than this tab. */
  onChange: (isNewer: boolean) => void
}

/**
 * Checks periodically, while the tab is visible, whether something newer is out. The response is usually a 304, and
 * no screen waits for it. Returns a function that stops it.
 */
export function watchForUpdates({ call, running, onChange }: UpdateWatchOptions): () => void {
  const own = nameOf(running)
  let known = own
  let last = Date.now()

  const look = async () => {
    if (document.visibilityState !== 'visible' || Date.now() - last < minInterval) return
    last = Date.now()
    try {
      const now = nameOf(await call(getPortal, briefReleases))
      if (now === known) return
      known = now
      onChange(now !== own)
    } catch {
      // Tried again the next time.
    }
  }
  const onVisible = () => void look()
  const timer = setInterval(onVisible, every)
  document.addEventListener('visibilitychange', onVisible)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', onVisible)
  }
}

function nameOf({ composition, shell = '' }: UpdateWatchOptions['running']): string {
  return `${composition.id} ${shell}`
}
