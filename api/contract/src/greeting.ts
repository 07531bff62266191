/** By the hour, 0 to 23: morning from 4, afternoon from 12, evening from 18. */
export function greeting(hour: number, displayName: string | undefined): string {
  const part = hour < 4 || hour >= 18 ? 'evening' : hour < 12 ? 'morning' : 'afternoon'
  const first = displayName?.trim().split(/\s+/)[0]
  return first ? `Good ${part}, ${first}` : `Good ${part}`
}
