import { describe, expect, it } from 'vitest'
import { countWords, isPageRead, minutesFor, paceOf, usualPace } from './reading-pace.ts'

describe('a page', () => {
  it('counts as read after a quarter of the time that it usually takes', () => {
    expect(isPageRead({ words: 440, seconds: 29 })).toBe(false)
    expect(isPageRead({ words: 440, seconds: 30 })).toBe(true)
  })

  it('counts as read after at least two seconds', () => {
    expect(isPageRead({ words: 0, seconds: 1.9 })).toBe(false)
    expect(isPageRead({ words: 0, seconds: 2 })).toBe(true)
  })
})

describe('a reader’s pace', () => {
  it('starts at the usual pace', () => {
    expect(paceOf([])).toBe(usualPace)
    expect(paceOf([{ words: 400, seconds: 1 }])).toBe(usualPace)
  })

  it('is derived from what the person has read', () => {
    const pages = Array.from({ length: 50 }, () => ({ words: 400, seconds: 240 }))
    expect(paceOf(pages)).toBe(103)
  })

  it('ignores a page that was left open', () => {
    expect(paceOf([{ words: 400, seconds: 40_000 }])).toBe(usualPace)
  })
})

it('rounds minutes up', () => {
  expect([minutesFor(0, 200), minutesFor(10, 200), minutesFor(401, 200)]).toEqual([0, 1, 3])
})

it('counts words and numbers, not signs', () => {
  expect(countWords('Grants paid: $4,065 – the board’s share (12 %)')).toBe(7)
})
