import {
  firstDayOf,
  type Quarter,
  quarterAfter,
  meetingName,
  quarterName,
} from '@portal/domain/quarter'
import { type Day, dayAfter } from '@portal/domain/days'
import { day } from '../days.ts'
import {
  keepLedger,
  type Ledger,
  type Month,
  phased,
  sunsetYear,
  total,
} from '../figures/ledger.ts'
import { type Group, lines, linesOf } from '../figures/lines.ts'
import { inWords, monthNames, plainDay } from '../figures/words.ts'
import type { PaperHead } from '../paper/sheet.ts'

/** The data shared by a quarter's papers. A meeting reviews the books through the previous quarter. */
export type Briefing = {
  quarter: Quarter
  label: string
  meetingOn: Day
  lastMeetingOn: Day
  nextMeetingOn: Day
  ledger: Ledger
  /** The last closed month. */
  close: { year: number; month: number }
  /** `September 30, 2026` */
  closeDay: string
  /** `nine months ended September 30, 2026` */
  period: string
  /** From January through the close. */
  months: Month[]
  /** The whole year's budget by line id. */
  budget: Record<string, number>
  /** The budget through the close. */
  planned: Record<string, number>
  spent: Record<string, number>
  head: (title: string, rest: Required<Pick<PaperHead, 'subtitle' | 'facts'>>) => PaperHead
}

type Meetings = { last: Day; this: Day; next: Day }

export function briefingOf(quarter: Quarter, meetings: Meetings): Briefing {
  const closed = quarterAfter(quarter, -1)
  const close = { year: closed.year, month: closed.quarter * 3 }
  const closeDay = plainDay(dayAfter(day(close.year, close.month + 1, 1), -1))
  const ledger = keepLedger(sunsetYear(close.year), close.year, close.month)
  const months = ledger.months.filter(({ year }) => year === close.year)
  const budget = ledger.budgets.get(close.year)!
  const byLine = (of: (id: string, group: Group) => number) =>
    Object.fromEntries(lines.map(({ id, group }) => [id, of(id, group)]))
  const kicker = meetingName(quarter)
  const date = new Date(`${firstDayOf(quarter)}T12:00:00Z`)
  return {
    quarter,
    label: quarterName(quarter),
    meetingOn: meetings.this,
    lastMeetingOn: meetings.last,
    nextMeetingOn: meetings.next,
    ledger,
    close,
    closeDay,
    period:
      close.month === 12
        ? `year ended ${closeDay}`
        : `${inWords(close.month)} months ended ${closeDay}`,
    months,
    budget,
    planned: byLine((id, group) => phased(budget[id]!, group, close.month)),
    spent: byLine((id) => months.reduce((sum, month) => sum + month.spent[id]!, 0)),
    head: (title, { subtitle, facts }) => ({ title, kicker, date, subtitle, facts }),
  }
}

export function ofGroup(values: Record<string, number>, group: Group): number {
  return linesOf(group).reduce((sum, { id }) => sum + values[id]!, 0)
}

export const closing = ({ months }: Briefing): Month['closing'] => months.at(-1)!.closing
export const assets = (briefing: Briefing): number => total(closing(briefing))
export const openingOfYear = ({ months }: Briefing): number => total(months[0]!.opening)
export const sumOf = (months: Month[], of: (month: Month) => number): number =>
  months.reduce((sum, month) => sum + of(month), 0)
export const shortMonth = (month: number): string => monthNames[month - 1]!.slice(0, 3)
