import { compareQuarters, currentQuarter, type Quarter } from '@portal/domain/quarter'
import { usePortal } from '@portal/remote-kit/portal'

/** Whether a quarter is over in the foundation's time zone: its papers are no longer being prepared. */
export function useIsPast(quarter: Quarter): boolean {
  const { timeZone } = usePortal().config.foundation
  return compareQuarters(quarter, currentQuarter(timeZone)) < 0
}
