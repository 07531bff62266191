import type { CurrentItem, MeetingNow } from '@portal/domain/meeting-now'
import { useEffect, useState } from 'react'

/** The state of the meeting at a point in time. */
export type MeetingClock = {
  now: Date
  state: MeetingNow
  /** Undefined while the meeting isn't running. */
  current: CurrentItem | undefined
}

const minute = 60_000

/** The current time, updated every full minute and when the page becomes visible. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const update = () => setNow(new Date())
    const timer = setTimeout(update, minute - (now.getTime() % minute))
    document.addEventListener('visibilitychange', update)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', update)
    }
  }, [now])
  return now
}
