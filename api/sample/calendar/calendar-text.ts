import { firstDayOf, type Quarter, quarterAfter, meetingName } from '@portal/domain/quarter'
import { type Day, dayAfter, weekdayOf } from '@portal/domain/days'
import { quarterId } from '@portal/domain/ids'
import { day, nth } from '../days.ts'
import { calendarFile, type SampleEvent } from './ics-writer.ts'

const house = 'Larkspur House, Boardroom, and by video'
const join = (code: string) => `https://meet.google.com/${code}`

/** The board's calendar as a file: last year, this one and the next. */
export function calendarText(
  current: Quarter,
  meetingOf: (quarter: Quarter) => Day,
  timeZone: string,
): string {
  const years = [current.year - 1, current.year, current.year + 1]
  const quarters = years.flatMap((year) => [1, 2, 3, 4].map((quarter) => ({ year, quarter })))
  const events = [
    ...quarters.flatMap((of) => quarterEvents(of, meetingOf(of))),
    ...committees(current, years),
  ]
  return calendarFile(events, timeZone, firstDayOf(current), years)
}

function quarterEvents(of: Quarter, on: Day): SampleEvent[] {
  const key = quarterId(of).toLowerCase()
  const events: SampleEvent[] = [
    {
      uid: `board-${key}@larkspur.example`,
      summary: meetingName(of),
      start: { on, at: '09:00' },
      end: { on, at: '12:00' },
      location: house,
      description:
        'Quarterly meeting of the board of trustees. The papers are in the portal under Meeting Materials.\nQuestions: Ruth Abelman, Board Liaison.',
      joinUrl: join('lkp-brdm-fdn'),
    },
    {
      uid: `closed-${key}@larkspur.example`,
      summary: 'Office closed',
      start: { on: closedFrom(on) },
      end: { on: dayAfter(closedFrom(on), 2) },
      description: 'Larkspur House is closed; mail is answered on Thursday.',
    },
  ]
  if (of.quarter % 2 === 0) {
    const saturday = dayAfter(on, (6 - weekdayOf(on) + 7) % 7 || 7)
    events.push({
      uid: `retreat-${key}@larkspur.example`,
      summary: 'Board retreat',
      start: { on: saturday, at: '10:00' },
      end: { on: saturday, at: '16:00' },
      location: 'Larkspur House, Garden Room',
      description: 'A day together without papers. Lunch is served at half past twelve.',
    })
  }
  return events
}

/** The first Tuesday at least a week after the meeting, so it is never the next event of a new calendar. */
function closedFrom(meeting: Day): Day {
  const week = dayAfter(meeting, 8)
  return dayAfter(week, (2 - weekdayOf(week) + 7) % 7)
}

/** Series on the third Tuesday of a month, after the board meeting in a quarter's last month. */
function committees(current: Quarter, years: number[]): SampleEvent[] {
  const [from, until] = [years[0]!, day(years.at(-1)!, 12, 31)]
  const before = quarterAfter(current, -1)
  const canceled = nth(before.year, before.quarter * 3 - 2, 2, 3)
  const moved = nth(current.year, current.quarter * 3 - 1, 2, 3)
  const tuesday = (month: number) => nth(from, month, 2, 3)
  const series = (
    name: string,
    first: Day,
    [start, end]: [string, string],
    rest: Partial<SampleEvent>,
    every: number,
  ): SampleEvent => ({
    uid: `${name}@larkspur.example`,
    summary: '',
    start: { on: first, at: start },
    end: { on: first, at: end },
    repeats: { rule: `FREQ=MONTHLY;INTERVAL=${every};BYDAY=3TU`, until },
    ...rest,
  })
  const finance = {
    summary: 'Finance committee',
    location: 'By video',
    description: 'Monthly results, payments and the papers for the board. Chair: James Okafor.',
    joinUrl: join('lkp-fnce-cmt'),
  }
  return [
    series(
      'finance-committee',
      tuesday(1),
      ['14:00', '15:30'],
      {
        ...finance,
        repeats: { rule: 'FREQ=MONTHLY;BYDAY=3TU', until, except: [canceled] },
      },
      1,
    ),
    {
      ...finance,
      uid: 'finance-committee@larkspur.example',
      start: { on: dayAfter(moved, 2), at: '15:00' },
      end: { on: dayAfter(moved, 2), at: '16:30' },
      description: `${finance.description} Moved from Tuesday this month.`,
      insteadOf: moved,
    },
    series(
      'grants-committee',
      tuesday(2),
      ['10:30', '12:00'],
      {
        summary: 'Grants committee',
        location: 'Larkspur House, Library, and by video',
        description: 'Review of the docket before the board meets. Chair: Tomás Rivera.',
        joinUrl: join('lkp-grnt-cmt'),
      },
      3,
    ),
    series(
      'investment-committee',
      tuesday(3),
      ['10:30', '12:00'],
      {
        summary: 'Investment committee',
        location: 'By video',
        description: 'The quarter’s results and the spend-down model. Chair: Anand Krishnan.',
        joinUrl: join('lkp-invt-cmt'),
      },
      3,
    ),
    series(
      'audit-prep',
      tuesday(3),
      ['16:00', '17:00'],
      {
        summary: 'Audit prep',
        location: 'By video',
        description: 'Open points with the auditors and the finance team.',
        joinUrl: join('lkp-audt-prp'),
      },
      3,
    ),
  ]
}
