import { total } from '../figures/ledger.ts'
import { type Holding, holdingIds, holdings, targets } from '../figures/lines.ts'
import { count, dollars, percent } from '../figures/words.ts'
import { colors } from '../paper/look.ts'
import { type Paper, startPaper } from '../paper/paper.ts'
import { assets, type Briefing, closing, openingOfYear, shortMonth, sumOf } from './briefing.ts'

export async function assetSummary(briefing: Briefing): Promise<Uint8Array> {
  const { months, closeDay, period } = briefing
  const quarter = months.slice(-3)
  const paper = startPaper(
    briefing.head('Asset Summary', {
      subtitle: `The endowment on ${closeDay}: what it holds, what it earned, what it paid out`,
      facts: [
        ['Prepared by', 'The investment committee with the outside advisor'],
        ['Presented by', 'Anand Krishnan, chair of the committee'],
        ['For', 'Information and discussion'],
      ],
    }),
  )
  const gain = sumOf(months, ({ returns }) => total(returns))
  paper.section('Summary')
  paper.text(
    `The endowment was worth ${dollars(assets(briefing))} on ${closeDay}, after ${dollars(openingOfYear(briefing))} at the beginning of the year. It earned ${dollars(gain)} net of fees, ${percent(gain, openingOfYear(briefing))} of the opening value, and paid ${dollars(sumOf(months, (m) => total(m.spent) + m.excise))} for grants, operations and tax.`,
    `${rangeSentence(briefing)} The move towards bonds and cash that the spend-down asks for went on as planned, with transfers at the beginning of each quarter.`,
  )
  allocation(paper, briefing)
  paper.section('Changes in value')
  changes(paper, `Year to date, ${period}`, months)
  changes(paper, 'Last quarter', quarter)
  paper.figure({
    caption: 'Value at the end of each month, in millions of dollars',
    alt: 'A line of the total value of the endowment by month.',
    kind: 'lines',
    labels: months.map(({ month }) => shortMonth(month)),
    scale: (value) => (value / 1000).toFixed(0),
    series: [
      { name: 'Endowment', color: colors.accent, values: months.map((m) => total(m.closing)) },
    ],
    height: 180,
  })
  paper.section('Sources of return')
  const income = sumOf(months, (m) => m.income)
  const gains = sumOf(months, (m) => m.gains)
  const fees = sumOf(months, (m) => m.fees)
  paper.table({
    caption: `Return by source, ${period} ($ thousands)`,
    columns: [
      { label: 'Source', share: 60 },
      { label: 'Amount', share: 20, figures: true },
      { label: 'Of opening value', share: 20, figures: true },
    ],
    rows: [
      ...(
        [
          ['Dividends and interest', income],
          ['Realized and unrealized gains', gains],
          ['Investment fees', -fees],
        ] as const
      ).map(([name, value]) => ({
        cells: [name, count(value), percent(value, openingOfYear(briefing), 2)],
      })),
      {
        kind: 'total',
        cells: ['Return, net of fees', count(gain), percent(gain, openingOfYear(briefing), 2)],
      },
    ],
  })
  paper.section('By holding')
  for (const id of holdingIds) holding(paper, briefing, id)
  paper.section('Liquidity')
  liquidity(paper, briefing)
  paper.section('Compliance with the investment policy')
  paper.list([
    rangeSentence(briefing),
    'No manager holds more than fifteen percent of the endowment.',
    'No new commitment to private assets was made, as the spend-down policy requires.',
    'The screen for mission conflicts found no holding to be sold.',
  ])
  return paper.finish()
}

/** Whether each holding is within five points of its target. */
function rangeSentence(briefing: Briefing): string {
  const { close, ledger } = briefing
  const held = closing(briefing)
  const target = targets(ledger.sunset - close.year)
  const outside = holdingIds.filter(
    (id) => Math.abs((held[id] / total(held)) * 100 - target[id]) > 5,
  )
  if (outside.length === 0) return 'Every holding is within five points of its target.'
  const names = outside.map((id) => holdings[id].name.toLowerCase().replace('u.s.', 'U.S.'))
  return `Outside the range of five points around the target: ${names.join(' and ')}; the next transfer brings this back.`
}

