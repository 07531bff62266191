import type { EventMatch } from '@portal/contract/new-meetings'
import { meetingSpan } from '@portal/domain/meeting-event'
import { isQuarterly, isSameMeeting, meetingOf, type MeetingRef } from '@portal/domain/meeting-ref'
import { isolated } from '@portal/domain/shown-text'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { Banner } from '@portal/shared-ui/banner'
import { Button } from '@portal/shared-ui/button'
import { Switch } from '@portal/shared-ui/switch'
import { CalendarCheck, CalendarClock } from 'lucide-react'
import { useUndoableToast } from '../shared/undo/use-undo.ts'
import { useAct } from '../shared/use-act.ts'
import { eventMatchesQuery, meetingFailure, useAdoptEvent } from './meetings-queries.ts'
import { whenText } from './meeting-words.ts'
import styles from './meetings.module.css'

/**
 * Whether an admin has something to decide about a meeting and its event of the calendar. A quarterly meeting's event is
 * found by its quarter, and needs no match.
 */
export function isUndecided({ meeting, confirmed, differs }: EventMatch): boolean {
  const of = meetingOf(meeting.id)
  const needsMatch = of !== undefined && !isQuarterly(of)
  return confirmed ? differs.length > 0 : needsMatch
}

/** The event of the calendar that is a meeting's, or may be; nothing without one. */
export function EventOfMeeting({ meeting }: { meeting: MeetingRef }) {
  const { call } = usePortal()
  const { data } = useQuery(eventMatchesQuery(call))
  const match = data?.matches.find((known) => {
    const of = meetingOf(known.meeting.id)
    return of !== undefined && isSameMeeting(of, meeting)
  })
  return match ? <EventMatchNotice match={match} /> : null
}

/** Shows a meeting and its event where they may be one, or differ; either is adopted with one press. */
export function EventMatchNotice({ match }: { match: EventMatch }) {
  const undoableToast = useUndoableToast()
  const { timeZone } = usePortal().config.foundation
  const { meeting, event, confirmed, differs, limited } = match
  const adopting = useAct(useAdoptEvent(), {
    done: (saved) => {
      const undone = [{ subject: saved.id, what: 'meeting matched', revision: saved.revision }]
      const isChanged = saved.revision !== meeting.revision
      undoableToast(`${isolated(saved.title)} is saved`, isChanged ? undone : [], { kind: 'good' })
    },
    failure: meetingFailure,
  })
  const send = (body: Parameters<typeof adopting.act>[0]['body']) =>
    void adopting.act({ meeting, body })
  const span = meetingSpan(event, timeZone)
  const inCalendar = [span && whenText(span), event.location].filter(Boolean).join(', ')
  const inPortal = [whenText(meeting), meeting.location].filter(Boolean).join(', ')
  const refused = adopting.refused !== undefined && <p role="alert">{adopting.refused}</p>
  const { busy } = adopting
  if (!confirmed) {
    return (
      <Banner
        kind="warn"
        icon={<CalendarClock />}
        action={
          <Button busy={busy} onClick={() => send({ event: event.id })}>
            It is this meeting
          </Button>
        }
      >
        <p>
          The calendar has “{isolated(event.summary)}” on {inCalendar}. Is it{' '}
          {isolated(meeting.title)}?
        </p>
        {refused}
      </Banner>
    )
  }
  if (differs.length > 0) {
    return (
      <Banner
        kind="warn"
        icon={<CalendarClock />}
        action={
          <span className={styles.badges}>
            <Button busy={busy} onClick={() => send({ event: event.id, adopt: 'event' })}>
              Use the calendar’s
            </Button>
            <Button busy={busy} onClick={() => send({ event: event.id, adopt: 'meeting' })}>
              Keep the meeting’s
            </Button>
          </span>
        }
      >
        <p>
          <strong>{isolated(meeting.title)} and its event in the calendar differ.</strong> Members
          see the meeting’s.
        </p>
        <p>The meeting: {inPortal}.</p>
        <p>The calendar: {inCalendar}.</p>
        {refused}
      </Banner>
    )
  }
  return (
    <div className={styles.match}>
      <CalendarCheck aria-hidden="true" />
      <p>It is “{isolated(event.summary)}” in the calendar.</p>
      <Switch
        label="Only readers of this meeting see it in the calendar"
        showLabel
        checked={limited}
        onChange={(wanted) => send({ event: event.id, limited: wanted })}
      />
      <Button variant="quiet" busy={busy} onClick={() => send({})}>
        It is another event
      </Button>
      {refused}
    </div>
  )
}
