import { chanceOf, pick } from '../figures/chance.ts'
import { grantLines } from '../figures/lines.ts'
import { count, dollars, inWords, longDay, percent } from '../figures/words.ts'
import { type Paper, startPaper } from '../paper/paper.ts'
import type { Briefing } from './briefing.ts'
import { type Grant, grantBook } from './grant-book.ts'

/** The longest paper, with two pages per award. */
export async function grantsDocket(briefing: Briefing): Promise<Uint8Array> {
  const book = grantBook(briefing)
  const whole = sum(book)
  const paper = startPaper(
    briefing.head('Grants Docket', {
      subtitle: `${book.length} awards proposed for the meeting on ${longDay(briefing.meetingOn)}`,
      facts: [
        ['Prepared by', 'Hana Takeda, Director of Programs, and the program officers'],
        ['Reviewed by', 'Grants committee, Tomás Rivera (chair)'],
        ['Asked of the board', `To approve awards of ${dollars(whole)} in total`],
      ],
    }),
  )
  paper.section('The docket at a glance')
  paper.text(
    `The committee recommends ${book.length} awards in five program areas. All applicants were visited, in person or by video, and all are public charities in good standing. Amounts are for the whole term of each award, in thousands of dollars.`,
  )
  paper.table({
    caption: 'By program area',
    columns: [
      { label: 'Area', share: 46 },
      { label: 'Awards', share: 16, figures: true },
      { label: '$ thousands', share: 20, figures: true },
      { label: 'Share', share: 18, figures: true },
    ],
    rows: [
      ...grantLines.map((area) => {
        const own = book.filter((grant) => grant.area === area)
        return { cells: [area.name, String(own.length), count(sum(own)), percent(sum(own), whole)] }
      }),
      { kind: 'total', cells: ['All awards', String(book.length), count(whole), '100.0%'] },
    ],
  })
  paper.table({
    caption: 'All awards',
    columns: [
      { label: 'Grantee', share: 38 },
      { label: 'Purpose', share: 40 },
      { label: 'Years', share: 9, figures: true },
      { label: '$ thousands', share: 13, figures: true },
    ],
    rows: grantLines.flatMap((area) => {
      const own = book.filter((grant) => grant.area === area)
      return [
        { kind: 'group' as const, cells: [area.name, '', '', ''] },
        ...own.map(({ grantee, purpose, years, amount }) => ({
          cells: [grantee, purpose, String(years), count(amount)],
        })),
        { kind: 'sum' as const, cells: ['', '', '', count(sum(own))] },
      ]
    }),
    note: `The five sums add up to ${count(whole)}.`,
  })
  for (const grant of book) award(paper, grant, briefing.label)
  return paper.finish()
}

const sum = (book: Grant[]): number => book.reduce((whole, { amount }) => whole + amount, 0)

function award(paper: Paper, grant: Grant, label: string): void {
  const { grantee, place, area, purpose, amount, years, founded, staff, income } = grant
  const chance = chanceOf(`award ${label} ${grantee}`)
  paper.newPage()
  paper.section(grantee)
  paper.table({
    columns: [
      { label: 'Recommendation', share: 36 },
      { label: '', share: 64 },
    ],
    rows: [
      { cells: ['Purpose', purpose] },
      { cells: ['Program area', area.name] },
      {
        cells: [
          'Amount and term',
          `${dollars(amount)} over ${inWords(years)} ${years === 1 ? 'year' : 'years'}`,
        ],
      },
      { cells: ['Founded, staff', `${founded}; ${staff} people on the payroll`] },
      {
        cells: [
          'Yearly income',
          `${dollars(income)}; this award is ${percent(amount / years, income)} of it`,
        ],
      },
    ],
  })
  paper.subsection('The applicant')
  paper.text(
    `${grantee} has worked in and around ${place} since ${founded}. ${pick(chance, applicants)} Its board has ${inWords(7 + Math.floor(chance() * 5))} members, of whom most live in the area. The last audit had no findings, and reserves cover ${inWords(2 + Math.floor(chance() * 5))} months.`,
  )
  paper.subsection('The work')
  paper.text(
    `The award is for one purpose: ${purpose.charAt(0).toLowerCase()}${purpose.slice(1)}. ${pick(chance, plans)}`,
    pick(chance, doubts),
  )
  paper.subsection('Budget of the work')
  paper.table(workBudget(grant, chance))
  paper.subsection('What we expect to see')
  paper.list(
    [
      `By the end of the first half year: ${pick(chance, firsts)}.`,
      `By the end of the first year: ${pick(chance, seconds)}.`,
      `At the end of the award: ${pick(chance, lasts)}.`,
    ],
    true,
  )
  paper.subsection('After the foundation')
  paper.text(pick(chance, afterwards))
  paper.callout(
    'Proposed motion',
    `That an award of ${dollars(amount)} to ${grantee} be approved, payable over ${inWords(years)} ${years === 1 ? 'year' : 'years'}, on the terms described here.`,
  )
}

