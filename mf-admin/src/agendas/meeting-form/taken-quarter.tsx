import { quarterName, quarterOfDate } from '@portal/domain/quarter'
import { isolated } from '@portal/domain/shown-text'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { Link } from '@portal/remote-kit/router'
import { Banner } from '@portal/shared-ui/banner'
import { Info } from 'lucide-react'
import { adminPaths } from '../../admin-paths.ts'
import { editedAgendaQuery } from '../agenda-queries.ts'

/** Warns early that a new meeting's quarter already has one; saving asks again. */
export function TakenQuarter({ date }: { date: string }) {
  const { call } = usePortal()
  const quarter = quarterOfDate(date)
  const { year, quarter: number } = quarter ?? { year: 0, quarter: 0 }
  const { data } = useQuery({
    ...editedAgendaQuery(call, { year, quarter: number }),
    enabled: quarter !== undefined,
  })
  if (!quarter || !data) return null
  return (
    <Banner kind="plain" icon={<Info />} role="status">
      {quarterName(quarter)} has a meeting already: “{isolated(data.title)}”.{' '}
      <Link to={adminPaths.editMeeting(quarter)}>Edit that meeting</Link>
    </Banner>
  )
}
