import { clockText, minutesOfClock } from './clock-text.ts'
import { type Day, dayInWords, weekdayName } from './days.ts'

/** What somebody replies to a meeting, in the order of the buttons. */
export const replyAnswers = {
  'in-person': 'In person',
  video: 'By video',
  'cannot-come': 'Can’t come',
  'not-sure': 'Not sure',
} as const
export type ReplyAnswer = keyof typeof replyAnswers
export const replyAnswerNames = Object.keys(replyAnswers) as ReplyAnswer[]

/** How a reply reached the portal. */
export const replySources = {
  portal: 'In the portal',
  link: 'By the link in an e-mail',
  calendar: 'From their calendar',
  telephone: 'By telephone',
} as const
export type ReplySource = keyof typeof replySources

/** The longest note in characters, how many own meetings a list has, and how many people of a meeting. */
export const replyLimits = { note: 1000, meetings: 30, people: 2500, requests: 20 } as const

/** When a meeting is: times are `HH:MM` in the foundation's zone. */
export type MeetingTime = { date: Day; time: string; endTime: string }

/** Whether two times are the same, however they are written. The title and the place don't matter. */
export function isSameTime(a: MeetingTime, b: MeetingTime): boolean {
  const clock = (time: string) => minutesOfClock(time) ?? time.trim()
  return (
    a.date === b.date && clock(a.time) === clock(b.time) && clock(a.endTime) === clock(b.endTime)
  )
}

/**
 * What a stored reply says about a meeting now: its answer as long as the meeting is at the time that it was given for,
 * otherwise the time before, which is why the person is asked again.
 */
export function replyTo<A>(
  reply: { answer: A; given: MeetingTime } | undefined,
  time: MeetingTime,
): { answer?: A; movedFrom?: MeetingTime } {
  if (!reply) return {}
  const { answer, given } = reply
  return isSameTime(given, time) ? { answer } : { movedFrom: given }
}

/** Why somebody is asked again. */
export function movedSentence(from: MeetingTime, to: MeetingTime): string {
  const isSameDay = from.date === to.date
  const [before, after] = isSameDay
    ? [`${spanWords(from)} to ${spanWords(to)}`, ` on ${dayWords(to.date)}`]
    : [`${timeInWords(from)} to ${timeInWords(to)}`, '']
  return `The meeting moved from ${before}${after}. Please reply again.`
}

/** "Thursday 12 November 2026, 9:00 AM – 12:00 PM". */
export function timeInWords(time: MeetingTime): string {
  return `${dayWords(time.date)}, ${spanWords(time)}`
}

function dayWords(day: Day): string {
  return `${weekdayName(day)} ${dayInWords(day)}`
}

function spanWords({ time, endTime }: MeetingTime): string {
  return `${clockText(time)} – ${clockText(endTime)}`
}
