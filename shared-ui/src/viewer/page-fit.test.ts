import { describe, expect, it } from 'vitest'
import { belowTop, fitZoom, spotIn, usualSize } from './page-fit.ts'

describe('how pages fit', () => {
  const letter = { width: 816, height: 1056 }
  const slide = { width: 1280, height: 720 }
  const plan = { width: 3179, height: 4494 }
  const laptop = { clientWidth: 1280, clientHeight: 740 }
  const phone = { clientWidth: 390, clientHeight: 700 }

  it('is the container’s width, up to 1.25 times the actual size in “auto”', () => {
    expect(fitZoom('page-width', letter, laptop)).toBeCloseTo(1.569)
    expect(fitZoom('auto', letter, laptop)).toBe(1.25)
    expect(fitZoom('auto', letter, phone)).toBeCloseTo(0.478)
  })

  it('shows the whole of a landscape page in “auto”', () => {
    expect(fitZoom('auto', slide, { clientWidth: 1280, clientHeight: 540 })).toBe(0.75)
    expect(fitZoom('auto', slide, phone)).toBeCloseTo(0.305)
  })

  it('doesn’t depend on one large page', () => {
    expect(usualSize([letter, letter, plan])).toBe(letter)
    expect(usualSize([plan, letter])).toBe(letter)
    expect(usualSize([letter, slide, slide])).toBe(slide)
    expect(usualSize([plan])).toBe(plan)
    expect(usualSize([])).toBeUndefined()
  })
})

describe('a place on a page', () => {
  const pagesOf = (height: number) => ({
    getPageView: () => ({ viewport: { viewBox: [0, 0, 612, height] } }),
  })

  it('stays at the top when a new version has taller pages', () => {
    const below = belowTop(pagesOf(792), 1, 792)
    expect(spotIn(pagesOf(1008), { page: 1, below }).destArray?.[3]).toBe(1008)
  })

  it('keeps its distance from the top', () => {
    const below = belowTop(pagesOf(792), 1, 500)
    expect(spotIn(pagesOf(1008), { page: 1, below }).destArray?.[3]).toBe(716)
  })
})
