import type { OwnMeeting } from '@portal/contract/own-meetings'
import { isNamedAfterBody } from '@portal/domain/bodies'
import { counted } from '@portal/domain/counted'
import { greeting } from '@portal/domain/greeting'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { ReplyPanel } from '@portal/remote-kit/reply-panel'
import { buttonStyle } from '@portal/shared-ui/button'
import { Card } from '@portal/shared-ui/card'
import { EmptyState } from '@portal/shared-ui/empty-state'
import { PageHeader } from '@portal/shared-ui/page-header'
import { CalendarDays, CalendarPlus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { servedGreeting } from '../frame/served-frame.ts'
import { yourCalendarPath } from '../shell-paths.ts'
import { invitedPath } from './invited-paths.ts'
import styles from './invited.module.css'
import { MeetingContent, MeetingHead } from './meeting-content.tsx'
import { ownMeetingsQuery } from './own-meetings-query.ts'

/** The home of guests and assistants: their meetings; with one meeting, its items right away. */
export function Component() {
  const { call, person, config } = usePortal()
  const meetings = useQuery(ownMeetingsQuery(call))
  const [title] = useState(
    () =>
      servedGreeting.get() ?? greeting(new Date(), config.foundation.timeZone, person.displayName),
  )
  useEffect(() => servedGreeting.forget, [])
  return (
    <>
      <PageHeader
        title={title}
        actions={
          <Link to={yourCalendarPath} className={buttonStyle('secondary')}>
            <CalendarPlus aria-hidden /> Your calendar
          </Link>
        }
      />
      <QueryPanel query={meetings} failure="Failed to load your meetings">
        {(listed) => {
          const [only, another] = listed
          if (!only) return <NoMeetings />
          if (!another) return <OnlyMeeting meeting={only} />
          return (
            <ul className={styles.meetings}>
              {listed.map((meeting) => (
                <MeetingCard key={meeting.id} meeting={meeting} />
              ))}
            </ul>
          )
        }}
      </QueryPanel>
    </>
  )
}

function NoMeetings() {
  const { config, person } = usePortal()
  const { liaisonEmail } = config.foundation
  return (
    <EmptyState
      title={person.kind === 'guest' ? 'You have no invitation now' : 'No meetings yet'}
      icon={<CalendarDays aria-hidden />}
    >
      <p>
        {person.kind === 'guest'
          ? 'What you are invited to is shown here, from when it is published until the last day of the invitation. '
          : 'Meetings are shown here once their agenda or a paper is published. '}
        If you expect something, ask the <a href={`mailto:${liaisonEmail}`}>Board Liaison</a>.
      </p>
    </EmptyState>
  )
}

function OnlyMeeting({ meeting }: { meeting: OwnMeeting }) {
  return (
    <Card>
      <BodyName meeting={meeting} />
      <h2 className={styles.meetingTitle}>{meeting.title}</h2>
      <MeetingHead meeting={meeting} />
      <ReplyPanel meeting={meeting.id} level={3} />
      <MeetingContent meeting={meeting} />
    </Card>
  )
}

/** Nothing if the meeting is named after its body. */
function BodyName({ meeting: { body, title } }: { meeting: OwnMeeting }) {
  return isNamedAfterBody(title, { name: body }) ? null : <p className={styles.soft}>{body}</p>
}

function MeetingCard({ meeting }: { meeting: OwnMeeting }) {
  const { id, title, items, papers } = meeting
  const count = papers.length + items.flatMap((item) => item.papers).length
  return (
    <Card as="li">
      <BodyName meeting={meeting} />
      <h2 className={styles.meetingTitle}>
        <Link to={invitedPath(id)}>{title}</Link>
      </h2>
      <MeetingHead meeting={meeting} />
      <p className={styles.soft}>
        {[items.length > 0 && counted(items.length, 'item'), count > 0 && counted(count, 'paper')]
          .filter(Boolean)
          .join(', ')}
      </p>
    </Card>
  )
}
