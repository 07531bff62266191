import { calendar, type calendar_v3 } from '@googleapis/calendar'
import { calendarTrouble } from '../../features/calendar/calendar.ts'
import { Refusal } from '../../refusal.ts'
import { untilAborted } from '../../platform/resilience/with-timeout.ts'
import { type GoogleAccess, googleAuth } from './google-auth.ts'
import { eventFields, type GoogleEvent } from './google-event.ts'
import { failureOf, refusalOf } from './google-refusal.ts'
import { callOptions } from './google-retries.ts'

export type GoogleCalendarAccess = {
  /** `primary` is the service account's own calendar; any other must be shared with it. */
  calendarId: string
  /** The foundation's time zone, which responses use. */
  timeZone: string
  credentials?: GoogleAccess['credentials'] | undefined
  /** For tests: the origin of a Google stand-in. */
  rootUrl?: string
  tokenUrl?: string
  /** Timeout of one attempt, in ms. */
  timeout?: number
  /** Factor for the delays between retries; 1 by default. */
  delayFactor?: number
  /** Maximum number of events per response. */
  pageSize?: number
}

export type EventsPage = { events: GoogleEvent[]; syncToken: string | undefined }

export class SyncTokenExpired extends Error {}

export type GoogleCalendarCalls = ReturnType<typeof googleCalendarCalls>

/** The Calendar v3 calls that the portal makes, with retries, paging and error mapping. */
export function googleCalendarCalls(options: GoogleCalendarAccess) {
  const { calendarId, timeZone, timeout = 10_000, delayFactor = 1, pageSize = 2500 } = options
  const auth = googleAuth({
    scopes: ['https://www.googleapis.com/auth/calendar.events.readonly'],
    ...(options.credentials === undefined ? {} : { credentials: options.credentials }),
    ...(options.tokenUrl === undefined ? {} : { tokenUrl: options.tokenUrl }),
  })
  const { events } = calendar({
    version: 'v3',
    auth,
    timeout,
    ...(options.rootUrl === undefined ? {} : { rootUrl: options.rootUrl }),
  })

  const call = async <T>(
    signal: AbortSignal | undefined,
    work: (as: ReturnType<typeof callOptions>) => Promise<T>,
  ): Promise<T> => {
    signal?.throwIfAborted()
    return untilAborted(work(callOptions(delayFactor, signal)), signal)
  }

  /** Fetches every page of a list. */
  const all = async (
    params: calendar_v3.Params$Resource$Events$List,
    signal: AbortSignal | undefined,
  ): Promise<EventsPage> => {
    const received: GoogleEvent[] = []
    let pageToken: string | undefined
    for (;;) {
      const wanted = {
        ...params,
        calendarId,
        singleEvents: true,
        maxResults: pageSize,
        timeZone,
        fields: `nextPageToken,nextSyncToken,items(${eventFields})`,
        ...(pageToken === undefined ? {} : { pageToken }),
      }
      const { data } = await call(signal, (as) => events.list(wanted, as))
      received.push(...(data.items ?? []))
      pageToken = data.nextPageToken ?? undefined
      if (pageToken === undefined) {
        return { events: received, syncToken: data.nextSyncToken ?? undefined }
      }
    }
  }

  return {
    /** Events that overlap the range, and a token for later changes in it. */
    between: (from: Date, to: Date, signal?: AbortSignal): Promise<EventsPage> =>
      all({ timeMin: from.toISOString(), timeMax: to.toISOString() }, signal).catch(
        (error: unknown) => {
          signal?.throwIfAborted()
          return refused(error)
        },
      ),

    /** Events changed since the token was issued, including canceled ones. */
    since: (syncToken: string): Promise<EventsPage> =>
      all({ syncToken }, undefined).catch((error: unknown) => {
        if (failureOf(error).status !== 410) throw refused(error)
        throw new SyncTokenExpired('The sync token is no longer known.', { cause: error })
      }),

    /** Undefined if the event doesn't exist or isn't visible to the portal. */
    async event(eventId: string, signal?: AbortSignal): Promise<GoogleEvent | undefined> {
      try {
        const wanted = { calendarId, eventId, timeZone, fields: eventFields }
        const { data } = await call(signal, (as) => events.get(wanted, as))
        return data
      } catch (error) {
        signal?.throwIfAborted()
        const { status } = failureOf(error)
        if (status === 404 || status === 410) return undefined
        throw refused(error)
      }
    },
  }

  function refused(error: unknown): never {
    const refusal = refusalOf(error, 'Google Calendar')
    const message = `The calendar ${calendarId} isn’t in Google Calendar, or isn’t shared with the portal’s account.`
    const cause = refusal.code === 'notFound' ? new Error(message, { cause: error }) : refusal
    const { retryAfter } = refusal.details
    const after = retryAfter === undefined ? {} : { retryAfter }
    throw new Refusal('unavailable', calendarTrouble, { cause, ...after })
  }
}