function workBudget({ amount, years }: Grant, chance: () => number) {
  const shares = [0.46 + chance() * 0.08, 0.14 + chance() * 0.06, 0.12 + chance() * 0.05]
  const ours = shares.map((share) => Math.round(amount * share))
  ours.push(amount - ours.reduce((a, b) => a + b, 0))
  const others = ours.map((value) => Math.round(value * (0.3 + chance())))
  const names = ['People', 'Contracted help', 'Travel and materials', 'Share of the office']
  const whole = (values: number[]) => values.reduce((a, b) => a + b, 0)
  return {
    caption: `For ${inWords(years)} ${years === 1 ? 'year' : 'years'} ($ thousands)`,
    columns: [
      { label: 'Item', share: 40 },
      ...['Larkspur', 'Other sources', 'Together'].map((label) => ({
        label,
        share: 20,
        figures: true,
      })),
    ],
    rows: [
      ...names.map((name, at) => ({
        cells: [name, count(ours[at]!), count(others[at]!), count(ours[at]! + others[at]!)],
      })),
      {
        kind: 'total' as const,
        cells: [
          'Total',
          count(whole(ours)),
          count(whole(others)),
          count(whole(ours) + whole(others)),
        ],
      },
    ],
  }
}

const applicants = [
  'It began as a kitchen-table group of six families and is now the first place the county calls.',
  'It is small, steady and trusted: volunteers give as many hours as the staff.',
  'Its director came back to the valley after ten years in public service and rebuilt the group from its accounts up.',
  'It shares a building, a bookkeeper and a truck with two neighbors, which keeps its costs low.',
]
const plans = [
  'A first season of preparation is followed by the work itself, with a pause before the holidays to look at what was learned. Neighbors decide at two open meetings which places come first.',
  'Most of the money pays people who live within an hour’s drive. Partners lend rooms and vehicles, and the county has promised the permits by the spring.',
  'The plan grew out of a listening year that the foundation paid for. It begins with what people asked for most and leaves the costly part until the first results are in.',
]
const doubts = [
  'The program officer’s doubt is one of pace. The applicant has never spent so much in a year, so the second payment waits for a short conversation, not a report.',
  'Two other funders share the cost. If one of them withdraws, the scope shrinks from five places to three, and the applicant has shown us how.',
  'The greatest risk is that the person who carries the work leaves. The budget therefore pays for a deputy from the first day.',
]
const firsts = [
  'a signed agreement with each partner',
  'the first cohort enrolled and met',
  'staff hired and trained',
  'a baseline that neighbors helped to collect',
]
const seconds = [
  'the work under way in all places',
  'a shared account of what went wrong',
  'at least two hundred households reached',
  'half of the seasonal crew hired again',
]
const lasts = [
  'a service that another payer has agreed to carry',
  'results written down in ten plain pages',
  'a reserve of four months',
  'a permanent agreement, recorded with the county',
]
const afterwards = [
  'The applicant’s income from the foundation is below the quarter at which we ask for a plan of the time after us. It has begun one anyway, with help from the legacy budget.',
  'The award ends three years before the foundation does. Staff will introduce the applicant to two community funds in its last year.',
  'Part of the award may be kept as a reserve, if the board of the applicant so decides, and need not be spent by a date.',
]
