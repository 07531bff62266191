import { total } from '../figures/ledger.ts'
import { count, dollars, percent } from '../figures/words.ts'
import { colors } from '../paper/look.ts'
import { startPaper } from '../paper/paper.ts'
import { assets, type Briefing, ofGroup } from './briefing.ts'
import { scenarios } from './outlook.ts'

/** A summary of the spend-down in a few pages. */
export async function spenddownOverview(briefing: Briefing): Promise<Uint8Array> {
  const { ledger, close, closeDay } = briefing
  const first = ledger.sunset - 20
  const closed = Array.from({ length: close.year - first }, (_, at) => first + at)
  const history = closed.slice(-8).map((year) => {
    const months = ledger.months.filter((month) => month.year === year)
    const sum = (of: (month: (typeof months)[number]) => number) =>
      months.reduce((whole, month) => whole + of(month), 0)
    return {
      year,
      opening: total(months[0]!.opening),
      returns: sum(({ returns }) => total(returns)),
      grants: sum(({ spent }) => ofGroup(spent, 'grants')),
      other: sum(({ spent, excise }) => total(spent) - ofGroup(spent, 'grants') + excise),
      closing: total(months.at(-1)!.closing),
    }
  })
  const level = scenarios(briefing)[0]!
  const granted = ledger.months.reduce((sum, { spent }) => sum + ofGroup(spent, 'grants'), 0)
  const paper = startPaper(
    briefing.head('Spenddown Overview', {
      subtitle: `Where we stand on the way to ${ledger.sunset}`,
      facts: [
        ['Prepared by', 'Wei Chen, Executive Director'],
        ['For', 'Information; background to the Spend-Down Model'],
      ],
    }),
  )
  paper.section('The decision, and why it was taken')
  paper.text(
    `The founding family decided that Larkspur should do its work within the lifetime of the people who care for it, and close on December 31, ${ledger.sunset}. Since the plan began in ${first}, the foundation has granted ${dollars(granted)}. On ${closeDay} it held ${dollars(assets(briefing))}.`,
    'Spending down is a way of working, not only a date. It lets us make larger and longer grants than a perpetual foundation of our size, and it obliges us to leave our partners stronger than we found them.',
  )
  paper.section('The years behind us')
  paper.table({
    caption: 'Closed years ($ thousands)',
    columns: [
      { label: 'Year', share: 12 },
      ...['Opening', 'Returns', 'Grants', 'Other and tax', 'Closing'].map((label) => ({
        label,
        share: 17,
        figures: true,
      })),
    ],
    rows: history.map(({ year, opening, returns, grants, other, closing }) => ({
      cells: [String(year), ...[opening, returns, -grants, -other, closing].map(count)],
    })),
    note: 'Opening + returns − grants − other and tax = closing, and a year’s closing is the next one’s opening.',
  })
  const line = [
    ...history.map(({ closing }) => closing),
    ...level.years.map(({ closing }) => closing),
  ]
  paper.figure({
    caption: 'The endowment, closed years and the Level scenario, in millions of dollars',
    alt: `A line that falls from today’s value to zero in ${ledger.sunset}.`,
    kind: 'lines',
    labels: [...history.map(({ year }) => year), ...level.years.map(({ year }) => year)].map(
      String,
    ),
    scale: (value) => String(value / 1000),
    series: [{ name: 'Endowment at year end', color: colors.accent, values: line }],
  })
  paper.section('The years ahead')
  paper.text(
    `Under the Level scenario the foundation will make grants of about ${dollars(level.years[0]!.grants)} in ${level.years[0]!.year}. Over the ${level.years.length} years of the plan, grants add up to ${dollars(level.years.reduce((sum, { grants }) => sum + grants, 0))}.`,
  )
  for (const [title, text] of phases) {
    paper.subsection(title)
    paper.text(text)
  }
  paper.section('How we will know that it worked')
  paper.list([
    `Every partner with more than a quarter of its income from us has a plan for ${ledger.sunset + 1} by ${ledger.sunset - 4}.`,
    'No grant is cut short because the endowment ran out before its end.',
    'What we learned is written down, in plain language, and is free for others to use.',
    'The last audit is clean, the last tax return is filed, and the archive has a home.',
  ])
  paper.callout(
    'The figure to remember',
    `Spending in ${close.year} is planned at ${percent(total(briefing.budget), total(briefing.months[0]!.opening))} of the endowment with which the year began. The law asks a private foundation for five.`,
  )
  return paper.finish()
}

const phases: [string, string][] = [
  [
    'Now: depth',
    'Fewer new partners, longer awards. Renewals run up to four years, with money for reserves and for people. Program officers spend a third of their time on what partners need beyond grants.',
  ],
  [
    'Then: hand over',
    'Four years before the end the last new partners are chosen. Endowment-like gifts to land trusts and clinics begin, and convenings are handed to hosts who want to go on with them.',
  ],
  [
    'Last: close well',
    'In the last two years there are only final grants. The staff is small, the archive is catalogued, and the board meets more often, because closing is work too.',
  ],
]
