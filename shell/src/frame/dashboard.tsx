import { slotParts, stoppedIn, type SlotPart } from '@portal/domain/menu'
import { greeting } from '@portal/domain/greeting'
import { usePortal } from '@portal/remote-kit/portal'
import { PageHeader } from '@portal/shared-ui/page-header'
import { useEffect, useState } from 'react'
import { useHost } from '../host.ts'
import { FailedPart } from '../remote-boundary.tsx'
import { RemotePart } from '../remote-part.tsx'
import { StoppedPart } from '../stopped-part.tsx'
import styles from './dashboard.module.css'
import { servedGreeting } from './served-frame.ts'

/** A greeting, and the remotes' parts. Each part loads and fails on its own; a missing remote is reported once. */
export function Dashboard() {
  const { person, config } = usePortal()
  const { composition, loader } = useHost()
  const [title] = useState(
    () =>
      servedGreeting.get() ?? greeting(new Date(), config.foundation.timeZone, person.displayName),
  )
  useEffect(() => servedGreeting.forget, [])
  const parts = slotParts(composition, 'dashboard')
  const { isShown, onSettled } = usePartsInOrder(parts.length)
  const [unavailable, setUnavailable] = useState<readonly number[]>([])
  const reportedAt = (remote: string) =>
    parts.findIndex((part, index) => part.remote === remote && unavailable.includes(index))
  const retry = (remote: string) => {
    loader.reset(remote)
    setUnavailable((before) => before.filter((index) => parts[index]!.remote !== remote))
  }
  const widths = partWidths(parts)
  return (
    <>
      <PageHeader title={title} />
      <div className={styles.place}>
        <div className={styles.parts}>
          {parts.map((part, index) => (
            <div
              key={`${part.remote} ${part.component}`}
              className={widths[index] === 'half' ? styles.half : undefined}
              hidden={!isShown(index)}
            >
              {unavailable.includes(index) ? (
                reportedAt(part.remote) === index && (
                  <FailedPart onRetry={() => retry(part.remote)} />
                )
              ) : (
                <RemotePart
                  part={part}
                  onSettled={() => onSettled(index)}
                  onUnavailable={() => {
                    setUnavailable((before) => [...before, index])
                    onSettled(index)
                  }}
                />
              )}
            </div>
          ))}
          {stoppedIn(composition, 'dashboard').map((remote) => (
            <StoppedPart key={remote.name} remote={remote} />
          ))}
        </div>
      </div>
    </>
  )
}

/** The widths of the dashboard's parts, in order: a half without another half next to it is full. */
export function partWidths(parts: Pick<SlotPart, 'width'>[]): ('full' | 'half')[] {
  const widths: ('full' | 'half')[] = []
  while (widths.length < parts.length) {
    const [first, second] = parts.slice(widths.length)
    const isPair = first?.width === 'half' && second?.width === 'half'
    widths.push(...(isPair ? (['half', 'half'] as const) : (['full'] as const)))
  }
  return widths
}

/** How long a ready part waits for the ones above it, in ms. */
const maxDelay = 3000

type PartsInOrder = {
  isShown: (index: number) => boolean
  /** Called when the part is ready or has failed. */
  onSettled: (index: number) => void
}

/**
 * Shows each part once the parts above it are ready: until then their height is unknown, and anything below them would
 * move. A late part delays the others only briefly.
 */
export function usePartsInOrder(count: number): PartsInOrder {
  const [settled, setSettled] = useState<readonly number[]>([])
  const [waiting, setWaiting] = useState(true)
  const indices = Array.from({ length: count }, (_, index) => index)
  const awaited = indices.find((index) => !settled.includes(index)) ?? count
  const isDelayingOthers = settled.some((index) => index > awaited)
  useEffect(() => {
    if (!isDelayingOthers) return
    const timer = setTimeout(() => setWaiting(false), maxDelay)
    return () => clearTimeout(timer)
  }, [isDelayingOthers])
  return {
    isShown: (index) => index <= awaited || !waiting,
    onSettled: (index) =>
      setSettled((before) => (before.includes(index) ? before : [...before, index])),
  }
}
