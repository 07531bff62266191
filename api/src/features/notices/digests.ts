import { createHash } from 'node:crypto'
import type { MailLine } from '@portal/contract/mail'
import { dayAfter } from '@portal/domain/days'
import { meetingOf, type MeetingRef } from '@portal/domain/meeting-ref'
import { digestDueAt, isQuiet, type NoticeClock, reminderDue } from '@portal/domain/notice-times'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import { bodyOf } from '../../platform/store/stored-body.ts'
import type { MailService, QueuedMail } from '../mail/mail-feature.ts'
import type { NamedReader } from '../visibility/visibility-feature.ts'
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
  clock: NoticeClock
  now: () => Date
}

/** A meeting whose notices go out. */
export type OpenNotices = StoredNotices & { id: string; meeting: MeetingRef }

type Person = Recipient & Required<Pick<Recipient, 'reader'>> & { meetings: OpenNotices[] }
type Part = {
  notices: OpenNotices
  lines: MailLine[]
  asks: MailLine[]
  reminder: string | undefined
  /** The number of the last event. */
  end: number
}
type Message = { mail: QueuedMail; person: string; parts: Part[]; revision: number | undefined }

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

  /** The reminder that is due, by the name under which it is remembered. */
  const reminderOf = (
    { reader }: Person,
    { meeting, startedAt }: OpenNotices,
    since: Date,
    reminded: readonly string[],
  ): string | undefined => {
    const { date, stage } = lines.factsOf(meeting) ?? { date: undefined, stage: '' }
    if (date === undefined || !['planned', 'called'].includes(stage)) return undefined
    if (!lines.mayRead(reader, meeting)) return undefined
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
          notices,
          lines: lines.linesOf(person, meeting, news, choices),
          asks: [
            ...lines.asksOf(person, meeting),
            ...(others && lines.mayRead(person.reader, meeting) ? others(person.person, id) : []),
          ],
          reminder,
          end: Math.max(told, ...news.map(({ n }) => n)),
        },
      ]
    })
    if (!isDue) return undefined
    const parts = all.filter((part) => part.lines.length > 0 || part.reminder !== undefined)
    if (parts.length === 0) return undefined
    const { person: id, name, address } = person
    const blocks = parts.flatMap(({ notices, lines: own, asks }) =>
      lines.blocksOf(notices.meeting, own, asks),
    )
    const isReminder = parts.some(({ reminder }) => reminder !== undefined)
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
        subject: subjectOf(parts),
        content: { greeting: `Dear ${name},`, blocks },
        unsubscribable: true,
      },
    }
  }

  const subjectOf = (own: readonly Part[]): string => {
    const [first] = own.toSorted((a, b) => Number(!a.reminder) - Number(!b.reminder))
    const { meeting } = first!.notices
    const more = own.length === 1 ? '' : ', and other meetings'
    if (first!.reminder !== undefined) return `${lines.reminderText(meeting)}${more}`
    if (lines.factsOf(meeting)?.stage === 'cancelled') {
      return `Cancelled: ${lines.titleOf(meeting)}${more}`
    }
    return `News about ${lines.titleOf(meeting)}${more}`
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
