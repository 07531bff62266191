import type { Agenda, AgendaContent } from '@portal/contract/agendas'
import type { Body } from '@portal/contract/bodies'
import type { CallInput } from '@portal/contract/endpoint'
import type { createMeeting } from '@portal/contract/new-meetings'
import type { Person } from '@portal/contract/portal'
import { boardId } from '@portal/domain/bodies'
import { dayOf, isDay } from '@portal/domain/days'
import {
  bodyOfMeeting,
  isQuarterly,
  meetingId,
  type MeetingRef,
  newMeetingId,
} from '@portal/domain/meeting-ref'
import {
  mayFollow,
  meetingKindNames,
  meetingLimits,
  type MeetingStage,
} from '@portal/domain/meeting-stages'
import { mustManagePortal } from '../../access.ts'
import { lastChangeOf, recordChange, refuseOvertaken } from '../../platform/audit/record-change.ts'
import type { DocumentStore, StoreOperations } from '../../platform/store/document-store.ts'
import { bodyOf, isSameBody } from '../../platform/store/stored-body.ts'
import { Refusal } from '../../refusal.ts'
import type { BodiesInMemory } from '../bodies/bodies-feature.ts'
import type { QuarterStatesService } from '../quarters/quarters-feature.ts'
import { applyContent, countChange, newAgenda } from './agenda-content.ts'
import {
  agendasOf,
  meetingsCollection,
  noAgenda,
  normalAgenda,
  type RawAgenda,
  stageOfStored,
} from './stored-agenda.ts'

type NewMeeting = CallInput<typeof createMeeting>['body']

export type MeetingWrites = {
  /** Creates a meeting that isn't a quarterly one; see the contract. */
  create: (person: Person, meeting: NewMeeting) => Promise<Agenda>
  setStage: (
    person: Person,
    meeting: MeetingRef,
    stage: MeetingStage,
    revision: number | 'new',
  ) => Promise<Agenda>
  /** Calls a meeting that is only planned. */
  call: (person: Person, meeting: MeetingRef) => Promise<void>
  /** Matches an event of the calendar, or none, to a meeting; see the contract. */
  setEvent: (
    person: Person,
    meeting: MeetingRef,
    event: MatchedEvent | undefined,
    revision: number | 'new',
  ) => Promise<Agenda>
  /** Refuses a meeting that was never created, inside a transaction. A quarter needs no record. */
  mustExist: (transaction: StoreOperations, meeting: MeetingRef) => Promise<void>
}

/** `content` is what the meeting takes from the event, and `kept` names what of the event it doesn't take. */
type MatchedEvent = {
  id: string
  content?: AgendaContent | undefined
  kept?: string | undefined
  limited?: boolean | undefined
}

export type MeetingWritesParts = {
  store: DocumentStore
  bodies: Pick<BodiesInMemory, 'find'>
  quarters: Pick<QuarterStatesService, 'missing'>
  /** How many meetings there are that aren't quarterly ones. */
  count: () => number
  timeZone: string
  now: () => Date
}

