import { isApiError } from '@portal/contract/client'
import type { ComposedRelease } from '@portal/contract/releases'
import { usePortal } from '@portal/remote-kit/portal'
import { ErrorPanel } from '@portal/shared-ui/error-panel'
import { PageHeader } from '@portal/shared-ui/page-header'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { useEffect, useEffectEvent, useState } from 'react'
import { Outlet, useOutlet, useRouteError } from 'react-router-dom'
import { restartScreens } from './frame/interface-store.ts'
import { useHost } from './host.ts'
import { RemoteUnavailable } from './load-remote.ts'

const notLoaded = 'This part of the portal could not be loaded.'

/** Stands around every screen of a loaded remote; its first commit shows that the release works. */
export function RemoteMount({ release }: { release: ComposedRelease }) {
  const { loader } = useHost()
  useEffect(() => loader.good(release), [loader, release])
  return <Outlet />
}

/** The content area: a page, or its place while the first one is on its way. */
export function ContentArea() {
  return useOutlet() ?? <Skeleton lines={6} />
}

/** A remote that couldn't be loaded for a page, with the frame around it intact. */
export function LoadFailure() {
  const { loader } = useHost()
  const error = useRouteError()
  const { report } = usePortal()
  const tell = useEffectEvent(() => {
    // Each release's own failure has been reported when it was passed over.
    if (!(error instanceof RemoteUnavailable)) report(error)
  })
  useEffect(() => tell(), [error])
  const retry = () => {
    if (error instanceof RemoteUnavailable) loader.reset(error.remote)
    restartScreens()
  }
  return <FailedPage onRetry={retry} />
}

/** A screen of a loaded remote that failed: another release stands in once, if there is one. */
export function ScreenFailure({ release }: { release: ComposedRelease }) {
  const error = useRouteError()
  const { loader } = useHost()
  const failed = useReleaseFailure(error, release, restartScreens)
  const retry = () => {
    loader.reset(release.name)
    restartScreens()
  }
  return failed ? <FailedPage onRetry={retry} /> : <Skeleton lines={6} />
}

/** Marks the release bad and starts over with the next; true when there is none and the error stays. */
export function useReleaseFailure(
  error: unknown,
  release: ComposedRelease,
  startOver: () => void,
): boolean {
  const { loader } = useHost()
  const { report } = usePortal()
  const [failed, setFailed] = useState(false)
  const judge = useEffectEvent(() => {
    report(error, { remote: release.name })
    // What the API refuses is refused to every release alike.
    if (isApiError(error) || !loader.failed(release)) setFailed(true)
    else startOver()
  })
  useEffect(() => judge(), [error])
  return failed
}

function FailedPage({ onRetry }: { onRetry: () => void }) {
  return (
    <>
      <PageHeader title="Not available" />
      <ErrorPanel sentence={notLoaded} onRetry={onRetry} />
    </>
  )
}
