import { useEffect, useState } from 'react'

/** How long a ready part waits for the ones above it, in ms. */
const maxDelay = 3000

type PartsInOrder = {
  isShown: (index: number) => boolean
  /** The part is ready, or won't be. */
  onSettled: (index: number) => void
}

/**
 * A part is shown once those above it are ready: their height isn't known before, and what is below
 * them would move. A late one delays the others only briefly.
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
