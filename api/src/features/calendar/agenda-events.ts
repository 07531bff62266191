import type { AgendaSummary } from '@portal/contract/agendas'
import { dayAfter, isDay } from '@portal/domain/days'
import { momentAt, withOffset } from '@portal/domain/zone-time'
import type { CalendarEntry } from './calendar.ts'

/** Board meetings that exist as an agenda, as events; an agenda without a date is none yet. */
export function agendaEvents(agendas: readonly AgendaSummary[], timeZone: string): CalendarEntry[] {
  return agendas.flatMap(({ id, title, date, time, endTime, location, description }) => {
    if (date === undefined || !isDay(date)) return []
    const at = (clock: string) => {
      const moment = momentAt(`${date}T${clock.padStart(5, '0')}`, timeZone)
      return moment && { dateTime: withOffset(moment, timeZone) }
    }
    const start = at(time)
    const end = start ? at(endTime) : { date: dayAfter(date) }
    return {
      id: `agenda-${id}`,
      summary: title,
      start: start ?? { date },
      ...(end ? { end } : {}),
      ...(location ? { location } : {}),
      ...(description ? { description } : {}),
      fromAgenda: true,
    }
  })
}
