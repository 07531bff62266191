import type { AgendaTemplate } from '@portal/contract/agenda-templates'
import type { AgendaItem, AgendaSummary } from '@portal/contract/agendas'
import { shiftedItems } from '@portal/domain/agenda-times'
import { counted } from '@portal/domain/counted'
import { carriedPapers } from '@portal/domain/item-papers'
import type { MeetingSpan } from '@portal/domain/meeting-event'
import type { OtherMeeting } from '@portal/domain/meeting-ref'
import { compareQuarters, meetingName, type Quarter, quarterOfDate } from '@portal/domain/quarter'
import {
  type AgendaDraft,
  draftOf,
  draftPapers,
  withFollowingTimes,
} from '../draft/agenda-draft.ts'

/** The last agenda with items before a quarter. */
export function lastAgenda(
  agendas: readonly AgendaSummary[],
  quarter: Quarter,
): AgendaSummary | undefined {
  return agendas
    .filter((agenda) => agenda.itemCount > 0 && compareQuarters(agenda, quarter) < 0)
    .toSorted((a, b) => compareQuarters(b, a))[0]
}

/** What an agenda may start from: the last agenda, or a template. */
export type StartSource = {
  kind: 'agenda' | 'template'
  id: string
  name: string
  /** `HH:MM`: the start of the meeting that the items' times are for. */
  time: string
  items: AgendaItem[]
  /** Of an agenda; a template has neither. */
  title?: string | undefined
  location?: string | undefined
  timesFollow?: boolean | undefined
  /** Of a meeting that isn't a quarterly one: its papers can be named like those of the source. */
  papersOf?: OtherMeeting
}

/** What is copied besides the items, their durations and the papers that every quarter has. */
export type CopiedParts = {
  title: boolean
  place: boolean
  /** The copied agenda's start times follow the durations. */
  timesFollow: boolean
  presenters: boolean
  /** The names of the papers, for papers that are still to come. */
  papers: boolean
  /** The ids of the items whose descriptions aren't copied. */
  withoutDescription: readonly string[]
}

/** The choices that a source begins with: a draft's own title and place stay. */
export function firstParts(
  { location }: AgendaDraft,
  { timesFollow }: Pick<StartSource, 'timesFollow'> = {},
): CopiedParts {
  return {
    title: false,
    place: location.trim() === '',
    timesFollow: timesFollow ?? false,
    presenters: true,
    papers: true,
    withoutDescription: [],
  }
}

/** "Copied: 3 items with their durations, the place, 2 presenters, 1 description." */
export function copiedInWords({ items, title, location }: StartSource, parts: CopiedParts): string {
  const presenters = parts.presenters ? items.filter(({ speaker }) => speaker).length : 0
  const descriptions = items.filter(
    ({ id, description }) => description && !parts.withoutDescription.includes(id),
  ).length
  const copied = [
    `${counted(items.length, 'item')} with ${items.length === 1 ? 'its duration' : 'their durations'}`,
    parts.title && title && 'the title',
    parts.place && location && 'the place',
    presenters > 0 && counted(presenters, 'presenter'),
    descriptions > 0 && counted(descriptions, 'description'),
  ]
  return `Copied: ${copied.filter(Boolean).join(', ')}.`
}

/** A title that names the source's quarter names the new one instead. */
function copiedTitle(title: string, quarter: Quarter | undefined): string {
  return quarter && /^Q[1-4] \d{4} Board Meeting$/.test(title.trim()) ? meetingName(quarter) : title
}

/** The last agenda first, then the templates. */
export function startSources(
  last: StartSource | undefined,
  templates: readonly AgendaTemplate[],
): StartSource[] {
  return [
    ...(last ? [last] : []),
    ...templates.map((template) => ({
      ...template,
      kind: 'template' as const,
      time: template.time ?? '',
    })),
  ]
}

/**
 * A draft with a source's items and the papers of theirs that every quarter has, none of them completed, and with the calendar's date and times. The items' own start
 * times move along with the meeting's start. A template's items keep their ids, by which the API finds the fields that
 * only newer releases know.
 */
export function startedAgenda(
  draft: AgendaDraft,
  { kind, time, items, title, location }: StartSource,
  span: MeetingSpan | undefined,
  parts: CopiedParts,
  /** The types of the papers that the meeting has. */
  papers: readonly string[] = [],
): AgendaDraft {
  const spanned = withSpan(draft, span)
  const started = {
    ...spanned,
    ...(parts.title && title ? { title: copiedTitle(title, quarterOfDate(spanned.date)) } : {}),
    ...(parts.place && location ? { location } : {}),
    timesFollow: parts.timesFollow,
  }
  // A closed session of others has nothing to copy.
  const readable = draftOf({ items }).items.filter((item) => !item.closed)
  const copied = readable.map((item) => ({
    ...item,
    ...(parts.presenters ? {} : { speaker: '', speakerId: '' }),
    ...(parts.withoutDescription.includes(item.id) ? { description: '' } : {}),
    id: kind === 'template' ? item.id : crypto.randomUUID(),
    completed: false,
    papers: draftPapers([
      ...carriedPapers(item.papers),
      ...item.papers.filter(({ materialType: type }) => papers.includes(type)).map(withoutPages),
    ]),
  }))
  return withFollowingTimes({
    ...started,
    items: shiftedItems({ time, items: copied }, started.time),
  })
}

/** Pages belong to one file. */
function withoutPages({ materialType }: { materialType: string }) {
  return { materialType }
}

/** The draft with the calendar's date and times; those that the calendar doesn't have stay. */
export function withSpan(draft: AgendaDraft, span: MeetingSpan | undefined): AgendaDraft {
  return { ...draft, ...span }
}

/** A new draft with the calendar's date and times, and its place. */
export function atMeeting(
  draft: AgendaDraft,
  { span, place }: { span: MeetingSpan | undefined; place: string | undefined },
): AgendaDraft {
  return { ...withSpan(draft, span), ...(place ? { location: place } : {}) }
}

/** Whether the calendar has another date or time than the agenda. */
export function disagrees(draft: AgendaDraft, span: MeetingSpan): boolean {
  return (
    draft.date !== span.date ||
    (span.time !== undefined && draft.time !== span.time) ||
    (span.endTime !== undefined && draft.endTime !== span.endTime)
  )
}
