import type { calendar_v3 } from '@googleapis/calendar'
import { describedEvent } from '../../features/calendar/described-event.ts'
import type { Occurrence } from '../../features/calendar/calendar.ts'
import { dayAfter, isDay } from '@portal/domain/days'
import { isTimeZone, momentAt, startOfDay, withOffset } from '@portal/domain/zone-time'

export type GoogleEvent = calendar_v3.Schema$Event

/** The event fields that the portal reads. */
export const eventFields = [
  'id,status,eventType,recurrence,summary,description,location,transparency,visibility',
  'endTimeUnspecified,start,end,hangoutLink,conferenceData(entryPoints(entryPointType,uri))',
].join(',')

/** Types of events that Google generates. */
const marks = new Set(['workingLocation', 'birthday'])
const privateKinds = new Set(['private', 'confidential'])

export type Shown = {
  /** The foundation's time zone, which times are shown in. */
  timeZone: string
  meetingHosts: readonly string[]
}

export type ReadGoogleEvent = {
  /** Absent if the event is canceled, a whole series, generated or can't be read. */
  occurrence?: Occurrence
  /** What can't be read. */
  problem?: { event: string; message: string }
}

/** Reads each event separately, so that one that can't be read affects no other. */
export function readGoogleEvent(event: GoogleEvent, shown: Shown): ReadGoogleEvent {
  const { id, status, recurrence, eventType } = event
  if (!id || status === 'cancelled' || recurrence || marks.has(eventType ?? '')) return {}
  const entries = event.conferenceData?.entryPoints ?? []
  const videos = entries.filter(({ entryPointType }) => entryPointType === 'video')
  const words = {
    summary: event.summary,
    location: event.location,
    description: event.description,
    conferences: [...videos.map(({ uri }) => uri), event.hangoutLink],
    isFree: event.transparency === 'transparent',
    isPrivate: privateKinds.has(event.visibility ?? ''),
  }
  const described = describedEvent(id, words, shown.meetingHosts)
  const problem = { event: described.summary, message: 'The time of this event can’t be read.' }
  try {
    const times = timesOf(event, shown.timeZone)
    if (!times) return { problem }
    const { start, end, ...moments } = times
    const occurrence = { start, end, shown: { ...described, ...moments.shown } }
    if (!moments.shown.timeUnconfirmed) return { occurrence }
    const zone = event.start?.timeZone
    const message = zone ? `The time zone “${zone}” is unknown.` : 'The time zone is missing.'
    return { occurrence, problem: { ...problem, message } }
  } catch {
    return { problem }
  }
}

type Times = Pick<Occurrence, 'start' | 'end'> & {
  shown: Pick<Occurrence['shown'], 'start' | 'end' | 'timeUnconfirmed'>
}

function timesOf(event: GoogleEvent, timeZone: string): Times | undefined {
  const { start, end, endTimeUnspecified } = event
  const first = momentOf(start)
  if (!first) return daysOf(event, timeZone)
  const stated = endTimeUnspecified ? undefined : momentOf(end)
  const last = stated && stated > first ? stated : first
  return {
    start: first,
    end: last,
    shown: {
      start: { dateTime: withOffset(first, timeZone) },
      ...(last > first ? { end: { dateTime: withOffset(last, timeZone) } } : {}),
    },
  }
}

/** An all-day event, or one whose zone is unknown, by its days. */
function daysOf({ start, end }: GoogleEvent, timeZone: string): Times | undefined {
  const date = start?.date ?? start?.dateTime?.slice(0, 10)
  if (!date || !isDay(date)) return undefined
  const stated = end?.date ?? (end?.dateTime && dayAfter(end.dateTime.slice(0, 10), 1))
  const after = stated && isDay(stated) && stated > date ? stated : dayAfter(date, 1)
  const [first, last] = [startOfDay(date, timeZone), startOfDay(after, timeZone)]
  if (!first || !last) return undefined
  const shown = { start: { date }, end: { date: after } }
  return {
    start: first,
    end: last,
    shown: start?.date ? shown : { ...shown, timeUnconfirmed: true },
  }
}

/** A time with an offset, or a local time in its named zone if that is known. */
function momentOf(time: calendar_v3.Schema$EventDateTime | undefined): Date | undefined {
  const text = time?.dateTime
  if (!text) return undefined
  const hasOffset = /(Z|[+-]\d{2}:?\d{2})$/i.test(text)
  const isKnown = time.timeZone ? isTimeZone(time.timeZone) : false
  const moment = hasOffset ? new Date(text) : isKnown && momentAt(text, time.timeZone!)
  return moment && !Number.isNaN(moment.getTime()) ? moment : undefined
}
