import type { CalendarEvent } from '@portal/contract/calendar'
import { isNamedAfterBody } from '@portal/domain/bodies'
import type { ReactNode } from 'react'
import { MeetingBody } from '../shared/meeting-body.tsx'
import { usePrinting } from '../shared/media.ts'

type EventButtonProps = {
  event: CalendarEvent
  className: string | undefined
  onOpen: (event: CalendarEvent) => void
  children: ReactNode
}

/** Opens an event's dialog. In print, only its text is left. */
export function EventButton({ event, className, onOpen, children }: EventButtonProps) {
  if (usePrinting()) return <span className={className}>{children}</span>
  return (
    <button
      type="button"
      className={className}
      data-cancelled={event.cancelled}
      aria-haspopup="dialog"
      onClick={() => onOpen(event)}
    >
      {children}
    </button>
  )
}

/** The body of an event that is a meeting; undefined if the meeting is named after it. */
export function namedBody({ summary, body }: CalendarEvent): CalendarEvent['body'] {
  return body && isNamedAfterBody(summary, body) ? undefined : body
}

type EventBodyProps = { event: CalendarEvent; className?: string | undefined }

/** The body of an event, by its name and color. Renders nothing if it has none of its own. */
export function EventBody({ event, className }: EventBodyProps) {
  const body = namedBody(event)
  return (
    body && (
      <span className={className}>
        <MeetingBody body={body} />
      </span>
    )
  )
}
