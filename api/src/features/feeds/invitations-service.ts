import { randomBytes } from 'node:crypto'
import type { MailBlock } from '@portal/contract/mail'
import { dayAfter, dayInWords, dayOf } from '@portal/domain/days'
import { daysOf, eventSpanText, hasEnded, hasStarted, startDay } from '@portal/domain/event-times'
import type { Reader } from '@portal/domain/may-read'
import { meetingOf, type MeetingRef } from '@portal/domain/meeting-ref'
import { isSameTime, movedSentence } from '@portal/domain/replies'
import { startOfDay } from '@portal/domain/zone-time'
import * as z from 'zod/mini'
import { createJob } from '../../platform/background/jobs.ts'
import type { Log } from '../../platform/log.ts'
import { defineCollection } from '../../platform/store/collection.ts'
import type { DocumentStore, Stored, StoreOperations } from '../../platform/store/document-store.ts'
import { isSameBody } from '../../platform/store/stored-body.ts'
import { ignoring, Refusal } from '../../refusal.ts'
import {
  type CalendarEntry,
  calendarFile,
  type CalendarService,
  fileEntry,
  uidOf,
} from '../calendar/calendar-feature.ts'
import type { MailService, QueuedMail, StoredMail } from '../mail/mail-feature.ts'
import type { Invitation, NoInvitation } from './calendar-answers-service.ts'
import type { CalendarAnswer } from './reply-mailbox.ts'

const moment = z.object({ dateTime: z.optional(z.string()), date: z.optional(z.string()) })

/** What a calendar shows of a meeting. */
const toldMeeting = z.object({
  id: z.string(),
  /** How often the meeting itself had changed. */
  changes: z.number(),
  summary: z.string(),
  start: moment,
  end: z.optional(moment),
  location: z.optional(z.string()),
  time: z.object({ date: z.string(), time: z.string(), endTime: z.string() }),
})
type ToldMeeting = z.infer<typeof toldMeeting>

/** Collection `calendar_invitations`, id is the meeting's key and the person: what their calendar was told last. */
const storedInvitation = z.object({
  meeting: z.string(),
  /** An entry of the directory, or an account. */
  person: z.string(),
  name: z.string(),
  address: z.string(),
  /** SEQUENCE of the last message. It only grows, also if the meeting is deleted and made again. */
  sequence: z.number(),
  /** Their calendar was told that the meeting is off, or no longer theirs. */
  isWithdrawn: z.boolean(),
  told: toldMeeting,
  /** SEQUENCE of the first message with the present time: answers to earlier ones are to another time. */
  timeSequence: z.number(),
  /**
   * The organizer's address in this invitation alone, which only its reader knows: an answer to it is the reader's. It
   * stays as long as the invitation does, because calendars refuse changes by another organizer.
   */
  answersTo: z.optional(z.string()),
  /** The last message; empty if none was needed. Absent in records of earlier releases. */
  mail: z.optional(z.string()),
  /** Of the last message: absent once it may have arrived. */
  outcome: z.optional(z.enum(['waiting', 'failed'])),
  /** What their calendar had before the last message; absent if it didn't have the meeting. */
  had: z.optional(toldMeeting),
})
type StoredInvitation = z.infer<typeof storedInvitation>
const invitationsCollection = defineCollection('calendar_invitations', storedInvitation)

export type Invited = {
  person: string
  name: string
  address?: string
  reader?: Reader
}

export type InvitationsParts = {
  store: DocumentStore
  calendar: Pick<CalendarService, 'comingMeetings'>
  /** Who is written to about a meeting. */
  recipientsOf: () => Promise<(meeting: MeetingRef) => readonly Invited[]>
  /** The same, from a list that may be a minute old. */
  recentRecipientsOf: InvitationsParts['recipientsOf']
  /** Whether a person has chosen the feed instead. */
  prefersFeed: (person: string) => boolean
  mayRead: (reader: Reader, meeting: MeetingRef) => boolean
  mail: Pick<MailService, 'onSince' | 'queue' | 'giveUp' | 'states' | 'remakeWith'>
  /** A person's buttons for a reply to a meeting, by its key. */
  replyButtons: (person: string, meeting: string) => MailBlock[]
  organizer: { name: string; address: string }
  /** The address of the mailbox that answers are read from; undefined if none is. */
  answers: string | undefined
  portal: string
  timeZone: string
  now: () => Date
  log: Log
}

