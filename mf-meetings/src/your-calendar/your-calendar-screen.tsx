import { Link } from '@portal/remote-kit/router'
import { YourCalendar } from '@portal/remote-kit/your-calendar'
import { buttonStyle } from '@portal/shared-ui/button'
import { PageHeader } from '@portal/shared-ui/page-header'
import { CalendarDays } from 'lucide-react'
import { meetingsPaths } from '../meetings-paths.ts'

/** How the reader keeps the board's meetings in a calendar of their own. */
export function Component() {
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
      <YourCalendar />
    </>
  )
}
