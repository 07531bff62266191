import { timeOn } from '@portal/domain/event-times'
import { dateOf, type Day, dayText, shortWeekdayName } from '@portal/domain/days'
import type { CalendarEvent } from '@portal/contract/calendar'
import { Badge } from '@portal/shared-ui/badge'
import { EmptyState } from '@portal/shared-ui/empty-state'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { CalendarDays } from 'lucide-react'
import listStyles from './day-list.module.css'
import type { EventsByDay } from './event-days.ts'
import { EventButton } from './event-button.tsx'
import { isIn, type Month, monthText } from '../shared/months.ts'

type DayListProps = {
  month: Month
  today: Day
  timeZone: string
  events: EventsByDay
  /** The events still belong to another month. */
  pending?: boolean
  onOpen: (event: CalendarEvent) => void
}

/** The month on a phone: its days with events in a list, including today. */
export function DayList({ month, today, timeZone, events, pending, onOpen }: DayListProps) {
  const busy = [...events.keys()].filter((day) => isIn(month, day))
  const days = [...new Set(isIn(month, today) ? [...busy, today] : busy)].toSorted()
  if (busy.length === 0 && pending) return <Skeleton lines={4} label="Loading the calendar" />
  if (busy.length === 0) {
    return (
      <EmptyState title={`No events in ${monthText(month)}`} icon={<CalendarDays aria-hidden />}>
        <p>The Board Liaison maintains this calendar. New events appear here automatically.</p>
      </EmptyState>
    )
  }
  return (
    <ol className={listStyles.days}>
      {days.map((day) => (
        <li key={day} className={listStyles.day} aria-current={day === today ? 'date' : undefined}>
          <h3 className={listStyles.date}>
            <time dateTime={day} aria-label={dayText(day)}>
              {shortWeekdayName(day)} {dateOf(day)}
            </time>
            {day === today && <Badge kind="accent">Today</Badge>}
          </h3>
          <ul className={listStyles.events}>
            {(events.get(day) ?? []).map((event) => (
              <li key={event.id}>
                <EventButton event={event} className={listStyles.event} onOpen={onOpen}>
                  <b>{event.summary}</b>
                  <span className={listStyles.time}>{timeOn(day, event, timeZone)}</span>
                </EventButton>
              </li>
            ))}
            {!events.has(day) && <li className={listStyles.free}>No events today</li>}
          </ul>
        </li>
      ))}
    </ol>
  )
}
