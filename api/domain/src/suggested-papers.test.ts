import { expect, it } from 'vitest'
import { suggestedPapers } from './suggested-papers.ts'

const papers = [
  { materialType: 'consent-agenda', name: 'Consent Agenda' },
  { materialType: 'budget-vs-actual', name: 'Budget vs Actual' },
  { materialType: 'cash-flow-summary', name: 'Cash Flow Summary' },
  { materialType: 'budget-update', name: 'Budget Update' },
  { materialType: 'additional-material-1', name: 'Investment policy, redline' },
  { materialType: 'additional-material-2', name: '2026' },
  { materialType: 'additional-material-3', name: 'Board report' },
] as const

const suggested = (title: string, description?: string) =>
  suggestedPapers({ title, description }, papers).map(({ materialType }) => materialType)

it('suggests the paper whose slot the item’s title names', () => {
  expect(suggested('Consent agenda')).toEqual(['consent-agenda'])
  expect(suggested('3. Report on cash flow')).toEqual(['cash-flow-summary'])
  expect(suggested('Welcome and quorum')).toEqual([])
})

it('suggests every paper that the title could mean', () => {
  expect(suggested('Budget')).toEqual(['budget-vs-actual', 'budget-update'])
})

it('suggests the papers that a sentence of the description names', () => {
  const description = 'Results to date. The cash flow summary and the budget update belong to it.'
  expect(suggested('Budget vs Actual', description)).toEqual([
    'budget-vs-actual',
    'cash-flow-summary',
    'budget-update',
  ])
})

it('suggests an additional material whose own words the item has, but not for common ones', () => {
  expect(suggested('Investment policy review', 'The redline shows two changes.')).toEqual([
    'additional-material-1',
  ])
  expect(suggested('Report of the board 2026')).toEqual([])
})
