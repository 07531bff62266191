import { YourCalendar } from '@portal/remote-kit/your-calendar'
import { PageHeader } from '@portal/shared-ui/page-header'
import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router-dom'

/** How a guest or an assistant keeps their meetings in a calendar of their own. */
export function Component() {
  const back = (
    <Link to="/">
      <ArrowLeft aria-hidden /> Your meetings
    </Link>
  )
  return (
    <>
      <PageHeader title="Your calendar" back={back} />
      <YourCalendar />
    </>
  )
}
