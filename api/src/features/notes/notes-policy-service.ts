import type { Reply } from '@portal/contract/endpoint'
import {
  destructionNoticeDays,
  type MeetingHold,
  type NoteHold,
  type NotesPolicy,
  type saveNotesPolicy,
} from '@portal/contract/notes-policy'
import type { Person } from '@portal/contract/portal'
import { type Day, dayAfter, dayOf } from '@portal/domain/days'
import {
  compareMeetings,
  isQuarterly,
  isSameMeeting,
  meetingId,
  type MeetingRef,
  type OtherMeeting,
  partsOfMeeting,
} from '@portal/domain/meeting-ref'
import { firstDayOf, type Quarter, quarterAfter } from '@portal/domain/quarter'
import { mustManagePortal } from '../../access.ts'
import { recordChange, refuseOvertaken } from '../../platform/audit/record-change.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import { bodyOf, isSameBody } from '../../platform/store/stored-body.ts'

import {
  noPolicy,
  policyCollection,
  policyId,
  type StoredHold,
  type StoredPolicy,
} from './stored-policy.ts'

type Change = {
  days?: number | undefined
  holds: readonly NoteHold[]
  /** Undefined to leave them as they are. */
  meetingHolds?: readonly MeetingHold[] | undefined
}

type Dated = { documentId: string; createdAt: string }

export type NotesPolicyService = {
  ready: Promise<void>
  get: (person: Person) => NotesPolicy
  save: (
    person: Person,
    change: Change,
    revision: number | 'new',
  ) => Promise<Reply<typeof saveNotesPolicy>>
  /**
   * The day on which a note is destroyed, as far as its owner may know; undefined if none is known, or a hold keeps it.
   * A meeting that they don't see, or one in preparation, that has the paper too can only postpone it.
   */
  dayOf: (owner: Person, note: Dated) => Day | undefined
  /** The reasons of the holds without which the policy would destroy the note. */
  heldFor: (note: Pick<Dated, 'documentId'>) => string[]
  /** Whether the note is due at this time, now by default. */
  isDue: (note: Dated, policy?: StoredPolicy, at?: Date) => boolean
  /** All meetings that a paper is mapped to, including hidden slots. */
  meetingsOf: (documentId: string) => readonly MeetingRef[]
}

export type PolicyParts = {
  store: DocumentStore
  /** The meetings that papers are mapped to, by document. Returns the same map until a mapping changes. */
  meetings: () => ReadonlyMap<string, readonly MeetingRef[]>
  meetingDay: (meeting: MeetingRef) => Day | undefined
  /** What lists call a meeting. */
  nameOf: (meeting: OtherMeeting) => string
  mayReadMeeting: (person: Person, meeting: MeetingRef) => boolean
  isInPreparation: (meeting: MeetingRef) => boolean
  timeZone: string
  now: () => Date
}

