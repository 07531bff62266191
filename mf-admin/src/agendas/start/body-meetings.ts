import type { Agenda } from '@portal/contract/agendas'
import type { ListedMeeting } from '@portal/contract/all-meetings'
import { prepareQuarter } from '@portal/contract/meetings'
import { mappingId, slotOf } from '@portal/domain/ids'
import {
  bodyOfMeeting,
  isQuarterly,
  meetingId,
  meetingLabel,
  meetingOf,
  type MeetingRef,
  type OtherMeeting,
} from '@portal/domain/meeting-ref'
import { papersOfMeeting } from '@portal/domain/quarter-papers'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery, useQueryClient } from '@portal/remote-kit/query'
import { meetingsQuery } from '../../meetings/meetings-queries.ts'
import { callOf } from '../../shared/meeting-call.ts'
import { useChange } from '../../shared/queries.ts'
import {
  agendasQuery,
  meetingMappingsQuery,
  useKeepMappings,
} from '../../shared/quarter-queries.ts'
import { editedAgendaQuery } from '../agenda-queries.ts'
import type { StartSource } from './started-agenda.ts'

/** Another meeting of the same body that has an agenda. */
export type BodyMeeting = { of: MeetingRef; name: string; date: string }

/** The other meetings of a meeting's body that have an agenda, the latest first. */
export function useBodyMeetings(meeting: MeetingRef | undefined): BodyMeeting[] {
  const { call } = usePortal()
  const body = meeting && bodyOfMeeting(meeting)
  const { data } = useQuery({ ...meetingsQuery(call, { body }), enabled: body !== undefined })
  const { data: agendas } = useQuery({ ...agendasQuery(call), enabled: body !== undefined })
  const isEmpty = ({ id }: ListedMeeting) => agendas?.find((one) => one.id === id)?.itemCount === 0
  return (data ?? []).toReversed().flatMap((listed): BodyMeeting[] => {
    const of = meetingOf(listed.id)
    const isOther = of && meeting && listed.id !== meetingId(meeting)
    if (!isOther || listed.agenda === undefined || isEmpty(listed)) return []
    return [{ of, name: meetingLabel(of, listed), date: listed.date ?? '' }]
  })
}

/** The body's last meeting before a day; undefined if there is none. */
export function lastBefore(meetings: readonly BodyMeeting[], day: string): BodyMeeting | undefined {
  return meetings.find(({ date }) => date !== '' && date < day)
}

/** What a meeting's agenda gives another one; undefined until it is known. */
export function useAgendaSource(meeting: BodyMeeting | undefined): StartSource | undefined {
  const { call } = usePortal()
  const { data } = useQuery({
    ...editedAgendaQuery(call, meeting?.of ?? { year: 0, quarter: 0 }),
    enabled: meeting !== undefined,
  })
  if (!meeting || !data) return undefined
  return agendaSource(data, meeting)
}

function agendaSource(agenda: Agenda, { of, name }: BodyMeeting): StartSource {
  return { ...agenda, kind: 'agenda', name, ...(isQuarterly(of) ? {} : { papersOf: of }) }
}

/** The names of a meeting's papers that another meeting of its body can have, too. */
export function usePaperNames(from: OtherMeeting | undefined): string[] {
  const { call } = usePortal()
  const { data } = useQuery({
    ...meetingMappingsQuery(call, from ?? { year: 0, quarter: 0 }),
    enabled: from !== undefined,
  })
  if (!data || !from) return []
  return papersOfMeeting(from, data).flatMap((slot) => data[mappingId(slot)]?.title || [])
}

/** Gives a meeting the names of another one's papers; returns the types of the papers that it has then. */
export function useNamePapers() {
  const { call } = usePortal()
  const client = useQueryClient()
  const keep = useKeepMappings()
  return useChange(async (send, { to, from }: { to: MeetingRef; from: OtherMeeting }) => {
    const { made } = await callOf(send, prepareQuarter, to, { query: { from: from.meeting } })
    const stored = await client.fetchQuery({ ...meetingMappingsQuery(call, to), staleTime: 0 })
    keep(...made)
    return [...made.map(({ id }) => id), ...Object.keys(stored)].flatMap((id) => {
      const slot = slotOf(id)
      return slot?.kind === 'meeting' ? slot.materialType : []
    })
  }, {})
}
