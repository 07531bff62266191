import { describe, expect, it } from 'vitest'
import { inkStrokes, picturedPart, pictureText } from './note-picture.ts'

describe('the part of a page that a picture shows', () => {
  it('has the mark in its middle, with some of the page around it', () => {
    const part = picturedPart({ rectangle: { x: 0.2, y: 0.4, width: 0.5, height: 0.2 } })
    expect(part.x).toBeCloseTo(0.16)
    expect(part.y).toBeCloseTo(0.37)
    expect(part.width).toBeCloseTo(0.58)
    expect(part.height).toBeCloseTo(0.26)
  })

  it('is never a sliver, and never beyond the page', () => {
    const dot = picturedPart({ ink: [[{ x: 0.99, y: 0.01 }]] })
    expect(dot.width).toBeCloseTo(0.4)
    expect(dot.x + dot.width).toBeCloseTo(1)
    expect(dot.y).toBe(0)
    expect(picturedPart({ rectangle: { x: 0, y: 0, width: 1, height: 1 } })).toEqual({
      x: 0,
      y: 0,
      width: 1,
      height: 1,
    })
  })

  it('holds a page full of handwriting', () => {
    const line = Array.from({ length: 200_000 }, (_, at) => ({ x: at / 200_000, y: 0.5 }))
    expect(picturedPart({ ink: [line] })).toMatchObject({ x: 0, width: 1 })
  })
})

describe('a picture in words', () => {
  const drawing = { page: 4, subject: 'A drawing', text: '' }

  it('names what it is, its page and paper, and the note’s words', () => {
    expect(pictureText(drawing, 'Spend-Down Model')).toBe('A drawing on page 4 of Spend-Down Model')
    const area = { page: 2, subject: 'An area of the page', text: ' Ask why ' }
    expect(pictureText(area, 'Budget')).toBe('An area on page 2 of Budget: Ask why')
  })

  it('has only the beginning of a long note', () => {
    const textOf = (text: string) => pictureText({ ...drawing, text }, 'Budget')
    expect(textOf('Ask '.repeat(100)).endsWith(`${'Ask '.repeat(49)}Ask…`)).toBe(true)
    expect(textOf(`a${'🖊'.repeat(500)}`).endsWith(`a${'🖊'.repeat(99)}…`)).toBe(true)
  })
})

it('edges yellow ink, so that it can be seen on white', () => {
  expect(inkStrokes('yellow').map(({ width }) => width)).toEqual([5, 3])
  expect(inkStrokes('blue')).toHaveLength(1)
})
