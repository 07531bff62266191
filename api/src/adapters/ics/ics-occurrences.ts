import { expandRecurringEvent, type VEvent } from 'node-ical'
import { type Occurrence, overlaps } from '../../calendar/occurrence.ts'
import { dayAfter } from '@portal/domain/days'
import { startOfDay, withOffset } from '@portal/domain/zone-time'

type Override = Pick<
  VEvent,
  'uid' | 'start' | 'datetype' | 'status' | 'summary' | 'location' | 'description' | 'transparency'
> & { end?: Date; recurrenceid?: Date }
type Instance = { event: Override; start: Date; end: Date; isFullDay: boolean; id: string }

const day = 24 * 60 * 60 * 1000
/** Hourly or more frequent rules would yield thousands of occurrences, so only the first is shown. */
const frequencies = new Set(['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY'])

/** The event's occurrences that overlap `[from, to)`, unsorted. */
export function occurrencesOf(event: VEvent, from: Date, to: Date, timeZone: string): Occurrence[] {
  return instancesOf(event, from, to)
    .filter((instance) => instance.event.status !== 'CANCELLED')
    .map((instance) => occurrence(instance, timeZone))
    .filter((one) => overlaps(one, from, to))
}

function instancesOf(event: VEvent, from: Date, to: Date): Instance[] {
  const isRecurring = event.rrule !== undefined && frequencies.has(frequencyOf(event))
  if (!isRecurring) {
    const id = event.recurrenceid ? occurrenceId(event, event.recurrenceid) : event.uid
    return [single(event, id)]
  }
  const length = Math.max(0, (event.end?.getTime() ?? 0) - event.start.getTime())
  // The library puts all-day events in the server's own zone, so this requests an extra day at both ends.
  const regular = expandRecurringEvent(event, {
    from: new Date(from.getTime() - length - 2 * day),
    to: new Date(to.getTime() + 2 * day),
    expandOngoing: true,
  })
  const overrides = [...new Set(Object.values(event.recurrences ?? {}) as Override[])]
  return [
    ...regular
      .filter(({ isOverride }) => !isOverride)
      .map(({ start, end, isFullDay }) => {
        return { event, start, end, isFullDay, id: occurrenceId(event, start) }
      }),
    // Moved occurrences come from the file, because they may have been moved from outside the range.
    ...overrides.map((override) =>
      single(override, occurrenceId(event, override.recurrenceid ?? override.start)),
    ),
  ]
}

function single(event: Override, id: string): Instance {
  const { start, end = start } = event
  return { event, start, end, isFullDay: event.datetype === 'date', id }
}

function occurrence({ event, start, end, isFullDay, id }: Instance, timeZone: string): Occurrence {
  const described = {
    id,
    summary: textOf(event.summary) ?? 'Untitled event',
    ...optional('location', textOf(event.location)),
    ...optional('description', textOf(event.description)),
    ...optional('join_url', joinAddress(event)),
    ...(event.transparency === 'TRANSPARENT' ? { isFree: true } : {}),
  }
  if (!isFullDay) {
    const last = end < start ? start : end
    return {
      start,
      end: last,
      shown: {
        ...described,
        start: { dateTime: withOffset(start, timeZone) },
        ...(last > start ? { end: { dateTime: withOffset(last, timeZone) } } : {}),
      },
    }
  }
  const first = dateOf(start)
  const after = dateOf(end) > first ? dateOf(end) : dayAfter(first, 1)
  return {
    start: startOfDay(first, timeZone) ?? start,
    end: startOfDay(after, timeZone) ?? end,
    shown: { ...described, start: { date: first }, end: { date: after } },
  }
}

/** Unique for each occurrence, and stable across reads. */
function occurrenceId(event: Override, start: Date): string {
  const isFullDay = event.datetype === 'date'
  const stamp = isFullDay
    ? dateOf(start).replaceAll('-', '')
    : `${start.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
  return `${event.uid}_${stamp}`
}

/** The library represents a date as midnight in the server's own zone. */
function dateOf(midnight: Date): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${midnight.getFullYear()}-${two(midnight.getMonth() + 1)}-${two(midnight.getDate())}`
}

function frequencyOf(event: VEvent): string {
  return /FREQ=([A-Z]+)/.exec(event.rrule?.toString() ?? '')?.[1] ?? ''
}

/** The conference's video entry (RFC 7986), or the hangout link as calendars export it; https only. */
function joinAddress(event: Override): string | undefined {
  const properties = event as unknown as Record<string, unknown>
  const names = Object.keys(properties)
  const ofName = (pattern: RegExp) =>
    names.filter((name) => pattern.test(name)).flatMap((name) => listOf(properties[name]))
  const conferences = ofName(/^conference$/i)
  const isVideo = (value: unknown) =>
    /VIDEO/i.test(JSON.stringify(parametersOf(value)['FEATURE'] ?? ''))
  const candidates = [
    ...conferences.filter(isVideo),
    ...conferences.filter((value) => parametersOf(value)['FEATURE'] === undefined),
    ...ofName(/^(x-)?google-conference$/i),
    ...ofName(/hangout|^(x-)?(microsoft-skypeteamsmeetingurl|zoom-?meeting-?url)$/i),
  ]
  return candidates.map(textOf).find((text) => {
    const url = text === undefined ? null : URL.parse(text.trim())
    return url?.protocol === 'https:' && url.username === ''
  })
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [value]
}

function parametersOf(value: unknown): Record<string, unknown> {
  const isParametered = typeof value === 'object' && value !== null && 'params' in value
  return isParametered ? ((value.params as Record<string, unknown> | null) ?? {}) : {}
}

/** The library returns a text with parameters as an object. */
function textOf(value: unknown): string | undefined {
  const text = typeof value === 'object' && value !== null && 'val' in value ? value.val : value
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : undefined
}

function optional<K extends string>(name: K, value: string | undefined) {
  return (value === undefined ? {} : { [name]: value }) as { [P in K]?: string }
}
