import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

/** Whether the device has a connection. Whether a server answers over it is another matter. */
export function useOnline(): boolean {
  return useSyncExternalStore(listen, () => navigator.onLine)
}

/** Runs each time that the device comes back online: what failed for want of a connection asks again. */
export function useBackOnline(run: () => void): void {
  const onOnline = useEffectEvent(run)
  useEffect(() => {
    const listener = () => onOnline()
    addEventListener('online', listener)
    return () => removeEventListener('online', listener)
  }, [])
}

function listen(changed: () => void): () => void {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}
