import { quarterId } from '@portal/domain/ids'
import { parseQuarter, type Quarter, quarterName } from '@portal/domain/quarter'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Redirect } from '@portal/remote-kit/redirect'
import { Link, useParams } from '@portal/remote-kit/router'
import { EmptyState } from '@portal/shared-ui/empty-state'
import { PageHeader } from '@portal/shared-ui/page-header'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { ArrowLeft, CalendarX } from 'lucide-react'
import { adminPaths } from '../../admin-paths.ts'
import { AdminGuard } from '../../shared/rights/admin-guard.tsx'
import { editedAgendaQuery } from '../agenda-queries.ts'
import { agendaSentences } from '../agenda-sentences.ts'
import { emptyDraft } from '../draft/agenda-draft.ts'
import { MeetingForm } from './meeting-form.tsx'

/**
 * The meeting of `/admin/meetings/{year}/{quarter}/edit`; the quarter is `3` or `Q3`, and one that is out of range
 * goes to the current quarter's agenda.
 */
export function Component() {
  const { year, quarter } = useParams()
  const named = parseQuarter(year, quarter)
  if (!named) return <Redirect to={adminPaths.agenda()} />
  return <EditMeeting key={`${year}-${quarter}`} quarter={named} />
}

function EditMeeting({ quarter }: { quarter: Quarter }) {
  const { call } = usePortal()
  const query = useQuery(editedAgendaQuery(call, quarter))
  const agendaId = quarterId(quarter)
  return (
    <AdminGuard queries={[query]} header={<Header />}>
      {query.data === undefined ? (
        <>
          <Header />
          <QueryPanel
            query={query}
            failure={agendaSentences.meetingLoadFailed}
            skeleton={<Skeleton height="30rem" label="Loading the meeting" />}
          >
            {() => null}
          </QueryPanel>
        </>
      ) : (
        <MeetingForm
          heading="Edit Meeting"
          quarter={quarter}
          stored={query.data}
          fresh={emptyDraft}
          agendaId={agendaId}
          missing={<NotFound quarter={quarter} />}
        />
      )}
    </AdminGuard>
  )
}

function Header() {
  return (
    <PageHeader
      title="Edit Meeting"
      back={
        <Link to={adminPaths.agenda()}>
          <ArrowLeft /> Back
        </Link>
      }
    />
  )
}

function NotFound({ quarter }: { quarter: Quarter }) {
  return (
    <>
      <Header />
      <EmptyState title={agendaSentences.meetingNotFound} icon={<CalendarX />}>
        <p>
          {quarterName(quarter)} has no native agenda yet.{' '}
          <Link to={adminPaths.newMeeting(quarter)}>Create a new meeting</Link>
        </p>
      </EmptyState>
    </>
  )
}
