import type { Agenda } from '@portal/contract/agendas'
import { todayIn } from '@portal/domain/days'
import type { Quarter } from '@portal/domain/quarter'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { openedFrom } from '@portal/remote-kit/opened-from'
import { Link } from '@portal/remote-kit/router'
import { buttonStyle } from '@portal/shared-ui/button'
import { ListOrdered } from 'lucide-react'
import { meetingsPaths } from '../meetings-paths.ts'
import { quarterEventsQuery } from '../shared/quarter-events-query.ts'
import { origins } from '../shared/origins.ts'
import { planOfEvents } from '../shared/meeting-plan.ts'

type FollowLinkProps = {
  quarter: Quarter
  /** The native agenda; without one, the meeting's day comes from the calendar. */
  agenda: Agenda | undefined
}

/** On the day of the meeting, a link to meeting mode. */
export function FollowLink({ quarter, agenda }: FollowLinkProps) {
  const { call, config } = usePortal()
  const { timeZone } = config.foundation
  const { data: events = [] } = useQuery({
    ...quarterEventsQuery(call, quarter),
    enabled: agenda === undefined,
  })
  const plan = agenda ?? planOfEvents(events, quarter, timeZone)
  if (plan?.date !== todayIn(timeZone)) return null
  return (
    <Link
      to={meetingsPaths.now(quarter)}
      state={openedFrom(origins.agenda(quarter))}
      className={buttonStyle('primary')}
      data-print="hide"
    >
      <ListOrdered aria-hidden /> Follow the meeting
    </Link>
  )
}
