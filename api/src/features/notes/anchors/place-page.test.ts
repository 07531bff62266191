import { describe, expect, it } from 'vitest'
import { randomSentence, seededChance } from '../../paper-changes/paper-fixture.ts'
import { paperLetters } from './paper-letters.ts'
import { placePage } from '../place-notes.ts'

const chance = seededChance(5)
const textPage = () => Array.from({ length: 12 }, () => randomSentence(chance)).join('\n')
const [summary, budget, grants, outlook] = Array.from({ length: 4 }, textPage) as [
  string,
  string,
  string,
  string,
]
const drawing = ''

function place(page: number, before: readonly string[], after: readonly string[]) {
  return placePage(page, paperLetters(before), paperLetters(after))
}

describe('a page with ink on it', () => {
  const before = [summary, budget, grants, outlook]

  it('keeps a page whose text and number have not changed', () => {
    expect(place(2, before, [outlook, budget])).toEqual({ page: 2, how: 'same' })
  })

  it('finds a page under another number', () => {
    expect(place(2, before, [grants, summary, budget])).toEqual({ page: 3, how: 'moved' })
  })

  it('finds a page in which some text has changed', () => {
    const now = budget.split('\n').with(3, randomSentence(chance)).join('\n')
    expect(place(2, before, [grants, outlook, now])).toEqual({ page: 3, how: 'approximate' })
  })

  it('places no page on one with other text, nor one that occurs twice or never existed', () => {
    expect(place(2, before, [summary, textPage(), grants])).toBeUndefined()
    expect(place(2, before, [summary, grants, budget, budget])).toBeUndefined()
    expect(place(9, before, before)).toBeUndefined()
  })
})

describe('a page without text', () => {
  const before = [summary, drawing, drawing, budget, drawing]

  it('recognizes a page without text by its neighbors', () => {
    const after = [grants, summary, drawing, drawing, budget, drawing]
    expect(place(3, before, after)).toEqual({ page: 4, how: 'approximate' })
    expect(place(5, before, after)).toEqual({ page: 6, how: 'approximate' })
  })

  it('places no page once other pages without text are next to it, or another page is between them', () => {
    expect(place(3, before, [summary, drawing, drawing, drawing, budget])).toBeUndefined()
    expect(place(3, before, [summary, drawing, grants, drawing, budget])).toBeUndefined()
    expect(place(2, before, [budget, drawing, drawing, summary])).toBeUndefined()
  })

  it('places no page in a paper without any text, whose pages may be in another order', () => {
    expect(place(1, [drawing, drawing], [drawing, drawing])).toBeUndefined()
  })
})
