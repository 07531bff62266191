import { todayIn, type Day, dayText } from '@portal/domain/days'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery, useQueryClient } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Link, useSearchParams } from '@portal/remote-kit/router'
import { useOpened } from '@portal/remote-kit/use-opened'
import { PageHeader } from '@portal/shared-ui/page-header'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { narrowerThan, useWidth } from '@portal/shared-ui/use-width'
import { useRef, useEffect } from 'react'
import { monthEventsQuery } from '../shared/calendar-queries.ts'
import { phone, useMedia } from '../shared/media.ts'
import styles from './calendar-screen.module.css'
import { DayList } from './day-list.tsx'
import { countText, eventsByDay } from './event-days.ts'
import { EventBody } from './event-button.tsx'
import { EventDialog } from './event-dialog.tsx'
import { MonthTable } from './month-table.tsx'
import {
  type Month,
  monthKey,
  monthOfDay,
  monthText,
  parseMonth,
  weeksOf,
  monthAfter,
} from '../shared/months.ts'
import { meetingsPaths } from '../meetings-paths.ts'
import { Button, buttonStyle } from '@portal/shared-ui/button'
import { CalendarPlus, ChevronLeft, ChevronRight } from 'lucide-react'
import { eventSpanText } from '@portal/domain/event-times'
import type { CalendarEvent } from '@portal/contract/calendar'
import { Dialog } from '@portal/shared-ui/dialog'
import dialogStyles from './day-list.module.css'

/** Too narrow for a table of five days, as with large text next to the menu. */
const isTight = narrowerThan(29)

export function Component() {
  const { call, config } = usePortal()
  const { timeZone } = config.foundation
  const [search, setSearch] = useSearchParams()
  const { opened, open, close } = useOpened()
  const today = todayIn(timeZone)
  const month = parseMonth(search.get('month')) ?? monthOfDay(today)
  const weeks = weeksOf(month)
  const events = useQuery(monthEventsQuery(call, month))
  useAdjacentMonths(month, events.isSuccess && !events.isPlaceholderData)
  const place = useRef<HTMLDivElement>(null)
  const [onPhone, tight] = [useMedia(phone), useWidth(place, isTight)]
  const asList = onPhone || tight
  const event = events.data?.find(({ id }) => id === opened)
  const day = weeks.flat().find((shown) => shown === opened)
  const openEvent = ({ id }: { id: string }) => open(id)
  const show = (wanted: Month) => setSearch({ month: monthKey(wanted) })

  return (
    <>
      <PageHeader
        title="Board Calendar"
        actions={
          <>
            <Link to={meetingsPaths.yourCalendar} className={buttonStyle('secondary')}>
              <CalendarPlus aria-hidden /> Your calendar
            </Link>
            <MonthSteps month={month} today={monthOfDay(today)} onShow={show} />
          </>
        }
      />
      <div className={styles.month} ref={place}>
        <h2 aria-live="polite" id="calendar-month">
          {monthText(month)}
        </h2>
        <p role="status">
          <VisuallyHidden>
            {events.data && !events.isPlaceholderData && countText(events.data, month, timeZone)}
          </VisuallyHidden>
        </p>
        {events.isPlaceholderData && !asList && (
          <output className={styles.waiting} aria-busy="true">
            Loading the events …
          </output>
        )}
      </div>
      <QueryPanel
        query={events}
        failure="Failed to fetch upcoming events"
        skeleton={<Skeleton height="32rem" label="Loading the calendar" />}
      >
        {(loaded) => {
          const shown = { month, today, timeZone, events: eventsByDay(loaded, timeZone) }
          return (
            <>
              {asList ? (
                <DayList {...shown} pending={events.isPlaceholderData} onOpen={openEvent} />
              ) : (
                <MonthTable {...shown} weeks={weeks} onOpen={openEvent} onOpenDay={open} />
              )}
              {day && (
                <DayDialog
                  day={day}
                  events={shown.events.get(day) ?? []}
                  timeZone={timeZone}
                  onClose={close}
                  onOpen={openEvent}
                />
              )}
            </>
          )
        }}
      </QueryPanel>
      {event && <EventDialog event={event} timeZone={timeZone} onClose={close} />}
    </>
  )
}

type MonthStepsProps = { month: Month; today: Month; onShow: (month: Month) => void }

function MonthSteps({ month, today, onShow }: MonthStepsProps) {
  return (
    <div className={styles.steps} role="group" aria-label="Month">
      <Button icon={<ChevronLeft aria-hidden />} onClick={() => onShow(monthAfter(month, -1))}>
        Previous
      </Button>
      <Button onClick={() => onShow(today)}>Today</Button>
      <Button onClick={() => onShow(monthAfter(month))}>
        Next <ChevronRight aria-hidden />
      </Button>
    </div>
  )
}

/**
 * Prefetches the previous and next month once a month is shown, so that stepping shows their events
 * at once.
 */
function useAdjacentMonths(month: Month, shown: boolean): void {
  const { call } = usePortal()
  const queries = useQueryClient()
  const key = monthKey(month)
  useEffect(() => {
    const middle = parseMonth(key)
    if (!shown || !middle) return
    for (const step of [1, -1]) {
      void queries.prefetchQuery(monthEventsQuery(call, monthAfter(middle, step)))
    }
  }, [call, queries, key, shown])
}

type DayDialogProps = {
  day: Day
  events: CalendarEvent[]
  timeZone: string
  onClose: () => void
  onOpen: (event: CalendarEvent) => void
}

/** All events of a day with more than its cell can show. */
function DayDialog({ day, events, timeZone, onClose, onOpen }: DayDialogProps) {
  return (
    <Dialog open onClose={onClose} title={dayText(day)} size="small">
      <ul className={dialogStyles.events}>
        {events.map((event) => (
          <li key={event.id}>
            <button type="button" className={dialogStyles.event} onClick={() => onOpen(event)}>
              <b>{event.summary}</b>
              <span className={dialogStyles.time}>{eventSpanText(event, timeZone)}</span>
              <EventBody event={event} className={dialogStyles.time} />
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
