import { describe, expect, it } from 'vitest'
import { pagesInView, webKitPixelRatio } from './viewport.ts'

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

describe('the pixels of a CSS pixel in WebKit', () => {
  const at = (outerWidth: number, innerWidth: number, devicePixelRatio = 2) =>
    webKitPixelRatio({ outerWidth, innerWidth, devicePixelRatio })

  it('grow with the page’s zoom', () => {
    expect([at(1280, 1280), at(1280, 1113), at(1280, 640), at(834, 417), at(1280, 427)]).toEqual([
      2, 2.3, 4, 4, 6,
    ])
    expect(at(1280, 640, 1)).toBe(2)
  })

  it('don’t change for a scroll bar or a page that is zoomed out', () => {
    expect([at(1280, 1265), at(1280, 1281), at(1280, 2560)]).toEqual([2, 2, 2])
  })

  it('are the screen’s own while the window’s size isn’t known', () => {
    expect([at(0, 390), at(0, 0), at(390, 0), at(Number.NaN, 390)]).toEqual([2, 2, 2, 2])
    expect(at(0, 0, 0)).toBe(1)
  })
})
