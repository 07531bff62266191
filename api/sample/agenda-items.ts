import type { AgendaItem } from '@portal/contract/agendas'
import { consecutiveItems } from '@portal/domain/agenda-times'
import { consentType } from '@portal/domain/question-rules'
import type { Quarter } from '@portal/domain/quarter'

type Draft = [title: string, minutes: number, speaker: string, type: string, description: string]

const subjects: Draft[] = [
  [
    'Annual disclosures',
    30,
    'Eleanor Whitcombe',
    'discussion',
    'The governance committee reports on the statements of the year. Trustees sign the statement for the coming one.',
  ],
  [
    'Investment policy review',
    30,
    'Anand Krishnan',
    'decision',
    'Two changes for the years of the spend-down: the sale of private interests before their end, and a ladder of bonds that covers three years of spending.',
  ],
  [
    'Report on the audit',
    30,
    'James Okafor',
    'decision',
    'The auditors gave an opinion without reservation. The board is asked to accept the audited statements.',
  ],
  [
    'Operating plan',
    30,
    'Wei Chen',
    'discussion',
    'Five goals for the coming year, each with one person’s name beside it. The budget follows in its own paper.',
  ],
]

/** The papers of the items that have some, by the item's title; a quarter's own subject has the special report. */
const papersOf: Record<string, NonNullable<AgendaItem['papers']>> = {
  'Consent agenda': [{ materialType: 'consent-agenda' }],
  'Budget vs Actual': [
    { materialType: 'budget-vs-actual' },
    { materialType: 'cash-flow-summary' },
    { materialType: 'budget-update' },
  ],
  'Spend-down model': [
    { materialType: 'spend-down-model', pages: '1–4' },
    { materialType: 'spenddown-overview' },
  ],
  'Program review': [{ materialType: 'additional-material-3' }],
  'Grants docket': [{ materialType: 'additional-material-1' }],
}

/** The items of a quarter's meeting, from nine to noon. */
export function agendaItems({ quarter }: Quarter): AgendaItem[] {
  const drafts: Draft[] = [
    [
      'Welcome and quorum',
      5,
      'Maria Lopez',
      'information',
      'Roll call, declarations of interest, and a word from the chair.',
    ],
    [
      'Consent agenda',
      10,
      'Maria Lopez',
      consentType,
      'Minutes of the last meeting, committee reports, grants under delegated authority, contracts and resolutions. Any trustee may ask to take an item out.',
    ],
    [
      'Budget vs Actual',
      20,
      'James Okafor',
      'discussion',
      'Results to date and the year-end forecast, with the lines that are outside the reporting limits and why. The cash flow summary and the budget update belong to this item.',
    ],
    [
      'Spend-down model',
      30,
      'Anand Krishnan',
      'decision',
      'Three scenarios for the endowment and a recommendation for decision. Please read the first four pages of the model, or the overview, before the meeting.',
    ],
    ['Break', 10, '', 'break', ''],
    [
      'Program review',
      35,
      'Hana Takeda',
      'discussion',
      'All five areas in brief and one in depth, with three questions for the board.',
    ],
    subjects[quarter - 1]!,
    [
      'Grants docket',
      20,
      'Tomás Rivera',
      'decision',
      'Thirty awards in five areas, recommended by the grants committee.',
    ],
    ['Executive session', 15, 'Maria Lopez', 'discussion', 'Trustees only.'],
    ['How was this meeting?', 5, 'Everyone', 'information', 'Five honest minutes.'],
  ]
  const items = drafts.map(([title, duration, speaker, type, description], at) => ({
    id: `item-${at + 1}`,
    title,
    ...(description ? { description } : {}),
    duration,
    completed: false,
    type,
    ...(speaker ? { speaker } : {}),
    ...papersNamed(title === subjects[quarter - 1]![0] ? specialReport : papersOf[title]),
  }))
  return consecutiveItems({ time: '09:00', items })
}

const specialReport = [{ materialType: 'additional-material-4' }]

function papersNamed(papers: AgendaItem['papers']): Pick<AgendaItem, 'papers'> {
  return papers ? { papers } : {}
}
