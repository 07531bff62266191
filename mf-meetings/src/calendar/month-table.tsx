import { daysOf, eventSpanText, isAllDay, timeOn } from '@portal/domain/event-times'
import { dateOf, type Day, dayText, shortWeekdayName } from '@portal/domain/days'
import type { CalendarEvent } from '@portal/contract/calendar'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { Fragment } from 'react'
import { type EventsByDay, tableWeeks, type WeekendEvent, weekendEvents } from './event-days.ts'
import styles from './month-table.module.css'
import { EventBody, EventButton, namedBody } from './event-button.tsx'
import { usePrinting } from '../shared/media.ts'
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
  // On paper, nothing can be opened.
  const hidden = usePrinting() ? 0 : Math.max(0, all.length - eventsACell)
  const isToday = day === today
  const place = isToday ? styles.today : isIn(month, day) ? undefined : styles.outside

  return (
    <td className={place} aria-current={isToday ? 'date' : undefined}>
      <time dateTime={day} className={styles.date}>
        {dateOf(day)}
        {isToday && <TodayWord />}
      </time>
      {all.slice(0, all.length - hidden).map((event) => (
        <EventButton key={event.id} event={event} className={styles.event} onOpen={onOpen}>
          <b>{timeOn(day, event, timeZone)}</b> {event.summary}
          <EventBody event={event} className={styles.body} />
        </EventButton>
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
          {weekendEvents(days, events).map((weekendEvent) => (
            <WeekendEntry
              key={weekendEvent.event.id}
              {...weekendEvent}
              timeZone={timeZone}
              onOpen={onOpen}
            />
          ))}
        </div>
      </td>
    </tr>
  )
}

type WeekendEntryProps = WeekendEvent & Pick<MonthTableProps, 'timeZone' | 'onOpen'>

/** "Sat 12 – Sun 13 · Board retreat, All day". */
function WeekendEntry({ event, days, timeZone, onOpen }: WeekendEntryProps) {
  const names = days.map((day) => `${shortWeekdayName(day)} ${dateOf(day)}`)
  // An event of several days names them itself, unless they are exactly these.
  const isWithin = isAllDay(event) && daysOf(event, timeZone).length === days.length
  const [first] = days
  return (
    <span>
      {names.join(' – ')} ·{' '}
      <EventButton event={event} className={styles.weekendEvent} onOpen={onOpen}>
        {event.summary}
      </EventButton>
      {namedBody(event) && (
        <>
          {' ('}
          <EventBody event={event} />)
        </>
      )}
      , {isWithin && first ? timeOn(first, event, timeZone) : eventSpanText(event, timeZone)}
    </span>
  )
}
