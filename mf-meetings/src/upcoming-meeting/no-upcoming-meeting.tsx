import { EmptyState } from '@portal/shared-ui/empty-state'
import { CalendarDays } from 'lucide-react'

export function NoUpcomingMeeting({ liaisonEmail }: { liaisonEmail: string }) {
  return (
    <EmptyState title="No upcoming meetings" icon={<CalendarDays aria-hidden />}>
      <p>
        Nothing is scheduled yet. Your <a href={`mailto:${liaisonEmail}`}>Board Liaison</a>{' '}
        schedules the board’s meetings; the next one will stand here as soon as it is in the
        calendar.
      </p>
    </EmptyState>
  )
}
