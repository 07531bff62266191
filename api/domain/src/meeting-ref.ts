import * as z from 'zod/mini'
import { boardId, isBodyId } from './bodies.ts'
import { dateOf, type Day, isDay, monthName } from './days.ts'
import {
  firstDayOf,
  parseQuarter,
  type Quarter,
  quarterName,
  quarterOfDate,
  quarterPath,
} from './quarter.ts'

/** A meeting that isn't a quarterly one, by its id: `2026-11-12-finance`, or `2026-11-12-finance-2`. */
export type OtherMeeting = { meeting: string }

/** Any meeting: the board's quarterly one by its quarter, every other by its id. */
export type MeetingRef = Quarter | OtherMeeting

/** What the id of a meeting says about it: the day that it was first planned for, and the body. */
export type MeetingIdParts = { day: Day; body: string; /** From 1. */ number: number }

/** Whether a meeting is the board's quarterly one, which has the specification's slots, routes and id. */
export function isQuarterly(ref: MeetingRef): ref is Quarter {
  return !('meeting' in ref)
}

/** A meeting's id, which is also that of its agenda: `2026-Q4`, or `2026-11-12-finance`. */
export function meetingId(ref: MeetingRef): string {
  return isQuarterly(ref) ? `${ref.year}-Q${ref.quarter}` : ref.meeting
}

/** The meeting that an id names; undefined if it isn't the id of one. */
export function meetingOf(id: string): MeetingRef | undefined {
  if (partsOfMeeting(id)) return { meeting: id }
  const [, year, quarter] = /^(\d{4})-Q([1-4])$/.exec(id) ?? []
  return parseQuarter(year, quarter)
}

/** The id of a meeting that isn't a quarterly one, in an address. */
export const otherMeetingId = z.string().check(
  z.maxLength(100),
  z.refine(
    (id) => partsOfMeeting(id) !== undefined,
    'The id of a meeting, such as 2026-11-12-finance',
  ),
)

/** The id of any meeting, in an address. */
export const anyMeetingId = z.string().check(
  z.maxLength(100),
  z.refine(
    (id) => meetingOf(id) !== undefined,
    'The id of a meeting, such as 2026-Q4 or 2026-11-12-finance',
  ),
)

/** The parts of an id such as `2026-11-12-finance`; undefined for a quarter's, and for what isn't an id. */
export function partsOfMeeting(id: string): MeetingIdParts | undefined {
  const [, date, body, count] =
    /^(\d{4}-\d{2}-\d{2})-([a-z].*?|\d.*?[a-z].*?)(?:-(\d+))?$/.exec(id) ?? []
  if (date === undefined || body === undefined || !isDay(date) || !isBodyId(body)) return undefined
  const number = Number(count ?? 1)
  const isCanonical = count === undefined || (number > 1 && String(number) === count)
  return isCanonical ? { day: date, body, number } : undefined
}

/** The id of a new meeting of a body on a day, the first that isn't taken. */
export function newMeetingId(day: Day, body: string, isTaken: (id: string) => boolean): string {
  const first = `${day}-${body}`
  let id = first
  for (let number = 2; isTaken(id); number += 1) id = `${first}-${number}`
  return id
}

/**
 * Whether a text is the key of a paper in the list of a meeting that isn't a quarterly one. `agenda` is the slot of its
 * agenda.
 */
export function isListedPaper(key: string): boolean {
  return key !== 'agenda' && /^[a-z0-9]{1,40}$/.test(key)
}

/** Negative when `a` is before `b`: by the days in their ids, a quarterly meeting on the first day of its quarter. */
export function compareMeetings(a: MeetingRef, b: MeetingRef): number {
  return dayOf(a).localeCompare(dayOf(b)) || meetingId(a).localeCompare(meetingId(b))
}

function dayOf(ref: MeetingRef): string {
  return isQuarterly(ref) ? firstDayOf(ref) : ref.meeting.slice(0, 10)
}

export function isSameMeeting(a: MeetingRef, b: MeetingRef): boolean {
  return meetingId(a) === meetingId(b)
}

/** The address of a meeting's papers: `/meetings/2026/q/4`, or `/meetings/2026-11-12-finance`. */
export function meetingPath(ref: MeetingRef): string {
  return isQuarterly(ref) ? quarterPath(ref) : `/meetings/${ref.meeting}`
}

/** The quarter in which a meeting is. `date` is its day, if that has changed since its id was made. */
export function quarterOfMeeting(ref: MeetingRef, date?: string): Quarter {
  if (isQuarterly(ref)) return { year: ref.year, quarter: ref.quarter }
  return quarterOfDate(date ?? '') ?? quarterOfDate(ref.meeting.slice(0, 10))!
}

/** The body of a meeting: the board for a quarterly one. */
export function bodyOfMeeting(ref: MeetingRef): string {
  return isQuarterly(ref) ? boardId : partsOfMeeting(ref.meeting)!.body
}

/**
 * What lists and headings call a meeting: `Q4 2026`, or `Finance Committee, 12 November 2026` by its record. As long as
 * nobody knows its record, another meeting is called by its id.
 */
export function meetingLabel(
  ref: MeetingRef,
  record?: { title: string; date?: string | undefined },
): string {
  if (isQuarterly(ref)) return quarterName(ref)
  if (!record) return ref.meeting
  const day = record.date !== undefined && isDay(record.date) ? record.date : dayOf(ref)
  return `${record.title}, ${dateOf(day)} ${monthName(day)} ${day.slice(0, 4)}`
}
