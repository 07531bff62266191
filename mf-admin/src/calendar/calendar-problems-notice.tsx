import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { Link } from '@portal/remote-kit/router'
import { Banner } from '@portal/shared-ui/banner'
import { TriangleAlert } from 'lucide-react'
import { adminPaths } from '../admin-paths.ts'
import { calendarProblemsQuery, problemsText } from './calendar-problems-queries.ts'
import styles from './calendar-problems-screen.module.css'

/** On the admin's start page while something can't be read. Without an answer, the calendar's own screens show why. */
export function CalendarProblemsNotice() {
  const { call } = usePortal()
  const { data } = useQuery(calendarProblemsQuery(call))
  if (!data || data.total === 0) return null
  return (
    <div className={styles.notice}>
      <Banner kind="warn" icon={<TriangleAlert />}>
        <strong>{problemsText(data.total)}.</strong> Members may miss an event.{' '}
        <Link to={adminPaths.calendar}>See what it is</Link>
      </Banner>
    </div>
  )
}
