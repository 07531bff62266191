import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { sampleNotes } from './notes-sample.ts'
import type { PdfReading } from '../pdf-reading.ts'
import type { ShownNotes } from '../shown-notes.ts'
import { useMemoryNotes } from './use-memory-notes.ts'
import { PaperNotes } from './paper-notes.tsx'

const nothing = () => undefined

/** A reading at page 2, without rendered pages. */
const reading = {
  subscribe: () => nothing,
  state: () => ({ page: 2, pages: 5, rotation: 0, zoom: 1 }),
  goTo: nothing,
  layers: { container: document.body, pageView: nothing, onText: () => nothing },
} as unknown as PdfReading

type NotesProps = { shown?: ShownNotes['notes'] }

function Notes({ shown = sampleNotes.notes }: NotesProps) {
  const root = { current: null }
  const notes = useMemoryNotes(shown)
  return <PaperNotes root={root} reading={reading} notes={notes} isListed onList={nothing} />
}

const list = () => within(screen.getByRole('list', { name: 'Notes' }))
const entry = (name: RegExp) => list().getByRole('button', { name })

describe('the list of notes', () => {
  it('shows page, color, quotation and text', () => {
    render(<Notes />)
    expect(entry(/Page 1 · Yellow “cash and cash equivalents” Ask Hana/)).toBeDefined()
    expect(
      entry(/Page 1 · Pink .* The words have changed; these are the most alike\./),
    ).toBeDefined()
  })

  it('shows how long a note is kept, even one that isn’t placed', () => {
    const until = 'Will be destroyed on 14 November'
    render(<Notes shown={sampleNotes.notes.map((note) => ({ ...note, until }))} />)
    expect(entry(/Page 1 · Yellow .* Will be destroyed on 14 November Ask Hana/)).toBeDefined()
    const unplaced = within(screen.getByRole('region', { name: 'Not placed' }))
    expect(unplaced.getByText(until)).toBeDefined()
  })

  it('edits the chosen note as it is typed', async () => {
    render(<Notes />)
    await userEvent.click(entry(/Page 1 · Yellow/))
    await userEvent.type(screen.getByLabelText('Your note'), ' Twice.')
    await userEvent.click(screen.getByRole('button', { name: 'Change to Blue' }))
    await userEvent.click(entry(/Page 1 · Pink/))
    expect(entry(/Page 1 · Blue .* Ask Hana .* Twice\./)).toBeDefined()
  })

  it('adds a note on the page that is shown, and moves the focus into it', async () => {
    render(<Notes />)
    await userEvent.click(screen.getByRole('button', { name: 'Page note' }))
    expect(document.activeElement).toBe(screen.getByLabelText('Your note'))
    await userEvent.keyboard('For the chair')
    expect(screen.getByDisplayValue('For the chair').closest('li')?.textContent).toContain('Page 2')
  })

  it('removes a note without confirmation, and restores it', async () => {
    render(<Notes />)
    await userEvent.click(entry(/Page 1 · Yellow/))
    await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
    expect(list().queryByRole('button', { name: /Page 1 · Yellow/ })).toBeNull()
    const undo = screen.getByRole('button', { name: 'Undo' })
    expect(document.activeElement).toBe(undo)
    await userEvent.click(undo)
    expect(entry(/Page 1 · Yellow/)).toBeDefined()
  })

  it('keeps notes apart that aren’t placed, until they are dismissed', async () => {
    render(<Notes />)
    const lost = within(screen.getByRole('region', { name: 'Not placed' }))
    expect(lost.getByText('“The saving does not recur.”')).toBeDefined()
    await userEvent.click(lost.getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByRole('region', { name: 'Not placed' })).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('complementary', { name: 'Notes' }))
  })

  it('shows that notes will be placed once the paper is read, and asks for nothing until then', () => {
    render(<Notes shown={sampleNotes.notes.map((note) => ({ ...note, isPending: !note.place }))} />)
    const waiting = within(screen.getByRole('region', { name: 'Not placed yet' }))
    expect(waiting.getByText('“The saving does not recur.”')).toBeDefined()
    expect(waiting.getByText(/It places your notes when it has read it\.$/)).toBeDefined()
    expect(waiting.queryByRole('button')).toBeNull()
    expect(screen.queryByRole('region', { name: 'Not placed' })).toBeNull()
    expect(list().getAllByRole('listitem')).toHaveLength(4)
  })

  it('goes to the next and the previous note, around the ends, and announces it', async () => {
    render(<Notes />)
    const chosen = () => list().getByRole('button', { current: true }).textContent
    const next = screen.getByRole('button', { name: 'Next note' })
    await userEvent.click(next)
    expect(chosen()).toMatch(/^Page 1 · Yellow/)
    expect(screen.getByText(/^Note 1 of 4, page 1\./)).toBeDefined()
    await userEvent.click(next)
    expect(chosen()).toMatch(/^Page 1 · Pink/)
    expect(document.activeElement).toBe(next)
    for (const _ of [1, 2]) {
      await userEvent.click(screen.getByRole('button', { name: 'Previous note' }))
    }
    expect(chosen()).toMatch(/^Page 2 · Blue/)
  })

  it('has nothing to go to without placed notes', () => {
    render(<Notes shown={sampleNotes.notes.filter(({ place }) => !place)} />)
    const next = screen.getByRole('button', { name: 'Next note' })
    expect(next.getAttribute('aria-disabled')).toBe('true')
  })

  it('shows why a note isn’t saved', () => {
    const refusal = 'Text: At most 20,000 characters'
    render(<Notes shown={sampleNotes.notes.map((note) => ({ ...note, refusal }))} />)
    const sentence = 'Not saved. Text: At most 20,000 characters'
    expect(screen.getAllByText(sentence)).toHaveLength(sampleNotes.notes.length)
  })

  it('asks for the words of a note that is placed by hand, and repeats its quotation', async () => {
    render(<Notes />)
    await userEvent.click(screen.getByRole('button', { name: 'Place by hand' }))
    const bar = within(screen.getByRole('region', { name: 'Making a note' }))
    expect(bar.getByRole('status').textContent).toBe(
      'Select the words that this note is about. “The saving does not recur.”',
    )
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.getByRole('region', { name: 'Not placed' })).toBeDefined()
  })
})
