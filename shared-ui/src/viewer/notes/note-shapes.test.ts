import { describe, expect, it } from 'vitest'
import { inkPath, noteAt, type NoteShape, rectangleOf, unturned } from './note-shapes.ts'

const box = (x: number, y: number, width: number, height: number) => ({ x, y, width, height })
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

it('turns points back to the page as it was made', () => {
  const shown = { x: 90, y: 20 }
  expect(unturned(shown, 0)).toEqual(shown)
  expect(unturned(shown, 90)).toEqual({ x: 20, y: 10 })
  expect(unturned(shown, 180)).toEqual({ x: 10, y: 80 })
  expect(unturned(shown, 270)).toEqual({ x: 80, y: 90 })
})

it('keeps points within the page, and a rectangle between any two corners', () => {
  expect(unturned({ x: -4, y: 130 }, 0)).toEqual({ x: 0, y: 100 })
  expect(rectangleOf({ x: 40, y: 30 }, { x: 10, y: 35.129 })).toEqual(box(10, 30, 30, 5.13))
})
