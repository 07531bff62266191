import { dayInWords } from '@portal/domain/days'
import { usePortal } from '@portal/remote-kit/portal'
import { Banner } from '@portal/shared-ui/banner'
import { Button } from '@portal/shared-ui/button'
import { CalendarX } from 'lucide-react'
import { Link } from 'react-router-dom'
import { dismissNotice } from '../frame/interface-store.ts'
import { accountPath } from '../shell-paths.ts'

/** Tells a reader who leaves until when they are let in, and what they can take along. */
export function LastDayNotice() {
  const { lastDay } = usePortal().person
  if (lastDay === undefined) return null
  return (
    <Banner
      kind="plain"
      icon={<CalendarX aria-hidden="true" />}
      role="status"
      action={
        <Button variant="quiet" onClick={() => dismissNotice('lastDay')}>
          OK
        </Button>
      }
    >
      Your access to this portal ends at the end of {dayInWords(lastDay)}. Until then, you can{' '}
      <Link to={accountPath}>download your notes and your data</Link>.
    </Banner>
  )
}
