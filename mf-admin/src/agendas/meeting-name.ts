import type { Agenda } from '@portal/contract/agendas'
import { isQuarterly, meetingLabel, meetingOf, type MeetingRef } from '@portal/domain/meeting-ref'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { editedAgendaQuery } from './agenda-queries.ts'

/** What a meeting is called in sentences: `Q4 2026`, or the title of any other. */
export function useMeetingName(meeting: MeetingRef): string {
  const { call } = usePortal()
  const { data } = useQuery({ ...editedAgendaQuery(call, meeting), enabled: !isQuarterly(meeting) })
  return isQuarterly(meeting) ? meetingLabel(meeting) : (data?.title ?? 'this meeting')
}

/** The meeting that an agenda is of. */
export function refOf({ id, year, quarter }: Pick<Agenda, 'id' | 'year' | 'quarter'>): MeetingRef {
  return meetingOf(id) ?? { year, quarter }
}
