import {
  daysOf,
  eventReaderSpan,
  eventSpanText,
  hasStarted,
  startDay,
} from '@portal/domain/event-times'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { nextEvents } from '@portal/remote-kit/queries/upcoming-events'
import { isOutlived, upcomingEventsQuery } from '../shared/calendar-queries.ts'
import { EmptyState } from '@portal/shared-ui/empty-state'
import { CalendarDays, BookOpen, Clock, MapPin, Video } from 'lucide-react'
import { readerZone, timeText } from '@portal/domain/time-text'
import { buttonStyle } from '@portal/shared-ui/button'
import { Card } from '@portal/shared-ui/card'
import { Skeleton } from '@portal/shared-ui/skeleton'
import styles from './upcoming-meeting.module.css'
import {
  briefDayText,
  dateOf,
  daysToGoText,
  monthName,
  todayIn,
  weekdayName,
} from '@portal/domain/days'
import type { Reading } from '@portal/contract/reading'
import type { CalendarEvent } from '@portal/contract/calendar'
import { counted } from '@portal/domain/counted'
import { isQuarterly, type MeetingRef } from '@portal/domain/meeting-ref'
import { latestMappingsQuery, quarterMappingsQuery } from '@portal/remote-kit/queries/mappings'
import { canKeepReading, readingQuery } from '@portal/remote-kit/queries/reading'
import { isDocument, type Material, materialsOf } from '../shared/materials-of.ts'
import { comingMeetings, isOtherMeeting, meetingOfEvent } from './upcoming-meetings.ts'
import { useViewerAhead } from './use-viewer-ahead.ts'
import { nextToRead, readingSummary } from '../shared/reading-progress.ts'
import { isNamedAfterBody } from '@portal/domain/bodies'
import { isBoardMeeting } from '@portal/domain/meeting-event'
import { openedFrom } from '@portal/remote-kit/opened-from'
import { Link } from '@portal/remote-kit/router'
import { Badge } from '@portal/shared-ui/badge'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { meetingsPaths } from '../meetings-paths.ts'
import { origins } from '../shared/meeting-route.ts'

/** The dashboard's hero: the next meeting, its time and place, and two links. */
export function Component() {
  const { call, config, person } = usePortal()
  const { timeZone } = config.foundation
  const events = useQuery(upcomingEventsQuery(call, { limit: nextEvents, ...person, timeZone }))
  // Whether another meeting follows an ended one isn't known before the next response.
  const known = isOutlived(events, timeZone)
    ? ({ ...events, data: undefined } as typeof events)
    : events

  return (
    <QueryPanel
      query={known}
      failure="Failed to load upcoming meeting"
      skeleton={<MeetingSkeleton timeZone={timeZone} />}
    >
      {(loaded) => {
        const { hero, beside } = comingMeetings(loaded, timeZone)
        if (!hero) return <NoUpcomingMeeting />
        return <UpcomingMeeting event={hero} beside={beside} timeZone={timeZone} />
      }}
    </QueryPanel>
  )
}

function NoUpcomingMeeting() {
  const { config, person } = usePortal()
  const { liaisonEmail } = config.foundation
  return (
    <EmptyState title="No upcoming meetings" icon={<CalendarDays aria-hidden />}>
      {person.isAdmin ? (
        <p>
          Nothing is scheduled yet. <Link to={meetingsPaths.newAgenda}>Prepare a meeting</Link>: it
          is shown here once its agenda is published. Or connect the board’s calendar, with the
          setting ICS_URL or a file calendar.ics in the data folder.
        </p>
      ) : (
        <p>
          Nothing is scheduled yet. Your <a href={`mailto:${liaisonEmail}`}>Board Liaison</a>{' '}
          schedules the board’s meetings; the next one will stand here as soon as it is in the
          calendar.
        </p>
      )}
    </EmptyState>
  )
}

const blank = '\u00A0'

/** Texts of typical length, so that they wrap like the meeting's own. */
const usual = {
  title: 'Q4 2026 Board Meeting',
  time: 'Thursday, 10:00 AM – 12:00 PM PT',
  yours: '(10:00 AM – 12:00 PM your time)',
  place: 'Foundation House, Boardroom, and by video',
}

/**
 * As high as a meeting with a time, a place and both links, so that nothing below moves when it
 * loads.
 */
function MeetingSkeleton({ timeZone }: { timeZone: string }) {
  const { person } = usePortal()
  const time = readerZone() === timeZone ? usual.time : `${usual.time} ${usual.yours}`
  return (
    <div className={styles.place}>
      <Card className={`${styles.hero} ${styles.awaited}`}>
        <div className={styles.date} aria-hidden>
          <span className={styles.month}>{blank}</span>
          <span className={styles.day}>{blank}</span>
          <span className={styles.daysToGo}>{blank}</span>
        </div>
        <div className={styles.what} aria-hidden>
          <p className={styles.eyebrow}>{blank}</p>
          <p className={styles.title}>{usual.title}</p>
          {[time, usual.place].map((text) => (
            <p className={styles.line} key={text}>
              <span className={styles.icon} />
              <span>{text}</span>
            </p>
          ))}
        </div>
        <div className={styles.ways} aria-hidden>
          <span className={buttonStyle('primary')}>{blank}</span>
          <span className={buttonStyle('secondary')}>{blank}</span>
        </div>
        {(canKeepReading(person) || person.viewsAs) && (
          <div className={styles.before} aria-hidden>
            <p>{blank}</p>
          </div>
        )}
        <Skeleton lines={4} label="Loading the upcoming meeting" />
      </Card>
    </div>
  )
}

