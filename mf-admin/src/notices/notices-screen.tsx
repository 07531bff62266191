import type { MeetingNotices } from '@portal/contract/notices'
import { dayInWords } from '@portal/domain/days'
import { isQuarterly, meetingLabel, meetingOf, type MeetingRef } from '@portal/domain/meeting-ref'
import { dateTimeText } from '@portal/domain/time-text'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Redirect } from '@portal/remote-kit/redirect'
import { useParams } from '@portal/remote-kit/router'
import { Banner } from '@portal/shared-ui/banner'
import { Button } from '@portal/shared-ui/button'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { Mail, Pause, Play, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { adminPaths } from '../admin-paths.ts'
import { AdminScreen } from '../shared/admin-screen.tsx'
import { ActDialog } from '../shared/dialogs/act-dialog.tsx'
import { RefusalBanner } from '../shared/dialogs/refusal-banner.tsx'
import sections from '../shared/sections.module.css'
import { useAct } from '../shared/use-act.ts'
import { FormalNoticeSection } from './formal-notice-section.tsx'
import { NoticeText } from './notice-text.tsx'
import {
  noticesFailure,
  noticesQuery,
  usePauseNotices,
  useStartNotices,
} from './notices-queries.ts'
import { ByHand, Recipients } from './recipients.tsx'

/** `/admin/meetings/{id}/notices`, for a meeting of any kind. */
export function Component() {
  const { meeting = '' } = useParams()
  const named = meetingOf(meeting)
  return named ? (
    <Notices key={meeting} meeting={named} />
  ) : (
    <Redirect to={adminPaths.allMeetings} />
  )
}

/** Who is written to about a meeting, with which text, and how far it has come. */
function Notices({ meeting }: { meeting: MeetingRef }) {
  const { call } = usePortal()
  const query = useQuery(noticesQuery(call, meeting))
  const known = isQuarterly(meeting) ? meetingLabel(meeting) : undefined
  const { title = known, date } = query.data ?? {}
  return (
    <AdminScreen
      title={title === undefined ? 'Notices' : `Notices: ${title}`}
      subtitle={date === undefined ? undefined : dayInWords(date)}
      backTo={adminPaths.agenda(meeting)}
      queries={[query]}
    >
      <QueryPanel
        query={query}
        failure="Failed to load the notices"
        skeleton={<Skeleton height="30rem" label="Loading the notices" />}
      >
        {(notices) => (
          <div className={sections.parts}>
            {notices.refusal !== undefined && (
              <Banner kind="warn" icon={<TriangleAlert />}>
                {notices.refusal}
              </Banner>
            )}
            <StateOfNotices notices={notices} />
            <Recipients notices={notices} />
            <ByHand meeting={meeting} people={notices.byHand} />
            <FormalNoticeSection meeting={meeting} notices={notices} />
          </div>
        )}
      </QueryPanel>
    </AdminScreen>
  )
}

function StateOfNotices({ notices }: { notices: MeetingNotices }) {
  return (
    <section className={sections.section} aria-labelledby="state">
      <h2 id="state">Digests and reminders</h2>
      {notices.state === 'notStarted' ? (
        <NotStarted notices={notices} />
      ) : (
        <Started notices={notices} />
      )}
    </section>
  )
}

function NotStarted({ notices }: { notices: MeetingNotices }) {
  const { toast } = usePortal()
  const [isAsking, setIsAsking] = useState(false)
  const { title, recipients, first, privateLines, refusal } = notices
  const close = () => setIsAsking(false)
  const starting = useAct(useStartNotices(), {
    done: () => {
      close()
      toast(`Notices of ${title} have started`, { kind: 'good' })
    },
    failure: noticesFailure,
  })
  return (
    <>
      <p>
        Nobody is written to yet. Once you start the notices, each person gets one quiet message
        with what is new, as often as they chose, and a reminder before the meeting. Later messages
        need no further press.
      </p>
      <NoticeText {...first} privateLines={privateLines} label="The first message" />
      <div className={sections.buttons}>
        <Button
          variant="primary"
          icon={<Mail />}
          disabled={refusal !== undefined}
          onClick={() => setIsAsking(true)}
        >
          Start notices
        </Button>
      </div>
      <ActDialog
        of={starting}
        open={isAsking}
        title={`Start the notices of ${title}?`}
        verb="Start notices"
        onConfirm={() => void starting.act(notices)}
        onClose={close}
      >
        <p>
          {recipients.length === 1 ? 'One person is' : `${recipients.length} people are`} written
          to. Nothing that happened before is sent again, and this can’t be taken back. You can
          pause later messages.
        </p>
      </ActDialog>
    </>
  )
}

function Started({ notices }: { notices: MeetingNotices }) {
  const { toast, config } = usePortal()
  const { state, startedAt, startedBy, title } = notices
  const isPaused = state === 'paused'
  const pausing = useAct(usePauseNotices(), {
    done: () =>
      toast(isPaused ? `Notices of ${title} go on` : `Notices of ${title} are paused`, {
        kind: 'good',
      }),
    failure: noticesFailure,
  })
  const { timeZone } = config.foundation
  return (
    <>
      <p>
        Started {startedAt !== undefined && `on ${dateTimeText(startedAt, timeZone)} `}by{' '}
        {startedBy}.{' '}
        {isPaused
          ? 'They are paused: what happens meanwhile is told once you resume them, and no reminder goes out.'
          : 'What happens from then on reaches each person as often as they chose.'}
      </p>
      <RefusalBanner sentence={pausing.refused} />
      <div className={sections.buttons}>
        <Button
          icon={isPaused ? <Play /> : <Pause />}
          busy={pausing.busy}
          onClick={() => void pausing.act({ id: notices.id, paused: !isPaused })}
        >
          {isPaused ? 'Resume' : 'Pause'}
        </Button>
      </div>
    </>
  )
}
