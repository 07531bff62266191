import { type Day, dayAfter, dayOf, weekdayOf } from './days.ts'
import { momentAt, withOffset } from './zone-time.ts'

/** How often a person is written to, with the words of their choices. */
export const noticeFrequencies = {
  atOnce: 'At once',
  daily: 'Once a day',
  remindersOnly: 'Only reminders',
} as const
export type NoticeFrequency = keyof typeof noticeFrequencies

/** When notices may go out, in the foundation's zone. Times are `HH:MM`. */
export type NoticeClock = {
  timeZone: string
  /** Nothing goes out from the first time until the second one; the same times mean no quiet hours. */
  quiet: { from: string; to: string }
  /** When daily digests and reminders go out. */
  dailyAt: string
  /** How many days before a meeting its readers are reminded. */
  reminderDays: readonly number[]
  holidays: ReadonlySet<Day>
}

/** How long what happens is collected for those who are written to at once, in ms. */
export const collectingTime = 15 * 60_000

/** A reminder that is later than this, because nothing ran, no longer goes out, in ms. */
const latest = 24 * 3_600_000

/** When what happened at a moment is due; undefined for somebody who gets reminders only. */
export function digestDueAt(
  happenedAt: Date,
  frequency: NoticeFrequency,
  clock: NoticeClock,
): Date | undefined {
  if (frequency === 'remindersOnly') return undefined
  if (frequency === 'atOnce') {
    return afterQuietHours(new Date(happenedAt.getTime() + collectingTime), clock)
  }
  const today = dayOf(happenedAt, clock.timeZone)
  const days = [today, dayAfter(today)].map((day) =>
    momentAt(`${day}T${clock.dailyAt}`, clock.timeZone)!,
  )
  const next = days.find((moment) => moment >= happenedAt)!
  return afterQuietHours(next, clock)
}

export function isQuiet(moment: Date, { quiet: { from, to }, timeZone }: NoticeClock): boolean {
  const time = withOffset(moment, timeZone).slice(11, 16)
  return from <= to ? from <= time && time < to : from <= time || time < to
}

/** The moment itself, or the end of the quiet hours that it is in. */
export function afterQuietHours(moment: Date, clock: NoticeClock): Date {
  if (!isQuiet(moment, clock)) return moment
  const { timeZone, quiet } = clock
  const today = dayOf(moment, timeZone)
  const ends = [today, dayAfter(today)].map((day) => momentAt(`${day}T${quiet.to}`, timeZone)!)
  let end = ends.find((each) => each > moment)!
  // Where clocks are set back, the hours can begin again.
  while (isQuiet(end, clock)) end = new Date(end.getTime() + 60_000)
  return end
}

export function isWorkingDay(day: Day, holidays: ReadonlySet<Day>): boolean {
  return weekdayOf(day) < 6 && !holidays.has(day)
}

export type Reminder = { daysBefore: number; at: Date }

/**
 * The reminders of a meeting on a day, the earliest first. One that would fall on a weekend or a holiday goes out on the
 * working day before. Of several that fall together, the last one remains.
 */
export function remindersOf(meetingDay: Day, clock: NoticeClock): Reminder[] {
  const byMoment = new Map<number, Reminder>()
  for (const daysBefore of clock.reminderDays.toSorted((a, b) => b - a)) {
    let day = dayAfter(meetingDay, -daysBefore)
    // A year of holidays has no working day.
    for (let moved = 0; !isWorkingDay(day, clock.holidays) && moved < 366; moved += 1) {
      day = dayAfter(day, -1)
    }
    const at = afterQuietHours(momentAt(`${day}T${clock.dailyAt}`, clock.timeZone)!, clock)
    byMoment.set(at.getTime(), { daysBefore, at })
  }
  return [...byMoment.values()].toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

/** The reminder that is due now, if it became due after `since`, and at most a day ago. */
export function reminderDue(
  meetingDay: Day,
  { since, now }: { since: Date; now: Date },
  clock: NoticeClock,
): Reminder | undefined {
  if (dayOf(now, clock.timeZone) > meetingDay) return undefined
  return remindersOf(meetingDay, clock).findLast(
    ({ at }) => at > since && at <= now && now.getTime() - at.getTime() < latest,
  )
}
