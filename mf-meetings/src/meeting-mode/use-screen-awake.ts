import { useEffect } from 'react'

/** Keeps the screen awake while `isWanted`, in browsers with the Wake Lock API. */
export function useScreenAwake(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted || !('wakeLock' in navigator)) return undefined
    let isLeft = false
    let lock: WakeLockSentinel | undefined
    const hold = async () => {
      if (document.visibilityState !== 'visible') return
      try {
        const held = await navigator.wakeLock.request('screen')
        if (isLeft) await held.release()
        else lock = held
      } catch {
        // The device may refuse, for example to save its battery.
      }
    }
    void hold()
    // The browser releases the lock when the page is hidden.
    document.addEventListener('visibilitychange', hold)
    return () => {
      isLeft = true
      document.removeEventListener('visibilitychange', hold)
      void lock?.release()
    }
  }, [isWanted])
}