export function createNotesPolicyService({
  store,
  meetings,
  meetingDay,
  nameOf,
  mayReadMeeting,
  isInPreparation,
  timeZone,
  now,
}: PolicyParts): NotesPolicyService {
  const kept = policyCollection.hot(store)
  const current = () => kept.get(policyId)
  const today = () => dayOf(now(), timeZone)
  const meetingsOf = (documentId: string) => meetings().get(documentId) ?? []

  const dayIn = (of: readonly MeetingRef[], { createdAt }: Dated, policy = current() ?? noPolicy) =>
    policy.days === undefined
      ? undefined
      : noteDestruction(policy, { meetings: of, createdAt }, { meetingDay, timeZone })

  const shown = (
    person: Person,
    policy: StoredPolicy & { revision?: number } = noPolicy,
  ): NotesPolicy => {
    const { days, notBefore, revision } = policy
    const next = coming(policy).filter(({ meeting }) => mayReadMeeting(person, meeting))
    const holds = policy.holds.map(({ by, owner, ...hold }) => ({
      ...hold,
      ...(person.isAdmin ? { by, ...(owner === undefined ? {} : { owner }) } : {}),
    }))
    const meetingHolds = holds.flatMap(({ meeting, ...hold }) =>
      meeting !== undefined && (person.isAdmin || mayReadMeeting(person, { meeting }))
        ? [{ meeting: named({ meeting }), ...hold }]
        : [],
    )
    const comingMeetings = next.flatMap(({ meeting, on }) =>
      isQuarterly(meeting) ? [] : [{ meeting: named(meeting), on }],
    )
    return {
      ...(days === undefined ? {} : { days }),
      ...(notBefore === undefined ? {} : { notBefore }),
      holds: holds.filter(({ meeting }) => meeting === undefined),
      ...(meetingHolds.length > 0 ? { meetingHolds } : {}),
      coming: next.flatMap(({ meeting, on }) => (isQuarterly(meeting) ? [{ ...meeting, on }] : [])),
      ...(comingMeetings.length > 0 ? { comingMeetings } : {}),
      ...(revision === undefined ? {} : { revision }),
    }
  }

  const named = (meeting: OtherMeeting) => ({ id: meeting.meeting, name: nameOf(meeting) })

  const coming = (policy: StoredPolicy) => {
    const all = [...meetings().values()].flat()
    const known = new Map(all.map((meeting) => [meetingId(meeting), meeting]))
    const from = today()
    return [...known.values()]
      .flatMap((meeting) => {
        const on = meetingDestruction(policy, [meeting], { meetingDay })
        const isNear = on !== undefined && on > from && on <= dayAfter(from, destructionNoticeDays)
        return isNear ? [{ meeting, on }] : []
      })
      .toSorted((a, b) => a.on.localeCompare(b.on) || compareMeetings(a.meeting, b.meeting))
  }

  return {
    ready: kept.ready,
    get: (person) => shown(person, current()),
    dayOf(owner, note) {
      const all = meetingsOf(note.documentId)
      const isKnown = (meeting: MeetingRef) =>
        !isInPreparation(meeting) && mayReadMeeting(owner, meeting)
      const on = dayIn(all.filter(isKnown), note)
      // A hold on any meeting keeps the note.
      return on !== undefined && dayIn(all, note) === undefined ? undefined : on
    },
    heldFor: ({ documentId }) => reasonsToKeep(current() ?? noPolicy, meetingsOf(documentId)),
    isDue(note, policy, at = now()) {
      const on = dayIn(meetingsOf(note.documentId), note, policy)
      return on !== undefined && on <= dayOf(at, timeZone)
    },
    meetingsOf,
    async save(person, change, revision) {
      mustManagePortal(person)
      const at = now()
      const saved = await store.transaction(async (transaction) => {
        const policies = policyCollection.in(transaction)
        const policy = await policies.get(policyId)
        await refuseOvertaken(transaction, {
          current: policy,
          revision,
          subject: 'notes',
          shown: (stored) => shown(person, stored),
        })
        const before = policy ? (bodyOf(policy) as StoredPolicy) : undefined
        const after = changedPolicy(before ?? noPolicy, change, {
          at: at.toISOString(),
          by: person.email,
          notBefore: dayAfter(dayOf(at, timeZone), destructionNoticeDays),
        })
        if (policy && before && isSameBody(before, after)) return policy
        const stored = await policies.put(policyId, after, policy)
        const what = 'notes policy saved'
        await recordChange(transaction, { at, by: person, what, subject: 'notes', before, after })
        return stored
      })
      return shown(person, saved)
    },
  }
}

