import { ErrorPanel } from '@portal/shared-ui/error-panel'
import { Skeleton } from '@portal/shared-ui/skeleton'
import type { ComposedRelease } from '@portal/contract/releases'
import { Component, type ComponentType, type ReactNode, useEffect, useState } from 'react'
import type { SlotPart } from './composition.ts'
import { useHost } from './host.ts'
import { type RemoteLoader, within } from './load-remote.ts'
import { useReleaseFailure } from './remote-boundary.tsx'

/** How long a part may take from the loaded remote to its component, in ms. */
const mountDeadline = 5000
const notLoaded = 'This part of the portal could not be loaded.'

type PartState =
  | { step: 'loading' }
  | { step: 'shown'; Part: ComponentType; release: ComposedRelease }
  | { step: 'failed' }

/** One remote's contribution to a place of the shell's: loads, fails and recovers by itself. */
export function RemotePart({ part }: { part: SlotPart }) {
  const { loader } = useHost()
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<PartState>({ step: 'loading' })
  const { remote, component } = part

  useEffect(() => {
    let current = true
    loadPart(loader, remote, component).then(
      (shown) => current && setState(shown),
      () => current && setState({ step: 'failed' }),
    )
    return () => {
      current = false
    }
  }, [loader, remote, component, attempt])

  const startOver = () => {
    setState({ step: 'loading' })
    setAttempt(attempt + 1)
  }
  const retry = () => {
    loader.reset(remote)
    startOver()
  }
  if (state.step === 'loading') return <Skeleton height="10rem" />
  if (state.step === 'failed') return <ErrorPanel sentence={notLoaded} onRetry={retry} />
  const { Part, release } = state
  return (
    <PartBoundary
      key={attempt}
      failure={(error) => (
        <PartFailure error={error} release={release} startOver={startOver} retry={retry} />
      )}
    >
      <Part />
      <MarkGood release={release} />
    </PartBoundary>
  )
}

async function loadPart(
  loader: RemoteLoader,
  name: string,
  component: string,
): Promise<PartState & { step: 'shown' }> {
  const { remote, release } = await loader.load(name)
  try {
    const slot = remote.slots[component]
    if (!slot) throw new Error(`${name} has no part ${component}`)
    const { Component } = await within(mountDeadline, slot.load(), `${component} took too long`)
    return { step: 'shown', Part: Component, release }
  } catch (error) {
    if (loader.failed(release)) return loadPart(loader, name, component)
    throw error
  }
}

function MarkGood({ release }: { release: ComposedRelease }) {
  const { loader } = useHost()
  useEffect(() => loader.good(release), [loader, release])
  return null
}

type PartFailureProps = {
  error: unknown
  release: ComposedRelease
  startOver: () => void
  retry: () => void
}

function PartFailure({ error, release, startOver, retry }: PartFailureProps) {
  const failed = useReleaseFailure(error, release, startOver)
  return failed ? <ErrorPanel sentence={notLoaded} onRetry={retry} /> : <Skeleton height="10rem" />
}

type BoundaryProps = { children: ReactNode; failure: (error: unknown) => ReactNode }

/** React catches errors by classes alone. */
class PartBoundary extends Component<BoundaryProps, { caught?: { error: unknown } }> {
  override state: { caught?: { error: unknown } } = {}

  static getDerivedStateFromError(error: unknown) {
    return { caught: { error } }
  }

  override render() {
    const { caught } = this.state
    return caught ? this.props.failure(caught.error) : this.props.children
  }
}
