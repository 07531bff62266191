/** By the hour of a clock, 0 to 23: morning to noon, afternoon to six, evening until four in the morning. */
export function greeting(hour: number, displayName: string | undefined): string {
  const part = hour < 4 || hour >= 18 ? 'evening' : hour < 12 ? 'morning' : 'afternoon'
  const first = displayName?.trim().split(/\s+/)[0]
  return first ? `Good ${part}, ${first}` : `Good ${part}`
}
