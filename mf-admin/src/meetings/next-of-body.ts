import {
  bodyOfMeeting,
  isQuarterly,
  meetingLabel,
  meetingOf,
  type OtherMeeting,
} from '@portal/domain/meeting-ref'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { meetingsQuery } from './meetings-queries.ts'

/** The next meeting of a meeting's body that isn't a quarterly one, with its label; undefined if there is none. */
export function useNextOfBody(
  meeting: OtherMeeting | undefined,
): { of: OtherMeeting; name: string } | undefined {
  const { call } = usePortal()
  const body = meeting && bodyOfMeeting(meeting)
  const { data = [] } = useQuery({ ...meetingsQuery(call, { body }), enabled: body !== undefined })
  const place = data.findIndex(({ id }) => id === meeting?.meeting)
  if (place === -1) return undefined
  for (const listed of data.slice(place + 1)) {
    const of = meetingOf(listed.id)
    const isNext = of && !isQuarterly(of) && listed.stage !== 'cancelled'
    if (isNext) return { of, name: meetingLabel(of, listed) }
  }
  return undefined
}
