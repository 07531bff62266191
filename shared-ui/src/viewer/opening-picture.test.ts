import { beforeEach, expect, it } from 'vitest'
import { opensAtStart, widestAt } from './opening-picture.tsx'
import { rememberPlace } from './reading-places.ts'

beforeEach(() => localStorage.clear())

it('knows the width of letter, legal and A4 pages, even if the picture is a pixel off', () => {
  expect([828, 1054, 905, 904].map(widestAt)).toEqual([1020, 1020, 992, 992])
})

it('doesn’t guess the width of slides', () => {
  expect(widestAt(480)).toBeUndefined()
})

it('shows the first page only of a paper that opens there', () => {
  expect(opensAtStart('budget', undefined)).toBe(true)
  expect(opensAtStart('budget', 4)).toBe(false)
  rememberPlace('budget', { page: 3, zoom: 'page-width', rotation: 0 })
  expect(opensAtStart('budget', undefined)).toBe(false)
  expect(opensAtStart('budget', 1)).toBe(true)
  const start = { page: 1, zoom: 'auto', rotation: 0, below: 0 }
  for (const [place, isStart] of [
    [start, true],
    [{ ...start, below: 200 }, false],
    [{ ...start, zoom: '2' }, false],
    [{ ...start, rotation: 90 }, false],
  ] as const) {
    rememberPlace('budget', place)
    expect(opensAtStart('budget', undefined)).toBe(isStart)
  }
})
