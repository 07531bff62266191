import { createHash } from 'node:crypto'
import type { MailLine } from '@portal/contract/mail'
import { dayAfter, dayOf } from '@portal/domain/days'
import type { Reader } from '@portal/domain/may-read'
import { meetingOf, type MeetingRef } from '@portal/domain/meeting-ref'
import { digestDueAt, isQuiet, type NoticeClock, reminderDue } from '@portal/domain/notice-times'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import { bodyOf } from '../../platform/store/stored-body.ts'
import type { MailAbout, MailService, QueuedMail } from '../mail/mail-feature.ts'
import type { NamedReader } from '../visibility/visibility-feature.ts'
import type { createGathering } from './gathering.ts'
import type { NoticeLines } from './notice-lines.ts'
import type { AsksOf } from './notice-sources.ts'
import type { OwnNotices } from './own-notices.ts'
import type { Recipient } from './recipients.ts'
import {
  type NoticeProgress,
  noticeProgressCollection,
  type NumberedEvent,
  type StoredChoices,
  type StoredNotices,
} from './stored-notices.ts'

type Parts = {
  store: DocumentStore
  mail: Pick<MailService, 'queue' | 'wake'>
  lines: NoticeLines
  choicesOf: OwnNotices['choicesOf']
  recipients: (meeting: MeetingRef, everyone: readonly NamedReader[]) => Recipient[]
  everyone: () => Promise<NamedReader[]>
  /** The same list, up to a minute old. */
  recentEveryone: () => Promise<NamedReader[]>
  notices: Pick<ReturnType<typeof createGathering>, 'get' | 'meetingByKey'>
  clock: NoticeClock
  now: () => Date
}

type Remade = Pick<QueuedMail, 'person' | 'subject' | 'content'> & {
  /** Absent if an earlier release has queued it. */
  about?: MailAbout[] | undefined
}

/** A meeting whose notices go out. */
export type OpenNotices = StoredNotices & { id: string; meeting: MeetingRef }

type Person = Recipient & Required<Pick<Recipient, 'reader'>> & { meetings: OpenNotices[] }
/** What a message says of a meeting. */
type Told = { meeting: MeetingRef; lines: MailLine[]; asks: MailLine[]; isReminder: boolean }
type Part = Told & {
  notices: OpenNotices
  news: readonly NumberedEvent[]
  reminder: string | undefined
  /** The number of the last event. */
  end: number
}
type Message = { mail: QueuedMail; person: string; parts: Part[]; revision: number | undefined }

type TellOptions = {
  news: readonly NumberedEvent[]
  choices: StoredChoices
  others: AsksOf | undefined
  isReminder: boolean
}

/** How many people are written to in one transaction. */
const batch = 25

/** What nobody may miss who was reminded of a meeting. */
const corrections = new Set(['cancelled', 'timeChanged', 'placeChanged', 'restored'])

