import { compareMeetings, meetingId, meetingOf, type MeetingRef } from './meeting-ref.ts'
import { type Quarter, quarterName } from './quarter.ts'

/** A meeting that isn't a quarterly one: its id, and what lists call it. */
export type NamedMeeting = { id: string; name: string }

type Paper = {
  name: string
  quarter?: Quarter | undefined
  meeting?: NamedMeeting | undefined
}

export type QuarterPapers<P extends Paper> = { name: string; papers: P[] }

/** By quarter, or by any other meeting: the latest first, its papers by name; papers without a meeting come last. */
export function papersByQuarter<P extends Paper>(papers: readonly P[]): QuarterPapers<P>[] {
  const groups = Map.groupBy(papers, (paper) => {
    const ref = refOf(paper)
    return ref ? meetingId(ref) : ''
  })
  return [...groups.values()]
    .toSorted(([a], [b]) => latestFirst(refOf(a!), refOf(b!)))
    .map((group) => ({
      name: nameOf(group[0]!),
      papers: group.toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true })),
    }))
}

function refOf({ quarter, meeting }: Paper): MeetingRef | undefined {
  return quarter ?? (meeting && meetingOf(meeting.id))
}

function nameOf({ quarter, meeting }: Paper): string {
  return quarter ? quarterName(quarter) : (meeting?.name ?? 'Other papers')
}

function latestFirst(a: MeetingRef | undefined, b: MeetingRef | undefined): number {
  if (a && b) return compareMeetings(b, a)
  return Number(!a) - Number(!b)
}
