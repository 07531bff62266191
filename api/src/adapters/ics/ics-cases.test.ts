import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { icsCalendar } from './ics-calendar.ts'

const timeZone = 'America/Los_Angeles'
const wide = [new Date('2026-01-01T08:00:00Z'), new Date('2029-01-01T08:00:00Z')] as const

const calendarOf = (bytes: Uint8Array | string, meetingHosts: string[] = []) =>
  icsCalendar({
    source: async () => ({ stamp: '1', bytes: async () => Buffer.from(bytes) }),
    timeZone,
    meetingHosts,
  })

const fixture = async (name: string) =>
  calendarOf(await readFile(join(import.meta.dirname, `fixtures/${name}.ics`)))

const wrap = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const event = (uid: string, ...lines: string[]) => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  `SUMMARY:${uid}`,
  ...lines,
  'END:VEVENT',
]
const nine = 'DTSTART;TZID=America/Los_Angeles:20270401T090000'
const good = [...event('before', nine), ...event('after', nine)]

/** Title and start, such as `Call 2027-04-01T09:00:00-07:00`. */
const shown = async (calendar: ReturnType<typeof calendarOf>) =>
  (await calendar.between(...wide)).map(
    ({ summary, start, timeUnconfirmed }) =>
      `${summary} ${start.dateTime ?? start.date}${timeUnconfirmed ? '?' : ''}`,
  )
const lines = async (calendar: ReturnType<typeof calendarOf>) =>
  (await calendar.problems()).map(({ line, event: title }) => [line, title])

/** The shown starts of a calendar with these events. */
const startsOf = async (...content: string[]) =>
  (await calendarOf(wrap(...content)).between(...wide)).map(
    ({ start }) => start.dateTime ?? start.date,
  )

describe('an event that can’t be read', () => {
  it.each([
    ['unknown-rule-part', 16, 'Bad rrule parameter'],
    ['unknown-frequency', 16, 'Bad frequency'],
    ['unclosed-event', 11, 'Never closed'],
  ])('is listed with its line and hides no other: %s', async (name, line, title) => {
    const calendar = await fixture(name)
    expect(await shown(calendar)).toEqual([
      'Good 1 2027-06-09T10:00:00-07:00',
      'Good 2 2027-06-11T10:00:00-07:00',
    ])
    expect(await lines(calendar)).toEqual([[line, title]])
  })

  const rule = (text: string) => [nine, `RRULE:${text}`]
  it.each<[string, string[]]>([
    ['no start', []],
    ['an empty start', ['DTSTART:']],
    ['a start that is no time', ['DTSTART:tomorrow']],
    ['a day that doesn’t exist', ['DTSTART;VALUE=DATE:20270230']],
    ['an hour that doesn’t exist', ['DTSTART:20270401T990000Z']],
    ['a parameter without a value', ['DTSTART;TZID:20270401T090000']],
    ['a quotation mark that is never closed', ['DTSTART;TZID="America/New_York:20270401T090000']],
    ['a rule without a frequency', rule('COUNT=3')],
    ['an empty rule', rule('')],
    ['a rule that ends at no time', rule('FREQ=WEEKLY;UNTIL=someday')],
    ['a rule that ends on a day that doesn’t exist', rule('FREQ=WEEKLY;UNTIL=20271332')],
    ['a count that is no number', rule('FREQ=WEEKLY;COUNT=many')],
    ['a count of 0', rule('FREQ=WEEKLY;COUNT=0')],
    ['an interval of 0', rule('FREQ=WEEKLY;INTERVAL=0')],
    ['an unknown weekday', rule('FREQ=WEEKLY;BYDAY=XX')],
    ['a month 13', rule('FREQ=YEARLY;BYMONTH=13')],
    ['a part twice', rule('FREQ=WEEKLY;FREQ=DAILY')],
    ['a replaced occurrence that is no time', [nine, 'RECURRENCE-ID:whenever']],
  ])('hides no other: %s', async (_, content) => {
    const calendar = calendarOf(
      wrap(...event('before', nine), ...event('bad', ...content), ...event('after', nine)),
    )
    expect((await shown(calendar)).map((text) => text.split(' ')[0])).toEqual(['after', 'before'])
    const problems = await calendar.problems()
    expect(problems).toHaveLength(1)
    expect(problems[0]!.event).toBe('bad')
    expect(problems[0]!.line).toBeGreaterThanOrEqual(8)
    expect(problems[0]!.line).toBeLessThanOrEqual(12)
    expect(await calendar.byId('bad')).toBeUndefined()
    expect(await calendar.byId('after')).toMatchObject({ summary: 'after' })
  })

  it('doesn’t reveal a private event’s title', async () => {
    const calendar = calendarOf(wrap(...event('dentist', 'CLASS:PRIVATE', 'DTSTART:x')))
    expect(await lines(calendar)).toEqual([[7, 'Busy']])
    const unclosed = wrap('BEGIN:VEVENT', 'UID:a', 'SUMMARY:dentist', 'CLASS:PRIVATE')
    expect(await lines(calendarOf(unclosed))).toEqual([[3, 'Busy']])
  })
})

