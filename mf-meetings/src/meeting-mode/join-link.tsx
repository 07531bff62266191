import { meetingEvent } from '@portal/domain/meeting-event'
import type { Quarter } from '@portal/domain/quarter'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { buttonStyle } from '@portal/shared-ui/button'
import { BarWord } from '@portal/shared-ui/reading-view'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { Video } from 'lucide-react'
import { quarterEventsQuery } from '../shared/calendar-queries.ts'

/** Joins the meeting by video, if its event in the calendar has a link. */
export function JoinLink({ quarter }: { quarter: Quarter }) {
  const { call, config } = usePortal()
  const { data: events = [] } = useQuery(quarterEventsQuery(call, quarter))
  const event = meetingEvent(events, quarter, config.foundation.timeZone)
  if (!event?.join_url) return null
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