/** A message to one person's calendar. Without an entry, the meeting is withdrawn as it was told last. */
type Message = {
  key: string
  to: { person: string; name: string; address: string }
  entry?: CalendarEntry | undefined
  /** Why it is withdrawn, in a sentence. */
  why?: string
}

type MessagesOptions = {
  told: Map<string, StoredInvitation>
  recipientsOf: (meeting: MeetingRef) => readonly Invited[]
  since: Date
}

/** Why a mail isn't sent any more. */
const replaced = 'The meeting, or who is invited to it, has changed since.'
const hasBegun = 'The meeting has begun.'

/** How long an invitation is remembered after its meeting, in days: as long as the feed has the meeting. */
const remembered = 366

/** Mails each person an invitation per meeting, again when it changes, and its withdrawal. */
export function createInvitations(parts: InvitationsParts) {
  const { store, calendar, mail, organizer, answers, portal, timeZone, now, log } = parts
  const known = invitationsCollection.hot(store, undefined, 'invitations to calendars')

  /** In one transaction with what the person's calendar was told, so that nothing is sent twice. */
  const tell = ({ key, to, entry, why }: Message) =>
    store.transaction(async (transaction) => {
      const records = invitationsCollection.in(transaction)
      const id = invitationId(key, to.person)
      const stored = await records.get(id)
      const isOff = !entry || entry.cancelled === true
      if (!isNews(stored, entry)) return
      // What nobody has received, nobody's calendar has.
      const isUnsent = stored?.mail ? await mail.giveUp(transaction, stored.mail, replaced) : false
      const has = stored?.isWithdrawn ? undefined : stored?.told
      const had = isUnsent ? stored?.had : has
      const told = entry ? toldOf(entry) : (had ?? stored!.told)
      const isNew = had === undefined
      const isNeeded = isOff ? !isNew : isNew || !isSameBody(seenIn(had), seenIn(told))
      const sequence = Math.max(entry?.sequence ?? 0, stored ? stored.sequence + 1 : 0)
      const attendee = { name: to.name, address: isOff ? stored!.address : to.address }
      const isAgain = stored !== undefined && !stored.isWithdrawn
      const answersTo = isAgain || isOff ? stored?.answersTo : answers && ownAddress(answers)
      const method = isOff ? 'CANCEL' : 'REQUEST'
      const shown = {
        ...(entry ?? entryOf(key, told, now())),
        description: undefined,
        sequence,
        ...(isOff ? { cancelled: true } : {}),
      }
      const file = { ...fileEntry(shown, portal, now()), stamp: now() }
      const ics = calendarFile({
        method,
        timeZone,
        entries: [{ ...file, invited: invitedOf(attendee, answersTo) }],
        now: now(),
      })
      const mailId = `calendar-${key}-${sequence}-${(stored?.revision ?? 0) + 1}-${to.person}`
      const messages: QueuedMail[] = [
        {
          id: mailId,
          kind: 'calendar',
          person: to.person,
          to: attendee,
          meeting: key,
          subject: subjectOf(entry ?? shown, { isOff, isGone: !entry, isNew }),
          content: isOff
            ? { blocks: [paragraph(why ?? 'This meeting is cancelled.'), ...placeAndTime(shown)] }
            : contentOf(shown, { key, to, page: file.page, before: had, answersTo }),
          calendar: { method, ics },
          ...(had ? { sendBefore: correctedUntil(had, told) } : {}),
          unsubscribable: false,
        },
      ]
      if (isNeeded) await mail.queue(transaction, messages)
      const { person, name } = to
      const { address } = attendee
      const hasTime = stored && isSameTime(stored.told.time, told.time)
      const invitation = {
        meeting: key,
        person,
        name,
        address,
        sequence: isNeeded ? sequence : stored!.sequence,
        isWithdrawn: isOff,
        told,
        timeSequence: hasTime ? stored.timeSequence : sequence,
        ...(answersTo === undefined ? {} : { answersTo }),
        ...(isNeeded ? { mail: mailId, outcome: 'waiting' as const } : { mail: '' }),
        ...(isNeeded && had ? { had } : {}),
      }
      await records.put(id, invitation, stored)
    })

  /** Until when a calendar that has the meeting must be corrected: until what it shows is over. */
  const correctedUntil = (had: ToldMeeting, told: ToldMeeting): Date | undefined => {
    const ends = [had, told].map((each) => endOf(each, timeZone).getTime())
    const last = new Date(Math.max(...ends))
    return last > now() ? last : undefined
  }

  const invitedOf = (attendee: { name: string; address: string }, answersTo?: string) => ({
    organizer: { name: organizer.name, address: answersTo ?? organizer.address },
    attendee,
    isAnswered: answersTo !== undefined && answers !== undefined,
  })

  const placeAndTime = (entry: CalendarEntry): MailBlock[] => {
    const day = startDay(entry, timeZone)
    const when = `${day ? dayInWords(day) : ''}, ${eventSpanText(entry, timeZone)}`
    return [paragraph(when), ...(entry.location ? [paragraph(entry.location)] : [])]
  }

  type Content = {
    key: string
    to: Message['to']
    page: string | undefined
    /** What the calendar shows until now. */
    before: ToldMeeting | undefined
    answersTo: string | undefined
  }
  const contentOf = (entry: CalendarEntry, { key, to, page, before, answersTo }: Content) => {
    const { time } = entry.of!
    const hasMoved = before !== undefined && !isSameTime(before.time, time)
    const buttons = parts.replyButtons(to.person, key)
    return {
      blocks: [
        ...(hasMoved ? [paragraph(movedSentence(before.time, time))] : []),
        ...placeAndTime(entry),
        ...(page === undefined
          ? []
          : [{ type: 'button' as const, text: 'Open the meeting', href: page }]),
        ...(buttons.length === 0 ? [] : [{ type: 'heading' as const, text: 'Will you come?' }]),
        ...buttons,
        ...(buttons.length === 0
          ? []
          : [paragraph(howToReply(answersTo !== undefined && answers !== undefined))]),
      ],
    }
  }

  /** What is to be told about one meeting; `entry` is undefined if members don't see it any more. */
  const messagesOf = (
    key: string,
    entry: CalendarEntry | undefined,
    { told, recipientsOf, since }: MessagesOptions,
  ): Message[] => {
    const meeting = entry && meetingOf(entry.of!.id)
    const theirs = meeting
      ? recipientsOf(meeting).filter(({ reader }) => !reader || parts.mayRead(reader, meeting))
      : []
    const invited = theirs.flatMap(({ person, name, address }): Message[] => {
      const before = told.get(person)
      told.delete(person)
      const isUnknown = before?.outcome === 'failed' && !before.had
      const isNew = !before || before.isWithdrawn || isUnknown
      // Nothing that happened before mail was on is mailed. Whoever was invited gets the changes, too.
      const isOld = !before && entry!.of!.changedAt < since
      if (address === undefined || isOld || (isNew && parts.prefersFeed(person))) return []
      return isNews(before, entry) ? [{ key, to: { person, name, address }, entry }] : []
    })
    // Whatever is missing may have been left out because it is damaged.
    if (store.damage?.since()) return invited
    const why = entry
      ? 'You are no longer invited to this meeting.'
      : 'This meeting was withdrawn. If it takes place after all, you will be invited again.'
    const others = [...told.values()]
      .filter((each) => !each.isWithdrawn && !hasEnded(each.told, timeZone, now()))
      .map((to) => ({ key, to, why }))
    return [...invited, ...others]
  }

  /** Notes what has become of the last message to each person. */
  const noteOutcomes = async (invitations: readonly Stored<StoredInvitation>[]) => {
    const open = invitations.filter(
      ({ outcome, told }) => outcome !== undefined && !hasEnded(told, timeZone, now()),
    )
    const states = await mail.states(open.map(({ mail: last }) => last!))
    for (const { id, revision, updatedAt: _, outcome, ...invitation } of open) {
      const state = states.get(invitation.mail!)?.state
      // One that is sent again hasn't arrived yet.
      if (state === 'waiting' || state === 'sending' || state === outcome) continue
      const changed = { ...invitation, ...(state === 'failed' ? { outcome: state } : {}) }
      const records = invitationsCollection.in(store)
      await records.update(id, changed, revision).catch(ignoring('conflict', 'stale'))
    }
  }

  /** Checks, just before a message is sent, that it still says what its reader’s calendar should show. */
  const remake = async ({ id, person, meeting: key = '', ...queued }: Stored<StoredMail>) => {
    const since = await mail.onSince()
    if (since !== null) {
      const told = new Map(
        known.all().flatMap((each) => (each.meeting === key ? [[each.person, each]] : [])),
      )
      const [entry] = (await calendar.comingMeetings(new Set([key]))).filter(
        ({ of }) => of?.key === key,
      )
      const recipientsOf = await parts.recentRecipientsOf()
      for (const message of messagesOf(key, entry, { told, recipientsOf, since })) {
        if (message.to.person === person) await tell(message).catch(ignoring('conflict', 'stale'))
      }
    }
    const stored = await invitationsCollection.in(store).get(invitationId(key, person))
    if (!stored || (stored.mail ?? id) !== id) throw new Refusal('conflict', replaced)
    const { subject, content, calendar: file, at } = queued
    const isLate =
      hasStarted(stored.told, timeZone, now()) && !hasStarted(stored.told, timeZone, new Date(at))
    if (file?.method === 'REQUEST' && isLate) throw new Refusal('conflict', hasBegun)
    return { subject, content }
  }
  mail.remakeWith(['calendar'], remake)

  const run = async (signal: AbortSignal = new AbortController().signal) => {
    const since = await mail.onSince()
    if (since === null) return
    await noteOutcomes(known.all())
    const toldOfMeeting = new Map<string, Map<string, StoredInvitation>>()
    const alive = new Set<string>()
    for (const each of known.all()) {
      const told = toldOfMeeting.get(each.meeting) ?? new Map<string, StoredInvitation>()
      toldOfMeeting.set(each.meeting, told.set(each.person, each))
      if (!each.isWithdrawn && !hasEnded(each.told, timeZone, now())) alive.add(each.meeting)
    }
    const entries = await calendar.comingMeetings(alive)
    const byKey = new Map(entries.map((entry) => [entry.of!.key, entry]))
    const keys = new Set([...byKey.keys(), ...alive])
    if (keys.size > 0) {
      const recipientsOf = await parts.recipientsOf()
      for (const key of keys) {
        const told = toldOfMeeting.get(key) ?? new Map<string, StoredInvitation>()
        for (const message of messagesOf(key, byKey.get(key), { told, recipientsOf, since })) {
          signal.throwIfAborted()
          await tell(message).catch(ignoring('conflict', 'stale'))
        }
      }
    }
    const oldest = dayAfter(dayOf(now(), timeZone), -remembered)
    for (const { id, told } of known.all()) {
      signal.throwIfAborted()
      if (startDay(told, timeZone)! < oldest) await invitationsCollection.in(store).delete(id)
    }
  }

  return {
    ready: known.ready,
    run,
    /** The keys of the meetings that a person was invited to, without meetings whose last message has failed. */
    invitedTo: (person: string): Set<string> =>
      new Set(
        known
          .all()
          .filter(
            (each) => each.person === person && !each.isWithdrawn && each.outcome !== 'failed',
          )
          .map(({ meeting }) => meeting),
      ),
    /** The invitation that an answer belongs to, or why it belongs to none. */
    invitationOf({ uid, organizer: sentTo, sequence }: CalendarAnswer): Invitation | NoInvitation {
      const found = known
        .all()
        .find(({ answersTo }) => answersTo !== undefined && answersTo === sentTo)
      if (!found || uid !== uidOf(found.meeting, portal)) {
        return { why: 'It answers no invitation of this portal.' }
      }
      const { meeting, person, address, told, isWithdrawn, timeSequence } = found
      if (isWithdrawn) return { why: 'The person is no longer invited.', meeting }
      if (sequence < timeSequence) {
        return { why: 'It answers an earlier time of the meeting.', meeting }
      }
      return { meeting, person, address: address.toLowerCase(), time: told.time }
    },
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

function howToReply(byCalendar: boolean): string {
  const other = byCalendar
    ? 'You can also accept or decline in your calendar.'
    : 'The portal doesn’t see what you answer in your calendar.'
  return `A page opens that shows your choice and asks you to confirm it. The links are for you alone. ${other}`
}

/** Providers deliver `name+anything@domain` to `name@domain`. */
function ownAddress(address: string): string {
  const [name, domain] = address.toLowerCase().split('@')
  return `${name}+${randomBytes(12).toString('hex')}@${domain}`
}

function invitationId(meeting: string, person: string): string {
  return `${meeting}--${person}`
}

function paragraph(text: string): MailBlock {
  return { type: 'paragraph', text }
}

/** Whether a calendar has to be told; `entry` is undefined for a meeting that is no longer the person's. */
function isNews(stored: StoredInvitation | undefined, entry: CalendarEntry | undefined): boolean {
  const isTold = stored !== undefined && !stored.isWithdrawn
  if (!entry || entry.cancelled) return isTold
  return !isTold || !isSameBody(seenIn(stored.told), seenIn(toldOf(entry)))
}

/** Without the place, which may be the calendar's own; a change of the meeting's own place counts. */
function seenIn(told: ToldMeeting) {
  const { location: _, ...seen } = told
  return seen
}

function toldOf({ summary, start, end, location, sequence = 0, of }: CalendarEntry): ToldMeeting {
  return {
    id: of!.id,
    changes: sequence,
    summary,
    start,
    ...(end ? { end } : {}),
    ...(location === undefined ? {} : { location }),
    time: of!.time,
  }
}

function endOf(told: ToldMeeting, timeZone: string): Date {
  const dateTime = told.end?.dateTime ?? told.start.dateTime
  if (dateTime !== undefined) return new Date(dateTime)
  return startOfDay(dayAfter(daysOf(told, timeZone).at(-1)!), timeZone)!
}

function entryOf(key: string, told: ToldMeeting, changedAt: Date): CalendarEntry {
  const { id, time, changes: _, ...entry } = told
  return { id, ...entry, of: { id, key, changedAt, time } }
}

/** What the calendars of people were told last, for themselves. */
export async function calendarInvitationsOf(store: StoreOperations, people: readonly string[]) {
  const found = []
  for (const person of people) {
    for await (const page of invitationsCollection.in(store).pages({ where: { person } })) {
      for (const { told, address, updatedAt: at, isWithdrawn: withdrawn } of page) {
        found.push({ title: told.summary, address, at, withdrawn })
      }
    }
  }
  return found
}

/** More changes than a meeting has between a backup and its restore. */
const skipped = 100

/** After a restore: calendars may know later messages, and ignore what isn't newer. */
export async function skipSequences(store: StoreOperations): Promise<void> {
  const records = invitationsCollection.in(store)
  for await (const page of records.pages()) {
    for (const { id, revision, updatedAt: _, ...invitation } of page) {
      await records.update(id, { ...invitation, sequence: invitation.sequence + skipped }, revision)
    }
  }
}

/** Deletes what is stored about a person's invitations, with the account. */
export async function forgetCalendarInvitations(
  store: StoreOperations,
  people: readonly string[],
): Promise<void> {
  const records = invitationsCollection.in(store)
  for (const person of people) {
    for await (const page of invitationsCollection.raw(store).pages({ where: { person } })) {
      for (const { id } of page) await records.delete(id)
    }
  }
}

function subjectOf(
  { summary }: CalendarEntry,
  { isOff, isGone, isNew }: { isOff: boolean; isGone: boolean; isNew: boolean },
): string {
  if (isGone) return `Withdrawn: ${summary}`
  if (isOff) return summary
  return isNew ? `Invitation: ${summary}` : `Changed: ${summary}`
}
