import { parseQuarter, quarterOf, quarterOfDate } from '@portal/domain/quarter'
import { usePortal } from '@portal/remote-kit/portal'
import { useSearchParams } from '@portal/remote-kit/router'
import { PageHeader } from '@portal/shared-ui/page-header'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { useState } from 'react'
import { AdminGuard } from '../../shared/rights/admin-guard.tsx'
import { type AgendaDraft, newMeeting } from '../draft/agenda-draft.ts'
import { atMeeting } from '../start/started-agenda.ts'
import { useCalendarMeeting } from '../start/use-agenda-start.ts'
import { MeetingForm } from './meeting-form.tsx'

const heading = 'Create New Meeting'

/** A new meeting, in the quarter of `?year=&quarter=` or today's until its date is in another. */
export function Component() {
  return (
    <AdminGuard queries={[]} header={<PageHeader title={heading} />}>
      <NewMeeting />
    </AdminGuard>
  )
}

/** Begins with the date, times and place of the calendar's event, if it has one in the quarter. */
function NewMeeting() {
  const { config } = usePortal()
  const [params] = useSearchParams()
  const [quarter] = useState(() => {
    const named = parseQuarter(params.get('year') ?? undefined, params.get('quarter') ?? undefined)
    return named ?? quarterOf(new Date(), config.foundation.timeZone)
  })
  const meeting = useCalendarMeeting(quarter)
  if (meeting.isFirstRead) {
    return (
      <>
        <PageHeader title={heading} />
        <Skeleton height="30rem" label="Loading the meeting" />
      </>
    )
  }
  const initial = atMeeting(newMeeting(quarter), meeting)
  const date = params.get('date') ?? ''
  return <NewMeetingForm initial={quarterOfDate(date) ? { ...initial, date } : initial} />
}

/** What is read from the calendar later doesn't change the form. */
function NewMeetingForm({ initial }: { initial: AgendaDraft }) {
  const [fresh] = useState(initial)
  return <MeetingForm heading={heading} stored={null} fresh={fresh} agendaId="new" />
}
