import { listedMeeting, listMeetings, type ListedMeeting } from '@portal/contract/all-meetings'
import type { CalendarEvent } from '@portal/contract/calendar'
import { type Day, dayAfter } from '@portal/domain/days'
import { hasEnded, quarterOfEvent, startDay } from '@portal/domain/event-times'
import { meetingId, meetingOf, type MeetingRef } from '@portal/domain/meeting-ref'
import { momentAt, startOfDay } from '@portal/domain/zone-time'
import type { Call } from '@portal/remote-kit/client'
import { upcomingLifetime } from '@portal/remote-kit/queries/upcoming-events'
import { queryOptions } from '@portal/remote-kit/query'
import { sessionCopy } from '@portal/remote-kit/session-copy'
import * as z from 'zod/mini'

/** How many the dashboard looks at. */
const few = 20

const copy = sessionCopy('upcomingMeetings', z.array(listedMeeting))

/** The next meetings of every body. A reload paints what this tab read last. */
export function upcomingMeetingsQuery(call: Call, { uid, today }: { uid: string; today: Day }) {
  return queryOptions({
    queryKey: ['meetings', 'upcoming', uid, today],
    queryFn: async ({ signal }) => {
      const query = { from: today, limit: few }
      const { meetings } = await call(listMeetings, { query }, { signal })
      copy.keep(uid, meetings)
      return meetings
    },
    staleTime: upcomingLifetime,
    ...copy.initial(uid),
  })
}

/** What the dashboard shows as coming: a meeting, or an event of the calendar. */
export type Upcoming = Pick<
  CalendarEvent,
  'summary' | 'start' | 'end' | 'location' | 'join_url' | 'fromAgenda'
> & {
  /** The meeting whose papers belong to it. */
  meeting: MeetingRef | undefined
  /** Of a meeting that isn't a quarterly one. */
  body?: ListedMeeting['body']
  isCancelled: boolean
}

/** The next event of the calendar, with what is known of its quarter's meeting. */
export function upcomingEvent(
  event: CalendarEvent,
  meetings: readonly ListedMeeting[],
  timeZone: string,
): Upcoming {
  const meeting = quarterOfEvent(event, timeZone)
  const record = meeting && meetings.find(({ id }) => id === meetingId(meeting))
  const isOfMeeting = record?.date !== undefined && record.date === startDay(event, timeZone)
  return { ...event, meeting, isCancelled: isOfMeeting && record.stage === 'cancelled' }
}

/** The coming meetings that aren't quarterly, which are events of the calendar. */
export function otherUpcoming(meetings: readonly ListedMeeting[], timeZone: string): Upcoming[] {
  return meetings.flatMap((listed) => {
    const { id, kind, date, title, time, endTime, location, body, stage, inPreparation } = listed
    const meeting = meetingOf(id)
    if (kind === 'quarterly' || inPreparation || date === undefined || !meeting) return []
    const at = (clock = '') =>
      momentAt(`${date}T${clock.padStart(5, '0')}`, timeZone)?.toISOString()
    const [start, end] = [at(time), at(endTime)]
    const times = start
      ? { start: { dateTime: start }, ...(end && { end: { dateTime: end } }) }
      : { start: { date }, end: { date: dayAfter(date) } }
    return [
      { summary: title, ...times, location, meeting, body, isCancelled: stage === 'cancelled' },
    ]
  })
}

type Coming = {
  hero: Upcoming | undefined
  /** At most two more within a week of it. */ beside: Upcoming[]
}

/** The next meeting that takes place, and which others are near it, cancelled ones too. */
export function comingMeetings(
  event: CalendarEvent | undefined,
  meetings: readonly ListedMeeting[],
  timeZone: string,
): Coming {
  const others = otherUpcoming(meetings, timeZone).filter((other) => !hasEnded(other, timeZone))
  const own = event && upcomingEvent(event, meetings, timeZone)
  // The calendar may have the same meeting: its record is shown.
  const isListed = own && others.some((other) => isSameMeeting(other, own, timeZone))
  const all = [...(own && !isListed ? [own] : []), ...others].toSorted(
    (a, b) => beginning(a, timeZone) - beginning(b, timeZone),
  )
  const hero = all.find(({ isCancelled }) => !isCancelled) ?? all[0]
  const day = hero && startDay(hero, timeZone)
  if (!hero || day === undefined) return { hero, beside: [] }
  const last = dayAfter(day, 7)
  const isNear = (other: Upcoming) => other !== hero && (startDay(other, timeZone) ?? '') <= last
  return { hero, beside: all.filter(isNear).slice(0, 2) }
}

function isSameMeeting(a: Upcoming, b: Upcoming, timeZone: string): boolean {
  const isSameDay = startDay(a, timeZone) === startDay(b, timeZone)
  return isSameDay && a.summary.trim().toLowerCase() === b.summary.trim().toLowerCase()
}

function beginning({ start: { dateTime, date = '' } }: Upcoming, timeZone: string): number {
  if (dateTime !== undefined) return Date.parse(dateTime)
  return startOfDay(date, timeZone)?.getTime() ?? 0
}
