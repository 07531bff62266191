import { type OtherMeeting, meetingOf, meetingPath } from '@portal/domain/meeting-ref'

type Params = Partial<Record<'meeting' | 'year' | 'quarter', string>>

/** The id of the meeting that an address names. */
export function meetingIn({ meeting, year, quarter }: Params): string {
  return meeting ?? `${year}-Q${quarter}`
}

/** `id`: a meeting's. */
export function invitedPath(id: string): string {
  return meetingPath(meetingOf(id) ?? ({ meeting: id } satisfies OtherMeeting))
}

export function invitedPaperPath(id: string, paper: string): string {
  return `${invitedPath(id)}/papers/${encodeURIComponent(paper)}`
}