function allocation(paper: Paper, briefing: Briefing): void {
  const { close, ledger } = briefing
  const held = closing(briefing)
  const target = targets(ledger.sunset - close.year)
  paper.section('Allocation')
  paper.table({
    caption: 'Holdings and their targets ($ thousands)',
    columns: [
      { label: 'Holding', share: 36 },
      { label: 'Value', share: 18, figures: true },
      { label: 'Share', share: 14, figures: true },
      { label: 'Target', share: 14, figures: true },
      { label: 'Off target', share: 18, figures: true },
    ],
    rows: [
      ...holdingIds.map((id) => ({
        cells: [
          holdings[id].name,
          count(held[id]),
          percent(held[id], total(held)),
          `${target[id]}%`,
          count(held[id] - Math.round((total(held) * target[id]) / 100)),
        ],
      })),
      { kind: 'total', cells: ['Endowment', count(total(held)), '100.0%', '100%', ''] },
    ],
    note: 'Off target is the value above (or, with a minus, below) what the target share would be, rounded by line.',
  })
  paper.figure({
    caption: 'Share of each holding and its target, in percent',
    alt: 'Columns of actual and target shares for six holdings.',
    kind: 'columns',
    labels: ['U.S. equity', 'International', 'Bonds', 'Inflation', 'Private', 'Cash'],
    scale: (value) => `${value}%`,
    series: [
      {
        name: 'Actual',
        color: colors.accent,
        values: holdingIds.map((id) => (held[id] / total(held)) * 100),
      },
      { name: 'Target', color: '#c9bfa9', values: holdingIds.map((id) => target[id]) },
    ],
  })
}

function changes(paper: Paper, caption: string, months: Briefing['months']): void {
  const first = months[0]!.opening
  const last = months.at(-1)!.closing
  const outflow = sumOf(months, (m) => total(m.spent) + m.excise)
  const row = (id: Holding) => {
    const returns = sumOf(months, (m) => m.returns[id])
    const moved = sumOf(months, (m) => m.transfers[id])
    const paid = id === 'cash' ? -outflow : 0
    return [first[id], returns, moved, paid, last[id]]
  }
  const rows = holdingIds.map((id) => ({ name: holdings[id].name, values: row(id) }))
  const sums = [0, 1, 2, 3, 4].map((at) => rows.reduce((sum, { values }) => sum + values[at]!, 0))
  paper.table({
    caption: `${caption} ($ thousands)`,
    columns: [
      { label: 'Holding', share: 30 },
      ...['Opening', 'Return', 'Transfers', 'Paid out', 'Closing'].map((label) => ({
        label,
        share: 14,
        figures: true,
      })),
    ],
    rows: [
      ...rows.map(({ name, values }) => ({ cells: [name, ...values.map(count)] })),
      { kind: 'total', cells: ['Endowment', ...sums.map(count)] },
    ],
  })
}

const remarks: Record<Holding, string> = {
  us: 'Held in two index funds and one active fund of smaller companies. The share falls by about one and a half points a year.',
  world:
    'A broad index fund of developed markets and a smaller one of emerging markets. Currency is not hedged.',
  bonds:
    'Government and investment-grade corporate bonds with an average life of five years, laddered so that part of them matures before each grant season.',
  inflation:
    'Treasury securities whose value follows prices. They stand for the operating costs of the last years.',
  private:
    'Funds that are returning money. Nothing is added, and the managers’ own plans bring the share to almost nothing before the close.',
  cash: 'Bank balances and Treasury bills of up to one year. All grants are paid from here.',
}

function holding(paper: Paper, { months }: Briefing, id: Holding): void {
  const opening = months[0]!.opening[id]
  const gain = sumOf(months, ({ returns }) => returns[id])
  const end = months.at(-1)!.closing[id]
  paper.subsection(holdings[id].name)
  paper.text(
    `${remarks[id]} Value at the close: ${dollars(end)}. Return for the year to date: ${dollars(gain)}, ${percent(gain, opening)} of the opening value. In the long run the plan expects ${percent(holdings[id].mean, 1)} a year.`,
  )
}

function liquidity(paper: Paper, briefing: Briefing): void {
  const held = closing(briefing)
  const tiers: [string, number][] = [
    ['Within a week', held.cash + held.bonds],
    ['Within a month', held.us + held.world + held.inflation],
    ['More than a year', held.private],
  ]
  paper.text(
    'The spend-down makes liquidity as important as return. The table sorts the endowment by the time it takes to turn a holding into cash at a fair price.',
  )
  paper.table({
    columns: [
      { label: 'Can be sold', share: 50 },
      { label: '$ thousands', share: 25, figures: true },
      { label: 'Share', share: 25, figures: true },
    ],
    rows: [
      ...tiers.map(([name, value]) => ({
        cells: [name, count(value), percent(value, total(held))],
      })),
      { kind: 'total', cells: ['Endowment', count(total(held)), '100.0%'] },
    ],
  })
}
