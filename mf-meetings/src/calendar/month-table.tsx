import { eventSpanText, timeOn } from '@portal/domain/event-times'
import { dateOf, type Day, dayText, shortWeekdayName } from '@portal/domain/days'
import type { CalendarEvent } from '@portal/contract/calendar'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { Fragment } from 'react'
import { type EventsByDay, tableWeeks } from './event-days.ts'
import styles from './month-table.module.css'
import { isIn, type Month, monthText } from '../shared/months.ts'

const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']
/** The maximum number of events in a cell; then comes the number of further ones. */
const eventsACell = 2

type MonthTableProps = {
  month: Month
  weeks: Day[][]
  today: Day
  timeZone: string
  events: EventsByDay
  onOpen: (event: CalendarEvent) => void
  onOpenDay: (day: Day) => void
}

export function MonthTable(props: MonthTableProps) {
  const { month } = props
  return (
    <table className={styles.table}>
      <caption>
        <VisuallyHidden>{monthText(month)}, Monday to Friday</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          {weekdayNames.map((name) => (
            <th scope="col" key={name}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {tableWeeks(props).map(({ weekdays, weekend }) => (
          <Fragment key={weekdays[0]}>
            <tr>
              {weekdays.map((day) => (
                <DayCell key={day} {...props} day={day} />
              ))}
            </tr>
            {weekend.length > 0 && <WeekendRow {...props} days={weekend} />}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

function DayCell({
  day,
  month,
  today,
  timeZone,
  events,
  onOpen,
  onOpenDay,
}: MonthTableProps & { day: Day }) {
  const all = events.get(day) ?? []
  const hidden = all.length - eventsACell
  const isToday = day === today
  const place = isToday ? styles.today : isIn(month, day) ? undefined : styles.outside

  return (
    <td className={place} aria-current={isToday ? 'date' : undefined}>
      <time dateTime={day} className={styles.date}>
        {dateOf(day)}
        {isToday && <TodayWord />}
      </time>
      {all.slice(0, eventsACell).map((event) => (
        <button
          type="button"
          key={event.id}
          className={styles.event}
          aria-haspopup="dialog"
          onClick={() => onOpen(event)}
        >
          <b>{timeOn(day, event, timeZone)}</b> {event.summary}
        </button>
      ))}
      {hidden > 0 && (
        <button
          type="button"
          className={styles.more}
          aria-haspopup="dialog"
          onClick={() => onOpenDay(day)}
        >
          +{hidden} more<VisuallyHidden> on {dayText(day)}</VisuallyHidden>
        </button>
      )}
    </td>
  )
}

function TodayWord() {
  return (
    <>
      <span className={styles.dot}> · </span>
      <span>Today</span>
    </>
  )
}

function WeekendRow({ days, today, events, timeZone, onOpen }: MonthTableProps & { days: Day[] }) {
  return (
    <tr className={styles.weekend}>
      <td colSpan={weekdayNames.length}>
        <div className={styles.strip}>
          <b>Weekend</b>
          {days.includes(today) && (
            <span className={styles.today} aria-current="date">
              <time dateTime={today} className={styles.date}>
                {shortWeekdayName(today)} {dateOf(today)}
                <TodayWord />
              </time>
            </span>
          )}
          {days.flatMap((day) =>
            (events.get(day) ?? []).map((event) => (
              <span key={`${day} ${event.id}`}>
                {shortWeekdayName(day)} {dateOf(day)} ·{' '}
                <button
                  type="button"
                  className={styles.weekendEvent}
                  aria-haspopup="dialog"
                  onClick={() => onOpen(event)}
                >
                  {event.summary}
                </button>
                , {eventSpanText(event, timeZone)}
              </span>
            )),
          )}
        </div>
      </td>
    </tr>
  )
}
