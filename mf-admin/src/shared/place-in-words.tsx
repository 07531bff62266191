import { getMeeting } from '@portal/contract/all-meetings'
import { slotOf } from '@portal/domain/ids'
import { isQuarterly, meetingId, type MeetingRef, meetingLabel } from '@portal/domain/meeting-ref'
import { isolated } from '@portal/domain/shown-text'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { adminQuery } from './queries.ts'

type PlaceInWordsProps = {
  /** A mapping's id, and its slot's name. */
  slot: { id: string; title: string }
}

/** "Budget Update, Q4 2026", or "Audit letter, Finance Committee, 12 November 2026". */
export function PlaceInWords({ slot: { id, title } }: PlaceInWordsProps) {
  const slot = slotOf(id)
  if (slot?.kind !== 'meeting') return <>{title}</>
  return (
    <>
      {isolated(title)}, <MeetingInWords meeting={slot} />
    </>
  )
}

function MeetingInWords({ meeting }: { meeting: MeetingRef }) {
  const { call } = usePortal()
  const id = meetingId(meeting)
  const { data } = useQuery({
    ...adminQuery(call, getMeeting, ['admin', 'meetings', id], { params: { meeting: id } }),
    enabled: !isQuarterly(meeting),
  })
  return <>{meetingLabel(meeting, data && { title: data.body.name, date: data.date })}</>
}
