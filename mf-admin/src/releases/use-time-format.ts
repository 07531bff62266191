import { dateTimeText } from '@portal/domain/time-text'
import { usePortal } from '@portal/remote-kit/portal'

/** `22 November 2026, 1:30 AM`, on the foundation's clocks. */
export function useTimeFormat(): (at: string) => string {
  const { timeZone } = usePortal().config.foundation
  return (at) => dateTimeText(at, timeZone)
}
