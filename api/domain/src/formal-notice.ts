import { type Day, dayAfter, dayInWords } from './days.ts'
import type { MeetingKind } from './meeting-stages.ts'
import type { RuleProfile } from './rule-profiles.ts'
import { startOfDay } from './zone-time.ts'

/** For how many days a portal warns before the deadline of a notice. */
export const warnedDays = 7

/** A committee's meetings are regular ones. */
export function noticeDaysOf(kind: MeetingKind, { notice }: Pick<RuleProfile, 'notice'>): number {
  return kind === 'special' || kind === 'annual' ? notice[kind] : notice.regular
}

export type NoticeDeadline = {
  /** The last day on which the notice can be sent. */
  day: Day
  /** The end of that day. */
  until: Date
}

/** Counted back from the meeting's day, which itself doesn't count: with 7 days of notice for the 12th, it is the 5th. */
export function noticeDeadline(meetingDay: Day, days: number, timeZone: string): NoticeDeadline {
  const day = dayAfter(meetingDay, -days)
  return { day, until: startOfDay(dayAfter(day), timeZone)! }
}

/** `open` until a week before the deadline, then `due`; `missed` if it passed without a notice. */
export type NoticeState = 'kept' | 'late' | 'open' | 'due' | 'missed'

/** Whether a notice kept its deadline, or still can. */
export function noticeState(
  { day, until }: NoticeDeadline,
  { now, today, sentAt }: { now: Date; today: Day; sentAt?: Date | undefined },
): NoticeState {
  if (sentAt) return sentAt < until ? 'kept' : 'late'
  if (now >= until) return 'missed'
  return dayAfter(today, warnedDays) >= day ? 'due' : 'open'
}

/** What an admin reads about the deadline. */
export function deadlineText(
  { day }: Pick<NoticeDeadline, 'day'>,
  days: number,
  state: NoticeState,
): string {
  const date = dayInWords(day)
  const rule = days === 1 ? '1 day of notice' : `${days} days of notice`
  switch (state) {
    case 'kept':
      return `The notice was sent in time: the last day was ${date} (${rule}).`
    case 'late':
      return `The notice was sent after ${date}, which was the last day (${rule}).`
    case 'missed':
      return `The last day for the notice was ${date} (${rule}). People can still waive it.`
    case 'due':
    case 'open':
      return `The notice has to be sent by the end of ${date} (${rule}).`
  }
}
