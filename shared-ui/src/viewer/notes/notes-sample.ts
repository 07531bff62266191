import type { ShownNote, ShownNotes } from '../shown-notes.ts'

/** The letters of the sample paper's lines: a title, then `Line 1: cash and … quarter.` */
const words = (exact: string, page: number, from: number, to: number) => ({
  page,
  words: { exact, prefix: '', suffix: '', ranges: [{ page, from, to }] },
})
const placed = (page: number, from: number, to: number) => ({
  page,
  ranges: [{ page, from, to }],
  isApproximate: false,
})

const notes: readonly ShownNote[] = [
  {
    id: 'cash',
    color: 'yellow',
    text: 'Ask Hana why this is higher than in Q3.',
    subject: words('cash and cash equivalents', 1, 13, 35),
    place: placed(1, 13, 35),
  },
  {
    id: 'quarter',
    color: 'pink',
    text: '',
    subject: words('Line 3: cash and cash equivalents of the quarter.', 1, 89, 130),
    place: { ...placed(1, 89, 130), isApproximate: true },
  },
  {
    id: 'area',
    color: 'green',
    text: 'Compare with the budget.',
    subject: { page: 1, rectangle: { x: 0.12, y: 0.6, width: 0.5, height: 0.14 } },
    place: { page: 1, ranges: [], isApproximate: false },
  },
  {
    id: 'page',
    color: 'blue',
    text: 'Read again before the meeting.',
    subject: { page: 2 },
    place: { page: 2, ranges: [], isApproximate: false },
  },
]

const unplaced: ShownNote = {
  id: 'lost',
  color: 'yellow',
  text: 'Does this recur?',
  subject: words('The saving does not recur.', 3, 8, 30),
}

const nothing = () => undefined

/** Shows notes and keeps nothing. */
export const sampleNotes: ShownNotes = {
  unit: 'fraction',
  notes: [...notes, unplaced],
  saving: { state: 'saved' },
  add: () => 'new',
  change: nothing,
  remove: nothing,
  restore: nothing,
  placeByHand: nothing,
  dismiss: nothing,
}
