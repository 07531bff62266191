import { render, screen } from '@testing-library/react'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { expect, it } from 'vitest'
import { ContentsPanel } from './contents-panel.tsx'

it('shows the pages of a book’s papers if their own bookmarks are too many to look up', async () => {
  const bookmark = (index: number) => ({ title: `Part ${index}`, dest: [index], items: [] })
  const items = Array.from({ length: 400 }, (_, index) => bookmark(index))
  const outline = [
    { title: 'Budget', dest: [3], items },
    { title: 'Minutes', dest: [40], items: [] },
  ]
  const document = { getOutline: async () => outline } as object as PDFDocumentProxy
  render(<ContentsPanel document={document} page={4} onGo={() => {}} />)
  const budget = await screen.findByRole('button', { name: 'Budget page 4' })
  expect(budget.getAttribute('aria-current')).toBe('location')
  const names = screen.getAllByRole('button').map(({ textContent }) => textContent)
  expect(names.slice(0, 2)).toEqual(['Budgetpage 4', 'Part 0'])
  expect(names.at(-1)).toBe('Minutespage 41')
})
