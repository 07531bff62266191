import { noteLimits } from '@portal/contract/notes'
import { inkPath } from '@portal/domain/note-subject'
import { expect, it } from 'vitest'
import { canDraw, inkOf } from './use-drawing.ts'

const line = (points: number) => Array.from({ length: points }, (_, x) => ({ x, y: 0 }))

it('makes one note of all lines on a page', () => {
  const strokes = [
    { page: 1, line: line(2) },
    { page: 2, line: line(3) },
    { page: 1, line: line(4) },
  ]
  expect(inkOf(strokes)).toEqual([
    { page: 1, ink: [line(2), line(4)] },
    { page: 2, ink: [line(3)] },
  ])
})

it('splits more ink than one note can hold into several notes, and loses no point', () => {
  const subjects = inkOf([
    { page: 1, line: line(4000) },
    { page: 1, line: line(13_000) },
  ])
  expect(subjects.length).toBeGreaterThan(1)
  for (const { ink = [] } of subjects) expect(ink.flat().length).toBeLessThanOrEqual(6000)
  const drawn = new Set(subjects.flatMap(({ ink = [] }) => ink.flat().map(({ x }) => x)))
  expect(drawn.size).toBe(13_000)
})

it.each([
  ['a very long line', [line(30_000)]],
  ['short strokes', Array.from({ length: 3000 }, () => line(4))],
  ['dots', Array.from({ length: 9000 }, () => line(1))],
])('makes notes that the API accepts from %s', (_, lines) => {
  // The longest that a point can be.
  const strokes = lines.map((own) => ({ page: 1, line: own.map(() => ({ x: 0.9999, y: 0.9999 })) }))
  const subjects = inkOf(strokes)
  for (const { ink = [] } of subjects) {
    const paths = ink.map((stroke) => `<path d="${inkPath([stroke])}"/>`)
    const svg = `<svg viewBox="0 0 100 100">${paths.join('')}</svg>`
    expect(svg.length).toBeLessThanOrEqual(noteLimits.ink)
  }
  expect(subjects.flatMap(({ ink = [] }) => ink).length).toBeGreaterThanOrEqual(lines.length)
})

it('draws with a finger until a pencil has been seen', () => {
  expect(canDraw('touch', false, 'ink')).toBe(true)
  expect(canDraw('touch', true, 'ink')).toBe(false)
  expect(canDraw('pen', true, 'ink')).toBe(true)
  expect(canDraw('touch', true, 'area')).toBe(true)
})
