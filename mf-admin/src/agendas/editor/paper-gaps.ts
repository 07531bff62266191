import { suggestedPapers } from '@portal/domain/suggested-papers'
import type { DraftItem } from '../draft/agenda-draft.ts'
import type { MeetingPapers } from './use-meeting-papers.ts'

type MeetingPaper = MeetingPapers['all'][number]

/** An item's index, and a paper of the meeting that it mentions and doesn't have. */
export type Mention = { index: number; paper: MeetingPaper }

/** The meeting's papers that no item has, and those that an item mentions without having them. */
export function paperGaps(items: readonly DraftItem[], all: MeetingPapers['all']) {
  const there = all.filter(({ kind }) => kind !== undefined)
  const has = ({ papers }: DraftItem, { materialType }: MeetingPaper) =>
    papers.some((paper) => paper.materialType === materialType)
  return {
    onNoItem: there.filter((paper) => !items.some((item) => has(item, paper))),
    mentioned: items.flatMap((item, index): Mention[] =>
      suggestedPapers(
        item,
        there.filter((paper) => !has(item, paper)),
      ).map((paper) => ({ index, paper })),
    ),
  }
}
