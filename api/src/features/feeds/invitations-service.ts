import { meetingOf, type MeetingRef } from '@portal/domain/meeting-ref'
import { dayInWords } from '@portal/domain/days'
import { eventSpanText, startDay } from '@portal/domain/event-times'
import * as z from 'zod/mini'
import type { Reader } from '@portal/domain/may-read'
import { createJob } from '../../platform/background/jobs.ts'
import type { Log } from '../../platform/log.ts'
import { defineCollection } from '../../platform/store/collection.ts'
import type { DocumentStore, StoreOperations } from '../../platform/store/document-store.ts'
import { ignoring } from '../../refusal.ts'
import {
  type CalendarEntry,
  calendarFile,
  type CalendarService,
  fileEntry,
} from '../calendar/calendar-feature.ts'
import type { MailService } from '../mail/mail-feature.ts'

/** Collection `calendar_invitations`, id is the meeting's key and the person: what their calendar was told last. */
const storedInvitation = z.object({
  meeting: z.string(),
  /** An entry of the directory, or an account. */
  person: z.string(),
  name: z.string(),
  address: z.string(),
  sequence: z.number(),
  /** Their calendar was told that the meeting is off, or no longer theirs. */
  isWithdrawn: z.boolean(),
})
const invitationsCollection = defineCollection('calendar_invitations', storedInvitation)

export type Invited = {
  person: string
  name: string
  address?: string
  reader?: Reader
}

type Parts = {
  store: DocumentStore
  calendar: Pick<CalendarService, 'comingMeetings'>
  /** Who is written to about a meeting. */
  recipientsOf: () => Promise<(meeting: MeetingRef) => readonly Invited[]>
  /** Whether a person has chosen the feed instead. */
  prefersFeed: (person: string) => boolean
  mayRead: (reader: Reader, meeting: MeetingRef) => boolean
  mail: Pick<MailService, 'onSince' | 'queue'>
  organizer: { name: string; address: string }
  portal: string
  timeZone: string
  now: () => Date
  log: Log
}

