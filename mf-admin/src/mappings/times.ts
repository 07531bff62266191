import { dateFormat } from '@portal/domain/date-format'

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

/** The time since then, in the largest sensible unit: `4 minutes ago`, `yesterday`. */
export function timeAgo(at: number, now: number): string {
  const past = Math.max(0, now - at)
  if (past < minute) return 'just now'
  if (past < hour) return relative.format(-Math.floor(past / minute), 'minute')
  if (past < day) return relative.format(-Math.floor(past / hour), 'hour')
  return relative.format(-Math.floor(past / day), 'day')
}

export function fullTime(at: string, timeZone: string): string {
  const format = { dateStyle: 'long', timeStyle: 'short', timeZone } as const
  return dateFormat(format).format(new Date(at))
}
