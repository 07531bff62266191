import { isQuarterly, meetingOf, type OtherMeeting } from '@portal/domain/meeting-ref'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Redirect } from '@portal/remote-kit/redirect'
import { Link, useParams } from '@portal/remote-kit/router'
import { buttonStyle } from '@portal/shared-ui/button'
import { EmptyState } from '@portal/shared-ui/empty-state'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { CalendarX, CircleHelp, Eye, FileText, Mail, Users } from 'lucide-react'
import { adminPaths } from '../../admin-paths.ts'
import { EventOfMeeting } from '../../meetings/event-match.tsx'
import { MeetingFrame } from '../../meetings/meeting-frame.tsx'
import styles from '../../meetings/meetings.module.css'
import { PublicationBar } from '../../quarters/publication-bar.tsx'
import { editedAgendaQuery } from '../agenda-queries.ts'
import { agendaSentences } from '../agenda-sentences.ts'
import { AgendaEditor } from '../meeting-agenda/agenda-editor.tsx'
import { AgendaSource } from '../meeting-agenda/agenda-source.tsx'
import { CancelledNotice, CancelMeeting } from './cancel-meeting.tsx'

/** `/admin/meetings/{id}`; a quarterly meeting has its own page. */
export function Component() {
  const { meeting = '' } = useParams()
  const named = meetingOf(meeting)
  if (!named || isQuarterly(named)) {
    return <Redirect to={named ? adminPaths.agenda(named) : adminPaths.allMeetings} />
  }
  return <Meeting key={meeting} meeting={named} />
}

/** A meeting that isn't a quarterly one: whether members see it, and its agenda. */
function Meeting({ meeting }: { meeting: OtherMeeting }) {
  const { call } = usePortal()
  const agenda = useQuery(editedAgendaQuery(call, meeting))
  return (
    <MeetingFrame
      meeting={meeting}
      queries={[agenda]}
      actions={
        <>
          <Link className={buttonStyle('quiet')} to={adminPaths.previewAgenda(meeting)}>
            <Eye /> Preview
          </Link>
          <Link className={buttonStyle('quiet')} to={adminPaths.notices(meeting)}>
            <Mail /> Notices
          </Link>
          <Link className={buttonStyle('quiet')} to={adminPaths.replies(meeting)}>
            <Users /> Replies
          </Link>
          <Link className={buttonStyle('quiet')} to={adminPaths.questions(meeting)}>
            <CircleHelp /> Questions
          </Link>
          <Link className={buttonStyle()} to={adminPaths.mappings(meeting)}>
            <FileText /> Papers
          </Link>
        </>
      }
    >
      <QueryPanel
        query={agenda}
        failure={agendaSentences.loadFailed}
        skeleton={<Skeleton height="30rem" label="Loading the meeting" />}
      >
        {(stored) =>
          stored ? (
            <>
              <div className={styles.notices}>
                <CancelledNotice agenda={stored} />
                <EventOfMeeting meeting={meeting} />
                <PublicationBar meeting={meeting} name={stored.title} />
              </div>
              <AgendaSource meeting={meeting} status={stored.status} />
              <AgendaEditor meeting={meeting} stored={stored} onMoved={() => undefined} />
              <div className={styles.end}>
                <CancelMeeting agenda={stored} />
              </div>
            </>
          ) : (
            <EmptyState title="There is no such meeting" icon={<CalendarX />}>
              <p>
                It may have been deleted. <Link to={adminPaths.allMeetings}>See all meetings</Link>
              </p>
            </EmptyState>
          )
        }
      </QueryPanel>
    </MeetingFrame>
  )
}
