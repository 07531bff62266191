import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Link, useSearchParams, useLocation } from '@portal/remote-kit/router'
import { buttonStyle } from '@portal/shared-ui/button'
import { Skeleton } from '@portal/shared-ui/skeleton'
import {
  CalendarPlus,
  CalendarRange,
  CircleCheck,
  CircleHelp,
  Eye,
  Mail,
  Users,
} from 'lucide-react'
import { adminPaths } from '../../admin-paths.ts'
import { QuarterPicker } from '../../quarters/quarter-picker.tsx'
import { AdminScreen } from '../../shared/admin-screen.tsx'
import { AdminGuard } from '../../shared/rights/admin-guard.tsx'
import { editedAgendaQuery } from '../agenda-queries.ts'
import { agendaSentences } from '../agenda-sentences.ts'
import { AgendaEditor } from './agenda-editor.tsx'
import { AgendaSource } from './agenda-source.tsx'
import { isQuarterly } from '@portal/domain/meeting-ref'
import { parseQuarter, type Quarter } from '@portal/domain/quarter'
import { usePreparedQuarter } from '../../quarters/prepared-quarter.ts'
import { afterSave } from '../../shared/dialogs/leave-guard.tsx'
import { Banner } from '@portal/shared-ui/banner'
import { useEffect, useState } from 'react'
import styles from './forwarded-message.module.css'

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
          <Link className={buttonStyle('quiet')} to={adminPaths.allMeetings}>
            <CalendarRange /> All meetings
          </Link>
          <Link className={buttonStyle('quiet')} to={adminPaths.previewAgenda(quarter)}>
            <Eye /> Preview
          </Link>
          <Link className={buttonStyle('quiet')} to={adminPaths.notices(quarter)}>
            <Mail /> Notices
          </Link>
          <Link className={buttonStyle('quiet')} to={adminPaths.replies(quarter)}>
            <Users /> Replies
          </Link>
          <Link className={buttonStyle('quiet')} to={adminPaths.questions(quarter)}>
            <CircleHelp /> Questions
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
        meeting={quarter}
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
            meeting={quarter}
            stored={stored}
            onMoved={(to) => {
              if (isQuarterly(to)) followTo(to)
            }}
          />
        )}
      </QueryPanel>
    </AdminScreen>
  )
}

/**
 * The quarter whose agenda is edited, kept in the URL: `?year=2026&quarter=4`; by default the one
 * being prepared.
 */
function useAgendaPlace() {
  const [params, setParams] = useSearchParams()
  const { now, prepared } = usePreparedQuarter()
  const named = parseQuarter(params.get('year') ?? undefined, params.get('quarter') ?? undefined)
  const go = ({ year, quarter }: Quarter, state?: typeof afterSave) =>
    setParams(
      { year: String(year), quarter: String(quarter) },
      { replace: true, preventScrollReset: true, ...(state && { state }) },
    )
  return {
    quarter: named ?? prepared,
    now,
    setQuarter: (to: Quarter) => go(to),
    /** After a save has taken the agenda there. */
    followTo: (to: Quarter) => go(to, afterSave),
  }
}

/** The success message of the page that led here; shown for 5 s. */
function ForwardedMessage() {
  const { state, key } = useLocation()
  const [gone, setGone] = useState<string>()
  const message = messageOf(state)
  const shown = gone === key ? undefined : message
  useEffect(() => {
    if (!message) return
    // A reload of the page doesn't show it again.
    history.replaceState({ ...history.state, usr: null }, '')
    const timer = setTimeout(() => setGone(key), 5000)
    return () => clearTimeout(timer)
  }, [message, key])
  return (
    <div role="status" className={styles.message}>
      {shown && (
        <Banner kind="good" icon={<CircleCheck />}>
          {shown}
        </Banner>
      )}
    </div>
  )
}

function messageOf(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('message' in state)) return undefined
  return typeof state.message === 'string' ? state.message : undefined
}
