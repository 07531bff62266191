import { listEvents } from '@portal/contract/calendar'
import { meetingEvent, meetingSpan, type MeetingSpan } from '@portal/domain/meeting-event'
import { isQuarterly, type MeetingRef } from '@portal/domain/meeting-ref'
import { firstDayOf, type Quarter, quarterAfter, quarterName } from '@portal/domain/quarter'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { agendasQuery } from '../../shared/quarter-queries.ts'
import { editedAgendaQuery } from '../agenda-queries.ts'
import { templatesFor, templatesQuery } from '../templates/template-queries.ts'
import { lastBefore, useAgendaSource, useBodyMeetings } from './body-meetings.ts'
import { lastAgenda, startSources, type StartSource } from './started-agenda.ts'

/** The calendar's date and times of a quarter's meeting; undefined if it has none or can't be read. */
export function useCalendarSpan(meeting: MeetingRef | undefined): MeetingSpan | undefined {
  return useCalendarMeeting(meeting).span
}

/** The same, and whether the calendar is still being read for the first time. */
export function useCalendarMeeting(meeting: MeetingRef | undefined) {
  const quarter = meeting && isQuarterly(meeting) ? meeting : undefined
  const { call, config } = usePortal()
  const { timeZone } = config.foundation
  const {
    data: events,
    isPending,
    failureCount,
  } = useQuery({
    queryKey: ['admin', 'calendar', quarter?.year, quarter?.quarter],
    queryFn: ({ signal }) => {
      const query = { from: firstDayOf(quarter!), to: firstDayOf(quarterAfter(quarter!)) }
      return call(listEvents, { query }, { signal })
    },
    enabled: quarter !== undefined,
    staleTime: 60_000,
  })
  const event = events && quarter && meetingEvent(events, quarter, timeZone)
  const span = event && meetingSpan(event, timeZone)
  return {
    span,
    place: event?.location,
    isFirstRead: quarter !== undefined && isPending && failureCount === 0,
  }
}

/** What the agenda of a meeting may start from. */
export function useStartSources(meeting: MeetingRef | undefined, day: string): StartSource[] {
  const { call } = usePortal()
  const lastOfQuarters = useLastAgenda(meeting && isQuarterly(meeting) ? meeting : undefined)
  const others = useBodyMeetings(meeting && !isQuarterly(meeting) ? meeting : undefined)
  const lastOfBody = useAgendaSource(lastBefore(others, day))
  const last = lastOfQuarters
    ? { ...lastOfQuarters, kind: 'agenda' as const, name: quarterName(lastOfQuarters) }
    : lastOfBody
  const { data: templates } = useQuery(templatesQuery(call))
  return startSources(
    last?.items.length === 0 ? undefined : last,
    templatesFor(templates ?? [], meeting),
  )
}

/** The last agenda before a quarter, with its items. */
function useLastAgenda(quarter: Quarter | undefined) {
  const { call } = usePortal()
  const { data: agendas } = useQuery({ ...agendasQuery(call), enabled: quarter !== undefined })
  const last = agendas && quarter && lastAgenda(agendas, quarter)
  const { data } = useQuery({
    ...editedAgendaQuery(call, last ?? { year: 0, quarter: 0 }),
    enabled: last !== undefined,
  })
  return last && (data ?? undefined)
}
