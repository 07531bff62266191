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
})
