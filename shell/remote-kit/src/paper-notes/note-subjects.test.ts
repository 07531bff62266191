import { noteTarget } from '@portal/contract/notes'
import type { NoteSubject } from '@portal/shared-ui/shown-notes'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { subjectOf, targetOf } from './note-subjects.ts'

const words = { exact: 'annual surplus', prefix: 'the ', suffix: ' of 2026' }
const subjects: [string, NoteSubject][] = [
  ['a page', { page: 3 }],
  ['words', { page: 4, words: { ...words, ranges: [{ page: 4, from: 10, to: 23 }] } }],
  ['an area', { page: 1, rectangle: { x: 12.5, y: 40, width: 30, height: 8.25 } }],
  [
    'ink',
    {
      page: 2,
      ink: [
        [
          { x: 1, y: 2 },
          { x: 3.5, y: 4 },
        ],
        [
          { x: 100, y: 0 },
          { x: 0.25, y: 99.99 },
        ],
      ],
    },
  ],
]

it.each(subjects)(
  'stores %s as selectors that the API accepts, and reads them back',
  (_, subject) => {
    const target = targetOf(subject, 2)
    expect(z.safeParse(noteTarget, target).error).toBeUndefined()
    expect(subjectOf(target)).toEqual(subject)
  },
)

it('recognizes a withdrawn quotation', () => {
  const target = { ...targetOf({ page: 3 }, 2), quotationWithdrawn: true }
  expect(subjectOf(target)).toEqual({ page: 3, withdrawnWith: 2 })
})

it('continues counting the letters of a passage on the next page', () => {
  const ranges = [
    { page: 4, from: 90, to: 100 },
    { page: 5, from: 0, to: 4 },
  ]
  const { selector } = targetOf({ page: 4, words: { ...words, ranges } }, 1)
  expect(selector.at(-1)).toEqual({ type: 'TextPositionSelector', start: 90, end: 104 })
})

it('stores a tap of the pencil as a line with one point', () => {
  const target = targetOf({ page: 1, ink: [[{ x: 5, y: 6 }]] }, 1)
  expect(z.safeParse(noteTarget, target).success).toBe(true)
})
