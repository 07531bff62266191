import type { Agenda } from '@portal/contract/agendas'
import { isQuarterly, meetingLabel, type MeetingRef, meetingOf } from '@portal/domain/meeting-ref'
import { parseQuarter } from '@portal/domain/quarter'
import { agendaVisibility } from '@portal/domain/slot-source'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Redirect } from '@portal/remote-kit/redirect'
import { Link, useParams } from '@portal/remote-kit/router'
import { AgendaHead } from '@portal/shared-ui/agenda-head'
import { AgendaOutline } from '@portal/shared-ui/agenda-outline'
import { Badge } from '@portal/shared-ui/badge'
import { buttonStyle } from '@portal/shared-ui/button'
import { Card } from '@portal/shared-ui/card'
import { EmptyState } from '@portal/shared-ui/empty-state'
import { PageHeader } from '@portal/shared-ui/page-header'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { ArrowLeft, CalendarX2, Check, Eye, ListOrdered, Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { adminPaths } from '../../admin-paths.ts'
import { AdminGuard } from '../../shared/rights/admin-guard.tsx'
import { AgendaBadge } from '../agenda-badge.tsx'
import { editedAgendaQuery } from '../agenda-queries.ts'
import { agendaSentences } from '../agenda-sentences.ts'
import { AgendaVisibilityNote } from '../agenda-visibility-note.tsx'
import { closedMarks } from '../closed-marks.tsx'
import { refOf } from '../meeting-name.ts'
import { usePreviewedPapers } from '../previewed-papers.tsx'
import { useAgendaSlot } from '../use-agenda-slot.ts'
import styles from './agenda-preview-screen.module.css'

export function Component() {
  const { year, quarter, meeting } = useParams()
  const named = meeting === undefined ? parseQuarter(year, quarter) : meetingOf(meeting)
  return named ? <Preview meeting={named} /> : <Redirect to={adminPaths.agenda()} />
}

/** What members see of a meeting's agenda, or will see once it is published. */
function Preview({ meeting }: { meeting: MeetingRef }) {
  const { call, config } = usePortal()
  const query = useQuery(editedAgendaQuery(call, meeting))
  const agenda = query.data ?? undefined
  const slot = useAgendaSlot(meeting)
  const visibility =
    agenda && slot.isKnown ? agendaVisibility(agenda.status, slot.mapping) : undefined
  return (
    <>
      <PageHeader
        title={
          agenda?.title ?? (isQuarterly(meeting) ? `Agenda, ${meetingLabel(meeting)}` : 'Agenda')
        }
        back={
          <Link to={adminPaths.agenda(meeting)}>
            <ArrowLeft /> Back to Meeting Agenda
          </Link>
        }
        subtitle={agenda && <AgendaHead agenda={agenda} timeZone={config.foundation.timeZone} />}
        actions={
          agenda && (
            <>
              {isQuarterly(meeting) && (
                <Link className={buttonStyle()} to={adminPaths.editMeeting(meeting)}>
                  <Pencil /> Edit Meeting
                </Link>
              )}
              {visibility === 'shown' && (
                <Link className={buttonStyle()} to={adminPaths.membersAgenda(meeting)}>
                  <Eye /> Members’ view
                </Link>
              )}
            </>
          )
        }
      />
      <AdminGuard queries={[query]}>
        <QueryPanel
          query={query}
          failure={agendaSentences.loadFailed}
          skeleton={<Skeleton lines={8} label="Loading the agenda" />}
        >
          {(loaded) =>
            loaded ? (
              <AgendaPreview agenda={loaded}>
                {loaded.stage === 'cancelled' && (
                  <Badge kind="bad" icon={<CalendarX2 />}>
                    Cancelled
                  </Badge>
                )}
                <AgendaBadge status={loaded.status} visibility={visibility} />
                <span>
                  <AgendaVisibilityNote status={loaded.status} {...{ slot, meeting }} />
                </span>
              </AgendaPreview>
            ) : (
              <EmptyState title={agendaSentences.none(meeting)} icon={<ListOrdered />}>
                <p>You can begin one under Meeting Agenda.</p>
              </EmptyState>
            )
          }
        </QueryPanel>
      </AdminGuard>
    </>
  )
}

/** `children` describe what members see of it. */
function AgendaPreview({ agenda, children }: { agenda: Agenda; children: ReactNode }) {
  return (
    <>
      <div className={styles.status}>{children}</div>
      {agenda.description && <p className={styles.description}>{agenda.description}</p>}
      <Card>
        {agenda.items.length > 0 ? (
          <PreviewItems agenda={agenda} />
        ) : (
          <p className={styles.none}>There are no items yet.</p>
        )}
      </Card>
    </>
  )
}

/** The items as members see them, including which are marked as completed for everyone. */
function PreviewItems({ agenda }: { agenda: Agenda }) {
  const papers = usePreviewedPapers(agenda.items, refOf(agenda), { withProblems: true })
  const completed = agenda.items.filter((item) => item.completed).map(({ id }) => id)
  const closed = closedMarks(
    agenda.items.map(({ id, audience }) => ({ id, isClosed: audience !== undefined })),
  )
  const badges = completed.map((id) => {
    const badge = <Badge icon={<Check />}>Completed</Badge>
    return [id, badge] as const
  })
  return (
    <AgendaOutline
      agenda={agenda}
      papers={papers}
      done={new Set(completed)}
      besides={new Map<string, ReactNode>([...badges, ...closed])}
      heading="h2"
    />
  )
}
