import { useEffect } from 'react'

/** Keeps the screen from going dark while it is `isWanted`, in browsers that can do that. */
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
        // The device refuses, to save its battery for example.
      }
    }
    void hold()
    // A hidden page loses it.
    document.addEventListener('visibilitychange', hold)
    return () => {
      isLeft = true
      document.removeEventListener('visibilitychange', hold)
      void lock?.release()
    }
  }, [isWanted])
}
