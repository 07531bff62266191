import { dollars, count, longDay, percent } from '../figures/words.ts'
import { grantLines } from '../figures/lines.ts'
import { colors } from '../paper/look.ts'
import { type Paper, startPaper } from '../paper/paper.ts'
import type { Row } from '../paper/table.ts'
import { notes, risks } from './spend-down-texts.ts'
import { assets, type Briefing } from './briefing.ts'
import { planOpening, type PlanYear, type Scenario, scenarios } from './outlook.ts'

export async function spendDownModel(briefing: Briefing): Promise<Uint8Array> {
  const { ledger, closeDay, meetingOn } = briefing
  const all = scenarios(briefing)
  const paper = startPaper(
    briefing.head('Spend-Down Model', {
      subtitle: `Three scenarios for the endowment through December 31, ${ledger.sunset}`,
      facts: [
        ['Prepared by', 'Samuel Osei, Director of Finance, with the investment committee'],
        ['Presented by', 'Anand Krishnan, chair of the investment committee'],
        ['Asked of the board', 'To confirm the Level scenario as the basis of next year’s budget'],
      ],
    }),
  )
  paper.section('In short')
  paper.text(
    `On ${closeDay} the endowment stood at ${dollars(assets(briefing))}. The foundation will pay its last grants in ${ledger.sunset} and close on December 31 of that year. This paper brings the model up to date and compares three ways of reaching that day.`,
  )
  paper.list(
    all.map(
      (scenario) =>
        `${scenario.name} (${percent(scenario.rate, 1)} a year): ${dollars(sum(scenario, 'grants'))} in grants over ${scenario.years.length} years, on average ${dollars(Math.round(sum(scenario, 'grants') / scenario.years.length))} a year. ${scenario.text}`,
    ),
  )
  paper.callout(
    'Recommendation',
    `The investment committee recommends the Level scenario. It keeps grants predictable for the people who rely on them, leaves room to move early in a year of need, and is recalculated each year, so that a poor market never meets us with promises we can’t keep. The board is asked to confirm it at its meeting on ${longDay(meetingOn)}.`,
  )
  endowmentChart(paper, all)
  paper.section('What the model assumes')
  paper.table({
    columns: [
      { label: 'Assumption', share: 34 },
      ...all.map(({ name }) => ({ label: name, share: 22, figures: true })),
    ],
    rows: [
      { cells: ['Return a year, before fees and tax', ...all.map(({ rate }) => percent(rate, 1))] },
      { cells: ['Fees and excise tax, share of return', '8.0%', '8.0%', '8.0%'] },
      { cells: ['Growth of operating costs', '2.5%', '2.5%', '2.5%'] },
      { cells: ['Opening balance, first year', ...all.map(() => count(planOpening(briefing)))] },
      { cells: ['Years in the plan', ...all.map(({ years }) => String(years.length))] },
    ],
    note: 'Amounts in thousands of dollars. Operating costs fall to 85, 70 and 50 percent of their path in the last three years, as the office winds down.',
  })
  paper.text(
    'The model is deliberately plain. It has one return a year, one path of costs and one rule for grants in each scenario, and everyone on the board can follow a row from left to right with a pencil: opening balance, plus returns, less grants, less operating costs, gives the closing balance, and that is the opening balance of the next row.',
    'The model does not forecast. It shows what a decision taken today leaves for later years. The committee reviews the assumptions every spring with the outside advisor and brings a change to the board when it moves the grants of any year by more than five percent.',
  )
  for (const scenario of all) scenarioPages(paper, scenario)
  comparison(paper, all)
  programShares(paper, all[0]!)
  sensitivity(paper, all[0]!)
  paper.section('Risks, and what we do about them')
  for (const [title, text] of risks) {
    paper.subsection(title)
    paper.text(text)
  }
  paper.section('Next steps')
  paper.list(
    [
      `The board confirms the scenario on ${longDay(meetingOn)}.`,
      'Management prepares next year’s budget on that basis and brings it to the finance committee.',
      'The investment committee moves the target allocation one step along its path.',
      'Staff tell every grantee with a multi-year award what the confirmed path means for them.',
    ],
    true,
  )
  return paper.finish()
}

const sum = ({ years }: Scenario, key: 'grants' | 'operating' | 'returns'): number =>
  years.reduce((whole, year) => whole + year[key], 0)

function endowmentChart(paper: Paper, all: Scenario[]): void {
  paper.figure({
    caption: 'Endowment at the end of each year, in millions of dollars',
    alt: `Three falling lines, one a scenario, that all reach zero in ${all[0]!.years.at(-1)!.year}.`,
    kind: 'lines',
    labels: all[0]!.years.map(({ year }) => String(year)),
    scale: (value) => String(value / 1000),
    series: all.map(({ name, color, years }, at) => ({
      name,
      color,
      dashed: at > 0,
      values: years.map(({ closing }) => closing),
    })),
    height: 190,
  })
}

const planColumns = [
  { label: 'Year', share: 12 },
  ...['Opening', 'Returns', 'Grants', 'Operating', 'Closing'].map((label) => ({
    label,
    share: 17,
    figures: true,
  })),
]

