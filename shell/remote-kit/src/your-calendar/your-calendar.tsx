// By their names: remotes share the host’s modules.
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { FeedAddress } from './feed-address.tsx'
import { MeetingsBy } from './meetings-by.tsx'
import { ownFeedQuery } from './own-feed-query.ts'
import styles from './your-calendar.module.css'

/** How the reader keeps meetings in a calendar of their own. */
export function YourCalendar() {
  const { call, person } = usePortal()
  const query = useQuery(ownFeedQuery(call, person))
  return (
    <>
      <p className={styles.intro}>
        Keep {person.kind === undefined ? 'the board’s' : 'your'} meetings in the calendar on your
        phone, tablet or computer. When a meeting moves or is cancelled, your calendar changes too.
      </p>
      <QueryPanel
        query={query}
        failure="Failed to load your calendar’s settings"
        skeleton={<Skeleton height="20rem" label="Loading your calendar’s settings" />}
      >
        {(feed) => (
          <div className={styles.sections}>
            {feed.sendsInvitations && <MeetingsBy feed={feed} />}
            <FeedAddress feed={feed} />
          </div>
        )}
      </QueryPanel>
    </>
  )
}
