import { isDay } from '@portal/domain/days'
import type { NoticeClock } from '@portal/domain/notice-times'
import * as z from 'zod/mini'
import { list, setting } from './values.ts'

export type NoticeSettings = NoticeClock

const clockTime = /^([01]\d|2[0-3]):[0-5]\d$/
const span = /^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$/

export const noticesEnvironment = {
  NOTICE_TIME: setting(
    z._default(z.string().check(z.regex(clockTime, 'it is not a time, such as 08:00')), '08:00'),
    'when daily notices and reminders go out, in the foundation’s zone',
  ),
  NOTICE_QUIET_HOURS: setting(
    z._default(
      z.string().check(z.regex(span, 'it is not a span, such as 20:00-08:00')),
      '20:00-08:00',
    ),
    'when no notice goes out, in the foundation’s zone; the same time twice for no quiet hours. Formal notices ignore it',
  ),
  NOTICE_REMINDER_DAYS: setting(
    z._default(
      z.pipe(
        list,
        z
          .array(z.string().check(z.regex(/^([1-9]|[1-5]\d|60)$/, 'it is not a list such as 7,1')))
          .check(z.maxLength(5)),
      ),
      ['7', '1'],
    ),
    'how many days before a meeting its readers are reminded, at most five numbers',
    '`7,1`',
  ),
  NOTICE_HOLIDAYS: setting(
    z._default(
      z.pipe(
        list,
        z
          .array(z.string().check(z.refine(isDay, 'it is not a list of days, such as 2026-12-25')))
          .check(z.maxLength(500)),
      ),
      [],
    ),
    'days on which no reminder goes out, such as `2026-11-26,2026-12-25`: it goes out on the working day before',
    'none',
  ),
}

const environment = z.object(noticesEnvironment)

export function noticeSettings(
  read: z.output<typeof environment>,
  timeZone: string,
): NoticeSettings {
  const [from, to] = read.NOTICE_QUIET_HOURS.split('-') as [string, string]
  return {
    timeZone,
    quiet: { from, to },
    dailyAt: read.NOTICE_TIME,
    reminderDays: read.NOTICE_REMINDER_DAYS.map(Number),
    holidays: new Set(read.NOTICE_HOLIDAYS),
  }
}
