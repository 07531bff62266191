import { eventSpanText } from '@portal/domain/event-times'
import { type Day, dayText } from '@portal/domain/days'
import type { CalendarEvent } from '@portal/contract/calendar'
import { Dialog } from '@portal/shared-ui/dialog'
import styles from './day-list.module.css'

type DayDialogProps = {
  day: Day
  events: CalendarEvent[]
  timeZone: string
  onClose: () => void
  onOpen: (event: CalendarEvent) => void
}

/** All events of a day with more than its cell can show. */
export function DayDialog({ day, events, timeZone, onClose, onOpen }: DayDialogProps) {
  return (
    <Dialog open onClose={onClose} title={dayText(day)} size="small">
      <ul className={styles.events}>
        {events.map((event) => (
          <li key={event.id}>
            <button type="button" className={styles.event} onClick={() => onOpen(event)}>
              <b>{event.summary}</b>
              <span className={styles.time}>{eventSpanText(event, timeZone)}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
