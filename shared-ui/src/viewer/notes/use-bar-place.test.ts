import { describe, expect, it } from 'vitest'
import { barPlace, listPlace } from './use-bar-place.ts'

const frame = { left: 0, width: 800, height: 600 }
const bar = { width: 400, height: 60 }
const words = (top: number, bottom: number, left = 300, right = 500) => ({
  top,
  bottom,
  left,
  right,
})

describe('the bar at a selection', () => {
  it('puts the bar below the words, and farther away on a touch screen with handles', () => {
    expect(barPlace(words(100, 120), frame, bar, false)).toEqual({ top: 128, left: 200 })
    expect(barPlace(words(100, 120), frame, bar, true).top).toBe(160)
  })

  it('puts the bar above words at the end of the window, unless a touch screen has its own menu there', () => {
    expect(barPlace(words(560, 580), frame, bar, false).top).toBe(492)
    expect(barPlace(words(560, 580), frame, bar, true).top).toBe(540)
  })

  it('puts the bar at the bottom if the words fill the window', () => {
    expect(barPlace(words(-50, 900), frame, bar, false).top).toBe(540)
  })

  it('stays within the window', () => {
    expect(barPlace(words(100, 120, 0, 20), frame, bar, false).left).toBe(0)
    expect(barPlace(words(100, 120, 780, 800), frame, bar, false).left).toBe(400)
    const nextToAList = { left: 272, width: 528, height: 600 }
    expect(barPlace(words(100, 120, 280, 300), nextToAList, bar, false).left).toBe(272)
    expect(barPlace(words(-90, -70), frame, bar, false).top).toBe(0)
  })
})

describe('the list of notes', () => {
  it('is over the margin if it covers no words there', () => {
    expect(listPlace(1280, { offsetLeft: 130, offsetWidth: 1020 })).toBe('margin')
  })

  it.each([
    ['fills a laptop’s window', 1280, { offsetLeft: 0, offsetWidth: 1280 }],
    ['is next to the list of papers', 960, { offsetLeft: 0, offsetWidth: 960 }],
    ['fills a tablet', 834, { offsetLeft: 0, offsetWidth: 834 }],
  ])('is a sheet below a page that %s', (_, width, page) => {
    expect(listPlace(width, page)).toBe('sheet')
  })
})
