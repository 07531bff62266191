import type { AgendaContent, AgendaItemContent } from '@portal/contract/agendas'
import { agendaDefaults } from '@portal/domain/agenda-defaults'
import { endsAfterStart } from '@portal/domain/agenda-times'
import { isQuarterly, type MeetingRef } from '@portal/domain/meeting-ref'
import { compareQuarters, type Quarter, quarterOfDate } from '@portal/domain/quarter'
import { Refusal } from '../../refusal.ts'
import { refuseRemoved, savedPlaceholder } from './closed-agenda.ts'
import {
  isShut,
  itemsOf,
  keptFieldsOf,
  normalItem,
  ownIds,
  type RawAgenda,
  type RawAgendaItem,
  timesOf,
  unknownFieldsOf,
} from './stored-agenda.ts'
import { isPaperOf, savedPapers } from './stored-papers.ts'

/**
 * A stored agenda appears up to three times in an audit entry (moved, replaced, new), and a
 * document may have 900 KB at most.
 */
const mostBytes = 250_000

type CopiedItem = (itemId: string) => RawAgendaItem | undefined

/** A new agenda, without items. */
export function newAgenda(meeting: MeetingRef, title: string, createdAt: string): RawAgenda {
  const { time, endTime } = agendaDefaults
  const of = isQuarterly(meeting) ? ownQuarter(meeting) : {}
  return { ...of, status: 'draft', title, time, endTime, items: [], createdAt }
}

/**
 * The agenda's body after the change. Unknown fields stay, also an item's. `where` is the content's
 * position in the request, for refusals. `copiedItem` is the item of a template that an item was
 * copied from.
 */
export function applyContent(
  before: RawAgenda,
  meeting: MeetingRef,
  content: AgendaContent,
  where = 'body',
  copiedItem: CopiedItem = () => undefined,
): RawAgenda {
  refuseInvalid(before, meeting, content, where)
  const { items, timesFollow, ...texts } = content
  const next: RawAgenda = { ...before, ...(isQuarterly(meeting) ? ownQuarter(meeting) : {}) }
  for (const [name, value] of Object.entries(texts)) {
    if (value === undefined) continue
    if (value.trim() === '') delete next[name]
    else next[name] = value.trim()
  }
  refuseEndBeforeStart(before, next, where)
  if (timesFollow) next['timesFollow'] = true
  else if (timesFollow === false) delete next['timesFollow']
  if (items) {
    next['items'] = applyItems(meeting, itemsOf(before), items, `${where}.items`, copiedItem)
  }
  countChange(before, next)
  if (Buffer.byteLength(JSON.stringify(next)) > mostBytes) {
    const most = `${mostBytes / 1000} KB`
    throw new Refusal('tooLarge', `The agenda is too long: the limit is ${most} of text.`)
  }
  return next
}

/** Without what else the caller's object may have. */
function ownQuarter({ year, quarter }: Quarter): Quarter {
  return { year, quarter }
}

/** What a calendar shows of a meeting. */
const calendarFields = ['title', 'date', 'time', 'endTime', 'location'] as const

/** Counts the changes of what a calendar shows of a meeting, once people have seen it: it has a stage, or was published. */
export function countChange(before: RawAgenda, next: RawAgenda): void {
  const isOther = calendarFields.some((name) => before[name] !== next[name])
  const isSeen =
    before['stage'] !== undefined ||
    before['publishedAt'] !== undefined ||
    before['status'] === 'published'
  if (!isSeen || !(isOther || isCancelled(before) !== isCancelled(next))) return
  next['sequence'] = Number(before['sequence'] ?? 0) + 1
}

function isCancelled({ stage }: RawAgenda): boolean {
  return stage === 'cancelled'
}

function applyItems(
  meeting: MeetingRef,
  before: RawAgendaItem[],
  sent: AgendaItemContent[],
  where: string,
  copiedItem: CopiedItem,
): RawAgendaItem[] {
  const idsBefore = ownIds(before)
  const ids = ownIds(sent)
  refuseRemoved(before, ids)
  return sent.map((item, index) => {
    const id = ids[index]!
    const stored = item.id === id ? before[idsBefore.indexOf(id)] : undefined
    if (stored && isShut(stored)) return savedPlaceholder(stored, normalItem({ ...item }, id))
    const copied = stored ?? copiedItem(id)
    // An earlier release may have copied a placeholder into a template.
    const kept = copied && isShut(copied) ? undefined : copied
    const { papers: sentPapers, ...fields } = item
    return {
      ...unknownFieldsOf(kept),
      ...normalItem({ ...fields, ...keptFieldsOf(item, kept) }, id),
      ...savedPapers(sentPapers, kept, `${where}.${index}`, isPaperOf(meeting)),
    }
  })
}

/** Stored values may stay even if they are invalid: old agendas can be saved. */
function refuseInvalid(
  before: RawAgenda,
  meeting: MeetingRef,
  content: AgendaContent,
  where: string,
): void {
  const isNew = (name: 'date' | 'time' | 'endTime') => {
    const value = content[name]?.trim()
    return value !== undefined && value !== '' && value !== before[name] ? value : undefined
  }
  if (content.title?.trim() === '')
    throw invalid(`${where}.title`, 'Please enter a title for the meeting')
  if (content.date?.trim() === '' && !isQuarterly(meeting))
    throw invalid(`${where}.date`, 'Please enter a date for the meeting')
  const date = isNew('date')
  if (date !== undefined) {
    const inQuarter = meetingQuarter(date, `${where}.date`)
    if (isQuarterly(meeting) && compareQuarters(inQuarter, meeting) !== 0) {
      const sentence = `This date is in ${inQuarter.year} Q${inQuarter.quarter}: the agenda must be moved there.`
      throw invalid(`${where}.date`, sentence)
    }
  }
  for (const name of ['time', 'endTime'] as const) {
    const time = isNew(name)
    if (time !== undefined && !/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) {
      throw invalid(`${where}.${name}`, 'Please enter a time in HH:MM format')
    }
  }
}

/** Stored times may stay even if they are invalid: old agendas can be saved. */
function refuseEndBeforeStart(before: RawAgenda, next: RawAgenda, where: string): void {
  const [old, times] = [timesOf(before), timesOf(next)]
  if (old.time === times.time && old.endTime === times.endTime) return
  if (endsAfterStart(times)) return
  throw invalid(`${where}.endTime`, 'Please enter an end time after the start time')
}

/** The quarter of a meeting's date; refuses an invalid date. */
export function meetingQuarter(date: string, where = 'body.date'): Quarter {
  const quarter = quarterOfDate(date.trim())
  if (!quarter) throw invalid(where, 'Please enter a valid date in YYYY-MM-DD format')
  return quarter
}

function invalid(path: string, message: string): Refusal {
  return new Refusal('invalid', message, { fields: [{ path, message }] })
}
