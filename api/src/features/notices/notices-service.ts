import type { MeetingNotices } from '@portal/contract/notices'
import type { MailLine } from '@portal/contract/mail'
import type { Person } from '@portal/contract/portal'
import { dayOf } from '@portal/domain/days'
import { meetingId, type MeetingRef } from '@portal/domain/meeting-ref'
import { mustManagePortal } from '../../access.ts'
import { recordChange } from '../../platform/audit/record-change.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import { bodyOf } from '../../platform/store/stored-body.ts'
import { Refusal } from '../../refusal.ts'
import type { MailService, QueuedState } from '../mail/mail-feature.ts'
import type { NamedReader, VisibilityService } from '../visibility/visibility-feature.ts'
import type { createDigests } from './digests.ts'
import type { FormalNotices } from './formal-notices.ts'
import type { createGathering } from './gathering.ts'
import type { NoticeLines } from './notice-lines.ts'
import type { Recipient } from './recipients.ts'
import { firstChoices, noticesCollection, type StoredNotices } from './stored-notices.ts'

type Parts = {
  store: DocumentStore
  mail: Pick<MailService, 'onSince' | 'states'>
  lines: NoticeLines
  gathering: Pick<ReturnType<typeof createGathering>, 'get'>
  digests: Pick<ReturnType<typeof createDigests>, 'lastMailOf'>
  formal: FormalNotices
  recipients: (meeting: MeetingRef, everyone: readonly NamedReader[]) => Recipient[]
  everyone: () => Promise<NamedReader[]>
  visibility: Pick<VisibilityService, 'meetingOf'>
  /** Prepares what is due. */
  wake: () => void
  timeZone: string
  now: () => Date
}

