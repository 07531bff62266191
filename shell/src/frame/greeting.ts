/** By the reader's own clock: morning to noon, afternoon to six, evening until four in the morning. */
export function greeting(now: Date, displayName: string | undefined): string {
  const hour = now.getHours()
  const part = hour < 4 || hour >= 18 ? 'evening' : hour < 12 ? 'morning' : 'afternoon'
  const first = displayName?.trim().split(/\s+/)[0]
  return first ? `Good ${part}, ${first}` : `Good ${part}`
}
