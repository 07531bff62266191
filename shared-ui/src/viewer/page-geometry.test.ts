import { describe, expect, it } from 'vitest'
import {
  areaOf,
  caretAt,
  isWithin,
  quadAround,
  quadOf,
  rectangleOf,
  turned,
  underlinePath,
  unturned,
} from './page-geometry.ts'

const turns = [0, 90, 180, 270]

it('turns points back to the page as it was made', () => {
  const shown = { x: 0.9, y: 0.2 }
  expect(turns.map((rotation) => unturned(shown, rotation))).toEqual([
    shown,
    { x: 0.2, y: 0.1 },
    { x: 0.1, y: 0.8 },
    { x: 0.8, y: 0.9 },
  ])
})

it.each(turns)('turns a point by %i° and back', (rotation) => {
  const point = { x: 0.12, y: 0.34 }
  expect(unturned(turned(point, rotation), rotation)).toEqual(point)
})

it('keeps points within the page, and a rectangle between any two corners', () => {
  expect(unturned({ x: -0.04, y: 1.3 }, 0)).toEqual({ x: 0, y: 1 })
  expect(rectangleOf({ x: 0.4, y: 0.3 }, { x: 0.1, y: 0.35129 })).toEqual({
    x: 0.1,
    y: 0.3,
    width: 0.3,
    height: 0.0513,
  })
})

describe('the box of words', () => {
  // Words at 100, 50 to 300, 70 of a page of 800 × 1000 px.
  const shownRects = [
    { turn: 0, frame: [800, 1000], rect: [100, 50, 200, 20] },
    { turn: 90, frame: [1000, 800], rect: [930, 100, 20, 200] },
    { turn: 180, frame: [800, 1000], rect: [500, 930, 200, 20] },
    { turn: 270, frame: [1000, 800], rect: [50, 500, 20, 200] },
  ] as const
  const shownAt = (rotation: number, [width, height]: readonly [number, number]) => ({
    frame: { x: 40, y: -300, width, height } as DOMRect,
    rotation,
  })
  const rectAt = ([x, y, width, height]: readonly [number, number, number, number]) => ({
    x: x + 40,
    y: y - 300,
    width,
    height,
  })

  it.each(shownRects)('is the same when the reader turns the page by $turn°', (shown) => {
    const { turn, frame, rect } = shown
    expect(quadAround(rectAt(rect), turn, 20, shownAt(turn, frame))).toEqual([
      { x: 0.122, y: 0.0485 },
      { x: 0.378, y: 0.0485 },
      { x: 0.378, y: 0.0715 },
      { x: 0.122, y: 0.0715 },
    ])
  })

  it.each(shownRects)('begins at the first letter on a page with /Rotate $turn', (shown) => {
    const { turn, frame, rect } = shown
    const [first, second, third, fourth] = quadAround(
      rectAt(rect),
      turn,
      20,
      // The page's own rotation is part of the page as it was made.
      { ...shownAt(turn, frame), rotation: 0 },
    )
    const across = turn % 180 === 0 ? 'y' : 'x'
    expect(first[across]).toBeCloseTo(second[across], 5)
    expect(third[across]).toBeCloseTo(fourth[across], 5)
    const isForward = turn === 0 || turn === 90
    const along = turn % 180 === 0 ? 'x' : 'y'
    expect(first[along] < second[along]).toBe(isForward)
  })

  it.each([30, 45, 60, 135, 300])('follows words at %i°', (angle) => {
    const [along, across] = [200, 20]
    const [cos, sin] = [
      Math.abs(Math.cos((angle * Math.PI) / 180)),
      Math.abs(Math.sin((angle * Math.PI) / 180)),
    ]
    const width = along * cos + across * sin
    const height = along * sin + across * cos
    const upright = { x: 400 - width / 2, y: 400 - height / 2, width, height }
    const frame = { x: 0, y: 0, width: 1000, height: 1000 } as DOMRect
    const quad = quadAround(upright, angle, across, { frame, rotation: 0 })
    // With the room around them, in fractions of a page of 1000 × 1000 px.
    expect(areaOf(quad)).toBeCloseTo(0.206 * 0.023, 4)
  })
})

it('finds points within a box that isn’t upright', () => {
  const diamond = [
    { x: 0.5, y: 0 },
    { x: 1, y: 0.5 },
    { x: 0.5, y: 1 },
    { x: 0, y: 0.5 },
  ] as const
  expect(isWithin(diamond, { x: 0.5, y: 0.5 })).toBe(true)
  expect(isWithin(diamond, { x: 0.1, y: 0.1 })).toBe(false)
  expect(areaOf(diamond)).toBe(0.5)
})

it('draws a line below the words, and a caret before or after them', () => {
  const words = quadOf({ x: 0.1, y: 0.2, width: 0.3, height: 0.02 })
  expect(underlinePath(words)).toBe('M10 22L40 22')
  const caret = caretAt(words, 'after')
  expect(isWithin(caret, { x: 0.4, y: 0.21 })).toBe(true)
  expect(areaOf(caret)).toBeCloseTo(0.000_08, 6)
  expect(isWithin(caretAt(words, 'before'), { x: 0.1, y: 0.21 })).toBe(true)
})