/** What admins see and decide of a meeting's notices. */
export function createNoticesService(parts: Parts) {
  const { store, mail, lines, gathering, digests, formal, recipients, visibility } = parts
  const { everyone, timeZone, now } = parts

  const refusalOf = (meeting: MeetingRef, isOn: boolean): string | undefined => {
    if (!isOn) return 'Mail is switched off, so nothing can be sent.'
    if (lines.isInPreparation(meeting)) {
      return 'The meeting is in preparation: nobody could open what they are written about. Publish it first.'
    }
    const { date, stage } = lines.stateOf(meeting).facts ?? { date: undefined, stage: 'planned' }
    if (stage === 'cancelled') return 'The meeting is cancelled.'
    if (date !== undefined && date < dayOf(now(), timeZone)) return 'The meeting is over.'
    return undefined
  }

  const shown = async (meeting: MeetingRef): Promise<MeetingNotices> => {
    const { key } = visibility.meetingOf(meeting)
    const isOn = (await mail.onSince()) !== null
    const people = recipients(meeting, await everyone())
    const mailed = people.filter((each) => each.reader && each.address !== undefined)
    const ids = new Map(mailed.map(({ person }) => [person, digests.lastMailOf(person, key)]))
    const [stored, states, formally, first] = await Promise.all([
      noticesCollection.in(store).find(key),
      mail.states([...ids.values()].flatMap((id) => id ?? [])),
      formal.shown(meeting, people),
      firstMessage(meeting, mailed),
    ])
    const refusal = refusalOf(meeting, isOn)
    const { date } = lines.factsOf(meeting) ?? {}
    return {
      id: meetingId(meeting),
      title: lines.titleOf(meeting),
      ...(date === undefined ? {} : { date }),
      isOn,
      state: stateOf(stored),
      ...(refusal === undefined ? {} : { refusal }),
      ...(stored ? { startedAt: stored.startedAt, startedBy: stored.startedBy } : {}),
      recipients: mailed.map((each) => ({
        ...namedOf(each),
        mail: lastMail(ids.get(each.person), states),
      })),
      byHand: people
        .filter((each) => !mailed.includes(each))
        .map((each) => ({ ...namedOf(each), why: each.reader ? 'noAddress' : 'noAccount' })),
      ...first,
      formal: formally,
    }
  }

  /** The first message without what only some people get; how many such lines there are is all that admins learn. */
  const firstMessage = async (meeting: MeetingRef, mailed: readonly Recipient[]) => {
    const { key } = visibility.meetingOf(meeting)
    const others = await lines.lookUpAsks(
      mailed.map(({ person }) => person),
      [key],
    )
    const event = { n: 1, kind: 'started', at: now().toISOString() }
    const all = mailed.flatMap(({ person, reader }) =>
      reader ? lines.linesOf({ person, reader }, meeting, [event], firstChoices) : [],
    )
    const asks = mailed.flatMap(({ person, reader }) =>
      reader && lines.mayRead(reader, meeting)
        ? [...lines.asksOf({ person, reader }, meeting), ...others(person, key)]
        : [],
    )
    const openIn = (some: readonly MailLine[]) => [
      ...new Map(
        some.filter((line) => !line.isPrivate).map((line) => [line.href ?? line.text, line]),
      ).values(),
    ]
    const privateLines = new Set(
      [...all, ...asks].flatMap((line) => (line.isPrivate ? [line.href] : [])),
    ).size
    return {
      first: {
        subject: `News about ${lines.titleOf(meeting)}`,
        content: { blocks: lines.blocksOf(meeting, openIn(all), openIn(asks)) },
      },
      privateLines,
    }
  }

  return {
    async get(person: Person, meeting: MeetingRef): Promise<MeetingNotices> {
      mustManagePortal(person)
      return shown(meeting)
    },

    async start(person: Person, meeting: MeetingRef): Promise<MeetingNotices> {
      mustManagePortal(person)
      const { key } = visibility.meetingOf(meeting)
      const isOn = (await mail.onSince()) !== null
      await store.transaction(async (transaction) => {
        const records = noticesCollection.in(transaction)
        if (await records.get(key)) return
        const refusal = refusalOf(meeting, isOn)
        if (refusal !== undefined) throw new Refusal('conflict', refusal)
        const at = now().toISOString()
        const after: StoredNotices = {
          startedAt: at,
          startedBy: person.email,
          of: meetingId(meeting),
          seenAt: at,
          state: lines.stateOf(meeting),
          events: [{ n: 1, kind: 'started', at }],
        }
        await records.create(key, after)
        await recordChange(transaction, {
          at: now(),
          by: person,
          what: 'notices started',
          subject: meetingId(meeting),
          after: { startedAt: at },
        })
      })
      parts.wake()
      return shown(meeting)
    },

    async pause(person: Person, meeting: MeetingRef, paused: boolean): Promise<MeetingNotices> {
      mustManagePortal(person)
      const { key } = visibility.meetingOf(meeting)
      await store.transaction(async (transaction) => {
        const records = noticesCollection.in(transaction)
        const stored = await records.get(key)
        if (!stored)
          throw new Refusal('conflict', 'The notices of this meeting haven’t started yet.')
        if ((stored.pausedAt !== undefined) === paused) return
        const { pausedAt, ...body } = bodyOf(stored) as StoredNotices
        const at = now().toISOString()
        const after = { ...body, ...(paused ? { pausedAt: at } : {}) }
        await records.update(key, after, stored.revision)
        await recordChange(transaction, {
          at: now(),
          by: person,
          what: paused ? 'notices paused' : 'notices resumed',
          subject: meetingId(meeting),
          ...(pausedAt === undefined ? {} : { before: { pausedAt } }),
          ...(paused ? { after: { pausedAt: at } } : {}),
        })
      })
      parts.wake()
      return shown(meeting)
    },

    shown,
    refusalOf,
    isStarted: (key: string) => gathering.get(key) !== undefined,
  }
}

function stateOf(stored: StoredNotices | undefined): MeetingNotices['state'] {
  if (!stored) return 'notStarted'
  return stored.pausedAt === undefined ? 'started' : 'paused'
}

export function namedOf({ person, name, address }: Recipient) {
  return { person, name, ...(address === undefined ? {} : { address }) }
}

export function lastMail(id: string | undefined, states: ReadonlyMap<string, QueuedState>) {
  const found = id === undefined ? undefined : states.get(id)
  if (id === undefined || !found) return { state: 'none' as const }
  const { state, at, reply } = found
  return { id, state, at, ...(reply === undefined ? {} : { reply }) }
}
