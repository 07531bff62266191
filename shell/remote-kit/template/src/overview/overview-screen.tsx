import type { CalendarEvent } from '@portal/contract/calendar'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Card } from '@portal/shared-ui/card'
import { EmptyState } from '@portal/shared-ui/empty-state'
import { PageHeader } from '@portal/shared-ui/page-header'
import { text } from './overview-texts.ts'
import { upcomingQuery } from './upcoming-queries.ts'
import styles from './overview-screen.module.css'

/** The first page of this remote: what it is, and some data from the API. */
export function Component() {
  const { call, person } = usePortal()
  const upcoming = useQuery(upcomingQuery(call))
  const subtitle = text('signedInAs', { email: person.email })
  return (
    <>
      <PageHeader title="Example" subtitle={subtitle} />
      <QueryPanel query={upcoming} failure={text('failed')}>
        {(events) => <Upcoming events={events} />}
      </QueryPanel>
    </>
  )
}

function Upcoming({ events }: { events: CalendarEvent[] }) {
  if (events.length === 0) return <EmptyState title={text('nothing')} />
  return (
    <ul className={styles.events}>
      {events.map((event) => (
        <Card as="li" key={event.id}>
          <h2 className={styles.title}>{event.summary}</h2>
          <p>{dayOf(event)}</p>
        </Card>
      ))}
    </ul>
  )
}

/** The event’s own day, in any time zone of the reader. */
function dayOf({ start }: CalendarEvent): string {
  const day = (start.date ?? start.dateTime ?? '').slice(0, 10)
  return new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', {
    dateStyle: 'full',
    timeZone: 'UTC',
  })
}
