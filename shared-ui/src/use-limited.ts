import { useEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'

/**
 * The first entries of a list, because a key in a search above hundreds of them would wait for their layout. `showMore`
 * adds as many again, `showAll` the others. On paper there are all of them.
 */
export function useLimited<T>(all: T[], step: number) {
  const [most, setMost] = useState(step)
  const [isPrinted, setPrinted] = useState(false)
  useEffect(() => {
    // The browser prints what is in the page when the event's handlers return.
    const print = () => flushSync(() => setPrinted(true))
    const printed = () => setPrinted(false)
    window.addEventListener('beforeprint', print)
    window.addEventListener('afterprint', printed)
    return () => {
      window.removeEventListener('beforeprint', print)
      window.removeEventListener('afterprint', printed)
    }
  }, [])
  const limit = isPrinted ? all.length : most
  return {
    // The same list as long as nothing changes.
    shown: useMemo(() => (all.length > limit ? all.slice(0, limit) : all), [all, limit]),
    showMore: () => setMost(most + step),
    showAll: () => setMost(Infinity),
  }
}
