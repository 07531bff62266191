import { expect, it } from 'vitest'
import { pagesInView } from './viewport.ts'

const spans = [1, 2, 3, 4].map((page) => ({ page, top: (page - 1) * 100, bottom: page * 100 }))

it('returns the page that fills the window', () => {
  expect(pagesInView(spans, { top: 110, bottom: 160 })).toEqual([2])
})

it('returns every page that is at least half shown', () => {
  expect(pagesInView(spans, { top: 0, bottom: 250 })).toEqual([1, 2, 3])
  expect(pagesInView(spans, { top: 60, bottom: 240 })).toEqual([2])
})

it('returns nothing without pages', () => {
  expect(pagesInView([], { top: 0, bottom: 100 })).toEqual([])
})
