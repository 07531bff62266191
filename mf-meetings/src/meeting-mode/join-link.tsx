import type { MeetingRef } from '@portal/domain/meeting-ref'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { buttonStyle } from '@portal/shared-ui/button'
import { BarWord } from '@portal/shared-ui/reading-view'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { Video } from 'lucide-react'
import { useMeetingRecord } from '../shared/meeting-name.ts'
import { meetingEventsQuery } from '../shared/calendar-queries.ts'
import { eventOfMeeting } from '../shared/meeting-plan.ts'

/** Joins the meeting by video, if its event in the calendar has a link. */
export function JoinLink({ meeting }: { meeting: MeetingRef }) {
  const { call, config } = usePortal()
  const date = useMeetingRecord(meeting).data?.date
  const { data: events = [] } = useQuery(meetingEventsQuery(call, meeting, date))
  const event = eventOfMeeting(events, meeting, config.foundation.timeZone)
  if (!event?.join_url || event.cancelled) return null
  return (
    <a
      href={event.join_url}
      target="_blank"
      rel="noopener noreferrer"
      className={buttonStyle('quiet')}
      title="Join Meeting"
    >
      <Video aria-hidden />
      <BarWord>Join</BarWord>
      <VisuallyHidden> Meeting (opens in a new tab)</VisuallyHidden>
    </a>
  )
}
