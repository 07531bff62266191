import type { ComposedRelease } from '@portal/contract/releases'
import { type RefObject, use, useEffect, useEffectEvent, useState } from 'react'
import {
  matchRoutes,
  type RouteObject,
  UNSAFE_DataRouterContext,
  useLocation,
} from 'react-router-dom'
import { emptyRelease, mountDeadline } from './first-render.tsx'
import { whenOverdue } from './overdue.ts'
import { patternAt } from './route-pattern.ts'
import { hasContent, hasEmptyRoot } from './screen-content.ts'
import { watchContent } from './watch-content.ts'

type Watched = {
  place: RefObject<HTMLElement | null>
  release: ComposedRelease
  routes: RouteObject[]
  /** Something but a placeholder is on the page. */
  onContent: () => void
}

/**
 * Watches that each screen of a release shows something. One that stays empty although nothing is
 * loading throws to the surrounding boundary: it exports no component, suspends forever, or has
 * removed itself, as another React's root does after an error.
 */
export function useScreenContent({ place, release, routes, onContent }: Watched): void {
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
