import { parseQuarter, quarterOf } from '@portal/domain/quarter'
import { usePortal } from '@portal/remote-kit/portal'
import { useSearchParams } from '@portal/remote-kit/router'
import { PageHeader } from '@portal/shared-ui/page-header'
import { useState } from 'react'
import { AdminGuard } from '../../shared/rights/admin-guard.tsx'
import { MeetingForm } from './meeting-form.tsx'
import { newMeeting } from './new-meeting.ts'

/** A new meeting, in the quarter of `?year=&quarter=` or today's until its date is in another. */
export function Component() {
  const { config } = usePortal()
  const [params] = useSearchParams()
  const [fresh] = useState(() => {
    const named = parseQuarter(params.get('year') ?? undefined, params.get('quarter') ?? undefined)
    return newMeeting(named ?? quarterOf(new Date(), config.foundation.timeZone))
  })
  const heading = 'Create New Meeting'
  return (
    <AdminGuard queries={[]} header={<PageHeader title={heading} />}>
      <MeetingForm heading={heading} stored={null} fresh={fresh} agendaId="new" />
    </AdminGuard>
  )
}
