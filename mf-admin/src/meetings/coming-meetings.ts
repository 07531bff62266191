import type { ListedMeeting } from '@portal/contract/all-meetings'
import { todayIn } from '@portal/domain/days'
import {
  bodyOfMeeting,
  isQuarterly,
  meetingLabel,
  meetingOf,
  type OtherMeeting,
} from '@portal/domain/meeting-ref'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { useMemo } from 'react'
import { meetingsQuery } from './meetings-queries.ts'

const none: ListedMeeting[] = []

/** The coming meetings that aren't quarterly ones, the earliest first; none while they aren't known. The same array until they change. */
export function useComingMeetings(): ListedMeeting[] {
  const { call, config } = usePortal()
  const today = todayIn(config.foundation.timeZone)
  const { data } = useQuery(meetingsQuery(call, { from: today }))
  return useMemo(() => data?.filter((meeting) => comingRef(meeting) !== undefined) ?? none, [data])
}

/** The next meeting of the same body, with its label; undefined if there is none. */
export function useNextOfBody(
  meeting: OtherMeeting | undefined,
): { of: OtherMeeting; name: string } | undefined {
  const { call } = usePortal()
  const body = meeting && bodyOfMeeting(meeting)
  const { data = [] } = useQuery({ ...meetingsQuery(call, { body }), enabled: body !== undefined })
  const place = data.findIndex(({ id }) => id === meeting?.meeting)
  if (place === -1) return undefined
  const next = data.slice(place + 1).find(comingRef)
  const of = next && comingRef(next)
  return of && { of, name: meetingLabel(of, next) }
}

/** Undefined for a quarterly meeting, and for a cancelled one. */
function comingRef({ id, stage }: ListedMeeting): OtherMeeting | undefined {
  const of = meetingOf(id)
  return of && !isQuarterly(of) && stage !== 'cancelled' ? of : undefined
}
