import type { ComposedRelease } from '@portal/contract/releases'
import { afterQuiet } from '@portal/contract/silence'
import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useHost } from './host.ts'

/** How long a loaded release may show nothing while nothing is loading, in ms. */
export const mountDeadline = 5000

type FirstRenderProps = {
  release: ComposedRelease
  /** Shown while the release itself suspends. */
  waiting: ReactNode
  children: ReactNode
}

/**
 * Wraps what a release shows. Its first commit proves that it works; if that doesn't happen, the
 * release has failed.
 */
export function FirstRender({ release, waiting, children }: FirstRenderProps) {
  const [shown, setShown] = useState(false)
  return (
    <Suspense fallback={shown ? waiting : <Awaited release={release}>{waiting}</Awaited>}>
      {children}
      <Shown release={release} onShown={() => setShown(true)} />
    </Suspense>
  )
}

/** Its effect runs once its siblings have rendered, and not while they suspend. */
function Shown({ release, onShown }: { release: ComposedRelease; onShown: () => void }) {
  const { loader } = useHost()
  const notifyShown = useEffectEvent(onShown)
  useEffect(() => {
    loader.good(release)
    notifyShown()
  }, [loader, release])
  return null
}

/** Throws to the surrounding boundary when the time is over. */
function Awaited({ release, children }: { release: ComposedRelease; children: ReactNode }) {
  const [late, setLate] = useState(false)
  useEffect(() => afterQuiet(mountDeadline, () => setLate(true)), [])
  if (late) {
    throw new Error(`${release.name}@${release.release} showed nothing within ${mountDeadline} ms`)
  }
  return children
}
