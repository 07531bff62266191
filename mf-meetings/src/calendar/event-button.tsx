import type { CalendarEvent } from '@portal/contract/calendar'
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

/** The body of an event that is a meeting, by its name and color. Renders nothing for any other. */
export function EventBody({
  body,
  className,
}: Pick<CalendarEvent, 'body'> & { className?: string | undefined }) {
  return (
    body && (
      <span className={className}>
        <MeetingBody body={body} />
      </span>
    )
  )
}
