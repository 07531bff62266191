import ICAL from 'ical.js'

/** The event of an invitation, a stored mail. */
export function eventIn(mail: Record<string, unknown>): ICAL.Component {
  const { ics } = mail['calendar'] as { ics: string }
  return new ICAL.Component(ICAL.parse(ics)).getFirstSubcomponent('vevent')!
}

type Answer = { partstat?: string; note?: string; attendee: string; method?: string }

/** What a calendar program answers to an invitation. */
export function answerTo(
  event: ICAL.Component,
  { partstat = 'ACCEPTED', note, attendee, method = 'REPLY' }: Answer,
): string {
  const value = (name: string) => String(event.getFirstPropertyValue(name))
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `METHOD:${method}`,
    'BEGIN:VEVENT',
    `UID:${value('uid')}`,
    `SEQUENCE:${value('sequence')}`,
    `ORGANIZER:${value('organizer')}`,
    `ATTENDEE;PARTSTAT=${partstat}:mailto:${attendee.toUpperCase()}`,
    ...(note === undefined ? [] : [`COMMENT:${note}`]),
    'DTSTAMP:20261103T200000Z',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n')
}
