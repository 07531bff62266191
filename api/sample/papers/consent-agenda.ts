import { chanceOf, pick } from '../figures/chance.ts'
import { total } from '../figures/ledger.ts'
import { count, dollars, longDay, percent, plainDay } from '../figures/words.ts'
import { dayAfter } from '@portal/domain/days'
import { boardMembers, people } from '../people.ts'
import { startPaper } from '../paper/paper.ts'
import { assets, type Briefing } from './briefing.ts'
import { grantBook } from './grant-book.ts'

export async function consentAgenda(briefing: Briefing): Promise<Uint8Array> {
  const { meetingOn, lastMeetingOn, label, closeDay, period, spent, planned } = briefing
  const byVideo = pick(chanceOf(`video ${label}`), boardMembers.slice(1))
  const paper = startPaper(
    briefing.head('Consent Agenda', {
      subtitle: `Matters proposed for approval in one vote on ${longDay(meetingOn)}`,
      facts: [
        ['Prepared by', 'Ruth Abelman, Board Liaison'],
        [
          'Asked of the board',
          'One vote on items 1 to 6. Any trustee may ask to take an item out.',
        ],
      ],
    }),
  )
  paper.section('Items')
  paper.list(
    [
      `Minutes of the board meeting of ${plainDay(lastMeetingOn)}`,
      'Report of the finance committee',
      'Grants made under delegated authority',
      'Renewal of contracts',
      'Calendar of meetings',
      'Resolutions',
    ],
    true,
  )
  paper.callout(
    'Proposed motion',
    'That the board approve the items of the consent agenda as they were sent to the trustees, and that the liaison enter them in the minutes.',
  )
  paper.newPage()
  paper.section('1. Minutes of the last meeting')
  paper.text(
    `The board of trustees of the Larkspur Foundation met on ${longDay(lastMeetingOn)} at Larkspur House and by video. The chair, Maria Lopez, opened the meeting at 9:02 AM and found that a quorum was present.`,
  )
  paper.table({
    columns: [
      { label: 'Name', share: 34 },
      { label: 'Office', share: 46 },
      { label: 'Presence', share: 20 },
    ],
    rows: people.map((person) => ({
      cells: [
        person.name,
        person.role,
        person === byVideo
          ? 'Present by video'
          : person.type === 'board'
            ? 'Present'
            : 'In attendance',
      ],
    })),
  })
  for (const [title, ...texts] of minutes) {
    paper.subsection(title!)
    paper.text(...texts)
  }
  paper.text(
    'There being no further business, the meeting was adjourned at 11:54 AM.',
    'Respectfully submitted, Eleanor Whitcombe, Secretary',
  )
  paper.section('2. Report of the finance committee')
  paper.text(
    `The committee met three times. It reviewed the results for the ${period}: spending of ${dollars(total(spent))} against a budget of ${dollars(total(planned))}, and an endowment of ${dollars(assets(briefing))} on ${closeDay}. It discussed the audit plan with the auditors without management present and found nothing to report to the board.`,
    'The committee recommends no change to the budget. Its full report is among the additional materials.',
  )
  paper.section('3. Grants made under delegated authority')
  const small = grantBook({ ...briefing, label: `delegated ${label}` })
    .filter(({ amount }) => amount <= 60)
    .slice(0, 12)
  paper.text(
    'Between meetings the executive director may make grants of up to $60,000 each within the approved budget. The following grants were made.',
  )
  paper.table({
    columns: [
      { label: 'Grantee', share: 38 },
      { label: 'Purpose', share: 44 },
      { label: '$ thousands', share: 18, figures: true },
    ],
    rows: [
      ...small.map(({ grantee, purpose, amount }) => ({
        cells: [grantee, purpose, count(amount)],
      })),
      {
        kind: 'total',
        cells: ['Total', '', count(small.reduce((sum, { amount }) => sum + amount, 0))],
      },
    ],
  })
  paper.section('4. Renewal of contracts')
  paper.table({
    columns: [
      { label: 'Service', share: 36 },
      { label: 'Term', share: 26 },
      { label: 'Fee, $ thousands', share: 20, figures: true },
      { label: 'Change', share: 18, figures: true },
    ],
    rows: (
      [
        ['Independent audit', 'One year', 46, 45],
        ['Payroll and benefits service', 'Two years', 31, 30],
        ['Grants management system', 'Three years', 84, 84],
        ['Cleaning and grounds', 'One year', 22, 21],
      ] as const
    ).map(([name, term, fee, before]) => ({
      cells: [name, term, count(fee), percent(fee - before, before)],
    })),
    note: 'All four contracts were compared with at least one other offer, as the purchasing policy asks.',
  })
  paper.section('5. Calendar of meetings')
  paper.list([
    `Board meeting: ${longDay(meetingOn)}, 9:00 AM to 12:00 PM`,
    `Board retreat: ${longDay(dayAfter(meetingOn, 2))}, at Larkspur House, in the second and fourth quarters`,
    `Next board meeting: ${longDay(briefing.nextMeetingOn)}`,
    'Finance committee: third Tuesday of each month, 2:00 PM',
  ])
  paper.section('6. Resolutions')
  for (const text of resolutions(briefing)) paper.text(text)
  return paper.finish()
}

function resolutions({ label, closeDay }: Briefing): string[] {
  return [
    `Resolved, that the minutes of the last meeting be approved as submitted (${label}-1).`,
    `Resolved, that the financial report as of ${closeDay} be received (${label}-2).`,
    `Resolved, that the grants listed in item 3, made under the authority delegated to the executive director, be ratified (${label}-3).`,
    `Resolved, that the officers be authorized to sign the contracts listed in item 4 (${label}-4).`,
  ]
}

const minutes: string[][] = [
  [
    'Declarations of interest',
    'The chair asked for declarations. Tomás Rivera stated that his sister serves without pay on the council of one applicant in the land and watersheds docket. He left the room for that item and did not vote.',
  ],
  [
    'Consent agenda',
    'On a motion by Ms. Whitcombe, seconded by Ms. Sørensen, the board approved the consent agenda without dissent.',
  ],
  [
    'Budget vs Actual',
    'Mr. Okafor presented the results. In answer to a question he explained that grants fall unevenly over the year and that the budget follows the calendar of awards. Ms. Sørensen asked that the commentary say when a variance is only one of timing; management will do so.',
  ],
  [
    'Spend-down model',
    'Mr. Krishnan presented the model. The discussion turned on how much of the endowment should stand in bonds while spending rises. The board asked the investment committee to bring a comparison of three scenarios to each meeting.',
    'On a motion by Mr. Krishnan, seconded by Mr. Okafor, the board confirmed the Level scenario as the basis of the budget. All six trustees voted in favor.',
  ],
  [
    'Program review',
    'Ms. Chen and Ms. Takeda reported on rural health. Four clinics now share one on-call service; waiting times fell by a third. The trustees asked what would remain without the foundation’s money, and staff will return with an answer for each clinic.',
  ],
  [
    'Grants docket',
    'The board approved the docket as presented, with one award held over until its budget is complete.',
  ],
  ['Executive session', 'The trustees met without staff from 11:30 AM. No action was taken.'],
]
