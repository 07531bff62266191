import type { ListedMeeting } from '@portal/contract/all-meetings'
import { clockText } from '@portal/domain/agenda-times'
import { isNamedAfterBody } from '@portal/domain/bodies'
import { briefDayText, type Day } from '@portal/domain/days'
import { meetingOf } from '@portal/domain/meeting-ref'
import { Link } from '@portal/remote-kit/router'
import { CalendarDays } from 'lucide-react'
import { meetingsPaths } from '../meetings-paths.ts'
import { MeetingBody } from '../shared/meeting-body.tsx'
import { isOther, nextOther } from '../shared/meeting-queries.ts'
import styles from './other-meeting.module.css'

type OtherMeetingsLineProps = { meetings: readonly ListedMeeting[]; today: Day }

/** Above a quarter: the reader's next meeting that isn't quarterly. Renders nothing if there are only quarterly ones. */
export function OtherMeetingsLine({ meetings, today }: OtherMeetingsLineProps) {
  if (!meetings.some(isOther)) return null
  const next = nextOther(meetings, today)
  return (
    <p className={styles.line} data-print="hide">
      <CalendarDays aria-hidden />
      <span>
        {next ? <NextMeeting meeting={next} /> : 'No other meeting is planned.'}{' '}
        <Link to={meetingsPaths.all}>All meetings</Link>
      </span>
    </p>
  )
}

function NextMeeting({ meeting }: { meeting: ListedMeeting }) {
  const { id, title, body, date, time } = meeting
  const ref = meetingOf(id)
  const when = [date && briefDayText(date), time && clockText(time)].filter(Boolean).join(', ')
  return (
    <>
      Next:{' '}
      {isNamedAfterBody(title, body) || (
        <>
          <MeetingBody body={body} />
          {', '}
        </>
      )}
      {ref ? <Link to={meetingsPaths.meeting(ref)}>{title}</Link> : title}
      {when && `, ${when}`}
      {'.'}
    </>
  )
}
