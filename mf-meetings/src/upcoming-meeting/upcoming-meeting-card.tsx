import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { upcomingEventsQuery } from '../calendar-queries.ts'
import { hasEnded } from '../event-times.ts'
import { MeetingSkeleton } from './meeting-skeleton.tsx'
import { NoUpcomingMeeting } from './no-upcoming-meeting.tsx'
import { UpcomingMeeting } from './upcoming-meeting.tsx'

/** The dashboard's hero: the next meeting, when and where it is, and the two ways on from it. */
export function Component() {
  const { call, config, person } = usePortal()
  const events = useQuery(upcomingEventsQuery(call, { limit: 1, uid: person.uid }))
  const { timeZone, liaisonEmail } = config.foundation

  return (
    <QueryPanel
      query={events}
      failure="Failed to load upcoming meeting"
      skeleton={<MeetingSkeleton />}
    >
      {(all) => {
        const event = all.find((next) => !hasEnded(next, timeZone))
        if (!event) return <NoUpcomingMeeting liaisonEmail={liaisonEmail} />
        return <UpcomingMeeting event={event} timeZone={timeZone} />
      }}
    </QueryPanel>
  )
}
