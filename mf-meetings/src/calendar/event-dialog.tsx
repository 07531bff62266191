import { eventReaderSpan, eventSpanText, startDay } from '@portal/domain/event-times'
import { readerZone } from '@portal/domain/time-text'
import { dayText } from '@portal/domain/days'
import { type CalendarEvent, downloadEvent } from '@portal/contract/calendar'
import { pathOf } from '@portal/domain/path-of'
import { buttonStyle } from '@portal/shared-ui/button'
import { Dialog } from '@portal/shared-ui/dialog'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { AlignLeft, BookOpen, CalendarPlus, Clock, MapPin, Users, Video } from 'lucide-react'
import { meetingOf } from '@portal/domain/meeting-ref'
import { Link } from '@portal/remote-kit/router'
import { meetingsPaths } from '../meetings-paths.ts'
import { ReplyPart } from '../shared/reply-part.tsx'
import { EventBody, namedBody } from './event-button.tsx'
import styles from './event-dialog.module.css'
import { parsedUrl } from '@portal/domain/parsed-url'

type EventDialogProps = { event: CalendarEvent; timeZone: string; onClose: () => void }

export function EventDialog({ event, timeZone, onClose }: EventDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={event.summary}
      size="small"
      footer={
        <>
          <KeepLink id={event.id} />
          <MaterialsLink event={event} />
          {event.join_url && !event.cancelled && <JoinLink url={event.join_url} />}
        </>
      }
    >
      <EventDetails event={event} timeZone={timeZone} />
      {event.meeting !== undefined && <ReplyPart meeting={event.meeting} level={3} />}
    </Dialog>
  )
}

function EventDetails({ event, timeZone }: { event: CalendarEvent; timeZone: string }) {
  const day = startDay(event, timeZone)
  const yours = eventReaderSpan(event, timeZone, readerZone())
  return (
    <dl className={styles.details}>
      <dt>
        <Clock aria-hidden />
        <VisuallyHidden>When</VisuallyHidden>
      </dt>
      <dd>
        {day && <b>{dayText(day)}</b>}
        <span>{eventSpanText(event, timeZone)}</span>
        {yours && <span className={styles.yours}>{yours}</span>}
      </dd>
      {namedBody(event) && (
        <>
          <dt>
            <Users aria-hidden />
            <VisuallyHidden>Who</VisuallyHidden>
          </dt>
          <dd>
            <EventBody event={event} />
          </dd>
        </>
      )}
      {event.location && (
        <>
          <dt>
            <MapPin aria-hidden />
            <VisuallyHidden>Where</VisuallyHidden>
          </dt>
          <dd>
            <span>
              <LinkedText text={event.location} />
            </span>
          </dd>
        </>
      )}
      {event.description && (
        <>
          <dt>
            <AlignLeft aria-hidden />
            <VisuallyHidden>About</VisuallyHidden>
          </dt>
          <dd>
            <p className={styles.about}>
              <LinkedText text={event.description} />
            </p>
          </dd>
        </>
      )}
    </dl>
  )
}

/** A file for the reader's own calendar. */
function KeepLink({ id }: { id: string }) {
  return (
    <a href={pathOf(downloadEvent.path, { id })} download className={buttonStyle('secondary')}>
      <CalendarPlus aria-hidden /> Add to calendar
    </a>
  )
}

/** To the papers of an event that is a meeting. */
function MaterialsLink({ event: { meeting = '' } }: Pick<EventDialogProps, 'event'>) {
  const ref = meetingOf(meeting)
  if (!ref) return null
  return (
    <Link to={meetingsPaths.meeting(ref)} className={buttonStyle('secondary')}>
      <BookOpen aria-hidden /> Open materials
    </Link>
  )
}

function JoinLink({ url }: { url: string }) {
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" className={buttonStyle('primary')}>
      <Video aria-hidden /> Join Meeting
      <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
    </a>
  )
}

/** What ends a sentence rather than an address. */
const trailing = /[.,;:!?'"’”)\]}>]+$/

/** Plain text, with its web addresses as links. Markup in it stays text. */
export function LinkedText({ text }: { text: string }) {
  return partsOf(text).map(({ at, part, url }) =>
    url === undefined ? (
      part
    ) : (
      <a key={at} href={url} target="_blank" rel="noopener noreferrer">
        {part}
        <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
      </a>
    ),
  )
}

type Part = { at: number; part: string; url?: string }

function partsOf(text: string): Part[] {
  const parts: Part[] = []
  let end = 0
  for (const { 0: match, index } of text.matchAll(/\bhttps?:\/\/[^\s<>]+/gi)) {
    const address = withoutTrailing(match)
    const url = parsedUrl(address)
    // An address with a name and password may pretend to be another site.
    if (!url || url.username !== '') continue
    parts.push({ at: end, part: text.slice(end, index) })
    parts.push({ at: index, part: address, url: url.href })
    end = index + address.length
  }
  return [...parts, { at: end, part: text.slice(end) }]
}

/** A closing bracket belongs to the address that opens it: `/wiki/Board_(foundation)`. */
function withoutTrailing(address: string): string {
  const shorter = address.replace(trailing, '')
  const opens = shorter.split('(').length > shorter.split(')').length
  return opens && address.startsWith(')', shorter.length) ? `${shorter})` : shorter
}
