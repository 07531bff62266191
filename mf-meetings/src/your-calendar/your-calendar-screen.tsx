import type { OwnFeed } from '@portal/contract/feeds'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Link } from '@portal/remote-kit/router'
import { buttonStyle } from '@portal/shared-ui/button'
import { PageHeader } from '@portal/shared-ui/page-header'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { CalendarDays } from 'lucide-react'
import { meetingsPaths } from '../meetings-paths.ts'
import { FeedAddress } from './feed-address.tsx'
import { MeetingsBy } from './meetings-by.tsx'
import { ownFeedQuery } from './own-feed-query.ts'
import styles from './your-calendar.module.css'

/** How the reader keeps the board's meetings in a calendar of their own. */
export function Component() {
  const { call, person } = usePortal()
  const query = useQuery(ownFeedQuery(call, person))
  return (
    <>
      <PageHeader
        title="Your calendar"
        actions={
          <Link to={meetingsPaths.calendar} className={buttonStyle('secondary')}>
            <CalendarDays aria-hidden /> Board Calendar
          </Link>
        }
      />
      <p className={styles.intro}>
        Keep the board’s meetings in the calendar on your phone, tablet or computer. When a meeting
        moves or is cancelled, your calendar changes too.
      </p>
      <QueryPanel
        query={query}
        failure="Failed to load your calendar’s settings"
        skeleton={<Skeleton height="20rem" label="Loading your calendar’s settings" />}
      >
        {(feed) => <Sections feed={feed} />}
      </QueryPanel>
    </>
  )
}

function Sections({ feed }: { feed: OwnFeed }) {
  return (
    <div className={styles.sections}>
      {feed.sendsInvitations && <MeetingsBy feed={feed} />}
      <FeedAddress feed={feed} />
    </div>
  )
}
