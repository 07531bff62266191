import { dateFormat } from '@portal/domain/date-format'
import { usePortal } from '@portal/remote-kit/portal'

/** `Nov 22, 2026, 1:30 AM`, on the foundation's clocks. */
export function useTimeFormat(): (at: string) => string {
  const { timeZone } = usePortal().config.foundation
  return (at) =>
    dateFormat({ dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(at))
}
