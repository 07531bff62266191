import type { ComposedRelease } from '@portal/contract/releases'
import { ScreenLifetime } from '@portal/remote-kit/screen-signal'
import { useRef, type RefObject, use, useEffect, useEffectEvent, useState } from 'react'
import {
  Outlet,
  type RouteObject,
  useLocation,
  matchRoutes,
  UNSAFE_DataRouterContext,
} from 'react-router-dom'
import { FirstRender, emptyRelease, mountDeadline } from './first-render.tsx'
import { PageSkeleton } from './frame/page-skeleton.tsx'
import { useHost } from './host.ts'
import { ReleasePlace, useMounted } from './mounted-release.tsx'
import { noteShown } from './shown-screens.ts'

import { whenOverdue } from './overdue.ts'
import { hasContent, hasEmptyRoot, watchContent } from './screen-content.ts'

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

type Watched = {
  place: RefObject<HTMLElement | null>
  release: ComposedRelease
  routes: RouteObject[]
  /** Called once something other than a placeholder is on the page. */
  onContent: () => void
}

/**
 * Watches that each screen of a release shows something. One that stays empty although nothing is
 * loading throws to the surrounding boundary: it exports no component, suspends forever, or has
 * removed itself, as another React's root does after an error.
 */
function useScreenContent({ place, release, routes, onContent }: Watched): void {
  const { key, pathname } = useLocation()
  const router = use(UNSAFE_DataRouterContext)?.router
  const [late, setLate] = useState<Error>()
  const setEmpty = useEffectEvent((path: string) => {
    setLate(emptyRelease(release, patternAt(routes, path)))
  })
  const notify = useEffectEvent(onContent)

  useEffect(() => {
    const area = place.current!
    return watchContent({
      area,
      isShown: () => hasContent(area) && !hasEmptyRoot(area),
      onShown: () => notify(),
      onEmpty: () => setEmpty(pathname),
    })
  }, [place, pathname])

  // React keeps the old screen while the next one suspends, so the address alone has changed.
  useEffect(() => {
    let stop: (() => void) | undefined
    const unsubscribe = router?.subscribe(({ location }) => {
      stop?.()
      stop = undefined
      if (location.key === key || !matchRoutes(routes, location.pathname)) return
      stop = whenOverdue(mountDeadline, () => setEmpty(location.pathname))
    })
    return () => {
      stop?.()
      unsubscribe?.()
    }
  }, [router, routes, key])

  if (late) throw late
}

/** The pattern of the route that a path matches, such as `/meetings/:year`; never the path itself. */
function patternAt(routes: RouteObject[], path: string): string {
  const matches = matchRoutes(routes, path) ?? []
  const parts = matches.flatMap(({ route }) => route.path?.replace(/^\/|\/$/g, '') || [])
  return `/${parts.join('/')}`
}
