import { usePortal } from '@portal/remote-kit/portal'
import { useMemo } from 'react'

/** `Nov 22, 2026, 1:30 AM`, on the foundation's clocks. */
export function useTimeFormat(): (at: string) => string {
  const { config } = usePortal()
  const { timeZone } = config.foundation
  return useMemo(() => {
    const format = new Intl.DateTimeFormat('en-US', {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone,
    })
    return (at) => format.format(new Date(at))
  }, [timeZone])
}
