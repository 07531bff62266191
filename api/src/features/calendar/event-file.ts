import type { CalendarEvent } from '@portal/contract/calendar'
import { dayAfter } from '@portal/domain/days'
import { withoutSeparators, icsText, icsValue } from './ics-text.ts'

/**
 * One event as an iCalendar file, which every calendar can import. Times are in UTC, so that no
 * zone has to be defined; the link is also in the description, where every calendar shows it.
 */
export function eventFile(event: CalendarEvent, now: Date): string {
  const { id, summary, start, end, location, description, join_url: joinUrl } = event
  const unconfirmed = event.timeUnconfirmed && 'Time to be confirmed'
  const text = [unconfirmed, description, joinUrl && `Join: ${joinUrl}`]
    .filter(Boolean)
    .join('\n\n')
  return icsText([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Board Portal//Calendar//EN',
    'BEGIN:VEVENT',
    // The same for the same occurrence: importing it twice creates one event.
    `UID:${icsValue(id)}`,
    `DTSTAMP:${utc(now)}`,
    ...momentsOf(start, end),
    `SUMMARY:${icsValue(summary)}`,
    ...(location === undefined ? [] : [`LOCATION:${icsValue(location)}`]),
    ...(text === '' ? [] : [`DESCRIPTION:${icsValue(text)}`]),
    ...(joinUrl === undefined
      ? []
      : [`URL:${joinUrl}`, `CONFERENCE;VALUE=URI;FEATURE="AUDIO,VIDEO":${joinUrl}`]),
    'END:VEVENT',
    'END:VCALENDAR',
  ])
}

function momentsOf(start: CalendarEvent['start'], end: CalendarEvent['end']): string[] {
  if (start.date !== undefined) {
    const after = end?.date ?? dayAfter(start.date, 1)
    return [
      `DTSTART;VALUE=DATE:${withoutSeparators(start.date)}`,
      `DTEND;VALUE=DATE:${withoutSeparators(after)}`,
    ]
  }
  const moment = (name: string, text: string) => `${name}:${utc(new Date(text))}`
  return [
    ...(start.dateTime === undefined ? [] : [moment('DTSTART', start.dateTime)]),
    ...(end?.dateTime === undefined ? [] : [moment('DTEND', end.dateTime)]),
  ]
}

function utc(moment: Date): string {
  return `${withoutSeparators(moment.toISOString().slice(0, 19))}Z`
}
