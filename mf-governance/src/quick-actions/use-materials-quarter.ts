import { quarterOfEvent } from '@portal/domain/event-times'
import { currentQuarter, type Quarter } from '@portal/domain/quarter'
import { usePortal } from '@portal/remote-kit/portal'
import { upcomingEventsQuery } from '@portal/remote-kit/queries/upcoming-events'
import { useQuery } from '@portal/remote-kit/query'

/**
 * The quarter of the upcoming meeting, whose papers members look for. Undefined if no meeting is
 * known, also while the calendar loads: the link then leads to today's quarter.
 */
export function useMaterialsQuarter(): { upcoming: Quarter | undefined; today: Quarter } {
  const { call, config, person } = usePortal()
  const { timeZone } = config.foundation
  const { data } = useQuery(upcomingEventsQuery(call, { limit: 1, uid: person.uid }))
  const [next] = data ?? []
  return {
    upcoming: next && quarterOfEvent(next, timeZone),
    today: currentQuarter(timeZone),
  }
}
