import { readerZone } from '@portal/domain/time-text'
import { dateOf, daysToGoText, monthName, todayIn, weekdayName } from '@portal/domain/days'
import type { CalendarEvent } from '@portal/contract/calendar'
import {
  daysOf,
  eventReaderSpan,
  eventSpanText,
  hasStarted,
  quarterOfEvent,
  startDay,
} from '@portal/domain/event-times'
import { isBoardMeeting } from '@portal/domain/meeting-event'
import { openedFrom } from '@portal/remote-kit/opened-from'
import { Link } from '@portal/remote-kit/router'
import { Badge } from '@portal/shared-ui/badge'
import { buttonStyle } from '@portal/shared-ui/button'
import { Card } from '@portal/shared-ui/card'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { BookOpen, Clock, MapPin, Video } from 'lucide-react'
import { meetingsPaths } from '../meetings-paths.ts'
import { origins } from '../shared/origins.ts'
import styles from './upcoming-meeting.module.css'

type UpcomingMeetingProps = { event: CalendarEvent; timeZone: string }

export function UpcomingMeeting({ event, timeZone }: UpcomingMeetingProps) {
  const day = startDay(event, timeZone)
  const quarter = quarterOfEvent(event, timeZone)
  const yours = eventReaderSpan(event, timeZone, readerZone())
  const running = hasStarted(event, timeZone)
  const isOneDay = daysOf(event, timeZone).length === 1
  const isToday = day === todayIn(timeZone)
  const isFollowed = isToday && isBoardMeeting(event.summary)
  const daysToGo = day && daysToGoText(day, todayIn(timeZone))

  return (
    <div className={styles.place}>
      <Card as="article" className={styles.hero}>
        {day && (
          <time dateTime={day} className={styles.date}>
            <span className={styles.month}>{monthName(day)}</span>
            <span className={styles.day}>{dateOf(day)}</span>
            {daysToGo && <span className={styles.daysToGo}>{daysToGo}</span>}
          </time>
        )}
        <div className={styles.what}>
          <p className={styles.eyebrow}>
            Upcoming Meeting {running && <Badge kind="accent">In progress</Badge>}
          </p>
          <h2 className={styles.title}>{event.summary}</h2>
          <p className={styles.line}>
            <Clock aria-hidden className={styles.icon} />
            <span>
              {day && isOneDay && `${weekdayName(day)}, `}
              <span className={styles.span}>{eventSpanText(event, timeZone)}</span>{' '}
              {yours && <span className={styles.yours}>{yours}</span>}
            </span>
          </p>
          {event.location && (
            <p className={styles.line}>
              <MapPin aria-hidden className={styles.icon} />
              <span>{event.location}</span>
            </p>
          )}
        </div>
        <div className={styles.ways}>
          {event.join_url && (
            <a
              href={event.join_url}
              target="_blank"
              rel="noopener noreferrer"
              className={buttonStyle('primary')}
            >
              <Video aria-hidden /> Join Meeting
              <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
            </a>
          )}
          {isFollowed && quarter && (
            <Link
              to={meetingsPaths.now(quarter)}
              state={openedFrom(origins.dashboard)}
              className={buttonStyle('secondary')}
            >
              <Clock aria-hidden /> Follow the meeting
            </Link>
          )}
          {quarter && (
            <Link to={meetingsPaths.quarter(quarter)} className={buttonStyle('secondary')}>
              <BookOpen aria-hidden /> Open materials
            </Link>
          )}
        </div>
      </Card>
    </div>
  )
}
