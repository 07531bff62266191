import type { Reply } from '@portal/contract/endpoint'
import {
  destructionNoticeDays,
  type NoteHold,
  type NotesPolicy,
  type saveNotesPolicy,
} from '@portal/contract/notes-policy'
import type { Person } from '@portal/contract/portal'
import { type Day, dayAfter, dayOf } from '@portal/domain/days'
import { compareQuarters, type Quarter, firstDayOf, quarterAfter } from '@portal/domain/quarter'
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

type Change = { days?: number | undefined; holds: readonly NoteHold[] }

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
   * A quarter in preparation that has the paper too can only postpone it.
   */
  dayOf: (note: Dated) => Day | undefined
  /** The reasons of the holds without which the policy would destroy the note. */
  heldFor: (note: Pick<Dated, 'documentId'>) => string[]
  /** Whether the note is due at this time, now by default. */
  isDue: (note: Dated, policy?: StoredPolicy, at?: Date) => boolean
  /** All quarters that a paper is mapped to, including hidden slots. */
  quartersOf: (documentId: string) => readonly Quarter[]
}

export type PolicyParts = {
  store: DocumentStore
  /** The quarters that papers are mapped to, by document. Returns the same map until a mapping changes. */
  quarters: () => ReadonlyMap<string, readonly Quarter[]>
  meetingDay: (quarter: Quarter) => Day | undefined
  mayReadQuarter: (person: Person, quarter: Quarter) => boolean
  /** Whether members see the quarter. */
  isShown: (quarter: Quarter) => boolean
  timeZone: string
  now: () => Date
}

export function createNotesPolicyService({
  store,
  quarters,
  meetingDay,
  mayReadQuarter,
  isShown,
  timeZone,
  now,
}: PolicyParts): NotesPolicyService {
  const kept = policyCollection.hot(store)
  const current = () => kept.get(policyId)
  const today = () => dayOf(now(), timeZone)
  const quartersOf = (documentId: string) => quarters().get(documentId) ?? []

  const dayIn = (of: readonly Quarter[], { createdAt }: Dated, policy = current() ?? noPolicy) =>
    policy.days === undefined
      ? undefined
      : noteDestruction(policy, { quarters: of, createdAt }, { meetingDay, timeZone })

  const shown = (
    person: Person,
    policy: StoredPolicy & { revision?: number } = noPolicy,
  ): NotesPolicy => {
    const { days, notBefore, holds, revision } = policy
    return {
      ...(days === undefined ? {} : { days }),
      ...(notBefore === undefined ? {} : { notBefore }),
      holds: holds.map(({ by, owner, ...hold }) => ({
        ...hold,
        ...(person.isAdmin ? { by, ...(owner === undefined ? {} : { owner }) } : {}),
      })),
      coming: coming(policy).filter((quarter) => mayReadQuarter(person, quarter)),
      ...(revision === undefined ? {} : { revision }),
    }
  }

  const coming = (policy: StoredPolicy): NotesPolicy['coming'] => {
    const known = new Map(
      [...quarters().values()]
        .flat()
        .map((quarter) => [`${quarter.year}-${quarter.quarter}`, quarter]),
    )
    const from = today()
    return [...known.values()]
      .flatMap((quarter) => {
        const on = quarterDestruction(policy, [quarter], { meetingDay })
        const isNear = on !== undefined && on > from && on <= dayAfter(from, destructionNoticeDays)
        return isNear ? [{ ...quarter, on }] : []
      })
      .toSorted((a, b) => a.on.localeCompare(b.on) || compareQuarters(a, b))
  }

  return {
    ready: kept.ready,
    get: (person) => shown(person, current()),
    dayOf(note) {
      const all = quartersOf(note.documentId)
      const on = dayIn(all.filter(isShown), note)
      // A hold on any quarter keeps the note.
      return on !== undefined && dayIn(all, note) === undefined ? undefined : on
    },
    heldFor: ({ documentId }) => reasonsToKeep(current() ?? noPolicy, quartersOf(documentId)),
    isDue(note, policy, at = now()) {
      const on = dayIn(quartersOf(note.documentId), note, policy)
      return on !== undefined && on <= dayOf(at, timeZone)
    },
    quartersOf,
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
  { days, holds: wanted }: Change,
  { at, by, notBefore }: { at: string; by: string; notBefore: Day },
): StoredPolicy {
  const holds = wanted.map((hold): StoredHold => {
    const known = before.holds.find((candidate) => isSameHold(candidate, hold))
    return known ?? { ...hold, at, by }
  })
  const hasEnded = before.holds.some((hold) => !holds.some((other) => isSameQuarter(other, hold)))
  const isEarlier = days !== undefined && days < (before.days ?? Infinity)
  const start = isEarlier || hasEnded ? notBefore : before.notBefore
  return {
    ...(days === undefined ? {} : { days }),
    ...(start === undefined || days === undefined ? {} : { notBefore: start }),
    holds,
  }
}

function isSameHold(a: NoteHold, b: NoteHold): boolean {
  return a.reason === b.reason && isSameQuarter(a, b)
}

function isSameQuarter({ quarter: first }: NoteHold, { quarter: other }: NoteHold): boolean {
  if (!first || !other) return first === other
  return compareQuarters(first, other) === 0
}

type Meetings = {
  /** The day of a quarter's meeting, as members see it; undefined if its agenda has none. */
  meetingDay: (quarter: Quarter) => Day | undefined
  timeZone: string
}

/** The day on which notes on a quarter's papers that were written before its meeting are destroyed. */
function quarterDestruction(
  policy: StoredPolicy,
  quarters: readonly Quarter[],
  { meetingDay }: Pick<Meetings, 'meetingDay'>,
): Day | undefined {
  const { days, notBefore } = policy
  if (days === undefined || quarters.length === 0) return undefined
  if (holdsOn(policy, quarters).length > 0) return undefined
  const [first = '', ...others] = quarters.map(
    (quarter) => meetingDay(quarter) ?? lastDayOf(quarter),
  )
  return latest(dayAfter(latest(first, ...others), days), notBefore)
}

/**
 * The day on which a note is destroyed. For a paper in several quarters, the last meeting counts. A note written after
 * the meeting is kept for as many days as one written on the meeting's day.
 */
function noteDestruction(
  policy: StoredPolicy,
  { quarters, createdAt }: { quarters: readonly Quarter[]; createdAt: string },
  meetings: Meetings,
): Day | undefined {
  const day = quarterDestruction(policy, quarters, meetings)
  if (day === undefined || policy.days === undefined) return undefined
  return latest(day, dayAfter(dayOf(new Date(createdAt), meetings.timeZone), policy.days))
}

/** The reasons of the holds that keep notes on these quarters' papers from being destroyed. */
function reasonsToKeep(policy: StoredPolicy, quarters: readonly Quarter[]): string[] {
  if (policy.days === undefined || quarters.length === 0) return []
  return [...new Set(holdsOn(policy, quarters).map(({ reason }) => reason))]
}

function holdsOn({ holds }: StoredPolicy, quarters: readonly Quarter[]): StoredHold[] {
  return holds.filter(
    ({ quarter: held }) =>
      !held || quarters.some((quarter) => compareQuarters(quarter, held) === 0),
  )
}

function lastDayOf(quarter: Quarter): Day {
  return dayAfter(firstDayOf(quarterAfter(quarter)), -1)
}

function latest(day: Day, ...others: (Day | undefined)[]): Day {
  return others.reduce<Day>(
    (last, other) => (other !== undefined && other > last ? other : last),
    day,
  )
}
