import type { CalendarEvent } from '@portal/contract/calendar'
import type { ReactNode } from 'react'
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
      aria-haspopup="dialog"
      onClick={() => onOpen(event)}
    >
      {children}
    </button>
  )
}
