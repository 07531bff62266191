import type { ListedMeeting } from '@portal/contract/all-meetings'
import { todayIn } from '@portal/domain/days'
import { isQuarterly, meetingOf } from '@portal/domain/meeting-ref'
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
  return useMemo(() => data?.filter(isComing) ?? none, [data])
}

function isComing({ id, stage }: ListedMeeting): boolean {
  const of = meetingOf(id)
  return of !== undefined && !isQuarterly(of) && stage !== 'cancelled'
}
