import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef, useState } from 'react'
import { expect, it } from 'vitest'
import { sampleReading } from '../../stories/sample-reading.ts'
import { PdfControls } from './pdf-controls.tsx'

const paper = { id: 'reserve', name: 'Reserve Policy', mimeType: 'application/pdf' }

/** A paper that is opened with texts until the reader ends that, and what was searched for in it. */
function open(opened: string[]) {
  const searched: unknown[] = []
  const reading = {
    ...sampleReading(),
    find: (query: unknown) => void searched.push(query),
    endFind: () => void searched.push('end'),
  }
  function Paper() {
    const root = useRef<HTMLDivElement>(null)
    const [texts, setTexts] = useState<string[] | undefined>(opened)
    const find = texts && { texts, onEnd: () => setTexts(undefined) }
    return (
      <div ref={root}>
        <PdfControls root={root} document={paper} reading={reading} changes={undefined} find={find}>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <div role="region" aria-label="Pages" tabIndex={0} />
        </PdfControls>
        <button type="button" onClick={() => setTexts(['members'])}>
          Another result
        </button>
      </div>
    )
  }
  render(<Paper />)
  return { searched, user: userEvent.setup() }
}

const field = () => screen.queryByRole<HTMLInputElement>('searchbox')

it('finds the texts that the document is opened with, and leaves the focus where it is', () => {
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
