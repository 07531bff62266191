import type { ComposedRelease } from '@portal/contract/releases'
import { ScreenLifetime } from '@portal/remote-kit/screen-signal'
import { useRef } from 'react'
import { Outlet, type RouteObject, useLocation } from 'react-router-dom'
import { FirstRender } from './first-render.tsx'
import { PageSkeleton } from './frame/page-skeleton.tsx'
import { useHost } from './host.ts'
import { ReleasePlace } from './release-place.tsx'
import { noteShown } from './shown-screens.ts'
import { patternAt } from './route-pattern.ts'
import { useMounted } from './use-mounted.ts'
import { useScreenContent } from './use-screen-content.ts'

type RemoteMountProps = {
  release: ComposedRelease
  /** The remote's, relative to `/`. */
  routes: RouteObject[]
}

const nothing = () => {}

/** Wraps every screen of a loaded remote. */
export function RemoteMount({ release, routes }: RemoteMountProps) {
  const { loader } = useHost()
  const { pathname } = useLocation()
  const place = useRef<HTMLDivElement>(null)
  const route = patternAt(routes, pathname)
  useMounted(release, route)
  // A commit proves nothing: a route without a component commits, too.
  const handleContent = () => {
    noteShown(release, pathname)
    loader.good(release)
  }
  useScreenContent({ place, release, routes, onContent: handleContent })
  return (
    <ReleasePlace place={place} release={release} route={route}>
      <FirstRender release={release} route={route} waiting={<PageSkeleton />} onCommit={nothing}>
        <ScreenLifetime screen={route}>
          <Outlet />
        </ScreenLifetime>
      </FirstRender>
    </ReleasePlace>
  )
}
