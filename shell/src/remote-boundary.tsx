import { isApiError } from '@portal/remote-kit/client'
import type { ComposedRelease } from '@portal/contract/releases'
import { OfflineNote } from '@portal/remote-kit/offline-note'
import { usePortal } from '@portal/remote-kit/portal'
import { ErrorPanel } from '@portal/shared-ui/error-panel'
import { PageHeader } from '@portal/shared-ui/page-header'
import { useBackOnline } from '@portal/shared-ui/use-online'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useOutlet, useRouteError } from 'react-router-dom'
import { restartScreens } from './frame/interface-store.ts'
import { PageSkeleton } from './frame/page-skeleton.tsx'
import { useHost } from './host.ts'
import { RemoteUnavailable } from './load-remote.ts'
import { wasShown } from './shown-screens.ts'

const notLoaded = 'This part of the portal could not be loaded.'
const stoppedWorking = 'This part of the portal has stopped working.'

/** The content area: a page, or its placeholder while the first one loads. */
export function ContentArea() {
  return useOutlet() ?? <PageSkeleton />
}

/** A page that couldn't be loaded, with the frame around it intact. */
export function LoadFailure() {
  const { loader } = useHost()
  const error = useRouteError()
  const { report } = usePortal()
  const reportOnce = useEffectEvent(() => {
    // Each release's own failure was reported when it was skipped.
    if (!(error instanceof RemoteUnavailable)) report(error)
  })
  useEffect(() => reportOnce(), [])
  const retry = () => {
    if (error instanceof RemoteUnavailable) loader.reset(error.remote)
    restartScreens()
  }
  return <FailedPage onRetry={retry} />
}

/** A screen of a loaded remote that failed: another release replaces it once, if there is one. */
export function ScreenFailure({ release }: { release: ComposedRelease }) {
  const error = useRouteError()
  const { loader } = useHost()
  const { pathname } = useLocation()
  const [hasShown] = useState(() => wasShown(release, pathname))
  const another = useReleaseFailure(error, release, restartScreens)
  const retry = () => {
    loader.reset(release.name)
    restartScreens()
  }
  return another ? <PageSkeleton /> : <FailedPage hasShown={hasShown} onRetry={retry} />
}

/** Marks the release bad and starts over if another one may replace it; returns whether one may. */
export function useReleaseFailure(
  error: unknown,
  release: ComposedRelease,
  startOver: () => void,
): boolean {
  const { loader } = useHost()
  const { report } = usePortal()
  // The API's refusals are the same for every release.
  const [another] = useState(() => !isApiError(error) && loader.hasAnother(release))
  const handleFailure = useEffectEvent(() => {
    if (isApiError(error)) report(error, { remote: release.name })
    else loader.failed(release, error)
    if (another) startOver()
  })
  useEffect(() => handleFailure(), [])
  return another
}

type FailureProps = {
  /** Whether it failed after it had been shown. */
  hasShown?: boolean
  onRetry: () => void
}

function FailedPage(props: FailureProps) {
  return (
    <>
      <PageHeader title="Not available" />
      <FailedPart {...props} />
    </>
  )
}

/** Shown instead of a missing part; tries again automatically once the device is back online. */
export function FailedPart({ hasShown = false, onRetry }: FailureProps) {
  const { reference } = useHost()
  useBackOnline(onRetry)
  return (
    <ErrorPanel
      sentence={hasShown ? stoppedWorking : notLoaded}
      requestId={reference}
      onRetry={onRetry}
    >
      <OfflineNote />
    </ErrorPanel>
  )
}
