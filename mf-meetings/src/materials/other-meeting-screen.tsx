import { isNamedAfterBody } from '@portal/domain/bodies'
import type { ListedMeeting } from '@portal/contract/all-meetings'
import { todayIn } from '@portal/domain/days'
import { isQuarterly, meetingId, type OtherMeeting } from '@portal/domain/meeting-ref'
import { isApiError } from '@portal/remote-kit/client'
import { NotFound } from '@portal/remote-kit/not-found'
import { openedHere } from '@portal/remote-kit/use-opened'
import { usePortal } from '@portal/remote-kit/portal'
import { agendaQuery } from '@portal/remote-kit/queries/agenda'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Redirect } from '@portal/remote-kit/redirect'
import { Link, useSearchParams } from '@portal/remote-kit/router'
import { useQuarterMappings } from '@portal/remote-kit/use-mappings'
import { AgendaHead } from '@portal/shared-ui/agenda-head'
import { buttonStyle } from '@portal/shared-ui/button'
import { PageHeader } from '@portal/shared-ui/page-header'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { ArrowLeft, ListOrdered } from 'lucide-react'
import { meetingsPaths } from '../meetings-paths.ts'
import { withAgenda } from '../shared/materials-of.ts'
import { MeetingBanner } from '../shared/meeting-banner.tsx'
import { MeetingBody } from '../shared/meeting-body.tsx'
import { useMeetingRecord } from '../shared/meeting-name.ts'
import { useMeeting } from '../shared/meeting-route.ts'
import { ReplyPart } from '../shared/reply-part.tsx'
import { WhileReadable } from '../shared/while-readable.tsx'
import { MaterialsPage } from './materials-page.tsx'
import styles from './other-meeting.module.css'

/** The papers of a meeting that isn't a quarterly one. */
export function Component() {
  const meeting = useMeeting()
  if (!meeting) return <NotFound />
  if (isQuarterly(meeting)) return <Redirect to={meetingsPaths.meeting(meeting)} />
  return (
    <WhileReadable key={meetingId(meeting)} meeting={meeting}>
      <OtherMeetingPage meeting={meeting} />
    </WhileReadable>
  )
}

function OtherMeetingPage({ meeting }: { meeting: OtherMeeting }) {
  const { call } = usePortal()
  const [search] = useSearchParams()
  const record = useMeetingRecord(meeting)
  const mappings = useQuarterMappings(meeting)
  const agenda = useQuery(agendaQuery(call, meeting))
  if (isApiError(record.error) && record.error.code === 'notFound') return <NotFound />
  // Without its agenda, which is the first of them, the list would change while it is read.
  const papers =
    mappings.data && !agenda.isPending ? withAgenda(mappings.data, meeting, agenda.data) : undefined
  return (
    <MaterialsPage
      meeting={meeting}
      query={mappings}
      papers={papers}
      wanted={search.get('material') ?? undefined}
      filled={[]}
    >
      <QueryPanel
        query={record}
        failure="Failed to load the meeting"
        skeleton={<Skeleton height="8rem" label="Loading the meeting" />}
      >
        {(loaded) => <Head meeting={meeting} record={loaded} />}
      </QueryPanel>
    </MaterialsPage>
  )
}

function Head({ meeting, record }: { meeting: OtherMeeting; record: ListedMeeting }) {
  const { timeZone } = usePortal().config.foundation
  const { title, body, date, time = '', endTime = '', location, description, stage } = record
  const isToday = date === todayIn(timeZone) && stage !== 'cancelled'
  return (
    <>
      <PageHeader
        title={title}
        back={
          <Link to={meetingsPaths.all} className={styles.back}>
            <ArrowLeft aria-hidden /> All meetings
          </Link>
        }
        subtitle={
          <>
            {isNamedAfterBody(title, body) || <MeetingBody body={body} />}
            <span className={styles.when}>
              <AgendaHead agenda={{ date, time, endTime, location }} timeZone={timeZone} />
            </span>
          </>
        }
        actions={
          isToday && (
            <Link
              to={meetingsPaths.now(meeting)}
              state={openedHere}
              className={buttonStyle('primary')}
              data-print="hide"
            >
              <ListOrdered aria-hidden /> Follow the meeting
            </Link>
          )
        }
      />
      <MeetingBanner meeting={record} />
      {description && <p className={styles.description}>{description}</p>}
      <ReplyPart meeting={meetingId(meeting)} />
    </>
  )
}
