/** Minutes since midnight of a time of day, `9:00` or `09:00`; undefined for any other text. */
export function minutesOfClock(time: string | undefined): number | undefined {
  const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(time ?? '') ?? []
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes)
}

/** `9:05 AM` for `09:05`; other texts stay as they are. */
export function clockText(time: string): string {
  const minutes = minutesOfClock(time)
  if (minutes === undefined) return time
  const hours = Math.floor(minutes / 60)
  const past = String(minutes % 60).padStart(2, '0')
  return `${hours % 12 || 12}:${past} ${hours < 12 ? 'AM' : 'PM'}`
}
