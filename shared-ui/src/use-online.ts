import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'

/** Whether the device has a network connection. The server may still be unreachable. */
export function useOnline(): boolean {
  return useSyncExternalStore(listen, () => navigator.onLine)
}

/** Runs whenever the device comes back online, so that failed requests can be repeated. */
export function useBackOnline(run: () => void): void {
  const [wasOnline] = useState(() => navigator.onLine)
  const onOnline = useEffectEvent(run)
  useEffect(() => {
    const listener = () => onOnline()
    addEventListener('online', listener)
    // The connection came back before this could listen.
    if (!wasOnline && navigator.onLine) onOnline()
    return () => removeEventListener('online', listener)
  }, [wasOnline])
}

function listen(changed: () => void): () => void {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}
