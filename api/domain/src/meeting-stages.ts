import type { Day } from './days.ts'

/** What kind of meeting it is. Only the board's regular one is `quarterly`. */
export const meetingKinds = ['quarterly', 'special', 'annual', 'committee'] as const
export type MeetingKind = (typeof meetingKinds)[number]

export const meetingKindNames: Readonly<Record<MeetingKind, string>> = {
  quarterly: 'Quarterly meeting',
  special: 'Special meeting',
  annual: 'Annual meeting',
  committee: 'Committee meeting',
}

export const meetingStages = [
  'planned',
  'called',
  'running',
  'held',
  'closed',
  'cancelled',
] as const
export type MeetingStage = (typeof meetingStages)[number]

/** How many meetings that aren't quarterly ones a portal can have, and how many a page of the list has. */
export const meetingLimits = { count: 2000, page: 200 } as const

/** The stages that an admin can move a meeting to. A cancellation can be taken back. */
const following: Readonly<Record<MeetingStage, readonly MeetingStage[]>> = {
  planned: ['called', 'running', 'held', 'cancelled'],
  called: ['planned', 'running', 'held', 'cancelled'],
  running: ['called', 'held'],
  held: ['running', 'closed'],
  closed: ['held'],
  cancelled: ['planned'],
}

/** Whether a meeting can go from one stage to another. */
export function mayFollow(from: MeetingStage, to: MeetingStage): boolean {
  return following[from].includes(to)
}

/** The stage of a meeting. Without a stored one, it is planned before its day and held after it. */
export function stageOf(
  { stage, date }: { stage?: MeetingStage | undefined; date?: string | undefined },
  today: Day,
): MeetingStage {
  return stage ?? (date !== undefined && date < today ? 'held' : 'planned')
}
