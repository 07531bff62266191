import { timeOn } from '@portal/domain/event-times'
import { dateOf, type Day, dayText, shortWeekdayName } from '@portal/domain/days'
import type { CalendarEvent } from '@portal/contract/calendar'
import { Badge } from '@portal/shared-ui/badge'
import { EmptyState } from '@portal/shared-ui/empty-state'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { CalendarDays } from 'lucide-react'
import listStyles from './day-list.module.css'
import type { EventsByDay } from './event-days.ts'
import { EventBody, EventButton } from './event-button.tsx'
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

/** The month on a phone: its days with events in a list, from today on, with the days before it folded. */
export function DayList({ month, today, timeZone, events, pending, onOpen }: DayListProps) {
  const busy = [...events.keys()].filter((day) => isIn(month, day)).toSorted()
  if (busy.length === 0 && pending) return <Skeleton lines={4} label="Loading the calendar" />
  if (busy.length === 0) {
    return (
      <EmptyState title={`No events in ${monthText(month)}`} icon={<CalendarDays aria-hidden />}>
        <p>The Board Liaison maintains this calendar. New events appear here automatically.</p>
      </EmptyState>
    )
  }
  const days = (listed: Day[]) => (
    <ol className={listStyles.days}>
      {listed.map((day) => (
        <DayEntry key={day} {...{ day, today, timeZone, onOpen }} events={events.get(day) ?? []} />
      ))}
    </ol>
  )
  if (!isIn(month, today)) return days(busy)
  const past = busy.filter((day) => day < today)
  return (
    <>
      {past.length > 0 && (
        <details className={listStyles.past}>
          <summary>Earlier in {monthText(month)}</summary>
          {days(past)}
        </details>
      )}
      {days([...new Set([today, ...busy.filter((day) => day >= today)])])}
    </>
  )
}

type DayEntryProps = Pick<DayListProps, 'today' | 'timeZone' | 'onOpen'> & {
  day: Day
  events: CalendarEvent[]
}

function DayEntry({ day, today, timeZone, events, onOpen }: DayEntryProps) {
  return (
    <li className={listStyles.day} aria-current={day === today ? 'date' : undefined}>
      <h3 className={listStyles.date}>
        <time dateTime={day} aria-label={dayText(day)}>
          {shortWeekdayName(day)} {dateOf(day)}
        </time>
        {day === today && <Badge kind="accent">Today</Badge>}
      </h3>
      <ul className={listStyles.events}>
        {events.map((event) => (
          <li key={event.id}>
            <EventButton event={event} className={listStyles.event} onOpen={onOpen}>
              <b>{event.summary}</b>
              <span className={listStyles.time}>{timeOn(day, event, timeZone)}</span>
              <EventBody event={event} className={listStyles.time} />
            </EventButton>
          </li>
        ))}
        {events.length === 0 && <li className={listStyles.free}>No events today</li>}
      </ul>
    </li>
  )
}
