import { expect, it } from 'vitest'
import { papersByQuarter } from './papers-by-quarter.ts'

it('lists the latest meeting first, papers by name, and papers without a meeting last', () => {
  const papers = [
    { name: 'Bylaws' },
    { name: 'Budget', quarter: { year: 2026, quarter: 3 } },
    { name: 'Paper 10', quarter: { year: 2026, quarter: 4 } },
    { name: 'Paper 9', quarter: { year: 2026, quarter: 4 } },
    { name: 'Forecast', meeting: { id: '2026-11-12-finance', name: 'Finance, 12 November 2026' } },
    { name: 'Agenda', quarter: { year: 2027, quarter: 1 } },
  ]
  const names = papersByQuarter(papers).map(({ name, papers: own }) => [
    name,
    ...own.map((paper) => paper.name),
  ])
  expect(names).toEqual([
    ['Q1 2027', 'Agenda'],
    ['Finance, 12 November 2026', 'Forecast'],
    ['Q4 2026', 'Paper 9', 'Paper 10'],
    ['Q3 2026', 'Budget'],
    ['Other papers', 'Bylaws'],
  ])
})
