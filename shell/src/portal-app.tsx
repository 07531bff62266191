import type { PortalReply } from '@portal/contract/portal'
import { type Portal, PortalContext } from '@portal/remote-kit/portal'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { RouterProvider } from 'react-router-dom'
import { dismissNotice, showNotice, toast, useInterface } from './frame/interface-store.ts'
import { type Host, HostContext } from './host.ts'
import type { RemoteLoader } from './load-remote.ts'
import { prefetchOnIntent } from './prefetch.ts'
import type { Report } from './report.ts'
import { createPortalRouter } from './routes.tsx'
import type { Session } from './session/session.ts'
import { watchNewer } from './watch-newer.ts'

/** What remotes are given of the host. */
export function portalFor(
  { person, config }: Pick<PortalReply, 'person' | 'config'>,
  call: Session['call'],
  report: Report,
): Portal {
  return { person, config, call, toast, report }
}

type PortalAppProps = {
  reply: PortalReply
  session: Session
  report: Report
  loaderFor: (reply: PortalReply) => RemoteLoader
  /** What the tab's reports are found by. */
  reference: string
  /** Whether the reader is told of something newer; not in a tab that runs what it asked for. */
  watched: boolean
}

/** The portal of one signed-in reader. Composition and loader are kept until the page is reloaded. */
export function PortalApp(props: PortalAppProps) {
  const { reply, session, report, loaderFor, reference, watched } = props
  const { person, config } = reply
  const [host] = useState<Host>(() => ({
    composition: reply.composition,
    loader: loaderFor(reply),
    reference,
    signOut: session.signOut,
  }))
  const portal = useMemo<Portal>(
    () => portalFor({ person, config }, session.call, report),
    [person, config, session, report],
  )
  const generation = useInterface((state) => state.generation)
  const queries = useQueryClient()
  useEffect(
    () => prefetchOnIntent(host.composition, host.loader, { portal, queries }),
    [host, portal, queries],
  )
  useNewerNotice(session.call, reply, watched)
  return (
    <PortalContext value={portal}>
      <HostContext value={host}>
        <Screens key={generation} host={host} />
      </HostContext>
    </PortalContext>
  )
}

/** Says when a reload would run something newer. What the page began with counts, whatever `reply` says later. */
function useNewerNotice(call: Session['call'], reply: PortalReply, watched: boolean) {
  const [running] = useState(reply)
  useEffect(() => {
    if (!watched) return
    const stop = watchNewer({
      call,
      running,
      onChange(isNewer) {
        if (!isNewer) return dismissNotice('newer')
        void import('./frame/newer-notice.tsx').then(
          ({ NewerNotice }) => showNotice('newer', NewerNotice),
          () => {},
        )
      },
    })
    return () => {
      stop()
      dismissNotice('newer')
    }
  }, [call, running, watched])
}

/** A new router forgets what the last one remembers: patched routes, and screens that failed to load. */
function Screens({ host }: { host: Host }) {
  const [router] = useState(() => createPortalRouter(host.composition, host.loader))
  useEffect(() => () => router.dispose(), [router])
  return <RouterProvider router={router} />
}
