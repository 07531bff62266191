import { useEffect, useState } from 'react'

/** The delay between the last key and the search, in ms. */
const pause = 250

/** A typed text once typing pauses, or at once when `settle` is called or the text is empty. */
export function useSettled(typed: string) {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    if (typed === settled) return
    const timer = setTimeout(() => setSettled(typed), typed === '' ? 0 : pause)
    return () => clearTimeout(timer)
  }, [typed, settled])
  return { settled, settle: () => setSettled(typed) }
}
