import { communicationsRefresh } from '@portal/remote-kit/communications-refresh'
import { useEffect, useEffectEvent, useState } from 'react'

/** How long the message is shown, in ms (specification, section 9). */
const shownFor = 3000

/**
 * True for a moment after a resource was changed in this browser, in this tab or another; refetches
 * then.
 */
export function useRefreshed(refetch: () => Promise<unknown>): boolean {
  const [heard, setHeard] = useState(communicationsRefresh.isSet)

  const hear = useEffectEvent((event: StorageEvent) => {
    if (communicationsRefresh.isSetBy(event)) setHeard(true)
  })
  useEffect(() => {
    addEventListener('storage', hear)
    return () => removeEventListener('storage', hear)
  }, [])

  const askAnew = useEffectEvent(() => void refetch())
  useEffect(() => {
    if (!heard) return
    communicationsRefresh.drop()
    askAnew()
    const timer = setTimeout(() => setHeard(false), shownFor)
    return () => clearTimeout(timer)
  }, [heard])
  return heard
}
