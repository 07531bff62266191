import { meetingOf } from '@portal/domain/meeting-ref'
import { isolated } from '@portal/domain/shown-text'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { Link } from '@portal/remote-kit/router'
import { Banner } from '@portal/shared-ui/banner'
import { TriangleAlert } from 'lucide-react'
import { adminPaths } from '../admin-paths.ts'
import styles from './notices.module.css'
import { deadlinesQuery } from './notices-queries.ts'

/** On the admin's start page, before the deadline of a formal notice passes and after it was missed. */
export function DeadlineNotice() {
  const { call } = usePortal()
  const { data } = useQuery(deadlinesQuery(call))
  return data?.meetings.map(({ id, title, deadline: { state, text } }) => {
    const meeting = meetingOf(id)
    return (
      meeting && (
        <div key={id} className={styles.deadline}>
          <Banner
            kind={state === 'due' ? 'warn' : 'bad'}
            icon={<TriangleAlert />}
            action={<Link to={adminPaths.notices(meeting)}>See its notices</Link>}
          >
            <strong>{isolated(title)}:</strong> {text}
          </Banner>
        </div>
      )
    )
  })
}
