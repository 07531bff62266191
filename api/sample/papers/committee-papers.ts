import type { Day } from '@portal/domain/days'
import type { CommitteePaper } from '../committee-meetings.ts'
import { longDay } from '../figures/words.ts'
import { type Paper, startPaper } from '../paper/paper.ts'

/** A paper of a committee's meeting. */
export async function writeCommitteePaper(name: CommitteePaper, on: Day): Promise<Uint8Array> {
  const { committee, subtitle, from, write } = contents[name]
  const paper = startPaper({
    title: name,
    kicker: committee,
    date: new Date(`${on}T12:00:00Z`),
    subtitle,
    facts: [
      ['From', from],
      ['For', `The meeting of ${longDay(on)}`],
    ],
  })
  write(paper)
  return paper.finish()
}

type Content = {
  committee: string
  subtitle: string
  from: string
  write: (paper: Paper) => void
}

const contents: Record<CommitteePaper, Content> = {
  'Monthly Results': {
    committee: 'Finance Committee',
    subtitle: 'The month in a page, with the payments above the limit',
    from: 'Samuel Osei, Director of Finance',
    write(paper) {
      paper.section('In short')
      paper.text(
        'The month closed on time. Salaries and occupancy are as planned; travel is below plan, because two visits moved into the new year.',
      )
      paper.section('Payments above $25,000')
      paper.table({
        columns: [
          { label: 'To', share: 44 },
          { label: 'For', share: 36 },
          { label: 'Amount', share: 20, figures: true },
        ],
        rows: [
          { cells: ['Harborlight Insurance', 'Renewal of liability', '$41,200'] },
          { cells: ['Alder & Finch', 'Roof of Larkspur House', '$38,750'] },
          { cells: ['Meridian Data', 'Payment system, yearly', '$27,900'] },
          { kind: 'total', cells: ['', 'Together', '$107,850'] },
        ],
      })
      paper.callout(
        'For decision',
        'That the committee release the second payment for the roof after the inspection.',
      )
    },
  },
  'Audit Plan': {
    committee: 'Finance Committee',
    subtitle: 'What the auditors will look at, and when',
    from: 'Joan Whitlock, Whitlock & Dean, auditors',
    write(paper) {
      paper.section('Scope')
      paper.list([
        'Awards that are paid over several years, and when they are counted.',
        'The value of private interests that are sold before their end.',
        'Who can release a payment, and who sees that it was released.',
      ])
      paper.section('Calendar')
      paper.text(
        'Fieldwork takes two weeks in February. A draft of the opinion reaches the committee ten days before its meeting in April.',
      )
      paper.section('What we need')
      paper.text(
        'Read access to the ledger from the first of February, and an hour with each of the two officers who release payments.',
      )
    },
  },
  'Site Visits': {
    committee: 'Grants Committee',
    subtitle: 'Three partners, seen in a week',
    from: 'Hana Takeda, Director of Programs',
    write(paper) {
      paper.section('Visited')
      paper.list([
        'Tidewater Commons: the new nursery is full, and the waiting list is longer than the nursery.',
        'Saltmarsh Trust: half of the planned planting was lost to a storm; they ask for a season more, not for money.',
        'Cedar Street Kitchen: meals doubled, with the same three cooks.',
      ])
      paper.section('What the committee may ask')
      paper.text('Whether a second year should depend on the first one’s numbers, or on its story.')
    },
  },
  'Docket in Brief': {
    committee: 'Grants Committee',
    subtitle: 'The awards that need a word before the board sees them',
    from: 'Tomás Rivera, chair of the committee',
    write(paper) {
      paper.section('For discussion')
      paper.text(
        'Twenty-six of the awards renew what the board knows. Four are new, and two of those are larger than any first award before.',
      )
      paper.callout(
        'For decision',
        'That the committee recommend the docket, with both large first awards paid in two parts.',
      )
    },
  },
}
