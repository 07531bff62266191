import { describe, expect, it } from 'vitest'
import { quadOf } from '../page-geometry.ts'
import { noteAt, type NoteShape } from './note-marks.ts'

const box = (x: number, y: number, width: number, height: number) => quadOf({ x, y, width, height })
const shapes: NoteShape[] = [
  { id: 'paragraph', boxes: [box(0.1, 0.1, 0.8, 0.2)], ink: [] },
  { id: 'word', boxes: [box(0.2, 0.12, 0.1, 0.03)], ink: [] },
  {
    id: 'ink',
    boxes: [],
    ink: [
      [
        { x: 0.1, y: 0.6 },
        { x: 0.4, y: 0.6 },
      ],
    ],
  },
]

describe('the note at a point', () => {
  it('finds the smallest note that contains a point', () => {
    expect(noteAt(shapes, { x: 0.25, y: 0.13 })).toBe('word')
    expect(noteAt(shapes, { x: 0.6, y: 0.13 })).toBe('paragraph')
  })

  it('finds ink between its points and close to it', () => {
    expect(noteAt(shapes, { x: 0.25, y: 0.61 })).toBe('ink')
    expect(noteAt(shapes, { x: 0.25, y: 0.63 })).toBeUndefined()
  })

  it('finds no note elsewhere', () => {
    expect(noteAt(shapes, { x: 0.95, y: 0.95 })).toBeUndefined()
  })
})
