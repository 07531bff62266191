import type { ComposedRelease } from '@portal/contract/releases'
import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { brokenRelease } from './failure-stage.ts'
import { whenOverdue } from './overdue.ts'
import { noteDuration } from './release-timing.ts'

/** How long a loaded release may show nothing while nothing is loading, in ms. */
export const mountDeadline = 5000

/** The failure of a release that shows nothing. `route` is a pattern. */
export function emptyRelease(release: ComposedRelease, route: string): Error {
  const did = `showed nothing within ${mountDeadline} ms`
  return brokenRelease(release, did, { kind: 'empty', route })
}

type FirstRenderProps = {
  release: ComposedRelease
  /** The pattern of its route. */
  route: string
  /** Shown while the release itself suspends. */
  waiting: ReactNode
  /** Called at the first commit. */
  onCommit: () => void
  children: ReactNode
}

/** Wraps what a release shows. If it doesn't commit, the release has failed. */
export function FirstRender(props: FirstRenderProps) {
  const { release, route, waiting, onCommit, children } = props
  const [shown, setShown] = useState(false)
  const [start] = useState(() => performance.now())
  const handleCommit = () => {
    if (!shown) noteDuration(release, route, start)
    setShown(true)
    onCommit()
  }
  const awaited = (
    <Awaited release={release} route={route}>
      {waiting}
    </Awaited>
  )
  return (
    <Suspense fallback={shown ? waiting : awaited}>
      {children}
      <Committed onCommit={handleCommit} />
    </Suspense>
  )
}

/** Its effect runs once its siblings have rendered, and not while they suspend. */
function Committed({ onCommit }: { onCommit: () => void }) {
  const notify = useEffectEvent(onCommit)
  useEffect(() => notify(), [])
  return null
}

/** Throws to the surrounding boundary when time is up. */
function Awaited({
  release,
  route,
  children,
}: Pick<FirstRenderProps, 'release' | 'route' | 'children'>) {
  const [late, setLate] = useState(false)
  useEffect(() => whenOverdue(mountDeadline, () => setLate(true)), [])
  if (late) throw emptyRelease(release, route)
  return children
}
