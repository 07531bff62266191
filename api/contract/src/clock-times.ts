/** Minutes since midnight of a time of day, `9:00` or `09:00`; undefined for any other text. */
export function minutesOfClock(time: string | undefined): number | undefined {
  const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(time ?? '') ?? []
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes)
}

/** Whether a meeting ends after it starts; true where either text isn't a time of day. */
export function endsAfterStart({ time, endTime }: { time: string; endTime: string }): boolean {
  const [start, end] = [minutesOfClock(time), minutesOfClock(endTime)]
  return start === undefined || end === undefined || end > start
}
