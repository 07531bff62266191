import { agendaItemName, agendaItemPlaces } from '@portal/domain/agenda-item'
import { isolated } from '@portal/domain/shown-text'
import { isMaterialType, materialName } from '@portal/domain/slot-names'
import {
  type AgendaDraft,
  agendaTexts,
  type DraftItem,
  type DraftPaper,
  isSameValue,
  withFollowingTimes,
} from './agenda-draft.ts'
import { audienceCounted, type ItemAudience } from '../../shared/audiences/item-audience.ts'

export type Side = 'mine' | 'theirs'

/** One difference between two versions of an agenda. */
export type MergeRow = {
  /** `title`, `items` (their order), `items/{id}` (whether it is there), `items/{id}/title`. */
  id: string
  /** The item it belongs to; undefined for the agenda's own fields and the order of its items. */
  item?: string
  label: string
  /** Each version's value, in words; empty if it has none. */
  mine: string
  theirs: string
  /** Who has changed it since the common base version. */
  changedBy: 'you' | 'them' | 'both'
  /** The default choice: the only change; of two, yours, but never a deletion over a change. */
  proposed: Side
}

export type Versions = {
  /** The common base version. */
  base: AgendaDraft
  mine: AgendaDraft
  theirs: AgendaDraft
}

export const textLabels = {
  title: 'Title',
  date: 'Date',
  time: 'Start Time',
  endTime: 'End Time',
  location: 'Location',
  description: 'Description',
}

export const itemLabels = {
  title: 'Title',
  description: 'Description',
  time: 'Start',
  duration: 'Minutes',
  completed: 'Completed',
  speaker: 'Presenter',
  type: 'Type',
  papers: 'Papers',
  subItem: 'Sub-item',
  audience: 'Who can read it',
} satisfies Partial<Record<keyof DraftItem, string>>
const itemFields = Object.keys(itemLabels) as (keyof typeof itemLabels)[]

/** All differences between mine and theirs, by field and by item, in the agenda's order. */
export function mergeRows(versions: Versions): MergeRow[] {
  const { base, mine, theirs } = versions
  const texts = agendaTexts.flatMap((name) => {
    const [before, my, their] = [base[name].trim(), mine[name].trim(), theirs[name].trim()]
    return fieldRow({ id: name, label: textLabels[name] }, before, my, their)
  })
  const items = mergedOrder(versions, 'theirs').flatMap((id) => itemRows(versions, id))
  const follow = { id: 'timesFollow', label: 'Start times follow the durations' }
  const follows = fieldRow(follow, base.timesFollow, mine.timesFollow, theirs.timesFollow)
  return [...texts, ...follows, ...orderRow(versions), ...items]
}

/** Merges both versions by the choice in each row. */
export function mergeDrafts(versions: Versions, choose: (row: MergeRow) => Side): AgendaDraft {
  const sides = new Map(mergeRows(versions).map((row) => [row.id, choose(row)]))
  const { mine, theirs } = versions
  const from = (id: string) => (sides.get(id) === 'theirs' ? theirs : mine)
  const texts = agendaTexts.map((name) => [name, from(name)[name]])
  const order = mergedOrder(versions, sides.get('items') ?? 'mine')
  const items = order.flatMap((id) => {
    const [my, their] = [itemOf(mine, id), itemOf(theirs, id)]
    if (!my || !their) return itemOf(from(`items/${id}`), id) ?? []
    const chosen = itemFields.map((field) => {
      const row =
        field === 'time' && hasDerivedTimes(versions) ? 'timesFollow' : `items/${id}/${field}`
      const side = sides.get(row) === 'theirs' ? their : my
      return [field, side[field]]
    })
    // A presenter's directory entry goes with the name, and what the others see with who can read it.
    const { speakerId } = sides.get(`items/${id}/speaker`) === 'theirs' ? their : my
    const { toOthers } = sides.get(`items/${id}/audience`) === 'theirs' ? their : my
    return { ...my, ...Object.fromEntries(chosen), speakerId, toOthers } as DraftItem
  })
  const { timesFollow } = from('timesFollow')
  // The items' chosen order and durations decide when they start.
  return withFollowingTimes({ ...mine, ...Object.fromEntries(texts), timesFollow, items })
}

type Named = { id: string; item?: string; label: string }

function fieldRow<T>(named: Named, before: T, mine: T, theirs: T): MergeRow[] {
  if (isSameValue(mine, theirs)) return []
  const isMineAsBefore = isSameValue(mine, before)
  const changedBy = isMineAsBefore ? 'them' : isSameValue(theirs, before) ? 'you' : 'both'
  const proposed = changedBy === 'them' ? 'theirs' : 'mine'
  return [{ ...named, mine: inWords(mine), theirs: inWords(theirs), changedBy, proposed }]
}

/** Whether times are computed in one of the versions: whether they follow the durations is the choice then. */
function hasDerivedTimes({ mine, theirs }: Pick<Versions, 'mine' | 'theirs'>): boolean {
  return mine.timesFollow || theirs.timesFollow
}