function scenarioPages(paper: Paper, scenario: Scenario): void {
  paper.newPage()
  paper.section(`Scenario: ${scenario.name}`)
  paper.text(scenario.text)
  paper.table({
    caption: `${scenario.name} scenario by year ($ thousands)`,
    columns: planColumns,
    rows: [...scenario.years.map(planRow), totals(scenario)],
    note: 'Closing = opening + returns − grants − operating.',
  })
  paper.figure({
    caption: 'Grants and operating costs, in millions of dollars',
    alt: `Columns of grants and operating costs for each year of the ${scenario.name} scenario.`,
    kind: 'columns',
    labels: scenario.years.map(({ year }) => String(year)),
    scale: (value) => String(value / 1000),
    series: [
      {
        name: 'Grants',
        color: scenario.color,
        values: scenario.years.map(({ grants }) => grants),
      },
      {
        name: 'Operating',
        color: '#b9b3a6',
        values: scenario.years.map(({ operating }) => operating),
      },
    ],
  })
  for (const [at, { year, opening, grants, closing }] of scenario.years.entries()) {
    if (at % 4 !== 0) continue
    paper.subsection(`The year ${year}`)
    paper.text(
      `The year opens with ${dollars(opening)} and closes with ${dollars(closing)}. Grants of ${dollars(grants)} are ${percent(grants, opening)} of the opening balance. ${notes[(at / 4) % notes.length]!}`,
    )
  }
}

function planRow({ year, opening, returns, grants, operating, closing }: PlanYear): Row {
  return { cells: [String(year), ...[opening, returns, grants, operating, closing].map(count)] }
}

function totals(scenario: Scenario): Row {
  const parts = (['returns', 'grants', 'operating'] as const).map((key) =>
    count(sum(scenario, key)),
  )
  return { kind: 'total', cells: ['Total', '', ...parts, ''] }
}

function comparison(paper: Paper, all: Scenario[]): void {
  paper.section('The scenarios side by side')
  paper.table({
    caption: 'Grants by year ($ thousands)',
    columns: [
      { label: 'Year', share: 20 },
      ...all.map(({ name }) => ({ label: name, share: 20, figures: true })),
    ],
    rows: [
      ...all[0]!.years.map(({ year }, at) => ({
        cells: [String(year), ...all.map(({ years }) => count(years[at]!.grants))],
      })),
      {
        kind: 'total' as const,
        cells: ['Total', ...all.map((scenario) => count(sum(scenario, 'grants')))],
      },
    ],
  })
  paper.text(
    'The Early scenario pays more in the first five years and less in all that follow: the later years finance the early ones, with the returns they would have earned. The Cautious scenario shows the floor. If markets were that poor from the first day, and if we followed the rule of the Level scenario, grants would come down step by step to this path rather than stop.',
  )
}

function programShares(paper: Paper, { years }: Scenario): void {
  paper.section('Grants by program area')
  const shown = years.slice(0, 8)
  const parts = shown.map(({ grants }) => {
    const shares = grantLines.map(({ weight }) => Math.round(grants * weight))
    shares[0]! += grants - shares.reduce((a, b) => a + b, 0)
    return shares
  })
  paper.table({
    caption: 'Level scenario, planned grants by area ($ thousands)',
    columns: [
      { label: 'Area', share: 28 },
      ...shown.map(({ year }) => ({ label: String(year), share: 10, figures: true })),
    ],
    rows: [
      ...grantLines.map(({ name }, at) => ({
        cells: [name, ...parts.map((shares) => count(shares[at]!))],
      })),
      { kind: 'total' as const, cells: ['Total', ...shown.map(({ grants }) => count(grants))] },
    ],
    size: 8.5,
    note: 'Shares follow the ten-year program plan. The board reviews them every second year.',
  })
}

function sensitivity(paper: Paper, { years }: Scenario): void {
  paper.section('How sensitive the plan is')
  const first = years[0]!
  paper.text(
    `A market loss in the first year is the harshest test, because every later year feels it. The table shows what the level payment becomes when the opening balance of ${first.year}, ${dollars(first.opening)}, is lower or higher by the shares on the left.`,
  )
  const whole = first.grants + first.operating
  paper.table({
    columns: [
      { label: 'Change of the opening balance', share: 34 },
      { label: 'Opening', share: 22, figures: true },
      { label: 'Grants and operating', share: 22, figures: true },
      { label: 'Grants', share: 22, figures: true },
    ],
    rows: [-20, -15, -10, -5, 0, 5, 10].map((change) => {
      const spend = Math.round(whole * (1 + change / 100))
      const opening = Math.round(first.opening * (1 + change / 100))
      const name = change === 0 ? 'As planned' : `${change > 0 ? '+' : '−'}${Math.abs(change)}%`
      const cells = [name, count(opening), count(spend), count(spend - first.operating)]
      return change === 0 ? { cells, kind: 'sum' as const } : { cells }
    }),
    note: 'In thousands of dollars. Operating costs are held: they can’t follow the market within a year.',
  })
  paper.figure({
    caption: 'Returns, grants and operating costs, in millions of dollars',
    alt: 'Lines of yearly returns, grants and operating costs; returns fall towards zero.',
    kind: 'lines',
    labels: years.map(({ year }) => String(year)),
    scale: (value) => String(value / 1000),
    series: [
      { name: 'Returns', color: colors.blue, values: years.map(({ returns }) => returns) },
      { name: 'Grants', color: colors.accent, values: years.map(({ grants }) => grants) },
      { name: 'Operating', color: colors.warm, values: years.map(({ operating }) => operating) },
    ],
  })
}
