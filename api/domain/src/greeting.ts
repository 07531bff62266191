import { dateFormat } from './date-format.ts'

/**
 * By the foundation's clock, on which the portal shows every other time: morning from 4, afternoon
 * from 12, evening from 18. The page is painted before the reader's own clock is known.
 */
export function greeting(now: Date, timeZone: string, displayName: string | undefined): string {
  const hour = Number(dateFormat({ timeZone, hour: '2-digit', hourCycle: 'h23' }).format(now))
  const part = hour < 4 || hour >= 18 ? 'evening' : hour < 12 ? 'morning' : 'afternoon'
  const first = displayName?.trim().split(/\s+/)[0]
  return first ? `Good ${part}, ${first}` : `Good ${part}`
}
