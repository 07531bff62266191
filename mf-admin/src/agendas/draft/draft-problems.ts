import {
  type Agenda,
  agendaLimits,
  durationMessage,
  maxItemMinutes,
} from '@portal/contract/agendas'
import { lengthMessage } from '@portal/contract/texts'
import { meetingTimes } from '@portal/domain/agenda-defaults'
import { endsAfterStart } from '@portal/domain/agenda-times'
import { pagesProblem } from '@portal/domain/item-papers'
import { quarterOfDate } from '@portal/domain/quarter'
import type { AgendaDraft, AgendaText, DraftItem, DraftPaper } from './agenda-draft.ts'

/** The messages at an item's fields. */
export type ItemProblems = Partial<
  Record<'title' | 'description' | 'time' | 'duration' | 'speaker' | 'papers' | 'audience', string>
>

/** The messages at an agenda's fields, and by item id at the fields of its items. */
export type DraftProblems = Partial<Record<AgendaText, string>> & {
  items?: Record<string, ItemProblems>
}

type Demands = {
  /** A native agenda may have no date, a meeting needs one. */
  needsDate: boolean
  /** The shortest duration of an item, in minutes. */
  least: number
  /** The agenda that the draft is based on: stored times, durations and pages may stay even if they are invalid. */
  base: Pick<Agenda, 'time' | 'endTime' | 'items'> | null
  pageCount?: PageCount
}

/** How many pages the quarter's paper in a slot has, if they can be counted. */
export type PageCount = (materialType: string) => number | undefined
type StoredItem = Pick<Agenda['items'][number], 'duration' | 'papers'>

/** Why a draft can't be saved. */
export function problemsOf(draft: AgendaDraft, demands: Demands): DraftProblems {
  const { needsDate, base } = demands
  const problems: DraftProblems = {}
  const date = draft.date.trim()
  if (draft.title.trim() === '') problems.title = 'Please enter a title for the meeting'
  if ((date !== '' || needsDate) && !quarterOfDate(date)) {
    problems.date = 'Please enter a valid date in YYYY-MM-DD format'
  }
  const end = endProblem(draft, base)
  if (end) problems.endTime = end
  for (const name of ['title', 'location', 'description'] as const) {
    const over = lengthProblem(draft[name], agendaLimits[name])
    if (over) problems[name] = over
  }
  const items = draft.items.flatMap((item) => {
    const stored = base?.items.find(({ id }) => id === item.id)
    const problemsOfItem = itemProblems(item, { ...demands, stored })
    return Object.keys(problemsOfItem).length > 0 ? [[item.id, problemsOfItem] as const] : []
  })
  return items.length > 0 ? { ...problems, items: Object.fromEntries(items) } : problems
}

/** Why a meeting can't end then. */
export function endProblem(draft: AgendaDraft, base: Demands['base']): string | undefined {
  const [times, stored] = [meetingTimes(draft), base && meetingTimes(base)]
  const isNew = times.time !== stored?.time || times.endTime !== stored.endTime
  return isNew && !endsAfterStart(times)
    ? 'Please enter an end time after the start time'
    : undefined
}

type ItemDemands = {
  least: number
  /** The stored item, if there is one. */
  stored: StoredItem | undefined
  pageCount?: PageCount
}

/** Why an item can't be saved. */
export function itemProblems(item: DraftItem, demands: ItemDemands): ItemProblems {
  if (item.closed) return {}
  const { least, stored } = demands
  const { duration } = item
  const isInRange = Number.isInteger(duration) && duration >= least && duration <= maxItemMinutes
  const problemsOfItem = {
    title: lengthProblem(item.title, agendaLimits.itemTitle),
    description: lengthProblem(item.description, agendaLimits.itemDescription),
    speaker: lengthProblem(item.speaker, agendaLimits.speaker),
    duration: isInRange || duration === stored?.duration ? undefined : durationMessage(least),
    papers: item.papers.map((paper) => paperProblem(paper, demands)).find(Boolean),
  }
  return Object.fromEntries(
    Object.entries(problemsOfItem).filter(([, problem]) => problem),
  ) as ItemProblems
}

/** Why an item's paper can't be saved with its pages. */
export function paperProblem(
  { materialType, pages }: DraftPaper,
  { stored, pageCount }: Pick<ItemDemands, 'stored' | 'pageCount'>,
): string | undefined {
  const before = stored?.papers?.find((paper) => paper.materialType === materialType)
  return pages === before?.pages ? undefined : pagesProblem(pages, pageCount?.(materialType))
}

/** The message for a text that is too long to be saved; it is never truncated. */
export function lengthProblem(text: string, most: number): string | undefined {
  const { length } = text.trim()
  return length > most
    ? `${lengthMessage(most)}: this has ${length.toLocaleString('en')}`
    : undefined
}