function itemRows({ base, mine, theirs }: Versions, id: string): MergeRow[] {
  const isDerived = hasDerivedTimes({ mine, theirs })
  const comparedFields = itemFields.filter((field) => field !== 'time' || !isDerived)
  const [before, my, their] = [base, mine, theirs].map((draft) => itemOf(draft, id))
  const item = nameOf(my ? mine : theirs, id)
  if (my && their) {
    return comparedFields.flatMap((field) => {
      const named = { id: `items/${id}/${field}`, item, label: itemLabels[field] }
      return fieldRow(
        named,
        before && valueOf(before, field),
        valueOf(my, field),
        valueOf(their, field),
      )
    })
  }
  const there = my ?? their
  if (!there) return []
  const here: Side = my ? 'mine' : 'theirs'
  const isAdded = before === undefined
  const edited = before
    ? comparedFields.filter((name) => !isSameValue(valueOf(before, name), valueOf(there, name)))
    : []
  const isAsBefore = before !== undefined && edited.length === 0
  const shown = [summary(there), before && editsInWords(before, there, edited)]
    .filter(Boolean)
    .join('\n')
  return [
    {
      id: `items/${id}`,
      item,
      label: 'Item',
      mine: my ? shown : isAdded ? 'Not there' : 'Deleted',
      theirs: their ? shown : isAdded ? 'Not there' : 'Deleted',
      changedBy: isAdded ? (my ? 'you' : 'them') : isAsBefore ? (my ? 'them' : 'you') : 'both',
      proposed: isAsBefore ? (my ? 'theirs' : 'mine') : here,
    },
  ]
}

function orderRow({ base, mine, theirs }: Versions): MergeRow[] {
  const inAll = ({ id }: DraftItem) => [mine, theirs].every((draft) => itemOf(draft, id))
  const order = (draft: AgendaDraft) => draft.items.filter(inAll).map(({ id }) => id)
  const known = new Set(base.items.map(({ id }) => id))
  const before = order(base)
  // Items that only both others have come last, as they do where they were added.
  before.push(...order(theirs).filter((id) => !known.has(id)))
  const words = (draft: AgendaDraft) =>
    order(draft)
      .map((id) => isolated(nameOf(draft, id)))
      .join(', ')
  const named = { id: 'items', label: 'Order of the items' }
  return fieldRow(named, key(before), key(order(mine)), key(order(theirs))).map((row) => ({
    ...row,
    mine: words(mine),
    theirs: words(theirs),
  }))
}

/** Every item of both versions once: one version's order, with the other's own items after their neighbors. */
function mergedOrder({ mine, theirs }: Versions, side: Side): string[] {
  const [first, second] = side === 'mine' ? [mine, theirs] : [theirs, mine]
  const order = first.items.map(({ id }) => id)
  for (const [index, { id }] of second.items.entries()) {
    if (order.includes(id)) continue
    const before = second.items[index - 1]?.id
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, id)
  }
  return order
}

/** What is compared as one. */
function valueOf(item: DraftItem, field: keyof typeof itemLabels): unknown {
  const { audience, toOthers } = item
  return field === 'audience' ? { audience, toOthers } : item[field]
}

const itemOf = (draft: AgendaDraft, id: string) => draft.items.find((item) => item.id === id)

const key = (ids: string[]) => ids.join('\n')

function nameOf(draft: AgendaDraft, id: string): string {
  const index = draft.items.findIndex((item) => item.id === id)
  return index < 0 ? '' : agendaItemName(draft.items[index]!, agendaItemPlaces(draft.items)[index]!)
}

function summary({ title, time, duration, description }: DraftItem): string {
  const minutes = Number.isNaN(duration) ? '' : `${duration} min`
  const name = isolated(title.trim() || 'Untitled Item')
  const parts = [name, time, minutes, isolated(description.trim())]
  return parts.filter(Boolean).join(' · ')
}

/** "Edited: Title “Budget 2027” (was “Budget”); Minutes 45 (was 30)". */
function editsInWords(
  before: DraftItem,
  after: DraftItem,
  fields: readonly (keyof typeof itemLabels)[],
): string {
  if (fields.length === 0) return ''
  const words = (value: unknown) =>
    typeof value === 'string' ? `“${isolated(value)}”` : inWords(value)
  const edits = fields.map(
    (name) =>
      `${itemLabels[name]} ${words(valueOf(after, name))} (was ${words(valueOf(before, name))})`,
  )
  return `Edited: ${edits.join('; ')}`
}

function inWords(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return (value as DraftPaper[]).map(paperInWords).join('; ')
  if (typeof value === 'object' && value !== null) return audienceCounted(value as ItemAudience)
  return Number.isNaN(value) ? '' : String(value)
}

/** "Budget Update, pages 3–5". */
function paperInWords({ materialType, pages }: DraftPaper): string {
  const name = isMaterialType(materialType) ? materialName(materialType) : 'Paper'
  return pages.trim() === '' ? name : `${name}, pages ${pages.trim()}`
}