type UpcomingMeetingProps = {
  event: CalendarEvent
  beside: readonly CalendarEvent[]
  timeZone: string
}

function UpcomingMeeting({ event, beside, timeZone }: UpcomingMeetingProps) {
  const day = startDay(event, timeZone)
  const { body, cancelled = false } = event
  const meeting = meetingOfEvent(event, timeZone)
  const yours = eventReaderSpan(event, timeZone, readerZone())
  const running = hasStarted(event, timeZone)
  const isOneDay = daysOf(event, timeZone).length === 1
  const isToday = day === todayIn(timeZone)
  const isFollowed =
    isToday && !cancelled && (event.meeting || event.fromAgenda || isBoardMeeting(event.summary))
  const daysToGo = day && daysToGoText(day, todayIn(timeZone))
  const isOfBody = body && isOtherMeeting(event) && !isNamedAfterBody(event.summary, body)

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
            Upcoming Meeting{isOfBody && ` · ${body.name}`}
            {running && !cancelled && <Badge kind="accent">In progress</Badge>}
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
          {event.join_url && !cancelled && (
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
          {isFollowed && meeting && (
            <Link
              to={meetingsPaths.now(meeting)}
              state={openedFrom(origins.dashboard)}
              className={buttonStyle('secondary')}
            >
              <Clock aria-hidden /> Follow the meeting
            </Link>
          )}
          {meeting && (
            <Link to={meetingsPaths.meeting(meeting)} className={buttonStyle('secondary')}>
              <BookOpen aria-hidden /> Open materials
            </Link>
          )}
        </div>
        {meeting && <BeforeMeeting meeting={meeting} />}
        {beside.length > 0 && <Beside meetings={beside} timeZone={timeZone} />}
      </Card>
    </div>
  )
}

/** The other meetings of the same week, in a line each. */
function Beside({ meetings, timeZone }: { meetings: readonly CalendarEvent[]; timeZone: string }) {
  return (
    <ul className={styles.beside} aria-label="Also coming">
      {meetings.map((other) => {
        const { id, summary, start } = other
        const meeting = meetingOfEvent(other, timeZone)
        const day = startDay(other, timeZone)
        const time = start.dateTime && timeText(new Date(start.dateTime), timeZone)
        return (
          <li key={id}>
            <span className={styles.besideTime}>
              {[day && briefDayText(day), time].filter(Boolean).join(', ')}
            </span>
            {meeting ? <Link to={meetingsPaths.meeting(meeting)}>{summary}</Link> : summary}
          </li>
        )
      })}
    </ul>
  )
}

/** How much the reader has read of the meeting's papers, and the next one to read. */
function BeforeMeeting({ meeting }: { meeting: MeetingRef }) {
  const { call, person } = usePortal()
  const isKept = canKeepReading(person)
  const isOfQuarter = isQuarterly(meeting)
  const latest = useQuery({ ...latestMappingsQuery(call), enabled: isKept && isOfQuarter }).data
  const listed = useQuery({
    ...quarterMappingsQuery(call, meeting),
    enabled: isKept && !isOfQuarter,
  }).data
  const mappings = isOfQuarter ? latest : listed
  const reading = useQuery({ ...readingQuery(call, meeting), enabled: isKept }).data
  const materials = mappings && materialsOf(mappings, meeting)
  const next = materials && reading?.isOn ? nextToRead(materials, reading) : undefined
  useViewerAhead(next !== undefined)
  if (person.viewsAs) {
    return (
      <div className={styles.before}>
        <p>Each member sees here how much they have read, and what to read next.</p>
      </div>
    )
  }
  if (!isKept) return null
  return (
    <div className={styles.before}>
      <p>{materials && reading ? beforeText(materials, reading) : blank}</p>
      {next && (
        <Link
          to={meetingsPaths.material(meeting, next.material.type)}
          state={openedFrom(origins.dashboard)}
          className={buttonStyle('primary')}
        >
          {next.hasBegun ? 'Continue reading' : 'Start reading'}
          <VisuallyHidden>: {next.material.name}</VisuallyHidden>
        </Link>
      )}
    </div>
  )
}

/** "Before the meeting: 4 of 11 read, about 40 min left" */
function beforeText(materials: Material[], reading: Reading): string {
  const papers = materials.filter(isDocument)
  if (papers.length === 0) return 'Before the meeting: no papers to read yet'
  const summary = readingSummary(materials, reading) ?? counted(papers.length, 'paper')
  return `Before the meeting: ${summary}`
}
