import { type Day, dayAfter, dayOf } from '@portal/domain/days'
import { compareQuarters, firstDayOf, type Quarter, quarterAfter } from '@portal/domain/quarter'
import type { StoredHold, StoredPolicy } from './stored-policy.ts'

type Meetings = {
  /** The day of a quarter's meeting, as members see it; undefined if its agenda has none. */
  meetingDay: (quarter: Quarter) => Day | undefined
  timeZone: string
}

/** The day on which notes on a quarter's papers that were written before its meeting are destroyed. */
export function quarterDestruction(
  policy: StoredPolicy,
  quarters: readonly Quarter[],
  { meetingDay }: Pick<Meetings, 'meetingDay'>,
): Day | undefined {
  const { days, notBefore } = policy
  if (days === undefined || quarters.length === 0) return undefined
  if (holdsOn(policy, quarters).length > 0) return undefined
  const [first = '', ...others] = quarters.map((one) => meetingDay(one) ?? lastDayOf(one))
  return latest(dayAfter(latest(first, ...others), days), notBefore)
}

/**
 * The day on which a note is destroyed. For a paper in several quarters, the last meeting counts. A note written after
 * the meeting is kept for as many days as one written on the meeting's day.
 */
export function noteDestruction(
  policy: StoredPolicy,
  { quarters, createdAt }: { quarters: readonly Quarter[]; createdAt: string },
  meetings: Meetings,
): Day | undefined {
  const day = quarterDestruction(policy, quarters, meetings)
  if (day === undefined || policy.days === undefined) return undefined
  return latest(day, dayAfter(dayOf(new Date(createdAt), meetings.timeZone), policy.days))
}

/** The reasons of the holds that keep notes on these quarters' papers from being destroyed. */
export function reasonsToKeep(policy: StoredPolicy, quarters: readonly Quarter[]): string[] {
  if (policy.days === undefined || quarters.length === 0) return []
  return [...new Set(holdsOn(policy, quarters).map(({ reason }) => reason))]
}

function holdsOn({ holds }: StoredPolicy, quarters: readonly Quarter[]): StoredHold[] {
  return holds.filter(
    ({ quarter: held }) => !held || quarters.some((one) => compareQuarters(one, held) === 0),
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