/** Postpones destruction by the notice period if notes would be destroyed earlier than before. */
function changedPolicy(
  before: StoredPolicy,
  { days, holds: ofQuarters, meetingHolds }: Change,
  { at, by, notBefore }: { at: string; by: string; notBefore: Day },
): StoredPolicy {
  const ofMeetings = meetingHolds ?? before.holds.filter(({ meeting }) => meeting !== undefined)
  const holds = [...ofQuarters, ...ofMeetings].map((hold): StoredHold => {
    const known = before.holds.find((candidate) => isSameHold(candidate, hold))
    return known ?? { ...hold, at, by }
  })
  const hasEnded = before.holds.some((hold) => !holds.some((other) => isOnTheSame(other, hold)))
  const isEarlier = days !== undefined && days < (before.days ?? Infinity)
  const start = isEarlier || hasEnded ? notBefore : before.notBefore
  return {
    ...(days === undefined ? {} : { days }),
    ...(start === undefined || days === undefined ? {} : { notBefore: start }),
    holds,
  }
}

type Held = { quarter?: Quarter | undefined; meeting?: string | undefined }

/** The meeting that a hold is on; undefined for a hold on all notes. */
function heldMeeting({ quarter, meeting }: Held): MeetingRef | undefined {
  return meeting === undefined ? quarter : { meeting }
}

function isSameHold(a: Held & { reason: string }, b: Held & { reason: string }): boolean {
  return a.reason === b.reason && isOnTheSame(a, b)
}

function isOnTheSame(a: Held, b: Held): boolean {
  const [first, other] = [heldMeeting(a), heldMeeting(b)]
  return first && other ? isSameMeeting(first, other) : first === other
}

type Meetings = {
  /** The day of a meeting, as members see it; undefined if its agenda has none. */
  meetingDay: (meeting: MeetingRef) => Day | undefined
  timeZone: string
}

/** The day on which notes on a meeting's papers that were written before it are destroyed. */
function meetingDestruction(
  policy: StoredPolicy,
  meetings: readonly MeetingRef[],
  { meetingDay }: Pick<Meetings, 'meetingDay'>,
): Day | undefined {
  const { days, notBefore } = policy
  if (days === undefined || meetings.length === 0) return undefined
  if (holdsOn(policy, meetings).length > 0) return undefined
  const [first = '', ...others] = meetings.map(
    (meeting) => meetingDay(meeting) ?? lastDayOf(meeting),
  )
  return latest(dayAfter(latest(first, ...others), days), notBefore)
}

/**
 * The day on which a note is destroyed. For a paper of several meetings, the last one counts. A note written after
 * the meeting is kept for as many days as one written on the meeting's day.
 */
function noteDestruction(
  policy: StoredPolicy,
  { meetings, createdAt }: { meetings: readonly MeetingRef[]; createdAt: string },
  days: Meetings,
): Day | undefined {
  const day = meetingDestruction(policy, meetings, days)
  if (day === undefined || policy.days === undefined) return undefined
  return latest(day, dayAfter(dayOf(new Date(createdAt), days.timeZone), policy.days))
}

/** The reasons of the holds that keep notes on these meetings' papers from being destroyed. */
function reasonsToKeep(policy: StoredPolicy, meetings: readonly MeetingRef[]): string[] {
  if (policy.days === undefined || meetings.length === 0) return []
  return [...new Set(holdsOn(policy, meetings).map(({ reason }) => reason))]
}

function holdsOn({ holds }: StoredPolicy, meetings: readonly MeetingRef[]): StoredHold[] {
  return holds.filter((hold) => {
    const held = heldMeeting(hold)
    return !held || meetings.some((meeting) => isSameMeeting(meeting, held))
  })
}

/** The day of a meeting without an agenda: the last one of its quarter, or the one in its id. */
function lastDayOf(meeting: MeetingRef): Day {
  if (!isQuarterly(meeting)) return partsOfMeeting(meeting.meeting)!.day
  return dayAfter(firstDayOf(quarterAfter(meeting)), -1)
}

function latest(day: Day, ...others: (Day | undefined)[]): Day {
  return others.reduce<Day>(
    (last, other) => (other !== undefined && other > last ? other : last),
    day,
  )
}
