import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Link } from '@portal/remote-kit/router'
import { buttonStyle } from '@portal/shared-ui/button'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { CalendarPlus, Eye } from 'lucide-react'
import { adminPaths } from '../../admin-paths.ts'
import { QuarterPicker } from '../../quarters/quarter-picker.tsx'
import { AdminScreen } from '../../shared/admin-screen.tsx'
import { AdminGuard } from '../../shared/rights/admin-guard.tsx'
import { editedAgendaQuery } from '../agenda-queries.ts'
import { agendaSentences } from '../agenda-sentences.ts'
import { AgendaEditor } from './agenda-editor.tsx'
import { AgendaSource } from './agenda-source.tsx'
import { ForwardedMessage } from './forwarded-message.tsx'
import { useAgendaPlace } from './use-agenda-place.ts'

/** A quarter's native agenda: its source, its content, and who sees it. */
export function Component() {
  const { call, person } = usePortal()
  const { quarter, now, setQuarter, followTo } = useAgendaPlace()
  const agenda = useQuery({ ...editedAgendaQuery(call, quarter), enabled: person.isAdmin })
  if (!person.isAdmin) return <AdminGuard queries={[]}>{null}</AdminGuard>
  return (
    <AdminScreen
      title="Meeting Agenda"
      actions={
        <>
          <Link className={buttonStyle('quiet')} to={adminPaths.previewAgenda(quarter)}>
            <Eye /> Preview
          </Link>
          <Link className={buttonStyle()} to={adminPaths.newMeeting(quarter)}>
            <CalendarPlus /> New meeting
          </Link>
        </>
      }
      queries={[agenda]}
    >
      <ForwardedMessage />
      <QuarterPicker shown={quarter} now={now} onChange={setQuarter} />
      <AgendaSource
        key={`${quarter.year}-${quarter.quarter}`}
        quarter={quarter}
        status={agenda.data?.status}
      />
      <QueryPanel
        query={agenda}
        failure={agendaSentences.loadFailed}
        skeleton={<Skeleton height="30rem" label="Loading the agenda" />}
      >
        {(stored) => (
          <AgendaEditor
            key={`${quarter.year}-${quarter.quarter}`}
            quarter={quarter}
            stored={stored}
            onMoved={followTo}
          />
        )}
      </QueryPanel>
    </AdminScreen>
  )
}