/** Mails each person an invitation per meeting, again when it changes, and its withdrawal. */
export function createInvitations(parts: Parts) {
  const { store, calendar, mail, organizer, portal, timeZone, now, log } = parts
  const known = invitationsCollection.hot(store, undefined, 'invitations to calendars')

  /** In one transaction with what the person's calendar was told, so that nothing is sent twice. */
  const tell = (
    entry: CalendarEntry,
    to: Required<Pick<Invited, 'person' | 'name' | 'address'>>,
    isTheirs: boolean,
  ) =>
    store.transaction(async (transaction) => {
      const { key } = entry.of!
      const records = invitationsCollection.in(transaction)
      const id = `${key}--${to.person}`
      const stored = await records.get(id)
      const sequence = entry.sequence ?? 0
      const isOff = entry.cancelled === true || !isTheirs
      if (isOff ? !stored || stored.isWithdrawn : isCurrent(stored, sequence)) return
      const address = isOff ? stored!.address : to.address
      const attendee = { name: to.name, address }
      const shown = { ...entry, description: undefined, ...(isOff ? { cancelled: true } : {}) }
      const ics = calendarFile({
        method: isOff ? 'CANCEL' : 'REQUEST',
        timeZone,
        entries: [
          {
            ...fileEntry(shown, portal, now()),
            stamp: now(),
            invited: { organizer, attendee },
          },
        ],
        now: now(),
      })
      await mail.queue(transaction, [
        {
          id: `calendar-${key}-${sequence}-${(stored?.revision ?? 0) + 1}-${to.person}`,
          kind: 'calendar',
          person: to.person,
          to: attendee,
          meeting: key,
          subject: subjectOf(entry, { isOff, isNew: !stored || stored.isWithdrawn }),
          content: contentOf(entry, { isOff, isTheirs }),
          calendar: { method: isOff ? 'CANCEL' : 'REQUEST', ics },
          unsubscribable: false,
        },
      ])
      const told = { meeting: key, ...to, address, sequence, isWithdrawn: isOff }
      await records.put(id, told, stored)
    })

  const contentOf = (
    entry: CalendarEntry,
    { isOff, isTheirs }: { isOff: boolean; isTheirs: boolean },
  ) => {
    const day = startDay(entry, timeZone)
    const when = `${day ? dayInWords(day) : ''}, ${eventSpanText(entry, timeZone)}`
    const { page } = fileEntry(entry, portal, now())
    const why = isTheirs
      ? 'This meeting is cancelled.'
      : 'You are no longer invited to this meeting.'
    return {
      blocks: [
        ...(isOff ? [{ type: 'paragraph' as const, text: why }] : []),
        { type: 'paragraph' as const, text: when },
        ...(entry.location ? [{ type: 'paragraph' as const, text: entry.location }] : []),
        ...(page && !isOff
          ? [{ type: 'button' as const, text: 'Open the meeting', href: page }]
          : []),
      ],
    }
  }

  const run = async (signal: AbortSignal = new AbortController().signal) => {
    const since = await mail.onSince()
    if (since === null) return
    const entries = await calendar.comingMeetings()
    if (entries.length === 0) return
    const recipientsOf = await parts.recipientsOf()
    for (const entry of entries) {
      const { id, key, changedAt } = entry.of!
      const meeting = meetingOf(id)
      if (!meeting) continue
      const told = new Map(
        known
          .all()
          .filter((each) => each.meeting === key)
          .map((each) => [each.person, each]),
      )
      const theirs = recipientsOf(meeting).filter(
        ({ reader }) => !reader || parts.mayRead(reader, meeting),
      )
      for (const { person, name, address } of theirs) {
        signal.throwIfAborted()
        const before = told.get(person)
        told.delete(person)
        // Nothing that happened before mail was on is mailed. Whoever was invited gets the changes, too.
        const isNew = !before || before.isWithdrawn
        if (address === undefined || (isNew && (changedAt < since || parts.prefersFeed(person))))
          continue
        await tell(entry, { person, name, address }, true).catch(ignoring('conflict', 'stale'))
      }
      for (const { person, name, address } of told.values()) {
        signal.throwIfAborted()
        await tell(entry, { person, name, address }, false).catch(ignoring('conflict', 'stale'))
      }
    }
  }

  return {
    ready: known.ready,
    run,
    /** The meetings that a person was invited to, by their keys. */
    invitedTo: (person: string): Set<string> =>
      new Set(
        known
          .all()
          .filter((each) => each.person === person && !each.isWithdrawn)
          .map(({ meeting }) => meeting),
      ),
    job: createJob(
      {
        name: 'calendar-invitations',
        does: 'mails invitations to meetings, their changes and withdrawals',
        every: 60_000,
        failure: 'invitations to calendars were not mailed',
        run: (signal) => run(signal),
      },
      { now, log },
    ),
  }
}

/** Deletes what is stored about a person's invitations, with the account. */
export async function forgetCalendarInvitations(
  store: StoreOperations,
  people: readonly string[],
): Promise<void> {
  const records = invitationsCollection.in(store)
  for (const person of people) {
    const { documents } = await records.list({ where: { person } })
    for (const { id } of documents) await records.delete(id)
  }
}

function isCurrent(
  stored: { sequence: number; isWithdrawn: boolean } | undefined,
  sequence: number,
): boolean {
  return stored !== undefined && !stored.isWithdrawn && stored.sequence >= sequence
}

function subjectOf(
  { summary, cancelled }: CalendarEntry,
  { isOff, isNew }: { isOff: boolean; isNew: boolean },
): string {
  if (isOff) return cancelled ? summary : `Withdrawn: ${summary}`
  return isNew ? `Invitation: ${summary}` : `Changed: ${summary}`
}