/** What admins change of meetings besides their agendas. */
export function createMeetingWrites(parts: MeetingWritesParts): MeetingWrites {
  const { store, bodies, quarters, count, timeZone, now } = parts

  /** Changes a meeting's record; `next` returns nothing if it is as requested already. */
  const change = async (
    person: Person,
    meeting: MeetingRef,
    revision: number | 'new',
    next: (before: RawAgenda) => { after: RawAgenda; what: string } | undefined,
  ): Promise<Agenda> => {
    mustManagePortal(person)
    const id = meetingId(meeting)
    return store.transaction(async (transaction) => {
      const records = agendasOf(meeting).in(transaction)
      const current = await records.get(id)
      if (!current) throw noAgenda(meeting)
      const shown = (stored: typeof current) => normalAgenda(stored, meeting)
      const before = bodyOf(current)
      if (current.revision !== revision) {
        // A repeated request gets its first result.
        if (isRepeated(before, next)) return shown(current)
        await refuseOvertaken(transaction, { current, revision, subject: id, shown })
      }
      const changed = next(before)
      if (!changed) return shown(current)
      const { after, what } = changed
      const written = await records.update(id, after, current.revision)
      await recordChange(transaction, { at: now(), by: person, what, subject: id, before, after })
      return shown(written)
    })
  }

  const writes: MeetingWrites = {
    async create(person, { key, body: bodyId, kind, date, title, ...described }) {
      mustManagePortal(person)
      const body = bodies.find(bodyId)
      if (!body) throw invalid('body.body', 'This committee doesn’t exist.')
      refuseKind(bodyId, kind)
      if (!isDay(date)) {
        throw invalid('body.date', 'Please enter a valid date in YYYY-MM-DD format')
      }
      const created = await store.transaction(async (transaction) => {
        const meetings = meetingsCollection.in(transaction)
        const { documents } = await meetings.list({ where: { key } })
        // A repeated request gets its first result.
        if (documents[0]) return documents[0]
        if (body.state === 'dissolved') throw invalid('body.body', `${body.name} is dissolved.`)
        if (count() >= meetingLimits.count) throw tooMany()
        const id = await freeId(transaction, date, bodyId)
        const at = now()
        const first: RawAgenda = {
          ...newAgenda({ meeting: id }, title?.trim() || titleOf(body, kind), at.toISOString()),
          key,
          body: bodyId,
          kind,
          date,
          stage: 'planned',
        }
        const after = applyContent(first, { meeting: id }, described)
        delete after['sequence']
        const prepare = await quarters.missing(transaction, { meeting: id }, { by: person, at })
        const written = await meetings.create(id, after)
        await prepare?.()
        const what = 'meeting created'
        await recordChange(transaction, { at, by: person, what, subject: id, after })
        return written
      })
      return normalAgenda(created, { meeting: created.id })
    },

    setStage(person, meeting, stage, revision) {
      return change(person, meeting, revision, (before) => {
        if (before['stage'] === stage) return undefined
        const from = stageOfStored(before, dayOf(now(), timeZone))
        if (!mayFollow(from, stage)) throw impossible(from, stage)
        // The rules that count for a meeting are those of the day on which it was called.
        const rules = stage === 'called' ? bodies.find(bodyOfMeeting(meeting))?.rules : undefined
        const after: RawAgenda = { ...before, stage, ...(rules ? { rules } : {}) }
        countChange({ stage: from, ...before }, after)
        return {
          after,
          what: stage === 'cancelled' ? 'meeting cancelled' : 'meeting stage changed',
        }
      })
    },

    async call(person, meeting) {
      const stored = await agendasOf(meeting).in(store).get(meetingId(meeting))
      if (!stored || stageOfStored(stored, dayOf(now(), timeZone)) !== 'planned') return
      await writes.setStage(person, meeting, 'called', stored.revision)
    },

    setEvent(person, meeting, event, revision) {
      return change(person, meeting, revision, (before) => {
        const { eventId: _id, eventLimited: isLimited, eventKept, ...others } = before
        const { id, content = {}, kept, limited = isLimited === true } = event ?? { id: undefined }
        const after: RawAgenda = {
          ...applyContent(others, meeting, content),
          ...(id === undefined ? {} : { eventId: id }),
          ...(id !== undefined && limited ? { eventLimited: true } : {}),
          ...(id === undefined ? {} : keptOf(kept ?? eventKept)),
        }
        return isSameBody(before, after) ? undefined : { after, what: 'meeting matched' }
      })
    },

    async mustExist(transaction, meeting) {
      if (isQuarterly(meeting)) return
      if (!(await agendasOf(meeting).in(transaction).get(meeting.meeting))) throw noAgenda(meeting)
    },
  }
  return writes
}

function isRepeated(before: RawAgenda, next: (before: RawAgenda) => object | undefined): boolean {
  try {
    return next(before) === undefined
  } catch {
    // What can't be done to the newer record is refused because it is newer.
    return false
  }
}

function keptOf(kept: unknown) {
  return kept === undefined ? {} : { eventKept: kept }
}

/** The first free id of a body's meeting on a day. That of a deleted meeting stays taken: notes and the audit refer to it. */
async function freeId(transaction: StoreOperations, date: string, body: string): Promise<string> {
  const taken = new Set<string>()
  for (;;) {
    const id = newMeetingId(date, body, (candidate) => taken.has(candidate))
    const stored = await meetingsCollection.in(transaction).get(id)
    if (!stored && !(await lastChangeOf(transaction, id))) return id
    taken.add(id)
    if (taken.size > mostPerDay) {
      throw invalid('body.date', `There are ${mostPerDay} meetings that day already.`)
    }
  }
}

/** How many meetings a body can have on one day. */
const mostPerDay = 10

function refuseKind(body: string, kind: NewMeeting['kind']): void {
  if (kind === 'quarterly') {
    throw invalid('body.kind', 'A quarterly meeting is created with the agenda of its quarter.')
  }
  if (kind === 'committee' && body === boardId) {
    throw invalid('body.kind', 'The board is no committee.')
  }
}

function titleOf({ name }: Body, kind: NewMeeting['kind']): string {
  return kind === 'committee' ? `${name} Meeting` : `${name}: ${meetingKindNames[kind]}`
}

function impossible(from: MeetingStage, to: MeetingStage): Refusal {
  return new Refusal('conflict', `This meeting is ${from}, so it can’t become ${to}.`)
}

function tooMany(): Refusal {
  const most = meetingLimits.count.toLocaleString('en')
  return new Refusal('conflict', `There are ${most} meetings already. Please delete some first.`)
}

function invalid(path: string, message: string): Refusal {
  return new Refusal('invalid', message, { fields: [{ path, message }] })
}
