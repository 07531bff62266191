import { itemIds } from '@portal/domain/ids'
import { agendaDefaults, meetingTimes } from '@portal/domain/agenda-defaults'
import type { Agenda, AgendaContent } from '@portal/contract/agendas'
import { consecutiveItems } from '@portal/domain/agenda-times'
import { firstDayOf, meetingName, type Quarter, quarterOfDate } from '@portal/domain/quarter'

/** A paper of an item; `pages` as typed, and empty for the whole paper. */
export type DraftPaper = { materialType: string; pages: string }

export type DraftItem = {
  id: string
  title: string
  description: string
  /** `HH:MM`, or empty to begin when the previous item ends. */
  time: string
  /** In minutes, as typed: possibly out of range, and NaN while nothing is typed. */
  duration: number
  completed: boolean
  type: string
  speaker: string
  /** The presenter's directory entry, or empty for a name that was typed. */
  speakerId: string
  papers: DraftPaper[]
  /** It belongs to the nearest item above that isn't a sub-item. */
  subItem: boolean
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
  /** Each item starts when the previous one ends. */
  timesFollow: boolean
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
  timesFollow: false,
  items: [],
}

/** The form values of an agenda, or of content that was written for one. */
export function draftOf(from: AgendaContent): AgendaDraft {
  const texts = agendaTexts.map((name) => [name, from[name] ?? ''] as const)
  const items = from.items ?? []
  const ids = itemIds(items.map(({ id }) => id))
  return {
    ...(Object.fromEntries(texts) as Record<AgendaText, string>),
    timesFollow: from.timesFollow ?? false,
    items: items.map((item, index) => ({
      ...newItem(ids[index]!, item.title ?? item.text),
      description: item.description ?? item.details ?? '',
      time: item.time ?? '',
      duration: item.duration ?? agendaDefaults.duration,
      completed: item.completed ?? false,
      type: item.type ?? agendaDefaults.type,
      speaker: item.speaker ?? '',
      speakerId: item.speakerId ?? '',
      papers: draftPapers(item.papers ?? []),
      subItem: item.subItem ?? false,
    })),
  }
}

export function draftPapers(
  papers: readonly { materialType: string; pages?: string | undefined }[],
): DraftPaper[] {
  return papers.map(({ materialType, pages = '' }) => ({ materialType, pages }))
}

/**
 * What a save sends. A stored item without papers only sends those that it has got: an API that doesn't know papers leaves
 * them out of its replies, and an empty list would remove them. The same is true of
 * sub-items and of presenters' directory entries.
 */
export function savedContent(draft: AgendaDraft, base: Agenda | null): AgendaContent {
  const content = contentOf(draft)
  const items = content.items.map(({ papers, subItem, speakerId, ...item }) => {
    const stored = base?.items.find(({ id }) => id === item.id)
    const isUntouched = papers.length === 0 && stored !== undefined && !stored.papers
    return {
      ...item,
      ...(isUntouched ? {} : { papers }),
      ...(subItem || stored?.subItem ? { subItem } : {}),
      ...(speakerId || stored?.speakerId ? { speakerId } : {}),
    }
  })
  return { ...content, items }
}

/** What is sent: texts without the spaces around them. */
export function contentOf({
  items,
  timesFollow,
  ...texts
}: AgendaDraft): Omit<AgendaContent, 'items'> & { items: DraftItem[] } {
  const trimmed = agendaTexts.map((name) => [name, texts[name].trim()])
  return { ...Object.fromEntries(trimmed), timesFollow, items: items.map((item) => ({ ...item })) }
}

/** Whether two drafts would be stored as the same. */
export function isSameDraft(a: AgendaDraft, b: AgendaDraft): boolean {
  return (
    agendaTexts.every((name) => a[name].trim() === b[name].trim()) &&
    a.timesFollow === b.timesFollow &&
    a.items.length === b.items.length &&
    a.items.every((item, index) => isSameItem(item, b.items[index]!))
  )
}

function isSameItem(a: DraftItem, b: DraftItem): boolean {
  const fields = Object.keys(a) as (keyof DraftItem)[]
  return a === b || fields.every((field) => isSameValue(a[field], b[field]))
}

/** Whether two values of an item's field would be stored as the same. */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return Object.is(a, b)
  return JSON.stringify(a) === JSON.stringify(b)
}

