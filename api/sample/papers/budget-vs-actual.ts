import { chanceOf, pick } from '../figures/chance.ts'
import { total } from '../figures/ledger.ts'
import { type Group, groupIds, groups, type Line, lines, linesOf } from '../figures/lines.ts'
import { count, dollars, monthNames, percent } from '../figures/words.ts'
import { colors } from '../paper/look.ts'
import { startPaper } from '../paper/paper.ts'
import type { Row } from '../paper/table.ts'
import { reasons } from './variance-reasons.ts'
import { type Briefing, ofGroup, shortMonth, sumOf } from './briefing.ts'
import { projected } from './outlook.ts'

const columns = [
  { label: 'Line ($ thousands)', share: 34 },
  { label: 'Budget to date', share: 15, figures: true },
  { label: 'Actual to date', share: 15, figures: true },
  { label: 'Variance', share: 13, figures: true },
  { label: 'Variance %', share: 12, figures: true },
  { label: 'Full-year budget', share: 15, figures: true },
]

export async function budgetVsActual(briefing: Briefing): Promise<Uint8Array> {
  const { period, planned, spent, budget, close } = briefing
  const paper = startPaper(
    briefing.head('Budget vs Actual', {
      subtitle: `Operating and grant results for the ${period}, in thousands of dollars`,
      facts: [
        ['Prepared by', 'Samuel Osei, Director of Finance'],
        ['Reviewed by', 'Finance committee, James Okafor (Treasurer)'],
        ['For', 'Information and discussion; no decision is asked'],
      ],
    }),
  )
  const all = { planned: total(planned), spent: total(spent) }
  const gap = all.spent - all.planned
  paper.section('Summary')
  paper.text(
    `Total spending for the ${period} was ${dollars(all.spent)} against a budget of ${dollars(all.planned)}, ${dollars(Math.abs(gap))} (${percent(Math.abs(gap), all.planned)}) ${gap > 0 ? 'above' : 'below'} plan. Grants account for ${percent(ofGroup(spent, 'grants'), all.spent, 0)} of all spending. The phasing of the budget follows the grant calendar, in which the last quarter of the year is always the largest.`,
    'A variance is actual less budget: a positive figure means that more was spent than planned to this date. Lines are commented on when they differ from the budget by at least five percent and fifteen thousand dollars.',
  )
  paper.table({
    caption: `Results by group, ${period}`,
    columns,
    rows: [
      ...groupIds.map((group) =>
        figures(
          groups[group],
          ofGroup(planned, group),
          ofGroup(spent, group),
          ofGroup(budget, group),
        ),
      ),
      { ...figures('Total spending', all.planned, all.spent, total(budget)), kind: 'total' },
    ],
  })
  paper.figure({
    caption: 'Budget and actual by group, in millions of dollars',
    alt: `Columns that compare budget and actual for ${groupIds.length} groups of lines.`,
    kind: 'columns',
    labels: ['Grants', 'Programs', 'Staff', 'Governance', 'Administration'],
    scale: (value) => (value / 1000).toFixed(1),
    series: [
      {
        name: 'Budget to date',
        color: '#a9c4bc',
        values: groupIds.map((g) => ofGroup(planned, g)),
      },
      {
        name: 'Actual to date',
        color: colors.accent,
        values: groupIds.map((g) => ofGroup(spent, g)),
      },
    ],
  })
  paper.section('Results by line')
  paper.table({
    columns,
    rows: [
      ...groupIds.flatMap((group) => groupRows(briefing, group)),
      { ...figures('Total spending', all.planned, all.spent, total(budget)), kind: 'total' },
    ],
    note: 'Unaudited. Grants are shown when paid. Figures are rounded to the nearest thousand, line by line, and the totals are the sums of the rounded lines.',
  })
  paper.section('Variance commentary')
  for (const group of groupIds) {
    const noted = linesOf(group).filter((line) => notable(briefing, line))
    paper.subsection(groups[group])
    if (noted.length === 0) paper.text('All lines of this group are within the reporting limits.')
    for (const line of noted) paper.text(commentary(briefing, line))
  }
  paper.section('Month by month')
  for (const group of groupIds) paper.table(monthly(briefing, group))
  paper.section('Outlook for the year')
  const outlook = projected(briefing)
  paper.text(
    close.month === 12
      ? 'The year is closed. The figures below are final, subject to the audit.'
      : `The forecast keeps the actual results to ${monthNames[close.month - 1]} and adds the remaining budget, adjusted for what is known today. Management expects total spending of ${dollars(total(outlook))} for the year, against a budget of ${dollars(total(budget))}.`,
  )
  paper.table({
    caption: 'Year-end forecast ($ thousands)',
    columns: [
      { label: 'Group', share: 40 },
      { label: 'Full-year budget', share: 20, figures: true },
      { label: 'Forecast', share: 20, figures: true },
      { label: 'Difference', share: 20, figures: true },
    ],
    rows: [
      ...groupIds.map((g) => forecastRow(groups[g], ofGroup(budget, g), ofGroup(outlook, g))),
      { ...forecastRow('Total spending', total(budget), total(outlook)), kind: 'total' },
    ],
  })
  paper.section('Investment income and excise tax')
  const { months } = briefing
  paper.text(
    `Dividends and interest were ${dollars(sumOf(months, ({ income }) => income))} to date and investment fees ${dollars(sumOf(months, ({ fees }) => fees))}. The federal excise tax on net investment income, at 1.39 percent, is accrued each month and amounts to ${dollars(sumOf(months, ({ excise }) => excise))}. Investment results are shown in full in the asset summary.`,
  )
  return paper.finish()
}

