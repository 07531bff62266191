import type { Context } from 'hono'
import { withOffset } from '@portal/domain/zone-time'
import { type BookEvent, type CalendarBook, momentsOf } from './calendar-book.ts'
import { masked, readMask } from './field-mask.ts'
import { errorResponse } from './google-errors.ts'
import type { GoogleApi } from './google-server.ts'

/** Parameters that can't be combined with a sync token. */
const notWithToken = ['timeMin', 'timeMax', 'updatedMin', 'orderBy', 'q', 'iCalUID']

/** Mutable at run time: tokens issued before this position of the log have expired. */
export type CalendarApiSettings = { forgotten: number }

/** Calendar v3 over in-memory calendars by id: the methods that the portal calls, with their parameters and errors. */
export function calendarApi(
  books: Record<string, CalendarBook>,
  settings: CalendarApiSettings = { forgotten: 0 },
): GoogleApi {
  const withBook = (answer: (c: Context, book: CalendarBook) => Response) => (c: Context) => {
    const book = books[c.req.param('calendarId') ?? '']
    return book ? answer(c, book) : errorResponse({ status: 404, reason: 'notFound' })
  }

  const list = (c: Context, book: CalendarBook) => {
    const syncToken = c.req.query('syncToken')
    const clashing = notWithToken.find((name) => c.req.query(name) !== undefined)
    if (syncToken !== undefined && clashing) return invalid(clashing)
    const place = placeOf(syncToken)
    if (syncToken !== undefined && place === undefined) return invalid('syncToken')
    if (place !== undefined && (place.at < settings.forgotten || isTooOld(place, book))) {
      const message = 'Sync token is no longer valid, a full sync is required.'
      return errorResponse({ status: 410, reason: 'fullSyncRequired', message })
    }
    const span = place ?? spanOf(c)
    if (!span) return invalid('timeMin')
    const page = readPage(c.req.query('pageToken'))
    if (!page) return invalid('pageToken')
    // All pages of a list reflect the moment of its first page.
    const end = page.end ?? book.log.length
    const listed = place ? changedSince(book, place, end) : eventsIn(c, book, span)
    const size = Math.min(Number(c.req.query('maxResults') ?? 250), 2500)
    if (!(size >= 1)) return invalid('maxResults')
    const items = listed.slice(page.from, page.from + size).map((event) => shown(event, c, book))
    const isLast = page.from + size >= listed.length
    const token = `at.${end}.${span.from}.${span.to}.${c.req.query('singleEvents') === 'true'}`
    return fielded(c, {
      kind: 'calendar#events',
      timeZone: book.timeZone,
      items,
      ...(isLast ? { nextSyncToken: token } : { nextPageToken: `${page.from + size}.${end}` }),
    })
  }

  const get = (c: Context, book: CalendarBook) => {
    const id = c.req.param('eventId') ?? ''
    const event = book.instances().get(id) ?? book.series().find((candidate) => candidate.id === id)
    return event
      ? fielded(c, shown(event, c, book))
      : errorResponse({ status: 404, reason: 'notFound', message: 'Not Found' })
  }

  return {
    scopes: [
      'https://www.googleapis.com/auth/calendar.events.readonly',
      'https://www.googleapis.com/auth/calendar.readonly',
    ],
    methods: [
      {
        path: '/calendar/v3/calendars/:calendarId/events',
        called: () => ({ name: 'calendar.events.list', units: 1 }),
        answer: withBook(list),
      },
      {
        path: '/calendar/v3/calendars/:calendarId/events/:eventId',
        called: () => ({ name: 'calendar.events.get', units: 1 }),
        answer: withBook(get),
      },
    ],
  }
}

type Span = { from: number; to: number }

function eventsIn(c: Context, book: CalendarBook, span: Span): BookEvent[] {
  const all =
    c.req.query('singleEvents') === 'true' ? [...book.instances().values()] : book.series()
  return all.filter((event) => event.status !== 'cancelled' && touches(event, book, span))
}

/** Events changed since the token: their current state, or canceled if they are gone or outside the range. */
function changedSince(book: CalendarBook, place: Span & { at: number }, end: number): BookEvent[] {
  const ids = new Set(book.log.slice(place.at, end).flatMap((touched) => [...touched]))
  const instances = book.instances()
  return [...ids].map((id) => {
    const event = instances.get(id)
    const isThere = event && event.status !== 'cancelled' && touches(event, book, place)
    return isThere ? event : { id, status: 'cancelled' }
  })
}

/** Both bounds are exclusive, as Google documents. */
function touches(event: BookEvent, { timeZone }: CalendarBook, { from, to }: Span): boolean {
  if (event.recurrence) return true
  const [start, end] = momentsOf(event, timeZone)
  return end.getTime() > from && start.getTime() < to
}

/** Converts times to the requested zone. */
function shown(event: BookEvent, c: Context, { timeZone }: CalendarBook): BookEvent {
  const zone = c.req.query('timeZone') ?? timeZone
  const inZone = (time: BookEvent['start']) =>
    time?.dateTime ? { ...time, dateTime: withOffset(new Date(time.dateTime), zone) } : time
  const { start, end } = event
  return {
    ...event,
    ...(start ? { start: inZone(start)! } : {}),
    ...(end ? { end: inZone(end)! } : {}),
  }
}

function spanOf(c: Context): Span | undefined {
  const bound = (name: string, open: number) => {
    const text = c.req.query(name)
    if (text === undefined) return open
    return /T.*(Z|[+-]\d{2}:\d{2})$/.test(text) ? Date.parse(text) : NaN
  }
  const [from, to] = [bound('timeMin', -8.64e15), bound('timeMax', 8.64e15)]
  return from < to ? { from, to } : undefined
}

function placeOf(token: string | undefined): (Span & { at: number }) | undefined {
  const match = /^at\.(\d+)\.(-?[\d.e+]+)\.(-?[\d.e+]+)\.true$/.exec(token ?? '')
  return match ? { at: Number(match[1]), from: Number(match[2]), to: Number(match[3]) } : undefined
}

function isTooOld({ at }: { at: number }, { log }: CalendarBook): boolean {
  return at > log.length
}

function readPage(token: string | undefined): { from: number; end?: number } | undefined {
  if (token === undefined) return { from: 0 }
  const match = /^(\d+)\.(\d+)$/.exec(token)
  return match ? { from: Number(match[1]), end: Number(match[2]) } : undefined
}

function fielded(c: Context, value: unknown): Response {
  const fields = c.req.query('fields')
  if (fields === undefined) return Response.json(value)
  const mask = readMask(fields)
  return mask ? Response.json(masked(value, mask)) : invalid('fields')
}

function invalid(name: string): Response {
  return errorResponse({ status: 400, reason: 'invalid', message: `Invalid value for: ${name}` })
}
