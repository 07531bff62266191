import type { calendar_v3 } from '@googleapis/calendar'
import type { Occurrence } from '../../calendar/occurrence.ts'
import { dayAfter } from '@portal/domain/days'
import { momentAt, startOfDay, withOffset } from '@portal/domain/zone-time'
import { plainText } from './plain-text.ts'

export type GoogleEvent = calendar_v3.Schema$Event

/** The event fields that the portal reads. */
export const eventFields = [
  'id,status,eventType,recurrence,summary,description,location,transparency,endTimeUnspecified',
  'start,end,hangoutLink,conferenceData(entryPoints(entryPointType,uri))',
].join(',')

/** Types of events that Google generates. */
const marks = new Set(['workingLocation', 'birthday'])

/** One occurrence in the foundation's time zone; undefined if it is cancelled, a whole series or generated. */
export function occurrenceOf(event: GoogleEvent, timeZone: string): Occurrence | undefined {
  const { id, status, recurrence, eventType, start, end } = event
  if (!id || status === 'cancelled' || recurrence || marks.has(eventType ?? '')) return undefined
  const described = {
    id,
    summary: textOf(event.summary) ?? 'Untitled event',
    ...optional('location', textOf(event.location)),
    ...optional('description', textOf(event.description && plainText(event.description))),
    ...optional('join_url', joinAddress(event)),
    ...(event.transparency === 'transparent' ? { isFree: true } : {}),
  }
  if (start?.date) {
    const after = end?.date && end.date > start.date ? end.date : dayAfter(start.date, 1)
    const [first, last] = [startOfDay(start.date, timeZone), startOfDay(after, timeZone)]
    if (!first || !last) return undefined
    const shown = { ...described, start: { date: start.date }, end: { date: after } }
    return { shown, start: first, end: last }
  }
  const first = momentOf(start)
  if (!first) return undefined
  const stated = event.endTimeUnspecified ? undefined : momentOf(end)
  const last = stated && stated > first ? stated : first
  return {
    start: first,
    end: last,
    shown: {
      ...described,
      start: { dateTime: withOffset(first, timeZone) },
      ...(last > first ? { end: { dateTime: withOffset(last, timeZone) } } : {}),
    },
  }
}

/** A time with an offset, or a local time in its named zone. */
function momentOf(time: calendar_v3.Schema$EventDateTime | undefined): Date | undefined {
  const text = time?.dateTime
  if (!text) return undefined
  const hasOffset = /(Z|[+-]\d{2}:?\d{2})$/i.test(text)
  const moment = hasOffset ? new Date(text) : time.timeZone && momentAt(text, time.timeZone)
  return moment && !Number.isNaN(moment.getTime()) ? moment : undefined
}

/** The conference's video entry point, or the hangout link; https only. */
function joinAddress({ conferenceData, hangoutLink }: GoogleEvent): string | undefined {
  const entries = conferenceData?.entryPoints ?? []
  const video = entries.filter(({ entryPointType }) => entryPointType === 'video')
  return [...video.map(({ uri }) => uri), hangoutLink].map(textOf).find((text) => {
    const address = text === undefined ? null : URL.parse(text)
    return address?.protocol === 'https:' && address.username === ''
  })
}

function textOf(text: string | null | undefined): string | undefined {
  const trimmed = text?.trim()
  return trimmed === '' ? undefined : trimmed
}

function optional<K extends string>(name: K, value: string | undefined) {
  return (value === undefined ? {} : { [name]: value }) as { [P in K]?: string }
}
