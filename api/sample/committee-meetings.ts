import { type Day, dayAfter } from '@portal/domain/days'
import type { Quarter } from '@portal/domain/quarter'
import { nth } from './days.ts'
import type { PlannedFile } from './plan.ts'

export type CommitteePaper = 'Monthly Results' | 'Audit Plan' | 'Site Visits' | 'Docket in Brief'

const financePapers: CommitteePaper[] = ['Monthly Results', 'Audit Plan']
const grantsPapers: CommitteePaper[] = ['Site Visits', 'Docket in Brief']

/** A committee's meeting in the sample; both are in the calendar as well. */
export type CommitteeMeeting = { body: 'finance' | 'grants'; papers: CommitteePaper[] }

export const committeeMeetings: CommitteeMeeting[] = [
  { body: 'finance', papers: financePapers },
  { body: 'grants', papers: grantsPapers },
]

export const committeePapers = committeeMeetings.flatMap(({ papers }) => papers)

/**
 * The days of the committees' meetings for a portal created today, on third Tuesdays as in the calendar: finance meets next
 * after the board, so that the board's meeting is everybody's next one; grants has met in the middle of the last quarter.
 */
export function committeeDays(
  boardMeeting: Day,
  before: Quarter,
): Record<CommitteeMeeting['body'], Day> {
  const [year, month] = boardMeeting.split('-').map(Number) as [number, number]
  const tuesdays = [0, 1].map((later) => nth(year, month + later, 2, 3))
  return {
    finance: tuesdays.find((day) => day > boardMeeting)!,
    grants: nth(before.year, before.quarter * 3 - 1, 2, 3),
  }
}

/** A guest may read their item until a week after the meeting. */
export const invitedUntil = (meeting: Day): Day => dayAfter(meeting, 7)

export function committeeFile(name: CommitteePaper): PlannedFile {
  const committee = financePapers.includes(name) ? 'Finance' : 'Grants'
  return { folder: `Committees/${committee}`, name: `${name}.pdf`, title: name }
}
