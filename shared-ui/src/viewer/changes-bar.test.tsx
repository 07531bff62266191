import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef } from 'react'
import { expect, it } from 'vitest'
import type { Mark } from './page-marks.ts'
import { PdfControls } from './pdf-controls.tsx'
import type { PdfReading, ReadingState } from './pdf-reading.ts'
import { listedOrder, type ShownChanges } from './shown-changes.ts'

const paper = { id: 'cash-flow', name: 'Cash Flow Summary', mimeType: 'application/pdf' }
const shownChanges: ShownChanges = {
  title: 'Changed since you read it on 3 November.',
  summary: '3 passages changed, on pages 1 and 3; page 4 is new or moved.',
  changes: [
    { kind: 'changed', page: 1, ranges: [], before: 'cash and securities', after: 'cash' },
    { kind: 'added', page: 1, ranges: [], before: '', after: 'Line 3.' },
    { kind: 'removed', page: 3, ranges: [], before: 'Line 9.', after: '' },
    { kind: 'pageAdded', page: 4, ranges: [], before: '', after: '' },
  ],
}
const state: ReadingState = {
  page: 2,
  pages: 5,
  zoom: 1,
  fitsWidth: true,
  rotation: 0,
  finding: { status: 'idle', current: 0, total: 0 },
}

/** A paper with changes, and the calls to its pages. */
function renderChanged() {
  const marked: (readonly Mark[])[] = []
  const shown: (number | undefined)[] = []
  const went: number[] = []
  const opened: Partial<PdfReading> = {
    document: { numPages: 5 } as PdfReading['document'],
    state: () => state,
    subscribe: () => () => undefined,
    setMarks: (marks: readonly Mark[]) => void marked.push(marks),
    showMark: (index: number | undefined) => void shown.push(index),
    goTo: (page: number) => void went.push(page),
  }
  const reading = opened as PdfReading
  function Paper() {
    const root = useRef<HTMLDivElement>(null)
    return (
      <div ref={root} data-paper-keys>
        <PdfControls root={root} document={paper} reading={reading} changes={shownChanges}>
          <button type="button">The pages</button>
        </PdfControls>
      </div>
    )
  }
  render(<Paper />)
  return { marked, shown, went }
}

it('marks the changes and shows what changed since when', () => {
  const { marked } = renderChanged()
  expect(marked.at(-1)).toEqual(shownChanges.changes)
  expect(screen.getByRole('region', { name: 'Changes' }).textContent).toContain(
    'Changed since you read it on 3 November. 3 passages changed, on pages 1 and 3',
  )
})

it('steps through the changes by button and key, around the ends, and announces each', async () => {
  const { shown } = renderChanged()
  await userEvent.click(screen.getByRole('button', { name: 'Next change' }))
  expect(
    screen.getByText(/^Change 1 of 4, page 1\. Changed: cash and securities – now/),
  ).toBeDefined()
  screen.getByRole('button', { name: 'The pages' }).focus()
  await userEvent.keyboard('pPn')
  expect(shown).toEqual([0, 3, 2, 3])
  expect(screen.getByText('Change 4 of 4, page 4. New page')).toBeDefined()
})

it('goes to a change from the list', async () => {
  const { shown } = renderChanged()
  await userEvent.click(screen.getByRole('button', { name: 'List of changes' }))
  const list = screen.getByRole('complementary', { name: 'Changes' })
  expect(list.querySelector('del')?.textContent).toBe('cash and securities')
  await userEvent.click(screen.getByRole('button', { name: /^Removed · page 3/ }))
  expect(shown).toEqual([2])
  expect(
    screen.getByRole('button', { name: /^Removed · page 3/ }).getAttribute('aria-current'),
  ).toBe('location')
})

it('has a word for the next change', () => {
  renderChanged()
  const { textContent } = screen.getByRole('button', { name: 'Next change' })
  expect(textContent).toMatch(/^Next change/)
})

it('lists changed amounts, shares and dates first, and goes to each', () => {
  const changed = (before: string, after: string) =>
    ({ kind: 'changed', page: 1, ranges: [], before, after }) as const
  const changes = [
    changed('cash and securities', 'cash'),
    changed('4,200,000', '4,900,000'),
    { ...changed('', 'Line 3.'), kind: 'added' as const },
    changed('12.5 %', '13 %'),
    changed('in June', 'in March'),
  ]
  expect(listedOrder(changes)).toEqual([1, 3, 4, 0, 2])
})

it('goes to the page of a change while the marks are hidden', async () => {
  const { marked, shown, went } = renderChanged()
  await userEvent.click(screen.getByRole('button', { name: 'Show without marks' }))
  expect(marked.at(-1)).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Previous change' }))
  expect({ shown, went }).toEqual({ shown: [], went: [4] })
  await userEvent.click(screen.getByRole('button', { name: 'Show marks' }))
  expect(marked.at(-1)).toEqual(shownChanges.changes)
})
