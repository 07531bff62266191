import type { listCalendarProblems } from '@portal/contract/calendar'
import type { Reply } from '@portal/contract/endpoint'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { EmptyState } from '@portal/shared-ui/empty-state'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { CalendarCheck } from 'lucide-react'
import { AdminScreen } from '../shared/admin-screen.tsx'
import { calendarProblemsQuery, problemsText } from './calendar-problems-queries.ts'
import styles from './calendar-problems-screen.module.css'

/** What can't be read in the board's calendar, by line. */
export function Component() {
  const { call } = usePortal()
  const problems = useQuery(calendarProblemsQuery(call))
  return (
    <AdminScreen
      title="Calendar"
      subtitle="What the portal can’t read in the board’s calendar. All other events are shown."
      queries={[problems]}
    >
      <QueryPanel
        query={problems}
        failure="Failed to load what can’t be read in the calendar"
        skeleton={<Skeleton height="16rem" label="Loading the calendar" />}
      >
        {(known) => (known.total === 0 ? <AllRead /> : <ProblemsList {...known} />)}
      </QueryPanel>
    </AdminScreen>
  )
}

function AllRead() {
  return (
    <EmptyState title="Everything can be read" icon={<CalendarCheck aria-hidden />}>
      <p>If an event can’t be read one day, it is listed here with its line in the calendar.</p>
      <p>
        Events come from the board’s calendar, which an operator connects: with the setting ICS_URL,
        a file calendar.ics in the data folder, or Google Calendar. A meeting with a published
        agenda is in the calendar without it.
      </p>
    </EmptyState>
  )
}

function ProblemsList({ problems, total }: Reply<typeof listCalendarProblems>) {
  return (
    <section aria-labelledby="calendar-problems" className={styles.section}>
      <h2 id="calendar-problems" className={styles.heading}>
        {problemsText(total)}
      </h2>
      <p>
        Correct this where the calendar is kept. The portal reads it again within a few minutes.
        {total > problems.length && ` The first ${problems.length} are listed.`}
      </p>
      <ul className={styles.problems}>
        {problems.map(({ line, event, message }) => (
          <li key={`${line} ${event} ${message}`} className={styles.problem}>
            <strong>{placeText(line, event)}</strong>
            <span>{message}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** "Line 16: Board call". */
function placeText(line: number | undefined, event: string | undefined): string {
  const known = [line === undefined ? undefined : `Line ${line}`, event]
  return known.filter((text) => text !== undefined).join(': ')
}