function figures(name: string, plan: number, actual: number, year: number): Row {
  const gap = actual - plan
  return { cells: [name, count(plan), count(actual), count(gap), percent(gap, plan), count(year)] }
}

function groupRows({ planned, spent, budget }: Briefing, group: Group): Row[] {
  return [
    { cells: [groups[group], '', '', '', '', ''], kind: 'group' },
    ...linesOf(group).map(({ id, name }) => figures(name, planned[id]!, spent[id]!, budget[id]!)),
    {
      ...figures(
        `Total ${group === 'programs' ? group : groups[group].toLowerCase()}`,
        ofGroup(planned, group),
        ofGroup(spent, group),
        ofGroup(budget, group),
      ),
      kind: 'sum',
    },
  ]
}

function forecastRow(name: string, budget: number, forecast: number): Row {
  return { cells: [name, count(budget), count(forecast), count(forecast - budget)] }
}

function monthly({ months, close }: Briefing, group: Group) {
  const shown = months.slice(-6)
  return {
    caption: `${groups[group]}, last ${shown.length} months of ${close.year} ($ thousands)`,
    columns: [
      { label: 'Line', share: 30 },
      ...shown.map(({ month }) => ({ label: shortMonth(month), share: 11, figures: true })),
      { label: 'Sum', share: 13, figures: true },
    ],
    rows: [
      ...linesOf(group).map(({ id, name }) => ({
        cells: [
          name,
          ...shown.map(({ spent }) => count(spent[id]!)),
          count(sumOf(shown, ({ spent }) => spent[id]!)),
        ],
      })),
      {
        kind: 'sum' as const,
        cells: [
          'Total',
          ...shown.map(({ spent }) => count(ofGroup(spent, group))),
          count(sumOf(shown, ({ spent }) => ofGroup(spent, group))),
        ],
      },
    ],
  }
}

function notable({ planned, spent }: Briefing, { id }: Line): boolean {
  const gap = Math.abs(spent[id]! - planned[id]!)
  return gap >= 15 && gap >= planned[id]! * 0.05
}

/** The lines that need an explanation, largest variance first. */
export function notableLines(briefing: Briefing): Line[] {
  const gap = ({ id }: Line) => Math.abs(briefing.spent[id]! - briefing.planned[id]!)
  return lines.filter((line) => notable(briefing, line)).toSorted((a, b) => gap(b) - gap(a))
}

function commentary({ planned, spent, label }: Briefing, { id, name, group }: Line): string {
  const gap = spent[id]! - planned[id]!
  const chance = chanceOf(`reason ${label} ${id}`)
  const reason = pick(chance, gap > 0 ? reasons[group].over : reasons[group].under)
  return `${name} is ${dollars(Math.abs(gap))} (${percent(Math.abs(gap), planned[id]!)}) ${gap > 0 ? 'above' : 'below'} budget. ${reason}`
}
