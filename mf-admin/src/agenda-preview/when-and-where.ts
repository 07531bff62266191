import type { Agenda } from '@portal/contract/agendas'
import { clockText } from '../agenda-start-times.ts'

/** `Thursday, December 10, 2026 · 9:00 AM – 12:00 PM PT · Larkspur House`, in the foundation's zone. */
export function whenAndWhere(agenda: Agenda, timeZone: string): string {
  const { date, time, endTime, location } = agenda
  const noon = Date.parse(`${date}T12:00:00Z`)
  const day = Number.isNaN(noon)
    ? date
    : new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' }).format(noon)
  const zone = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'shortGeneric' })
    .formatToParts(Number.isNaN(noon) ? Date.now() : noon)
    .find(({ type }) => type === 'timeZoneName')?.value
  const span = `${clockText(time)} – ${clockText(endTime)} ${zone ?? timeZone}`
  return [day, span, location].filter(Boolean).join(' · ')
}
