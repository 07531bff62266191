import type { Agenda } from '@portal/contract/agendas'
import type { ReactNode } from 'react'
import type { NamedPaper } from './item-papers.ts'

/** An agenda for stories, with everything that an item may have or lack. */
export const sampleAgenda = {
  date: '2026-12-10',
  time: '09:00',
  endTime: '12:00',
  location: 'Larkspur House, Boardroom',
  items: [
    item('welcome', 'Welcome and quorum', 5, { speaker: 'Maria Lopez' }),
    item('budget', 'Budget vs Actual', 150, {
      speaker: 'James Okafor',
      description:
        'Results to date and the year-end forecast, with the lines that are outside the reporting limits and why. The cash flow summary and the budget update belong to this item, and so does the question of whether the reserve is to be drawn on before the year ends.',
    }),
    item('untitled', '', 15),
    item('close', 'Executive session', 10, { time: '11:50', description: 'Trustees only.' }),
  ],
} satisfies Partial<Agenda>

function item(
  id: string,
  title: string,
  duration: number,
  others: Partial<Agenda['items'][number]> = {},
): Agenda['items'][number] {
  return { id, title, duration, completed: false, type: 'discussion', ...others }
}

/** The papers of one item; members find two of them. */
export const sampleItemPapers: NamedPaper[] = [
  { materialType: 'budget-vs-actual', name: 'Budget vs Actual', kind: 'pdf', isShown: true },
  {
    materialType: 'cash-flow-summary',
    name: 'Cash Flow Summary',
    kind: 'spreadsheet',
    pages: '3–5, 9',
    isShown: true,
  },
  {
    materialType: 'budget-update',
    name: 'Budget Update',
    kind: undefined,
    problem: 'It isn’t available: nothing is mapped to its slot.',
    isShown: false,
  },
  {
    materialType: 'asset-summary',
    name: 'Asset Summary',
    kind: 'pdf',
    problem: 'Members don’t see it: its slot is inactive.',
    isShown: false,
  },
]

export function samplePaperLink(
  { materialType }: NamedPaper,
  { className, children }: { className: string; children: ReactNode },
) {
  return (
    <a href={`#${materialType}`} className={className}>
      {children}
    </a>
  )
}
