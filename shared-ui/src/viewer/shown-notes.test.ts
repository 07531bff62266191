import { expect, it, vi } from 'vitest'
import { inFractions, type ShownNote, type ShownNotes } from './shown-notes.ts'

const inPercent = {
  page: 1,
  rectangle: { x: 12.5, y: 7, width: 30, height: 8.25 },
  ink: [[{ x: 57, y: 99.99 }]],
}
const ofPage = {
  page: 1,
  rectangle: { x: 0.125, y: 0.07, width: 0.3, height: 0.0825 },
  ink: [[{ x: 0.57, y: 0.9999 }]],
}
const note: ShownNote = { id: 'area', color: 'blue', text: '', subject: inPercent }

function notesOf(other: Partial<ShownNotes> = {}): ShownNotes {
  const nothing = () => undefined
  return {
    notes: [note],
    saving: { state: 'saved' },
    add: () => 'new',
    change: nothing,
    remove: nothing,
    restore: nothing,
    placeByHand: nothing,
    dismiss: nothing,
    ...other,
  }
}

it('shows and returns notes of an earlier release in its own unit, % of the page', () => {
  const [add, placeByHand] = [vi.fn(() => 'new'), vi.fn()]
  const notes = notesOf({ add, placeByHand })
  const shown = inFractions(notes)
  const [{ subject }] = shown.notes as [ShownNote]
  expect(subject.rectangle!.height).toBeCloseTo(0.0825, 12)
  expect(subject.ink![0]![0]!.x).toBeCloseTo(0.57, 12)
  expect(inFractions({ ...notes }).notes).toBe(shown.notes)
  shown.add({ color: 'blue', text: '', subject: ofPage })
  expect(add).toHaveBeenCalledWith({ color: 'blue', text: '', subject: inPercent })
  shown.placeByHand('area', ofPage)
  expect(placeByHand).toHaveBeenCalledWith('area', inPercent)
})

it('leaves notes in fractions of the page as they are', () => {
  const notes = notesOf({ unit: 'fraction' })
  expect(inFractions(notes)).toBe(notes)
})
