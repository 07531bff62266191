import { itemIds } from '@portal/domain/ids'
import { agendaDefaults, meetingTimes } from '@portal/domain/agenda-defaults'
import type { Agenda, AgendaContent, AgendaItemContent } from '@portal/contract/agendas'
import { consecutiveItems } from '@portal/domain/agenda-times'
import { type Audience, isRestricted } from '@portal/domain/may-read'
import type { ShownToOthers } from '@portal/domain/who-may-read'
import { firstDayOf, meetingName, type Quarter, quarterOfDate } from '@portal/domain/quarter'
import {
  audienceOf,
  forEverybody,
  type ItemAudience,
  peopleOf,
} from '../../shared/audiences/item-audience.ts'

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
  audience: Audience
  /** What those outside the audience are shown. */
  toOthers: ShownToOthers
  /** A closed session that this admin can't read: only its time is known. */
  closed: boolean
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
      ...draftAudience(item),
      closed: 'closed' in item && item.closed === true,
    })),
  }
}

function draftAudience({ audience, toOthers = 'time' }: AgendaItemContent): ItemAudience {
  if (!audience) return forEverybody
  const { who, named = [], except = [] } = audience
  return { audience: audienceOf(who, named, except), toOthers }
}

export function draftPapers(
  papers: readonly { materialType: string; pages?: string | undefined }[],
): DraftPaper[] {
  return papers.map(({ materialType, pages = '' }) => ({ materialType, pages }))
}

/**
 * A version of an agenda with the closed items as they are stored now: the history has nothing of them, so that other
 * admins don't read them there.
 */
export function withClosedItems(version: AgendaDraft, stored: Agenda): AgendaDraft {
  const now = new Map(draftOf(stored).items.map((item) => [item.id, item]))
  const items = version.items.map((item) => {
    const there = now.get(item.id)
    return there && (there.closed || isRestricted(there)) ? there : item
  })
  return { ...version, items }
}

/**
 * What a save sends. A stored item without papers only sends those that it has got: an API that doesn't know papers leaves
 * them out of its replies, and an empty list would remove them. The same is true of sub-items, audiences and presenters'
 * directory entries. Of a closed session that this admin can't read, only the time is sent.
 */
export function savedContent(draft: AgendaDraft, base: Agenda | null): AgendaContent {
  const content = contentOf(draft)
  const items = content.items.map((sent, index) => {
    const { papers, subItem, speakerId, audience, toOthers, closed, ...item } = sent
    const { id, title, time, duration } = item
    if (closed) return { id, title, time, duration }
    const stored = base?.items.find((other) => other.id === id)
    const hasAudience = isRestricted(draft.items[index]!) || stored?.audience !== undefined
    const isUntouched = papers.length === 0 && stored !== undefined && !stored.papers
    return {
      ...item,
      ...(isUntouched ? {} : { papers }),
      ...(subItem || stored?.subItem ? { subItem } : {}),
      ...(speakerId || stored?.speakerId ? { speakerId } : {}),
      ...(hasAudience ? { audience, toOthers } : {}),
    }
  })
  return { ...content, items }
}

function sentAudience(audience: Audience): NonNullable<AgendaItemContent['audience']> {
  const { named, except } = peopleOf(audience)
  return { who: audience.who, named: [...named], except: [...except] }
}

type ContentItem = Omit<DraftItem, 'audience' | 'closed'> & {
  audience: NonNullable<AgendaItemContent['audience']>
  closed?: true
}

/** What is sent: texts without the spaces around them. */
export function contentOf({
  items,
  timesFollow,
  ...texts
}: AgendaDraft): Omit<AgendaContent, 'items'> & { items: ContentItem[] } {
  const trimmed = agendaTexts.map((name) => [name, texts[name].trim()])
  const contents = items.map(({ audience, closed, ...item }): ContentItem => ({
    ...item,
    audience: sentAudience(audience),
    ...(closed ? { closed } : {}),
  }))
  return { ...Object.fromEntries(trimmed), timesFollow, items: contents }
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
  if (typeof a !== 'object' || typeof b !== 'object') return Object.is(a, b)
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
    ...forEverybody,
    closed: false,
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
