import { hasEnded } from '@portal/domain/event-times'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { isOutlived, upcomingEventsQuery } from '../shared/calendar-queries.ts'
import { MeetingSkeleton } from './meeting-skeleton.tsx'
import { NoUpcomingMeeting } from './no-upcoming-meeting.tsx'
import { UpcomingMeeting } from './upcoming-meeting.tsx'

/** The dashboard's hero: the next meeting, its time and place, and two links. */
export function Component() {
  const { call, config, person } = usePortal()
  const { timeZone, liaisonEmail } = config.foundation
  const events = useQuery(upcomingEventsQuery(call, { limit: 1, uid: person.uid, timeZone }))
  const next = events.data?.find((event) => !hasEnded(event, timeZone))
  // Whether another meeting follows an ended one isn't known before the next response.
  const known = isOutlived(events, timeZone)
    ? ({ ...events, data: undefined } as typeof events)
    : events

  return (
    <QueryPanel
      query={known}
      failure="Failed to load upcoming meeting"
      skeleton={<MeetingSkeleton timeZone={timeZone} />}
    >
      {() => {
        if (!next) return <NoUpcomingMeeting liaisonEmail={liaisonEmail} />
        return <UpcomingMeeting event={next} timeZone={timeZone} />
      }}
    </QueryPanel>
  )
}
