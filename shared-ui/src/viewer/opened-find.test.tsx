import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef, useState } from 'react'
import { expect, it } from 'vitest'
import { PdfControls } from './pdf-controls.tsx'
import type { PdfReading, ReadingState } from './pdf-reading.ts'

const paper = { id: 'reserve', name: 'Reserve Policy', mimeType: 'application/pdf' }
const state: ReadingState = {
  page: 2,
  pages: 5,
  zoom: 1,
  fitsWidth: true,
  rotation: 0,
  finding: { status: 'idle', current: 0, total: 0 },
}

/** A paper that is opened with texts until the reader ends that, and what was searched for in it. */
function open(texts: string[]) {
  const searched: unknown[] = []
  const opened: Partial<PdfReading> = {
    document: { numPages: 5 } as PdfReading['document'],
    state: () => state,
    subscribe: () => () => undefined,
    setMarks: () => undefined,
    find: (query: unknown) => void searched.push(query),
    endFind: () => void searched.push('end'),
  }
  const reading = opened as PdfReading
  function Paper() {
    const root = useRef<HTMLDivElement>(null)
    const [wanted, setWanted] = useState<string[] | undefined>(texts)
    const find = wanted && { texts: wanted, onEnd: () => setWanted(undefined) }
    return (
      <div ref={root}>
        <PdfControls root={root} document={paper} reading={reading} changes={undefined} find={find}>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <div role="region" aria-label="Pages" tabIndex={0} />
        </PdfControls>
        <button type="button" onClick={() => setWanted(['members'])}>
          Another result
        </button>
      </div>
    )
  }
  render(<Paper />)
  return { searched, user: userEvent.setup() }
}

const field = () => screen.queryByRole<HTMLInputElement>('searchbox')

it('finds the texts that the document is opened with, without moving the focus', () => {
  const { searched } = open(['operating', 'reserve'])
  expect(searched).toEqual([['operating', 'reserve']])
  expect(field()?.value).toBe('operating reserve')
  expect(document.activeElement).toBe(document.body)
})

it('ends the search with Escape from the pages, and with its button', async () => {
  const { searched, user } = open(['reserve'])
  screen.getByRole('region', { name: 'Pages' }).focus()
  await user.keyboard('{Escape}')
  expect(field()).toBeNull()
  expect(searched).toEqual([['reserve'], 'end'])
  await user.click(screen.getByRole('button', { name: 'Another result' }))
  await user.click(screen.getByRole('button', { name: 'Close search' }))
  expect(field()).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Pages' }))
})

it('finds the texts of another result in the open document', async () => {
  const { searched, user } = open(['reserve'])
  await user.click(screen.getByRole('button', { name: 'Another result' }))
  expect(field()?.value).toBe('members')
  expect(searched).toEqual([['reserve'], 'end', ['members']])
})

it('searches for what the reader types in their place', () => {
  const { searched } = open(['operating', 'reserve'])
  fireEvent.change(field()!, { target: { value: 'quorum' } })
  expect(searched.at(-1)).toBe('quorum')
})
