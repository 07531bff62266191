import type { Agenda, AgendaSummary } from '@portal/contract/agendas'
import { consecutiveItems } from '@portal/domain/agenda-times'
import type { MeetingSpan } from '@portal/domain/meeting-event'
import { compareQuarters, type Quarter } from '@portal/domain/quarter'
import { type AgendaDraft, draftOf } from '../draft/agenda-draft.ts'

/** The last agenda with items before a quarter. */
export function lastAgenda(
  agendas: readonly AgendaSummary[],
  quarter: Quarter,
): AgendaSummary | undefined {
  return agendas
    .filter((one) => one.itemCount > 0 && compareQuarters(one, quarter) < 0)
    .toSorted((a, b) => compareQuarters(b, a))[0]
}

/**
 * A draft with the items of an earlier agenda, none of them completed, and with the calendar's date and times. Start
 * times follow the meeting's start if the earlier items had some.
 */
export function startedAgenda(
  draft: AgendaDraft,
  last: Agenda,
  span: MeetingSpan | undefined,
): AgendaDraft {
  const items = draftOf(last).items.map((item) => ({
    ...item,
    id: crypto.randomUUID(),
    completed: false,
    time: '',
  }))
  const started = withSpan({ ...draft, items }, span)
  const hasTimes = last.items.some(({ time }) => time)
  return hasTimes ? { ...started, items: consecutiveItems(started) } : started
}

/** The draft with the calendar's date and times; those that the calendar doesn't have stay. */
export function withSpan(draft: AgendaDraft, span: MeetingSpan | undefined): AgendaDraft {
  return { ...draft, ...span }
}

/** Whether the calendar has another date or time than the agenda. */
export function disagrees(draft: AgendaDraft, span: MeetingSpan): boolean {
  return (
    draft.date !== span.date ||
    (span.time !== undefined && draft.time !== span.time) ||
    (span.endTime !== undefined && draft.endTime !== span.endTime)
  )
}
