import { dateFormat } from '@portal/domain/date-format'

/** `9:00:05 AM PST` */
export function timeOf(at: string, timeZone: string): string {
  return dateFormat({
    timeZone,
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  }).format(new Date(at))
}
