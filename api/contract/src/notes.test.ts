import { type NoteSubject, targetOf } from '@portal/domain/note-subject'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { noteTarget } from './note-target.ts'

const words = { exact: 'surplus', prefix: 'the ', suffix: ' of', ranges: [] }
const third = 1 / 3

const subjects: [string, NoteSubject][] = [
  ['a page', { page: 3 }],
  ['words', { page: 4, words: { ...words, ranges: [{ page: 4, from: 10, to: 23 }] } }],
  ['an area', { page: 1, rectangle: { x: third, y: 0, width: 2 * third, height: 0.0825 } }],
  [
    'ink',
    {
      page: 2,
      ink: [
        [
          { x: third, y: 1 },
          { x: 0.00001, y: 0.07 },
        ],
      ],
    },
  ],
  ['a tap of the pencil', { page: 1, ink: [[{ x: 0.05, y: 0.06 }]] }],
]

it.each(subjects)('accepts a note on %s', (_, subject) => {
  expect(z.safeParse(noteTarget, targetOf(subject, 2)).error).toBeUndefined()
})
