import { usePortal } from '@portal/remote-kit/portal'
import { useEffect, useState } from 'react'
import { timeAgo, fullTime } from '../times.ts'

/** When the last sync ended, in words that are updated as time passes. */
export function SyncedTime({ at }: { at: string | undefined }) {
  const { config } = usePortal()
  const now = useMinute()
  if (!at) return <span>Not synced yet</span>
  return (
    <span>
      Last synced{' '}
      <time dateTime={at} title={fullTime(at, config.foundation.timeZone)}>
        {timeAgo(Date.parse(at), now)}
      </time>
    </span>
  )
}

function useMinute(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
