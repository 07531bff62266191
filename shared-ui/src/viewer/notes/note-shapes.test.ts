import { describe, expect, it } from 'vitest'
import { quadOf } from '../page-geometry.ts'
import { inkPath, noteAt, type NoteShape } from './note-shapes.ts'

const box = (x: number, y: number, width: number, height: number) => quadOf({ x, y, width, height })
const shapes: NoteShape[] = [
  { id: 'paragraph', boxes: [box(10, 10, 80, 20)], ink: [] },
  { id: 'word', boxes: [box(20, 12, 10, 3)], ink: [] },
  {
    id: 'ink',
    boxes: [],
    ink: [
      [
        { x: 10, y: 60 },
        { x: 40, y: 60 },
      ],
    ],
  },
]

describe('the note at a point', () => {
  it('finds the smallest note that contains a point', () => {
    expect(noteAt(shapes, { x: 25, y: 13 })).toBe('word')
    expect(noteAt(shapes, { x: 60, y: 13 })).toBe('paragraph')
  })

  it('finds ink between its points and close to it', () => {
    expect(noteAt(shapes, { x: 25, y: 61 })).toBe('ink')
    expect(noteAt(shapes, { x: 25, y: 63 })).toBeUndefined()
  })

  it('finds no note elsewhere', () => {
    expect(noteAt(shapes, { x: 95, y: 95 })).toBeUndefined()
  })
})

it('draws ink as straight lines, and a tap as a dot', () => {
  expect(
    inkPath([
      [{ x: 1, y: 2 }],
      [
        { x: 3, y: 4 },
        { x: 5, y: 6 },
      ],
    ]),
  ).toBe('M1 2L1 2M3 4L5 6')
})
