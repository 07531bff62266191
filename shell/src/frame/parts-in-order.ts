import { useEffect, useState } from 'react'

/** So long a part that is there waits for one above it, in ms. */
const patience = 3000

type PartsInOrder = {
  isShown: (index: number) => boolean
  /** The part is there, or won't be. */
  onSettled: (index: number) => void
}

/**
 * A part is shown once those above it are there: how high they are isn't known before, and what stands under them
 * would move. One that is late doesn't keep the others from the reader for long.
 */
export function usePartsInOrder(count: number): PartsInOrder {
  const [settled, setSettled] = useState<readonly number[]>([])
  const [patient, setPatient] = useState(true)
  const inOrder = Array.from({ length: count }, (_, index) => index)
  const awaited = inOrder.find((index) => !settled.includes(index)) ?? count
  const keepsOthers = settled.some((index) => index > awaited)
  useEffect(() => {
    if (!keepsOthers) return
    const timer = setTimeout(() => setPatient(false), patience)
    return () => clearTimeout(timer)
  }, [keepsOthers])
  return {
    isShown: (index) => index <= awaited || !patient,
    onSettled: (index) =>
      setSettled((before) => (before.includes(index) ? before : [...before, index])),
  }
}