describe('an event that can be read in part', () => {
  it.each<[string, string[], string[], number]>([
    ['an end that is no time', [nine, 'DTEND:later'], ['2027-04-01T09:00:00-07:00'], 1],
    ['a duration that is none', [nine, 'DURATION:long'], ['2027-04-01T09:00:00-07:00'], 1],
    ['an end before its start', [nine, 'DTEND:20200101T000000Z'], ['2027-04-01T09:00:00-07:00'], 0],
    [
      'an excluded date that is no time',
      [nine, 'RRULE:FREQ=WEEKLY;COUNT=2', 'EXDATE:never,20270401T160000Z'],
      ['2027-04-08T09:00:00-07:00'],
      1,
    ],
    [
      'an additional date that is no time',
      [nine, 'RDATE:20270402T160000Z,never'],
      ['2027-04-01T09:00:00-07:00', '2027-04-02T09:00:00-07:00'],
      1,
    ],
    [
      'a rule that never matches',
      [nine, 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30'],
      ['2027-04-01T09:00:00-07:00'],
      1,
    ],
    ['a rule for every second', [nine, 'RRULE:FREQ=SECONDLY'], ['2027-04-01T09:00:00-07:00'], 1],
    [
      'a line without a name',
      [nine, 'continued without a space'],
      ['2027-04-01T09:00:00-07:00'],
      1,
    ],
    ['an alarm that isn’t closed', ['BEGIN:VALARM', 'ACTION:DISPLAY'], [], 1],
  ])('is shown with the rest: %s', async (_, content, starts, problems) => {
    const calendar = calendarOf(wrap(...event('a', ...content)))
    expect((await calendar.between(...wide)).map(({ start }) => start.dateTime)).toEqual(starts)
    expect(await calendar.problems()).toHaveLength(problems)
  })

  it('closes an alarm with its event', async () => {
    expect(await startsOf(...event('a', nine, 'BEGIN:VALARM', 'DTSTART:x'), ...good)).toHaveLength(
      3,
    )
  })

  it('gets a stable id if it has no UID', async () => {
    const calendar = await fixture('missing-uid')
    const [, visit] = await calendar.between(...wide)
    expect(visit).toMatchObject({ summary: 'Site visit without a UID' })
    expect(visit!.id).toMatch(/^event-[\da-f]{16}$/)
    expect(await calendar.byId(visit!.id)).toEqual(visit)
    expect(await calendar.problems()).toEqual([])
    const [again] = await calendarOf(
      wrap('BEGIN:VEVENT', 'UID:', nine, 'DTSTAMP:20270101T000000Z', 'END:VEVENT'),
    ).between(...wide)
    const [later] = await calendarOf(
      wrap('BEGIN:VEVENT', 'UID:', nine, 'DTSTAMP:20280101T000000Z', 'END:VEVENT'),
    ).between(...wide)
    expect(again!.id).toBe(later!.id)
  })
})

describe('events that share a UID', () => {
  it('are shown in their latest form, and all of them if they are different events', async () => {
    const at = (hour: string, ...more: string[]) =>
      event('a', `DTSTART:20270401T${hour}0000Z`, ...more)
    expect(await startsOf(...at('16'), ...at('17', 'SEQUENCE:1'))).toEqual([
      '2027-04-01T10:00:00-07:00',
    ])
    expect(await startsOf(...at('16'), ...at('16', 'DTSTAMP:20270101T000000Z'))).toHaveLength(1)
    const calendar = calendarOf(wrap(...at('16'), ...at('17')))
    const both = await calendar.between(...wide)
    expect(both).toHaveLength(2)
    for (const known of both) expect(await calendar.byId(known.id)).toEqual(known)
  })
})

describe('a file', () => {
  it('is read in every calendar object, each with its own zones', async () => {
    const zone = (offset: string) => [
      'BEGIN:VTIMEZONE\r\nTZID:Office\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000',
      `TZOFFSETFROM:${offset}\r\nTZOFFSETTO:${offset}\r\nEND:STANDARD\r\nEND:VTIMEZONE`,
    ]
    const object = (uid: string, offset: string) =>
      wrap(...zone(offset), ...event(uid, 'DTSTART;TZID=Office:20270401T120000'))
    const calendar = calendarOf(`${object('east', '-0500')}\r\n${object('north', '+0100')}`)
    expect(await shown(calendar)).toEqual([
      'north 2027-04-01T04:00:00-07:00',
      'east 2027-04-01T10:00:00-07:00',
    ])
    expect(await calendar.problems()).toEqual([])
  })

  it('is read in any letter case', async () => {
    expect(await shown(await fixture('lower-case'))).toEqual([
      'Lower case 2027-09-02T09:00:00-07:00',
    ])
    const lower = wrap(
      ...event('a', nine, 'rrule:freq=weekly;count=3', 'exdate:20270408T160000Z', 'class:private'),
    ).replace(/^.*VCALENDAR$/gm, (line) => line.toLowerCase())
    expect(await shown(calendarOf(lower))).toEqual([
      'Busy 2027-04-01T09:00:00-07:00',
      'Busy 2027-04-15T09:00:00-07:00',
    ])
  })

  it('is read with lines folded anywhere, even inside a character', async () => {
    const [folded] = await (await fixture('folded-character')).between(...wide)
    expect(folded!.summary).toBe(`${'x'.repeat(66)}é réunion`)
    const text = wrap(...event('Réunion — budget', nine))
    for (const end of ['\r\n', '\n', '\r']) {
      const bytes = Buffer.from(text.replaceAll('\r\n', end))
      const parts = [...bytes].flatMap((byte) =>
        byte === 13 || byte === 10 ? [byte] : [byte, ...Buffer.from(`${end} `)],
      )
      expect(await shown(calendarOf(Buffer.from(parts)))).toEqual([
        'Réunion — budget 2027-04-01T09:00:00-07:00',
      ])
    }
  })

  it('may begin with a byte order mark, and have blank lines', async () => {
    const text = `\u{FEFF}${wrap(...event('a', nine)).replaceAll('\r\n', '\n\n')}\0`
    expect(await shown(calendarOf(text))).toEqual(['a 2027-04-01T09:00:00-07:00'])
  })

  it('loses nothing to an END without a BEGIN, a to-do or an object that isn’t closed', async () => {
    const calendar = calendarOf(
      [
        'BEGIN:VCALENDAR',
        ...event('a', nine),
        'END:VALARM\r\nBEGIN:VTODO\r\nDTSTART:x',
        ...event('b', nine),
        wrap(...event('c', nine)),
      ].join('\r\n'),
    )
    expect(await shown(calendar)).toHaveLength(3)
    expect(await lines(calendar)).toEqual([[7, undefined]])
  })
})

describe('a time zone', () => {
  it('may have a quoted name with a colon, semicolon or comma', async () => {
    const calendar = await fixture('zone-name-with-colon')
    expect(await shown(calendar)).toEqual(['Colon zone 12 Eastern 2027-01-14T09:00:00-08:00'])
    const text = await readFile(join(import.meta.dirname, 'fixtures/zone-name-with-colon.ics'))
    for (const name of ['East; coast', 'East, coast', 'East: a; b, c', 'East\\, coast']) {
      const named = String(text).replaceAll('(UTC-05:00) Eastern Time (US & Canada)', name)
      expect(await shown(calendarOf(named)), name).toEqual(await shown(calendar))
    }
    const unquoted = String(text).replaceAll('"', '')
    expect(await shown(calendarOf(unquoted))).toEqual(await shown(calendar))
  })

  it.each([
    ['Eastern Standard Time', '2027-01-14T09:00:00-08:00'],
    ['/mozilla.org/20050126_1/America/New_York', '2027-01-14T09:00:00-08:00'],
    ['/example.org/America/Indiana/Indianapolis', '2027-01-14T09:00:00-08:00'],
    ['america/new_york', '2027-01-14T09:00:00-08:00'],
    ['US/Eastern', '2027-01-14T09:00:00-08:00'],
    ['GMT-0500', '2027-01-14T09:00:00-08:00'],
    ['UTC', '2027-01-14T04:00:00-08:00'],
  ])('is found by the name %s without a definition', async (zone, start) => {
    expect(await startsOf(...event('a', `DTSTART;TZID=${zone}:20270114T120000`))).toEqual([start])
  })

  it('is listed if it is unknown, and its event is shown by its date', async () => {
    const calendar = await fixture('unknown-zone')
    expect(await shown(calendar)).toEqual([
      'Good 1 2027-06-09T10:00:00-07:00',
      'Unknown zone 2027-06-10?',
      'Good 2 2027-06-11T10:00:00-07:00',
    ])
    expect(await calendar.problems()).toEqual([
      {
        line: 14,
        event: 'Unknown zone',
        message: 'The time zone “Nowhere/Land” is unknown.',
      },
    ])
    const [, unconfirmed] = await calendar.between(...wide)
    expect(await calendar.byId('bad@x')).toEqual(unconfirmed)
    expect(unconfirmed!.end).toEqual({ date: '2027-06-11' })
  })

  it('doesn’t change the dates of a series if it is unknown', async () => {
    const at = (time: string) => `TZID=Nowhere/Land:${time}`
    const calendar = calendarOf(
      wrap(
        ...event(
          'a',
          `DTSTART;${at('20270401T233000')}`,
          `DTEND;${at('20270402T003000')}`,
          'RRULE:FREQ=WEEKLY;COUNT=3',
          `EXDATE;${at('20270408T233000')}`,
        ),
        ...event('a', `RECURRENCE-ID;${at('20270415T233000')}`, 'DTSTART:20270416T160000Z'),
      ),
    )
    const events = await calendar.between(...wide)
    expect(events.map(({ start, end }) => [start, end])).toEqual([
      [{ date: '2027-04-01' }, { date: '2027-04-03' }],
      [{ dateTime: '2027-04-16T09:00:00-07:00' }, undefined],
    ])
    for (const entry of events) expect(await calendar.byId(entry.id)).toEqual(entry)
  })

  it('is unknown if its definition can’t be read', async () => {
    const zone = ['BEGIN:VTIMEZONE', 'TZID:Office', 'BEGIN:STANDARD', 'DTSTART:x', 'END:STANDARD']
    const calendar = calendarOf(
      wrap(...zone, 'END:VTIMEZONE', ...event('a', 'DTSTART;TZID=Office:20270401T120000'), ...good),
    )
    expect(await shown(calendar)).toEqual([
      'a 2027-04-01?',
      'after 2027-04-01T09:00:00-07:00',
      'before 2027-04-01T09:00:00-07:00',
    ])
    expect(await lines(calendar)).toEqual([
      [3, undefined],
      [12, 'a'],
    ])
  })

  it('hides only the end if just the end is in an unknown one', async () => {
    const calendar = calendarOf(
      wrap(...event('a', nine, 'DTEND;TZID=Nowhere/Land:20270401T120000')),
    )
    const [entry] = await calendar.between(...wide)
    expect(entry).toMatchObject({ start: { dateTime: '2027-04-01T09:00:00-07:00' } })
    expect(entry).not.toHaveProperty('end')
    expect(await calendar.problems()).toHaveLength(1)
  })
})

describe('a series', () => {
  it('includes every listed date: times, days and periods', async () => {
    const calendar = await fixture('listed-dates')
    expect(await shown(calendar)).toEqual([
      'RD1 three dates 2027-03-01T09:00:00-08:00',
      'RD1 three dates 2027-03-03T09:00:00-08:00',
      'RD1 three dates 2027-03-05T11:00:00-08:00',
      'RD2 weekly twice and one extra 2027-03-08T09:00:00-08:00',
      'RD2 weekly twice and one extra 2027-03-10T11:00:00-08:00',
      'RD2 weekly twice and one extra 2027-03-15T09:00:00-07:00',
      'RD3 period 2027-03-22T10:00:00-07:00',
      'RD3 period 2027-03-24T10:00:00-07:00',
      'RD4 days 2027-03-26',
      'RD4 days 2027-03-28',
    ])
    const events = await calendar.between(...wide)
    for (const entry of events) expect(await calendar.byId(entry.id)).toEqual(entry)
    expect(events[7]!.end).toEqual({ dateTime: '2027-03-24T12:00:00-07:00' })
    expect(await calendar.problems()).toEqual([])
  })

  it('changes from an occurrence on', async () => {
    const calendar = await fixture('this-and-future')
    expect(await shown(calendar)).toEqual([
      'TF at nine 2027-04-01T09:00:00-07:00',
      'TF at nine 2027-04-08T09:00:00-07:00',
      'TF at eleven from now on 2027-04-15T11:00:00-07:00',
      'TF at eleven from now on 2027-04-22T11:00:00-07:00',
    ])
    const events = await calendar.between(...wide)
    for (const entry of events) expect(await calendar.byId(entry.id)).toEqual(entry)
    expect(events.at(-1)!.end).toEqual({ dateTime: '2027-04-22T12:00:00-07:00' })
  })

  it('keeps the change of a single occurrence after a change from an earlier one on', async () => {
    const weekly = event('a', nine, 'RRULE:FREQ=WEEKLY;COUNT=5')
    const from = (id: string, ...more: string[]) =>
      event('a', `RECURRENCE-ID;RANGE=THISANDFUTURE:${id}`, ...more)
    const later = from('20270408T160000Z', 'DTSTART;TZID=America/New_York:20270409T120000')
    const moved = event('a', 'RECURRENCE-ID:20270415T160000Z', 'DTSTART:20270414T160000Z')
    expect(await startsOf(...weekly, ...later, ...moved)).toEqual([
      '2027-04-01T09:00:00-07:00',
      '2027-04-09T09:00:00-07:00',
      '2027-04-14T09:00:00-07:00',
      '2027-04-23T09:00:00-07:00',
      '2027-04-30T09:00:00-07:00',
    ])
    const ended = from('20270415T160000Z', 'DTSTART:20270415T160000Z', 'STATUS:CANCELLED')
    expect(await startsOf(...weekly, ...ended)).toHaveLength(2)
    const allDay = from('20270415T160000Z', 'DTSTART;VALUE=DATE:20270416')
    expect((await startsOf(...weekly, ...allDay)).slice(2)).toEqual([
      '2027-04-16',
      '2027-04-23',
      '2027-04-30',
    ])
  })

  it.each<[string, string[], string[]]>([
    ['in UTC', ['EXDATE:20270408T160000Z'], ['01', '15']],
    ['in another zone', ['EXDATE;TZID=Europe/Oslo:20270408T180000'], ['01', '15']],
    ['as days', ['EXDATE;VALUE=DATE:20270408,20270415'], ['01']],
    ['without a zone', ['EXDATE:20270415T090000'], ['01', '08']],
    ['by a rule', ['EXRULE:FREQ=WEEKLY;INTERVAL=2'], ['08']],
  ])('leaves out dates that are stated %s', async (_, content, days) => {
    const starts = await startsOf(...event('a', nine, 'RRULE:FREQ=WEEKLY;COUNT=3', ...content))
    expect(starts.map((start) => start!.slice(8, 10))).toEqual(days)
  })

  it.each<[string, number]>([
    ['FREQ=WEEKLY;UNTIL=20270415T160000Z', 3],
    ['FREQ=WEEKLY;UNTIL=20270415T155959Z', 2],
    ['FREQ=WEEKLY;UNTIL=20270415', 3],
    ['FREQ=WEEKLY;UNTIL=20270415T090000', 3],
    ['FREQ=WEEKLY;UNTIL=20260101', 0],
    ['FREQ=WEEKLY;COUNT=2;UNTIL=20280101', 2],
    ['FREQ=WEEKLY;COUNT=999999999999', 92],
    ['FREQ=DAILY', 641],
    ['FREQ=MONTHLY;BYDAY=1TH;COUNT=4;', 4],
  ])('ends as stated by %s', async (rule, count) => {
    expect(await startsOf(...event('a', nine, `RRULE:${rule}`))).toHaveLength(count)
  })

  it('is found in any year if it never ends, even if it started long ago', async () => {
    const calendar = calendarOf(
      wrap(...event('a', 'DTSTART;VALUE=DATE:19050401', 'RRULE:FREQ=YEARLY')),
    )
    const years = [new Date('2090-01-01'), new Date('2092-01-01')] as const
    expect(await calendar.between(...years)).toHaveLength(2)
  })

  it('shows a changed occurrence even if the series is missing or can’t be read', async () => {
    const changed = ['RECURRENCE-ID:20270408T160000Z', 'DTSTART:20270409T160000Z']
    const alone = calendarOf(wrap(...event('a', ...changed)))
    expect(await shown(alone)).toEqual(['a 2027-04-09T09:00:00-07:00'])
    expect(await alone.byId('a_20270408T160000Z')).toMatchObject({ summary: 'a' })
    const broken = calendarOf(wrap(...event('a', nine, 'RRULE:x'), ...event('a', ...changed)))
    expect(await shown(broken)).toEqual(['a 2027-04-09T09:00:00-07:00'])
    expect(await broken.problems()).toHaveLength(1)
  })

  it('isn’t changed by an event in an unknown zone, which is listed', async () => {
    const weekly = event('a', nine, 'RRULE:FREQ=WEEKLY;COUNT=2')
    const moved = event('a', 'RECURRENCE-ID;TZID=Nowhere/Land:20270408T090000', nine)
    const calendar = calendarOf(wrap(...weekly, ...moved))
    expect(await calendar.between(...wide)).toHaveLength(2)
    expect(await lines(calendar)).toEqual([[12, 'a']])
  })

  it('replaces an occurrence that is named by its day', async () => {
    const weekly = event('a', nine, 'RRULE:FREQ=WEEKLY;COUNT=2')
    const moved = event('a', 'RECURRENCE-ID;VALUE=DATE:20270408', 'DTSTART:20270410T160000Z')
    expect(await startsOf(...weekly, ...moved)).toEqual([
      '2027-04-01T09:00:00-07:00',
      '2027-04-10T09:00:00-07:00',
    ])
  })

  it('isn’t shown when it is canceled', async () => {
    expect(await startsOf(...event('a', nine, 'RRULE:FREQ=WEEKLY', 'STATUS:CANCELLED'))).toEqual([])
  })
})

describe('the text of an event', () => {
  it('is plain text with bare links', async () => {
    const [html, plain] = await (await fixture('html-description')).between(...wide)
    expect(html!.description).toBe(
      'Please read the budget first.\n\nDial in here: the dial-in page (https://example.org/dial?a=1&b=2)\n• One\n• Two',
    )
    expect(plain!.description).toBe('Spending < 5% and AT&T, see notes')
  })

  it('contains the link to join, wherever the event has it', async () => {
    const events = await (await fixture('join-links')).between(...wide)
    expect(events.map(({ join_url }) => join_url)).toEqual([
      'https://us02web.zoom.us/j/88812345678?pwd=abc',
      'https://us02web.zoom.us/j/88812345678?pwd=abc',
      'https://teams.microsoft.com/l/meetup-join/19%3ameeting_abc%40thread.v2/0',
      'https://meet.google.com/abc-defg-hij',
      'https://teams.microsoft.com/l/meetup-join/abc',
      'https://video.example.org/r',
    ])
  })

  it('shows only that someone is busy if the event is private', async () => {
    const events = await (await fixture('private-events')).between(...wide)
    expect(events).toEqual([
      {
        id: 'p1@x',
        summary: 'Busy',
        isPrivate: true,
        start: { dateTime: '2027-08-01T10:00:00-07:00' },
        end: { dateTime: '2027-08-01T11:00:00-07:00' },
      },
      expect.objectContaining({ summary: 'Busy', isPrivate: true }),
      expect.objectContaining({ summary: 'P3 tentative' }),
      expect.objectContaining({ summary: 'Canceled: P4' }),
    ])
  })

  it('stays private in a changed occurrence and for an unknown class', async () => {
    const weekly = event('a', nine, 'RRULE:FREQ=WEEKLY;COUNT=2', 'CLASS:X-BOARD')
    const changed = event('a', 'RECURRENCE-ID:20270408T160000Z', 'DTSTART:20270409T160000Z')
    expect(await shown(calendarOf(wrap(...weekly, ...changed)))).toEqual([
      'Busy 2027-04-01T09:00:00-07:00',
      'Busy 2027-04-09T09:00:00-07:00',
    ])
  })
})
