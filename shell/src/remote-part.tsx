import type { SlotPart } from '@portal/domain/menu'
import type { ComposedRelease } from '@portal/contract/releases'
import { ScreenLifetime } from '@portal/remote-kit/screen-signal'
import { Skeleton } from '@portal/shared-ui/skeleton'
import {
  Component,
  type ComponentType,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { firstRelease } from './composition.ts'
import { emptyRelease, FirstRender, mountDeadline } from './first-render.tsx'
import { useHost } from './host.ts'
import { type RemoteLoader, RemoteUnavailable, withinQuiet } from './load-remote.ts'
import { ReleasePlace, useMounted } from './mounted-release.tsx'
import { FailedPart, useReleaseFailure } from './remote-boundary.tsx'
import { hasEmptyRoot, watchContent } from './screen-content.ts'

type PartState =
  | { step: 'loading' }
  | { step: 'shown'; Part: ComponentType; release: ComposedRelease }
  /** The fallback that runs instead of the release has no such part. */
  | { step: 'absent' }
  | { step: 'failed' }

type RemotePartProps = {
  part: SlotPart
  /** Called once the part, nothing or an error is shown. */
  onSettled?: () => void
  /** Called instead if no release of the remote could be loaded, which concerns all of its parts. */
  onUnavailable: () => void
}

/** One remote's contribution to a slot of the shell: loads, fails and recovers on its own. */
export function RemotePart({ part, onSettled, onUnavailable }: RemotePartProps) {
  const { loader } = useHost()
  const [attempt, setAttempt] = useState(0)
  const startOver = () => setAttempt(attempt + 1)
  const retry = () => {
    loader.reset(part.remote)
    startOver()
  }
  return (
    <LoadedPart
      key={attempt}
      part={part}
      startOver={startOver}
      retry={retry}
      onSettled={onSettled}
      onUnavailable={onUnavailable}
    />
  )
}

type LoadedPartProps = {
  part: SlotPart
  startOver: () => void
  retry: () => void
  onSettled: (() => void) | undefined
  onUnavailable: () => void
}

function LoadedPart({ part, startOver, retry, onSettled, onUnavailable }: LoadedPartProps) {
  const { composition, loader } = useHost()
  const [state, setState] = useState<PartState>({ step: 'loading' })
  const [hasShown, setHasShown] = useState(false)
  const { remote, component } = part
  const settle = useEffectEvent((settled: PartState) => {
    setState(settled)
    onSettled?.()
  })
  const fail = useEffectEvent((error: unknown) => {
    if (error instanceof RemoteUnavailable) onUnavailable()
    else settle({ step: 'failed' })
  })

  useEffect(() => {
    let current = true
    loadPart(loader, firstRelease(composition, remote)!, component).then(
      (shown) => current && settle(shown),
      (error: unknown) => current && fail(error),
    )
    return () => {
      current = false
    }
  }, [composition, loader, remote, component])

  if (state.step === 'loading') return <Skeleton height="10rem" />
  if (state.step === 'absent') return null
  if (state.step === 'failed') return <FailedPart onRetry={retry} />
  const { Part, release } = state
  return (
    <PartBoundary release={release} hasShown={hasShown} startOver={startOver} retry={retry}>
      <MountedPart release={release} Part={Part} onShown={() => setHasShown(true)} />
    </PartBoundary>
  )
}

/** Parts are on the dashboard. */
const dashboard = '/'

type MountedPartProps = { release: ComposedRelease; Part: ComponentType; onShown: () => void }

/**
 * A part may show nothing, so its first commit proves that it works. React doesn't see when a root of another library
 * commits, so a part with one must show something.
 */
function MountedPart({ release, Part, onShown }: MountedPartProps) {
  const { loader } = useHost()
  const place = useRef<HTMLDivElement>(null)
  const stop = useRef<() => void>(undefined)
  const [late, setLate] = useState<Error>()
  useMounted(release, dashboard)
  const handleShown = useEffectEvent(() => {
    loader.good(release)
    onShown()
  })
  const handleEmpty = useEffectEvent(() => setLate(emptyRelease(release, dashboard)))
  const handleCommit = useEffectEvent(() => {
    const area = place.current!
    stop.current ??= watchContent({
      area,
      isShown: () => !hasEmptyRoot(area),
      onShown: () => handleShown(),
      onEmpty: () => handleEmpty(),
    })
  })
  useEffect(() => () => stop.current?.(), [])
  if (late) throw late
  return (
    <ReleasePlace place={place} release={release} route={dashboard}>
      <FirstRender
        release={release}
        route={dashboard}
        waiting={<Skeleton height="10rem" />}
        onCommit={() => handleCommit()}
      >
        <ScreenLifetime screen={dashboard}>
          <Part />
        </ScreenLifetime>
      </FirstRender>
    </ReleasePlace>
  )
}

/** `first`: the release whose declaration the part is from. */
async function loadPart(
  loader: RemoteLoader,
  first: ComposedRelease,
  component: string,
): Promise<PartState> {
  const { remote, release } = await loader.load(first.name)
  // Not a fault of the fallback: it has never declared this part.
  if (release.release !== first.release && !declares(release, component)) return { step: 'absent' }
  try {
    const slot = remote.slots[component]
    if (!slot) throw new Error(`${first.name} has no part ${component}`)
    const { Component: Loaded } = await withinQuiet(
      mountDeadline,
      slot.load(),
      `${component} took too long`,
    )
    loader.checkEvaluated(release)
    return { step: 'shown', Part: Loaded, release }
  } catch (error) {
    const another = loader.hasAnother(release)
    loader.failed(release, error)
    if (another) return loadPart(loader, first, component)
    throw error
  }
}

function declares({ slots }: ComposedRelease, component: string): boolean {
  return slots.some((part) => part.component === component)
}

type FailureProps = {
  release: ComposedRelease
  hasShown: boolean
  startOver: () => void
  retry: () => void
}

function PartFailure(props: FailureProps & { error: unknown }) {
  const { error, release, hasShown, startOver, retry } = props
  const another = useReleaseFailure(error, release, startOver)
  return another ? <Skeleton height="10rem" /> : <FailedPart hasShown={hasShown} onRetry={retry} />
}

type BoundaryProps = FailureProps & { children: ReactNode }

/** React requires a class for error boundaries. */
class PartBoundary extends Component<BoundaryProps, { caught?: { error: unknown } }> {
  override state: { caught?: { error: unknown } } = {}

  static getDerivedStateFromError(error: unknown) {
    return { caught: { error } }
  }

  override render() {
    const { children, ...failure } = this.props
    const { caught } = this.state
    return caught ? <PartFailure error={caught.error} {...failure} /> : children
  }
}
