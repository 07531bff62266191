import type { ScheduleIssue } from '@portal/domain/agenda-schedule'
import { agendaItemName, agendaItemPlaces, durationText } from '@portal/domain/agenda-item'
import { isolated } from '@portal/domain/shown-text'
import type { DraftItem } from '../../draft/agenda-draft.ts'

/** What is unusual about an item's time: `start` for its start, `end` for its duration. */
export type ScheduleNotes = { start: string | undefined; end: string | undefined }

export function scheduleNotes(
  issues: readonly ScheduleIssue[],
  items: readonly DraftItem[],
): ScheduleNotes {
  const inWords = (issue: ScheduleIssue | undefined) => issue && issueText(issue, items)
  return {
    start: inWords(issues.find(({ kind }) => kind !== 'late')),
    end: inWords(issues.find(({ kind }) => kind === 'late')),
  }
}

function issueText(issue: ScheduleIssue, items: readonly DraftItem[]): string {
  const minutes = durationText(issue.minutes)
  const nameOf = (index: number) => agendaItemName(items[index]!, agendaItemPlaces(items)[index]!)
  switch (issue.kind) {
    case 'overlap':
      return `Starts ${minutes} before “${isolated(nameOf(issue.after))}” ends`
    case 'gap':
      return issue.after === undefined
        ? `Starts ${minutes} after the meeting does`
        : `Starts ${minutes} after “${isolated(nameOf(issue.after))}” ends`
    case 'early':
      return `Starts ${minutes} before the meeting`
    case 'late':
      return `Ends ${minutes} after the meeting`
  }
}
