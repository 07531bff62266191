import { agendaSlot } from '@portal/domain/slot-names'
import type { Agenda } from '@portal/contract/agendas'
import type { ResourceMapping } from '@portal/contract/mappings'
import { isQuarterly, type MeetingRef } from '@portal/domain/meeting-ref'
import { agendaMappingOf, agendaVisibility, sourceOf } from '@portal/domain/slot-source'
import { mappingId } from '@portal/domain/ids'
import { usePortal } from '@portal/remote-kit/portal'
import { agendaQuery } from '@portal/remote-kit/queries/agenda'
import { useQuery, type UseQueryResult } from '@portal/remote-kit/query'
import { useQuarterMappings } from '@portal/remote-kit/use-mappings'
import { agendaNotCreated, agendaNotPublished } from '@portal/domain/agenda-sentences'

export type AgendaSource = {
  /** Whether the source is still loading. */
  isPending: boolean
  /** The mapping of the Drive document or embed that members see as the meeting's agenda. */
  drive: ResourceMapping | undefined
  /** The native agenda. */
  agenda: UseQueryResult<Agenda>
  /** Whether it is published but hidden from members: the API sends every agenda to admins. */
  isHidden: boolean
}

/** How often both are refetched while the page is visible, in ms; by default, never. */
type Refresh = { refetchInterval?: number }

/**
 * What readers see as a meeting's agenda: a native agenda, a Drive document, an embed, or
 * nothing.
 */
export function useAgendaSource(meeting: MeetingRef, refresh: Refresh = {}): AgendaSource {
  const { call, person } = usePortal()
  const mappings = useQuarterMappings(meeting, refresh)
  const agenda = useQuery({ ...agendaQuery(call, meeting), ...refresh })
  const stored = mappings.data?.[mappingId(agendaSlot(meeting))]
  const mapping = agendaMappingOf(meeting, stored)
  const source = mapping?.active ? sourceOf(mapping) : undefined
  const isHidden =
    person.isAdmin &&
    mappings.data !== undefined &&
    agenda.data?.status === 'published' &&
    agendaVisibility('published', mapping) !== 'shown'
  return {
    isPending: mappings.isPending,
    drive: source === 'embed' || source === 'document' ? stored : undefined,
    agenda,
    isHidden,
  }
}

/** The specification's sentences for the reader's agendas, section 8. */
export const agendaSentences = {
  /** On the agenda's own page. */
  pageNotFound: 'Meeting agenda not found',
  pageFailed: 'Failed to load meeting agenda. Please try again later.',
  /** Among the meeting's other papers. */
  readerFailed: 'Failed to load agenda. Please try again.',
  /** On pages derived from the agenda. */
  failed: 'Failed to load agenda',
  none: (of: MeetingRef) =>
    isQuarterly(of) ? agendaNotCreated(of) : 'No agenda has been created for this meeting.',
  unpublished: (of: MeetingRef) =>
    isQuarterly(of) ? agendaNotPublished(of) : 'The agenda for this meeting is not published yet.',
  /** For admins: members see something else, or nothing. */
  hidden: (of: MeetingRef) =>
    isQuarterly(of)
      ? `The agenda for ${of.year} Q${of.quarter} is published, not shown.`
      : 'The agenda for this meeting is published, not shown.',
}
