import { itemIds } from '@portal/domain/ids'
import { agendaDefaults, meetingTimes } from '@portal/domain/agenda-defaults'
import { type AgendaContent, agendaLimits, lengthMessage } from '@portal/contract/agendas'
import { endsAfterStart } from '@portal/domain/agenda-times'
import { quarterOfDate } from '@portal/domain/quarter'

export type DraftItem = {
  id: string
  title: string
  description: string
  /** `HH:MM`, or empty to begin when the previous item ends. */
  time: string
  /** In minutes. */
  duration: number
  completed: boolean
  type: string
  speaker: string
}

/** An agenda while it is edited: every field has a value, an empty one is cleared by the save. */
export type AgendaDraft = {
  title: string
  /** `YYYY-MM-DD`; times are `HH:MM` in the foundation's zone. */
  date: string
  time: string
  endTime: string
  location: string
  description: string
  items: DraftItem[]
}

/** The fields of an agenda that are one text each, in the order in which forms show them. */
export const agendaTexts = ['title', 'date', 'time', 'endTime', 'location', 'description'] as const
export type AgendaText = (typeof agendaTexts)[number]

export const emptyDraft: AgendaDraft = {
  title: '',
  date: '',
  time: '',
  endTime: '',
  location: '',
  description: '',
  items: [],
}

/** The form values of an agenda, or of content that was written for one. */
export function draftOf(from: AgendaContent): AgendaDraft {
  const texts = agendaTexts.map((name) => [name, from[name] ?? ''] as const)
  const items = from.items ?? []
  const ids = itemIds(items.map(({ id }) => id))
  return {
    ...(Object.fromEntries(texts) as Record<AgendaText, string>),
    items: items.map((item, index) => ({
      ...newItem(ids[index]!, item.title ?? item.text),
      description: item.description ?? item.details ?? '',
      time: item.time ?? '',
      duration: item.duration ?? agendaDefaults.duration,
      completed: item.completed ?? false,
      type: item.type ?? agendaDefaults.type,
      speaker: item.speaker ?? '',
    })),
  }
}

/** What is sent: texts without the spaces around them. */
export function contentOf({
  items,
  ...texts
}: AgendaDraft): AgendaContent & { items: DraftItem[] } {
  const trimmed = agendaTexts.map((name) => [name, texts[name].trim()])
  return { ...Object.fromEntries(trimmed), items: items.map((item) => ({ ...item })) }
}

/** Whether two drafts would be stored as the same. */
export function isSameDraft(one: AgendaDraft, other: AgendaDraft): boolean {
  return (
    agendaTexts.every((name) => one[name].trim() === other[name].trim()) &&
    one.items.length === other.items.length &&
    one.items.every((item, index) => isSameItem(item, other.items[index]!))
  )
}

function isSameItem(one: DraftItem, other: DraftItem): boolean {
  const fields = Object.keys(one) as (keyof DraftItem)[]
  return one === other || fields.every((field) => one[field] === other[field])
}

export function newItem(id: string, title = ''): DraftItem {
  const { duration, type } = agendaDefaults
  return { id, title, description: '', time: '', duration, completed: false, type, speaker: '' }
}

export function addItem(draft: AgendaDraft, item: DraftItem): AgendaDraft {
  return { ...draft, items: [...draft.items, item] }
}

export function changeItem(draft: AgendaDraft, id: string, change: Partial<DraftItem>) {
  const items = draft.items.map((item) => (item.id === id ? { ...item, ...change, id } : item))
  return { ...draft, items }
}

export function removeItem(draft: AgendaDraft, id: string): AgendaDraft {
  return { ...draft, items: draft.items.filter((item) => item.id !== id) }
}

/** Moves the item to index `to`, limited to the valid range. */
export function moveItem(draft: AgendaDraft, id: string, to: number): AgendaDraft {
  const moved = draft.items.find((item) => item.id === id)
  if (!moved) return draft
  const rest = draft.items.filter((item) => item.id !== id)
  return { ...draft, items: rest.toSpliced(Math.max(0, to), 0, moved) }
}

/** An item's id, and its name in questions and messages. */
export type NamedItem = { id: string; name: string }

export type DraftProblems = Partial<Record<AgendaText, string>>

type Demands = {
  /** A native agenda may have no date, a meeting needs one. */
  needsDate: boolean
  /** The agenda that the draft is based on: stored times may stay even if they are invalid. */
  base: Pick<AgendaContent, 'time' | 'endTime'> | null
}

/** Why a draft can't be saved. */
export function problemsOf(draft: AgendaDraft, { needsDate, base }: Demands): DraftProblems {
  const problems: DraftProblems = {}
  const date = draft.date.trim()
  if (draft.title.trim() === '') problems.title = 'Please enter a title for the meeting'
  if ((date !== '' || needsDate) && !quarterOfDate(date)) {
    problems.date = 'Please enter a valid date in YYYY-MM-DD format'
  }
  const [times, stored] = [meetingTimes(draft), base && meetingTimes(base)]
  const isNew = times.time !== stored?.time || times.endTime !== stored.endTime
  if (isNew && !endsAfterStart(times)) {
    problems.endTime = 'Please enter an end time after the start time'
  }
  for (const name of ['title', 'location', 'description'] as const) {
    const over = lengthProblem(draft[name], agendaLimits[name])
    if (over) problems[name] = over
  }
  return problems
}

/** The message for a text that is too long to be saved; it is never truncated. */
export function lengthProblem(text: string, most: number): string | undefined {
  const { length } = text.trim()
  return length > most
    ? `${lengthMessage(most)}: this has ${length.toLocaleString('en')}`
    : undefined
}
