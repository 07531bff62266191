import { total } from '../figures/ledger.ts'
import { dollars, longDay } from '../figures/words.ts'
import { monthsOfQuarter, nth } from '../days.ts'
import { startPaper } from '../paper/paper.ts'
import { assets, type Briefing } from './briefing.ts'
import { notableLines } from './budget-vs-actual.ts'

export async function committeeReport(briefing: Briefing): Promise<Uint8Array> {
  const { close, spent, planned, period, label } = briefing
  const meetings = monthsOfQuarter(close).map((month) => nth(close.year, month, 2, 3))
  const paper = startPaper(
    briefing.head('Finance Committee Report', {
      subtitle: 'What the committee read, asked and recommends',
      facts: [
        ['From', 'James Okafor, Treasurer and chair of the committee'],
        ['Members', 'James Okafor, Anand Krishnan, Ingrid Sørensen; staff: Samuel Osei'],
        ['For', `Information; item 2 of the ${label} consent agenda`],
      ],
    }),
  )
  paper.section('Meetings')
  paper.text('The committee met three times since the last report, each time with all members.')
  paper.table({
    columns: [
      { label: 'Date', share: 36 },
      { label: 'Main subjects', share: 64 },
    ],
    rows: meetings.map((day, at) => ({ cells: [longDay(day), subjects[at]!] })),
  })
  paper.section('Results')
  paper.text(
    `The committee reviewed the results for the ${period}. Spending was ${dollars(total(spent))} against ${dollars(total(planned))} budgeted, and the endowment stood at ${dollars(assets(briefing))}. The committee asked management about each line outside the reporting limits and is satisfied with the answers.`,
  )
  const noted = notableLines(briefing)
  paper.list(
    noted.length === 0
      ? ['No line was outside the limits.']
      : noted.map(
          ({ id, name }) =>
            `${name}: ${dollars(spent[id]!)} spent, ${dollars(planned[id]!)} budgeted.`,
        ),
  )
  for (const [title, ...texts] of parts) {
    paper.section(title!)
    paper.text(...texts)
  }
  paper.section('Questions the board may want to ask')
  paper.list([
    'Is the reserve of ninety days of spending in cash still right while awards become fewer and larger?',
    'Which open commitments would be hardest to keep in the Cautious scenario?',
    'Who signs, and who looks, in the weeks in which both officers are away?',
  ])
  paper.callout(
    'Recommendation',
    'That the board receive this report. The committee asks for no other decision at this meeting.',
  )
  return paper.finish()
}

const subjects = [
  'Monthly results; insurance renewal; list of payments',
  'Quarterly results; audit plan, with the auditors and without management',
  'Forecast; spend-down model; draft papers for the board',
]

const parts: string[][] = [
  [
    'Audit',
    'The auditors presented their plan. They will look with particular care at the recognition of multi-year awards, at the valuation of private assets and at access to the payment system. They reported no disagreement with management and no limit to their work.',
    'The engagement partner changes after this year, as the committee’s own rule of seven years asks. The firm has proposed a successor, whom the committee will meet in the spring.',
  ],
  [
    'Controls',
    'The committee read the yearly review of controls. Two recommendations of the last year are done: access of former staff ends on their last day, and the list of vendors is reviewed twice a year. One is open: a written plan for paying grants if the office can’t be reached. A draft exists, and it will be tried before the summer.',
  ],
  [
    'Insurance',
    'Property, liability, cyber and trustees’ coverage were renewed. The premium rose by less than the budget assumed. The committee raised the limit of the cyber policy, on the advice of the broker, and accepts a higher deductible for property.',
  ],
  [
    'Taxes',
    'The yearly return was reviewed by the committee before it was filed. Distributions are well above the five percent that the law asks. The estimate of the excise tax is paid in equal parts.',
  ],
]