/** The times and items that members would get: with the default times, and without minutes that aren't typed yet. */
export function plannedAgenda(draft: AgendaDraft) {
  const items = draft.items.map((item) =>
    Number.isNaN(item.duration) ? { ...item, duration: 0 } : item,
  )
  return { ...meetingTimes(draft), items }
}

/** Computes the items' start times from their durations if they follow them. */
export function withFollowingTimes(draft: AgendaDraft): AgendaDraft {
  if (!draft.timesFollow) return draft
  const planned = consecutiveItems(plannedAgenda(draft))
  const items = draft.items.map((item, index) => {
    const { time } = planned[index]!
    // An item that stays the same isn't rendered again.
    return item.time === time ? item : { ...item, time }
  })
  return { ...draft, items }
}

export function newItem(id: string, title = ''): DraftItem {
  const { duration, type } = agendaDefaults
  const empty = {
    description: '',
    time: '',
    speaker: '',
    speakerId: '',
    papers: [],
    subItem: false,
  }
  return { id, title, duration, completed: false, type, ...empty }
}

export function addItem(draft: AgendaDraft, item: DraftItem): AgendaDraft {
  return { ...draft, items: [...draft.items, item] }
}

/** Adds an item with this title; a blank one adds nothing. */
export function withItemTitled(draft: AgendaDraft, typed: string): AgendaDraft {
  const title = typed.trim()
  return title === '' ? draft : addItem(draft, newItem(crypto.randomUUID(), title))
}

export function changeItem(draft: AgendaDraft, id: string, change: Partial<DraftItem>) {
  const items = draft.items.map((item) => (item.id === id ? { ...item, ...change, id } : item))
  return { ...draft, items }
}

/** Removes the item; its sub-items become items. */
export function removeItem(draft: AgendaDraft, id: string): AgendaDraft {
  const [, ...subItems] = withSubItems(draft.items, id)
  const items = draft.items.flatMap((item) => {
    if (item.id === id) return []
    return subItems.includes(item) ? { ...item, subItem: false } : item
  })
  return withFirstItem({ ...draft, items })
}

/** Moves the item, with its sub-items, to index `to`, limited to the valid range. Sub-items of others stay together. */
export function moveItem(draft: AgendaDraft, id: string, to: number): AgendaDraft {
  const { items } = draft
  const from = items.findIndex((item) => item.id === id)
  const moved = withSubItems(items, id)
  if (from === -1 || to === from) return draft
  const rest = items.filter((item) => !moved.includes(item))
  const isDown = to > from
  // Down steps over what is moved itself.
  const over =
    items[Math.min(isDown ? Math.max(to, from + moved.length) : Math.max(0, to), items.length - 1)]!
  let at = moved.includes(over) ? rest.length : rest.indexOf(over) + (isDown ? 1 : 0)
  if (!moved[0]!.subItem) while (rest[at]?.subItem && at > 0) at += isDown ? 1 : -1
  return withFirstItem({ ...draft, items: rest.toSpliced(at, 0, ...moved) })
}

/** The item and its sub-items. */
export function withSubItems(items: readonly DraftItem[], id: string): DraftItem[] {
  const from = items.findIndex((item) => item.id === id)
  if (from === -1) return []
  if (items[from]!.subItem) return [items[from]!]
  const next = items.findIndex(({ subItem }, index) => index > from && !subItem)
  return items.slice(from, next === -1 ? undefined : next)
}

/** The first item has none above it. */
function withFirstItem(draft: AgendaDraft): AgendaDraft {
  const [first, ...rest] = draft.items
  return first?.subItem ? { ...draft, items: [{ ...first, subItem: false }, ...rest] } : draft
}

/** An item's id, and its name in questions and messages. */
export type NamedItem = { id: string; name: string }

/** The initial values of a new meeting: on the first day of the quarter's first month. */
export function newMeeting(quarter: Quarter): AgendaDraft {
  const { time, endTime } = agendaDefaults
  return { ...emptyDraft, title: meetingName(quarter), date: firstDayOf(quarter), time, endTime }
}

/** Sets another date; a title that only names a quarter follows the date's quarter. */
export function withDate(draft: AgendaDraft, date: string): AgendaDraft {
  const quarter = quarterOfDate(date)
  const namesQuarter = /^Q[1-4] \d{4} Board Meeting$/.test(draft.title.trim())
  return { ...draft, date, ...(quarter && namesQuarter && { title: meetingName(quarter) }) }
}
