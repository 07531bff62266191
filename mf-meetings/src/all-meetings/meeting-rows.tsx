import { isNamedAfterBody } from '@portal/domain/bodies'
import type { ListedMeeting } from '@portal/contract/all-meetings'
import { agendaSpan } from '@portal/domain/agenda-times'
import { dateOf, isDay, monthName, shortWeekdayName } from '@portal/domain/days'
import { meetingOf } from '@portal/domain/meeting-ref'
import { usePortal } from '@portal/remote-kit/portal'
import { Link } from '@portal/remote-kit/router'
import { Card } from '@portal/shared-ui/card'
import { useId } from 'react'
import { meetingsPaths } from '../meetings-paths.ts'
import { MeetingBody } from '../shared/meeting-body.tsx'
import { MeetingState } from '../shared/meeting-state.tsx'
import styles from './all-meetings.module.css'

type MeetingRowsProps = { title: string; meetings: readonly ListedMeeting[] }

/** A list of meetings, each with its day, time and body. */
export function MeetingRows({ title, meetings }: MeetingRowsProps) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className={styles.section}>
      <h2 id={heading} className={styles.heading}>
        {title}
      </h2>
      <Card flush>
        <ol className={styles.list}>
          {meetings.map((meeting) => (
            <li key={meeting.id}>
              <MeetingRow meeting={meeting} />
            </li>
          ))}
        </ol>
      </Card>
    </section>
  )
}

function MeetingRow({ meeting }: { meeting: ListedMeeting }) {
  const { timeZone } = usePortal().config.foundation
  const { id, title, date, time, endTime = '', location, stage } = meeting
  const ref = meetingOf(id)
  const day = date !== undefined && isDay(date) ? date : undefined
  const when = [
    day && time !== undefined ? agendaSpan({ date, time, endTime }, timeZone) : undefined,
    location,
  ]
  return (
    <Link
      to={ref ? meetingsPaths.meeting(ref) : meetingsPaths.meetings}
      className={styles.row}
      data-cancelled={stage === 'cancelled' || undefined}
    >
      {day ? (
        <time dateTime={day} className={styles.date}>
          <span className={styles.weekday}>{shortWeekdayName(day)}</span>
          <span className={styles.day}>
            {dateOf(day)} {monthName(day).slice(0, 3)}
          </span>
        </time>
      ) : (
        <span className={styles.date}>No date yet</span>
      )}
      <span className={styles.what}>
        <b className={styles.title}>{title}</b>
        <span className={styles.facts}>
          {isNamedAfterBody(title, meeting.body) || <MeetingBody body={meeting.body} />}
          {when.filter(Boolean).map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </span>
      </span>
      <span className={styles.state}>
        <MeetingState {...meeting} />
      </span>
    </Link>
  )
}
