import { calendar, type calendar_v3 } from '@googleapis/calendar'
import { calendarTrouble } from '../../calendar/calendar.ts'
import { Refusal } from '../../refusal.ts'
import { type GoogleAccess, googleAuth } from './google-auth.ts'
import { eventFields, type GoogleEvent } from './google-event.ts'
import { failureOf, refusalOf } from './google-refusal.ts'
import { googleRetries } from './google-retries.ts'

export type GoogleCalendarAccess = {
  /** `primary` is the service account's own; another one has to be shared with it. */
  calendarId: string
  /** The foundation's: answers come in it. */
  timeZone: string
  credentials?: GoogleAccess['credentials'] | undefined
  /** For tests: another Google, in another hurry. */
  rootUrl?: string
  tokenUrl?: string
  /** For one try of a call, in ms. */
  patience?: number
  /** Times what is waited before a call is tried again; 1 without. */
  slowness?: number
  /** Most events of one answer. */
  pageSize?: number
}

export type EventsPage = { events: GoogleEvent[]; syncToken: string | undefined }

/** Answers that what changed since a sync token is no longer known. */
export class SyncTokenExpired extends Error {}

export type GoogleCalendarCalls = ReturnType<typeof googleCalendarCalls>

/** The calls to Calendar v3 that the portal makes: patient, page by page, and with failures as refusals. */
export function googleCalendarCalls(options: GoogleCalendarAccess) {
  const { calendarId, timeZone, patience = 10_000, slowness = 1, pageSize = 2500 } = options
  const auth = googleAuth({
    scopes: ['https://www.googleapis.com/auth/calendar.events.readonly'],
    ...(options.credentials === undefined ? {} : { credentials: options.credentials }),
    ...(options.tokenUrl === undefined ? {} : { tokenUrl: options.tokenUrl }),
  })
  const { events } = calendar({
    version: 'v3',
    auth,
    timeout: patience,
    ...(options.rootUrl === undefined ? {} : { rootUrl: options.rootUrl }),
    retryConfig: googleRetries(slowness),
  })

  /** Every page of one question. */
  const all = async (params: calendar_v3.Params$Resource$Events$List): Promise<EventsPage> => {
    const found: GoogleEvent[] = []
    let pageToken: string | undefined
    for (;;) {
      const { data } = await events.list({
        ...params,
        calendarId,
        singleEvents: true,
        maxResults: pageSize,
        timeZone,
        fields: `nextPageToken,nextSyncToken,items(${eventFields})`,
        ...(pageToken === undefined ? {} : { pageToken }),
      })
      found.push(...(data.items ?? []))
      pageToken = data.nextPageToken ?? undefined
      if (pageToken === undefined) {
        return { events: found, syncToken: data.nextSyncToken ?? undefined }
      }
    }
  }

  return {
    /** What touches the span, and a token for what changes in it afterwards. */
    between: (from: Date, to: Date): Promise<EventsPage> =>
      all({ timeMin: from.toISOString(), timeMax: to.toISOString() }).catch(refused),

    /** What has changed since the token was given, the cancelled among it. */
    since: (syncToken: string): Promise<EventsPage> =>
      all({ syncToken }).catch((error: unknown) => {
        if (failureOf(error).status !== 410) throw refused(error)
        throw new SyncTokenExpired('The sync token is no longer known.', { cause: error })
      }),

    /** Undefined when there is none, or none for the portal to see. */
    async event(eventId: string): Promise<GoogleEvent | undefined> {
      try {
        const { data } = await events.get({ calendarId, eventId, timeZone, fields: eventFields })
        return data
      } catch (error) {
        const { status } = failureOf(error)
        if (status === 404 || status === 410) return undefined
        throw refused(error)
      }
    },
  }

  function refused(error: unknown): never {
    const refusal = refusalOf(error, 'Google Calendar')
    const sentence = `The calendar ${calendarId} isn’t in Google Calendar, or isn’t shared with the portal’s account.`
    const cause = refusal.code === 'notFound' ? new Error(sentence, { cause: error }) : refusal
    throw new Refusal('unavailable', calendarTrouble, { cause })
  }
}
