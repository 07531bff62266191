import type { ComposedRelease } from '@portal/contract/releases'
import { afterQuiet } from '@portal/contract/silence'
import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useHost } from './host.ts'

/** How long a loaded release may show nothing while nothing is on its way to the page, in ms. */
export const mountDeadline = 5000

type FirstRenderProps = {
  release: ComposedRelease
  /** Stands in while the release waits for something itself. */
  waiting: ReactNode
  children: ReactNode
}

/** Stands around what a release shows. Its first commit shows that it works; one that doesn't come is a failure. */
export function FirstRender({ release, waiting, children }: FirstRenderProps) {
  const [shown, setShown] = useState(false)
  return (
    <Suspense fallback={shown ? waiting : <Awaited release={release}>{waiting}</Awaited>}>
      {children}
      <Shown release={release} onShown={() => setShown(true)} />
    </Suspense>
  )
}

/** Its effect runs once everything beside it has been drawn, and not while that is waited for. */
function Shown({ release, onShown }: { release: ComposedRelease; onShown: () => void }) {
  const { loader } = useHost()
  const tell = useEffectEvent(onShown)
  useEffect(() => {
    loader.good(release)
    tell()
  }, [loader, release])
  return null
}

/** Throws to the boundary around it when the time is over. */
function Awaited({ release, children }: { release: ComposedRelease; children: ReactNode }) {
  const [late, setLate] = useState(false)
  useEffect(() => afterQuiet(mountDeadline, () => setLate(true)), [])
  if (late) {
    throw new Error(`${release.name}@${release.release} showed nothing within ${mountDeadline} ms`)
  }
  return children
}
