import { getMeeting } from '@portal/contract/all-meetings'
import { isQuarterly, meetingId, meetingLabel, type MeetingRef } from '@portal/domain/meeting-ref'
import { meetingName } from '@portal/domain/quarter'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'

/** What headings, files and messages call a meeting: `Q4 2026`, or `Finance Committee, 12 November 2026`. */
export function useMeetingName(meeting: MeetingRef): string {
  const record = useMeetingRecord(meeting).data
  return isQuarterly(meeting) || record ? meetingLabel(meeting, record) : 'Meeting'
}

/** The title of a meeting whose agenda isn't shown: `Q4 2026 Board Meeting`, or the one that admins gave it. */
export function useMeetingTitle(meeting: MeetingRef): string {
  const { data } = useMeetingRecord(meeting)
  return isQuarterly(meeting) ? meetingName(meeting) : (data?.title ?? 'Meeting')
}

/** Invalidating it invalidates the record of every meeting. */
export const meetingRecordsKey = ['meetings', 'meeting'] as const

/** A meeting's record, as lists have it; nothing is requested for a quarterly one. */
export function useMeetingRecord(meeting: MeetingRef) {
  const { call } = usePortal()
  const id = meetingId(meeting)
  return useQuery({
    queryKey: [...meetingRecordsKey, id],
    queryFn: ({ signal }) => call(getMeeting, { params: { meeting: id } }, { signal }),
    enabled: !isQuarterly(meeting),
    staleTime: 5_000,
    refetchOnWindowFocus: true,
  })
}
