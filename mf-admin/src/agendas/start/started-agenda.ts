import type { AgendaTemplate } from '@portal/contract/agenda-templates'
import type { Agenda, AgendaItem, AgendaSummary } from '@portal/contract/agendas'
import { shiftedItems } from '@portal/domain/agenda-times'
import { carriedPapers } from '@portal/domain/item-papers'
import type { MeetingSpan } from '@portal/domain/meeting-event'
import { compareQuarters, type Quarter, quarterName } from '@portal/domain/quarter'
import { type AgendaDraft, draftOf, draftPapers } from '../draft/agenda-draft.ts'

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
}

/** The last agenda first, then the templates. */
export function startSources(
  last: Agenda | undefined,
  templates: readonly AgendaTemplate[],
): StartSource[] {
  return [
    ...(last ? [{ ...last, kind: 'agenda' as const, name: quarterName(last) }] : []),
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
  { kind, time, items }: StartSource,
  span: MeetingSpan | undefined,
): AgendaDraft {
  const started = withSpan(draft, span)
  const copied = draftOf({ items }).items.map((item) => ({
    ...item,
    id: kind === 'template' ? item.id : crypto.randomUUID(),
    completed: false,
    papers: draftPapers(carriedPapers(item.papers)),
  }))
  return { ...started, items: shiftedItems({ time, items: copied }, started.time) }
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
