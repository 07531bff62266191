import { total } from '../figures/ledger.ts'
import { groupIds, groups } from '../figures/lines.ts'
import { capital, count, dollars, monthNames } from '../figures/words.ts'
import { colors } from '../paper/look.ts'
import { startPaper } from '../paper/paper.ts'
import { type Briefing, closing, ofGroup, shortMonth, sumOf } from './briefing.ts'

/** Cash receipts and payments. Each month's closing balance is the next month's opening balance. */
export async function cashFlowSummary(briefing: Briefing): Promise<Uint8Array> {
  const { months, period, close, spent } = briefing
  const shown = months.slice(-6)
  const paper = startPaper(
    briefing.head('Cash Flow Summary', {
      subtitle: `Cash and Treasury bills, ${period}`,
      facts: [
        ['Prepared by', 'Samuel Osei, Director of Finance'],
        ['For', 'Information'],
      ],
    }),
  )
  const opening = months[0]!.opening.cash
  const end = closing(briefing).cash
  const came = sumOf(months, ({ returns, transfers }) => returns.cash + transfers.cash)
  const paid = sumOf(months, ({ spent: of, excise }) => total(of) + excise)
  paper.section('Summary')
  paper.text(
    `Cash stood at ${dollars(opening)} on January 1, ${close.year} and at ${dollars(end)} at the close. Transfers from the investment portfolio and interest brought ${dollars(came)}; spending and tax took ${dollars(paid)}. All payments were made on their dates and the credit line was not used.`,
  )
  paper.table({
    caption: `Cash flow, ${period} ($ thousands)`,
    columns: [
      { label: 'Item', share: 70 },
      { label: 'Amount', share: 30, figures: true },
    ],
    rows: [
      { cells: ['Cash at the beginning', count(opening)], kind: 'sum' },
      { cells: ['Transfers from investments', count(sumOf(months, (m) => m.transfers.cash))] },
      { cells: ['Interest on cash', count(sumOf(months, (m) => m.returns.cash))] },
      ...groupIds.map((group) => ({
        cells: [capital(groups[group]), count(-ofGroup(spent, group))],
      })),
      { cells: ['Excise tax', count(-sumOf(months, ({ excise }) => excise))] },
      { cells: ['Cash at the close', count(end)], kind: 'total' },
    ],
    note: 'Spending is shown as a minus. The lines between the first and the last add up to the change in cash.',
  })
  paper.figure({
    caption: 'Cash at the end of each month, in millions of dollars',
    alt: 'A line of the cash balance by month.',
    kind: 'lines',
    labels: months.map(({ month }) => shortMonth(month)),
    scale: (value) => (value / 1000).toFixed(1),
    series: [{ name: 'Cash', color: colors.accent, values: months.map((m) => m.closing.cash) }],
    height: 170,
  })
  paper.section('Month by month')
  const line = (name: string, of: (at: number) => number, kind?: 'sum' | 'total') => ({
    cells: [name, ...shown.map((_, at) => count(of(at)))],
    ...(kind ? { kind } : {}),
  })
  paper.table({
    caption: `Last ${shown.length} months ($ thousands)`,
    columns: [
      { label: 'Item', share: 34 },
      ...shown.map(({ month }) => ({ label: shortMonth(month), share: 11, figures: true })),
    ],
    rows: [
      line('Opening', (at) => shown[at]!.opening.cash, 'sum'),
      line('Transfers', (at) => shown[at]!.transfers.cash),
      line('Interest', (at) => shown[at]!.returns.cash),
      ...groupIds.map((group) => line(groups[group], (at) => -ofGroup(shown[at]!.spent, group))),
      line('Excise tax', (at) => -shown[at]!.excise),
      line('Closing', (at) => shown[at]!.closing.cash, 'total'),
    ],
  })
  paper.section('Looking ahead')
  paper.text(
    `Management keeps at least ninety days of spending in cash. At the pace of the last ${shown.length} months, a quarter’s spending is about ${dollars(Math.round(sumOf(shown, (m) => total(m.spent)) / (shown.length / 3)))}. The next transfer from the portfolio is made in the first week of the coming quarter, in the order that the investment policy sets: maturing bonds first, then whatever stands furthest above its target.`,
    `The largest payments expected are the year’s final grant installments in November and December and the excise tax estimate. ${monthNames[close.month % 12]} payroll is the first of three that fall before the next meeting.`,
  )
  paper.list([
    'Bank balances above the insured limit are swept into Treasury funds each night.',
    'Two officers approve every payment over $25,000; the treasurer receives the list each month.',
    'All accounts were reconciled within ten working days of the month’s end.',
  ])
  return paper.finish()
}