/** Writes one digest to each person for whom something is due: of every meeting, since their last one. */
export function createDigests(needs: Parts) {
  const { store, mail, lines, choicesOf, recipients, everyone, clock, now } = needs
  const progress = noticeProgressCollection.hot(store, undefined, 'who was told what')

  const peopleOf = (open: readonly OpenNotices[], accounts: readonly NamedReader[]): Person[] => {
    const people = new Map<string, Person>()
    for (const notices of open) {
      for (const recipient of recipients(notices.meeting, accounts)) {
        const { person, reader, address } = recipient
        if (!reader || address === undefined) continue
        const known = people.get(person) ?? { ...recipient, reader, meetings: [] }
        known.meetings.push(notices)
        people.set(person, known)
      }
    }
    return [...people.values()]
  }

  const isNewsDue = (
    events: readonly NumberedEvent[],
    choices: StoredChoices,
    wasReminded: boolean,
  ): boolean =>
    events.some(({ at, kind }) => {
      const isCorrection = wasReminded && corrections.has(kind)
      const isRare = choices.frequency === 'remindersOnly'
      const due = digestDueAt(
        new Date(at),
        isRare && isCorrection ? 'daily' : choices.frequency,
        clock,
      )
      return due !== undefined && due <= now()
    })

  /** Whether a reader is reminded of a meeting. */
  const isToCome = (reader: Reader, meeting: MeetingRef): boolean => {
    const { date, stage } = lines.factsOf(meeting) ?? { date: undefined, stage: '' }
    if (date === undefined || date < dayOf(now(), clock.timeZone)) return false
    return ['planned', 'called'].includes(stage) && lines.mayRead(reader, meeting)
  }

  /** The reminder that is due, by the name under which it is remembered. */
  const reminderOf = (
    { reader }: Person,
    { meeting, startedAt }: OpenNotices,
    since: Date,
    reminded: readonly string[],
  ): string | undefined => {
    const { date } = lines.factsOf(meeting) ?? {}
    if (date === undefined || !isToCome(reader, meeting)) return undefined
    const from = new Date(Math.max(since.getTime(), Date.parse(startedAt)))
    const due = reminderDue(date, { since: from, now: now() }, clock)
    const name = due && `${date} ${due.daysBefore}`
    return name !== undefined && !reminded.includes(name) ? name : undefined
  }

  const messageTo = (person: Person, since: Date, others?: AsksOf): Message | undefined => {
    const known = progress.get(person.person)
    const choices = choicesOf(person.person)
    let isDue = false
    const all = person.meetings.flatMap((notices): Part[] => {
      const { id, meeting, events } = notices
      const { told = 0, reminded = [] } = known?.meetings[id] ?? {}
      const untold = events.filter(({ n, at }) => n > told && new Date(at) >= since)
      const news = untold.filter(
        (event) => lines.linesOf(person, meeting, [event], choices).length > 0,
      )
      const reminder = choices.reminders ? reminderOf(person, notices, since, reminded) : undefined
      isDue ||= reminder !== undefined || isNewsDue(news, choices, reminded.length > 0)
      if (news.length === 0 && reminder === undefined) return []
      return [
        {
          ...toldTo(person, notices, { news, choices, others, isReminder: reminder !== undefined }),
          notices,
          news,
          reminder,
          end: Math.max(told, ...news.map(({ n }) => n)),
        },
      ]
    })
    if (!isDue) return undefined
    const parts = all.filter((part) => part.lines.length > 0 || part.isReminder)
    if (parts.length === 0) return undefined
    const { person: id, name, address } = person
    const isReminder = parts.some((part) => part.isReminder)
    const ends = parts.map(({ notices, end, reminder }) => [notices.id, end, reminder ?? ''])
    return {
      person: id,
      parts,
      revision: known?.revision,
      mail: {
        id: `digest-${hashOf([id, ...ends])}`,
        kind: isReminder ? 'reminder' : 'digest',
        person: id,
        to: { name, address: address! },
        ...(parts.length === 1 ? { meeting: parts[0]!.notices.id } : {}),
        ...textOf(name, parts),
        about: parts.map((part) => ({
          meeting: part.notices.id,
          events: part.news.map(({ n }) => n),
          isReminder: part.isReminder,
        })),
        unsubscribable: true,
      },
    }
  }

  const toldTo = (
    person: Pick<Person, 'person' | 'reader'>,
    { id, meeting }: Pick<OpenNotices, 'id' | 'meeting'>,
    { news, choices, others, isReminder }: TellOptions,
  ): Told => ({
    meeting,
    lines: lines.linesOf(person, meeting, news, choices),
    asks: [
      ...lines.asksOf(person, meeting),
      ...(others && lines.mayRead(person.reader, meeting) ? others(person.person, id) : []),
    ],
    isReminder,
  })

  const textOf = (
    name: string,
    parts: readonly Told[],
  ): Pick<QueuedMail, 'subject' | 'content'> => ({
    subject: subjectOf(parts),
    content: {
      greeting: `Dear ${name},`,
      blocks: parts.flatMap((part) => lines.blocksOf(part.meeting, part.lines, part.asks)),
    },
  })

  const subjectOf = (parts: readonly Told[]): string => {
    const [first] = parts.toSorted((a, b) => Number(b.isReminder) - Number(a.isReminder))
    const { meeting, isReminder } = first!
    const more = parts.length === 1 ? '' : ', and other meetings'
    if (isReminder) return `${lines.reminderText(meeting)}${more}`
    if (lines.factsOf(meeting)?.stage === 'cancelled') {
      return `Cancelled: ${lines.titleOf(meeting)}${more}`
    }
    return `News about ${lines.titleOf(meeting)}${more}`
  }

  /** Who is told about a meeting, if its notices and they are still there. */
  const readerOf = (person: string, key: string, accounts: readonly NamedReader[]) => {
    const stored = needs.notices.get(key)
    const meeting = needs.notices.meetingByKey(key)
    if (!stored || !meeting || lines.isInPreparation(meeting)) return undefined
    const to = recipients(meeting, accounts).find((each) => each.person === person)
    return to?.reader && { to: { ...to, reader: to.reader }, meeting, events: stored.events }
  }

  /** What a queued message says to its reader now; undefined if nothing of it is for them any more. */
  const remake = async (queued: Remade) => {
    const { person, about, subject, content } = queued
    if (!about) return { subject, content }
    const accounts = await needs.recentEveryone()
    const others = await lines.lookUpAsks(
      [person],
      about.map(({ meeting }) => meeting),
    )
    const found = about.flatMap(({ meeting: key, events, isReminder }) => {
      const known = readerOf(person, key, accounts)
      if (!known) return []
      const { to, meeting } = known
      const news = known.events.filter(({ n }) => events.includes(n))
      const options = {
        news,
        choices: choicesOf(person),
        others,
        isReminder: isReminder && isToCome(to.reader, meeting),
      }
      const told = toldTo(to, { id: key, meeting }, options)
      return told.lines.length > 0 || told.isReminder ? [{ name: to.name, told }] : []
    })
    return (
      found[0] &&
      textOf(
        found[0].name,
        found.map(({ told }) => told),
      )
    )
  }

  /** Queues messages, and notes what their readers have been told, at once. Whoever was told meanwhile is left out. */
  const send = (messages: readonly Message[]) =>
    store.transaction(async (transaction) => {
      const records = noticeProgressCollection.in(transaction)
      const current = await Promise.all(
        messages.map(async (message) => ({ message, stored: await records.find(message.person) })),
      )
      const due = current.filter(({ message, stored }) => stored?.revision === message.revision)
      await mail.queue(
        transaction,
        due.map(({ message }) => message.mail),
      )
      for (const { message, stored } of due) {
        const before: NoticeProgress = stored
          ? (bodyOf(stored) as NoticeProgress)
          : { meetings: {} }
        await records.put(message.person, toldBy(message, before), stored)
      }
    })

  return {
    ready: progress.ready,
    remake,
    /** The last mail to a person that has something about a meeting, by the meeting's key. */
    lastMailOf: (person: string, meeting: string) => progress.get(person)?.meetings[meeting]?.mail,

    /** Nothing that happened before `since` is mailed. */
    async run(open: readonly OpenNotices[], since: Date, signal: AbortSignal): Promise<void> {
      if (open.length === 0 || isQuiet(now(), clock)) return
      const due = peopleOf(open, await everyone()).filter((person) => messageTo(person, since))
      if (due.length === 0) return
      const others = await lines.lookUpAsks(
        due.map(({ person }) => person),
        open.map(({ id }) => id),
      )
      const messages = due.flatMap((person) => messageTo(person, since, others) ?? [])
      for (let first = 0; first < messages.length; first += batch) {
        signal.throwIfAborted()
        await send(messages.slice(first, first + batch))
      }
      if (messages.length > 0) mail.wake()
    },
  }
}

/** Whether notices of a meeting are still of use: until the day after it. */
export function isOpen({ of, state }: StoredNotices, today: string): boolean {
  const meeting = meetingOf(of)
  return meeting !== undefined && (state.facts?.date ?? '9999') >= dayAfter(today, -1)
}

function toldBy({ parts, mail }: Message, { meetings }: NoticeProgress): NoticeProgress {
  const told = parts.map(({ notices, end, reminder }) => {
    const reminded = meetings[notices.id]?.reminded ?? []
    return [
      notices.id,
      {
        told: end,
        reminded: reminder === undefined ? reminded : [...reminded, reminder],
        mail: mail.id,
      },
    ] as const
  })
  return { meetings: { ...meetings, ...Object.fromEntries(told) } }
}

function hashOf(parts: unknown): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 40)
}
