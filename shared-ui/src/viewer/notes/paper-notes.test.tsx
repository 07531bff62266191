import { render, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { PdfReading } from '../pdf-reading.ts'
import { sampleNotes } from './notes-sample.ts'
import { PaperNotes } from './paper-notes.tsx'

const nothing = () => undefined
/** Pages that aren't drawn yet. */
const unread: Partial<PdfReading> = {
  subscribe: () => nothing,
  state: () => ({ page: 1, zoom: 1 }) as ReturnType<PdfReading['state']>,
  layers: {
    container: document.body,
    pageView: nothing,
    onText: () => nothing,
    quadsOf: () => [],
    paint: nothing,
  },
}
const note = sampleNotes.notes.find(({ place }) => place)!

function show(opened: string | undefined) {
  const goTo = vi.fn()
  const onList = vi.fn()
  const reading = { ...unread, goTo } as PdfReading
  const props = { root: { current: null }, reading, isListed: false }
  const shown = { ...sampleNotes, opened, notes: [] }
  const { rerender } = render(<PaperNotes {...props} notes={shown} onList={onList} />)
  rerender(<PaperNotes {...props} notes={{ ...shown, notes: sampleNotes.notes }} onList={onList} />)
  return { goTo, onList }
}

it('goes to the note that the paper opens at once it is loaded, and lists it', async () => {
  const { goTo, onList } = show(note.id)
  await waitFor(() => expect(goTo).toHaveBeenCalledWith(note.place!.page))
  expect(onList).toHaveBeenCalledWith(true)
})

it.each([undefined, 'no-longer-there'])('stays where it is for the note %j', (id) => {
  const { goTo, onList } = show(id)
  expect(goTo).not.toHaveBeenCalled()
  expect(onList).not.toHaveBeenCalled()
})

it('goes to the passage of a question, which is none of the notes', async () => {
  const goTo = vi.fn()
  const onList = vi.fn()
  const passage = { ...note, id: 'question' }
  const shown = { ...sampleNotes, notes: [], opened: undefined, passage }
  const reading = { ...unread, goTo } as PdfReading
  const props = { root: { current: null }, reading, isListed: true, onList }
  const { findByText, container } = render(<PaperNotes {...props} notes={shown} />)
  await waitFor(() => expect(goTo).toHaveBeenCalledWith(note.place!.page))
  expect(await findByText(/^The passage of the question, page \d+$/)).toBeTruthy()
  expect(onList).not.toHaveBeenCalled()
  expect(container.querySelector('[data-note]')).toBeNull()
})
