import type { PortalReply } from '@portal/contract/portal'
import { type Portal, PortalContext } from '@portal/remote-kit/portal'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { RouterProvider } from 'react-router-dom'
import { toast, useInterface } from './frame/interface-store.ts'
import { type Host, HostContext } from './host.ts'
import type { RemoteLoader } from './load-remote.ts'
import { prefetchOnIntent } from './prefetch.ts'
import type { Report } from './report.ts'
import { createPortalRouter } from './routes.tsx'
import type { Session } from './session/session.ts'

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
}

/** The portal of one signed-in reader. Composition and loader are kept until the page is reloaded. */
export function PortalApp({ reply, session, report, loaderFor }: PortalAppProps) {
  const { person, config } = reply
  const [host] = useState<Host>(() => ({
    composition: reply.composition,
    loader: loaderFor(reply),
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
  return (
    <PortalContext value={portal}>
      <HostContext value={host}>
        <Screens key={generation} host={host} />
      </HostContext>
    </PortalContext>
  )
}

/** A new router forgets what the last one remembers: patched routes, and screens that failed to load. */
function Screens({ host }: { host: Host }) {
  const [router] = useState(() => createPortalRouter(host.composition, host.loader))
  useEffect(() => () => router.dispose(), [router])
  return <RouterProvider router={router} />
}
