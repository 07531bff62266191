import type { Table } from '../paper/table.ts'

type Special = {
  title: string
  subtitle: string
  facts: [string, string][]
  opening: string[]
  parts: { title: string; texts: string[]; list?: string[]; table?: Table }[]
  steps: string[]
}

const twoColumns = (left: string, right: string, rows: [string, string][]): Table => ({
  columns: [
    { label: left, share: 34 },
    { label: right, share: 66 },
  ],
  rows: rows.map((cells) => ({ cells })),
})

/** By quarter, the first to the fourth. */
export const specialReports: [Special, Special, Special, Special] = [
  {
    title: 'Annual Disclosures',
    subtitle: 'Conflicts of interest, gifts and outside service',
    facts: [
      ['Prepared by', 'Eleanor Whitcombe, Secretary, for the governance committee'],
      ['Asked of the board', 'To receive the report and to sign the statements for the year'],
    ],
    opening: [
      'Once a year every trustee and officer states in writing what could, or could seem to, pull in two directions. The governance committee reads the statements and reports to the board.',
      'A disclosure is not an admission. People who serve a region for decades have ties to it; that is why we ask them. What matters is that the ties are known and that the person stands aside when a decision touches them.',
    ],
    parts: [
      {
        title: 'What was disclosed',
        texts: ['Ten statements were due and ten were received. Four hold a disclosure.'],
        table: twoColumns('Subject', 'How it is handled', [
          [
            'A relative on the council of an applicant',
            'The trustee leaves the room for the item and does not vote',
          ],
          [
            'Unpaid service on a partner’s board',
            'Allowed; the program officer for that partner reports to another director',
          ],
          [
            'A rental agreement with a vendor',
            'The finance committee compared three offers; the trustee took no part',
          ],
          [
            'A gift above the limit, from a grantee',
            'Returned with thanks, and the limit explained',
          ],
        ]),
      },
      {
        title: 'Gifts and hospitality',
        texts: [
          'The limit stays at fifty dollars a year from one giver. Meals during visits are fine; we are guests, and refusing soup helps nobody.',
        ],
      },
      {
        title: 'Outside service',
        texts: [
          'Trustees serve, in all, on fourteen other boards. No two serve together on one of them. The committee sees no need for a rule, and a good reason to keep asking.',
        ],
      },
      {
        title: 'Transactions with insiders',
        texts: [
          'There was none in the year. The foundation makes no loans and pays its trustees no fee; it refunds travel under the travel and expense policy.',
        ],
      },
      {
        title: 'The form',
        texts: [
          'The form is two pages and takes ten minutes. This year it asks about digital accounts that a trustee controls on behalf of others. The committee thanks those who found the question hard and answered it.',
        ],
      },
    ],
    steps: [
      'Each trustee signs the statement for the coming year.',
      'The secretary files the statements with the minutes.',
      'The committee reviews the form in the autumn.',
    ],
  },
  {
    title: 'Investment Policy Review',
    subtitle: 'Two changes proposed for the years of the spend-down',
    facts: [
      ['Prepared by', 'Anand Krishnan for the investment committee'],
      ['Asked of the board', 'To approve the two changes in section 4'],
    ],
    opening: [
      'The investment policy is reviewed every spring. Its aim has not changed: to have the money when a promise falls due, and to earn what can be earned without putting a promise at risk.',
      'The policy was written for a foundation that would last. We have adapted it step by step since the spend-down began, and this year’s review proposes two more steps.',
    ],
    parts: [
      {
        title: '1. How the policy served us',
        texts: [
          'In two of the last five years shares fell by more than a tenth within a quarter. In both, grants were paid from bonds that matured on time, and nothing had to be sold at a low price. That is what the ladder is for.',
        ],
      },
      {
        title: '2. Where it did not',
        texts: [
          'Private funds return money when their managers choose to. Twice a distribution that we expected came a year late. The effect was small, but it will be larger when there is less around it.',
        ],
      },
      {
        title: '3. Targets along the path',
        texts: [
          'The committee confirms the path of targets: each year about one and a half points leave shares for bonds and cash.',
        ],
        table: twoColumns('Years to the close', 'Rule', [
          ['More than ten', 'Growth assets up to seventy percent'],
          [
            'Ten to six',
            'Growth assets up to fifty-five percent; three years of spending in bonds and cash',
          ],
          [
            'Five to three',
            'Growth assets up to thirty percent; nothing that takes over a year to sell',
          ],
          ['Two and one', 'Treasury bills and insured deposits only'],
        ]),
      },
      {
        title: '4. Changes proposed',
        texts: [
          'First, that commitments to private funds may be sold to others before their end, if the price is at least nine tenths of the value in the books. Second, that the ladder of bonds cover three years of spending rather than two, from now on.',
        ],
      },
      {
        title: '5. What stays',
        texts: [
          'The ranges of five points, the limit of fifteen percent a manager, the screen for conflicts with the mission and the rule that nobody on the committee or the staff may be paid by a manager.',
        ],
      },
      {
        title: '6. Costs',
        texts: [
          'Fees are at four tenths of a percent of the endowment. They have fallen every year since index funds took the place of two active managers. The advisor’s contract is compared with others every third year; the next time is the coming year.',
        ],
      },
    ],
    steps: [
      'The board decides on the two changes.',
      'The advisor rebalances in the first week of the coming quarter.',
      'The committee reports on the sale of private interests, if any.',
    ],
  },
  {
    title: 'Report on the Audit',
    subtitle: 'Results of the independent audit and management’s answers',
    facts: [
      ['Prepared by', 'James Okafor for the finance committee'],
      ['Asked of the board', 'To accept the audited statements'],
    ],
    opening: [
      'The auditors have finished their work and gave an opinion without reservation. This paper sums up what they examined, the two remarks they made and what management will do.',
      'The statements themselves were sent to trustees with the papers of the finance committee and can be had from the board liaison.',
    ],
    parts: [
      {
        title: 'The opinion',
        texts: [
          'In the auditors’ opinion the statements present the position of the foundation fairly in all material respects. They found no fraud, no unrecorded commitments and no disagreement with management.',
        ],
      },
      {
        title: 'What they looked at most closely',
        texts: ['Three matters took most of their time.'],
        list: [
          'Multi-year awards: whether the conditions under which they are recognized are written down. They are.',
          'Private assets: whether values are timely. They lag by a quarter, as is usual, and the statements say so.',
          'Payments: whether two people approve each. In a sample of sixty there was no exception.',
        ],
      },
      {
        title: 'Two remarks',
        texts: [
          'The auditors made two remarks in their letter. Neither is a weakness in the sense of the standards.',
        ],
        table: twoColumns('Remark', 'Management’s answer', [
          [
            'Journal entries after the close are reviewed, but the review isn’t always dated',
            'The system now asks for a date; done',
          ],
          [
            'The list of people with access to the bank’s site held one former employee without rights',
            'Removed the same day; the list is read each quarter',
          ],
        ]),
      },
      {
        title: 'Independence',
        texts: [
          'The firm did no other work for the foundation. The partner has led the engagement for six years and hands over after the seventh.',
        ],
      },
      {
        title: 'A meeting without management',
        texts: [
          'The committee met the auditors alone. They praised the books, which close within ten days, and advised to write the plan for the final audit early, while those who know the history are here.',
        ],
      },
    ],
    steps: [
      'The board accepts the statements.',
      'The yearly return is filed within the month.',
      'Management reports on the two remarks in the spring.',
    ],
  },
  {
    title: 'Operating Plan',
    subtitle: 'Goals, people and dates for the coming year',
    facts: [
      ['Prepared by', 'Wei Chen, Executive Director'],
      ['Asked of the board', 'To discuss the goals; the budget follows in its own paper'],
    ],
    opening: [
      'The plan says in a few pages what the staff will do next year, who is responsible and how the board will see it. It follows the ten-year program plan and stays inside the frame of the spend-down model.',
      'We propose five goals rather than last year’s nine. Four of those nine were done, three were carried over, and two were not worth doing.',
    ],
    parts: [
      {
        title: 'Five goals',
        texts: ['Each goal has one person’s name beside it.'],
        table: twoColumns('Goal', 'Who, and how we will see it', [
          ['Longer awards', 'Hana Takeda: two thirds of new awards run three years or more'],
          ['Plans for the time after us', 'Program officers: twenty partners have one in writing'],
          ['Simpler applications', 'Hana Takeda: four pages, decided in eight weeks'],
          [
            'A calmer board book',
            'Ruth Abelman: papers out ten days before each meeting, in this portal',
          ],
          ['A plan for closing', 'Wei Chen and Samuel Osei: a first draft for the retreat'],
        ]),
      },
      {
        title: 'People',
        texts: [
          'The staff stays at its size. One program officer retires in the summer and her successor begins in the spring, so that they travel together for a season. Retention agreements will be discussed in executive session.',
        ],
      },
      {
        title: 'Learning',
        texts: [
          'Two evaluations end next year, of rural health and of early learning. Both will be published in plain language. The staff reads one failure together each quarter, over lunch.',
        ],
      },
      {
        title: 'Systems',
        texts: [
          'Grants are paid and followed in the new system since the summer. Next year the archive begins: what is kept, for whom, and where it will live when we are gone.',
        ],
      },
      {
        title: 'What we will not do',
        texts: [
          'No new program area, no new office and no campaign. When a good idea comes that is none of our five goals, we will pass it on to someone who can carry it longer than we can.',
        ],
      },
    ],
    steps: [
      'The board discusses the goals.',
      'Staff turn them into work plans before the new year.',
      'The executive director reports on all five in the summer.',
    ],
  },
]
