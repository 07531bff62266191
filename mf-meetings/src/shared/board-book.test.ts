import { describe, expect, it } from 'vitest'
import { firstBook, ready, secondBook } from './board-book-fixture.ts'
import {
  wholeBook,
  bookContent,
  bookFacts,
  bookTitle,
  changesRefusal,
  copyTaken,
  partAt,
  progressText,
  staleness,
} from './board-book.ts'

import type { Material } from './materials-of.ts'

const withNotes = { notes: true, changes: false }
const changesOnly = { notes: false, changes: true }

const paper = (type: string, id: string, version = 1) =>
  ({ type, kind: 'pdf', name: type, mapping: { document: { id, version } } }) as Material
const embed = { type: 'airtable-data', kind: 'page', name: 'x', mapping: {} } as Material
const agenda = { type: 'agenda', kind: 'agenda', name: 'Agenda', mapping: {} } as Material
const budget = paper('budget-vs-actual', 'budget')
const cash = paper('cash-flow-summary', 'cash')

describe('a book in words', () => {
  it('gives its length, its size and the day it was made', () => {
    const facts = (size: number, pages = 214) =>
      bookFacts({ pages, size, madeAt: '2026-11-24T20:00:00Z' }, 'America/Los_Angeles')
    expect(facts(12_400_000)).toMatch(/^214 pages · 12 MB · made 24 November/)
    expect(facts(1_240_000, 1)).toMatch(/^1 page · 1\.2 MB/)
    expect(facts(412_000)).toContain('412 KB')
  })

  it('counts its papers, including those replaced by a placeholder', () => {
    expect(bookContent(secondBook, wholeBook)).toBe('All 3 papers in one PDF')
    expect(bookContent(secondBook, withNotes)).toBe('All 3 papers in one PDF, with your notes')
    expect(bookContent(secondBook, changesOnly)).toBe('What changed since your copy, in 3 papers')
  })

  it('names it by its meeting and its options', () => {
    expect(bookTitle('Q4 2026', wholeBook)).toBe('Q4 2026 board book')
    const name = 'Finance Committee, 3 December 2026'
    const other = bookTitle(name, { ...wholeBook, notes: true }, { isOfQuarter: false })
    expect(other).toBe(`Board book: ${name}, with my notes`)
    expect(bookTitle('Q4 2026', { notes: true, changes: true })).toBe(
      'Q4 2026 board book, what changed, with my notes',
    )
  })

  it('counts the paper that is being copied', () => {
    expect(progressText({ done: 4, total: 13 })).toBe('Copying paper 5 of 13')
    expect(progressText({ done: 13, total: 13 })).toBe('Finishing the board book')
    expect(progressText(undefined)).toBe('Making the board book')
  })
})

it.each([
  [1, 'Cover'],
  [4, 'Budget vs Actual'],
  [15, 'Budget vs Actual'],
  [16, 'Grants in numbers'],
  [22, undefined],
])('finds the part of page %s', (page, title) => {
  expect(partAt(secondBook.parts, page)?.title).toBe(title)
})

describe('what has changed since a book was made', () => {
  const since = (materials: Material[], options = wholeBook) =>
    staleness(secondBook, [agenda, ...materials], options)

  it.each([
    ['a newer version', [paper('budget-vs-actual', 'budget', 2), embed, cash], '1 paper'],
    ['another file', [paper('budget-vs-actual', 'other'), embed, cash], '1 paper'],
    ['a paper more', [budget, embed, cash, paper('budget-update', 'new')], '1 paper'],
    ['a paper less and another file', [paper('budget-vs-actual', 'other'), embed], '2 papers'],
  ])('counts %s', (_, materials, count) => {
    expect(since(materials)).toBe(`${count} changed since this book was made.`)
  })

  it('names the agenda or notes if no paper is different', () => {
    expect(since([budget, embed, cash])).toBe('The agenda has changed since this book was made.')
    expect(since([budget, embed, cash], withNotes)).toBe(
      'Your notes or the agenda have changed since this book was made.',
    )
  })

  it('gives no count for a book of changes, which has only some papers', () => {
    expect(since([], changesOnly)).toBe('The papers have changed since this book was made.')
  })
})

describe('only what changed since the reader’s copy', () => {
  const copy = { id: firstBook.id, number: 1, takenAt: '2026-11-10T20:00:00Z' }

  it.each([
    ['in a member view', { ...ready, copy }, undefined, /^This view of the portal/],
    ['while reading isn’t recorded', ready, { isOn: false }, /^You have switched off/],
    ['without a copy', ready, { isOn: true }, /^You have no copy yet/],
    [
      'with a copy of the newest book',
      { ...ready, copy: { ...copy, id: secondBook.id } },
      { isOn: true },
      /^Nothing has changed/,
    ],
  ])('says why it isn’t available %s', (_, state, reading, reason) => {
    expect(changesRefusal(state, reading)).toMatch(reason)
  })

  it('offers it to a reader with a copy of an earlier book', () => {
    expect(changesRefusal({ ...ready, copy }, { isOn: true })).toBeUndefined()
  })
})

describe('the reader’s copy', () => {
  const own = { ...ready, book: { ...secondBook, id: 'own' } }

  it('becomes the whole book that they take', () => {
    expect(copyTaken(ready, wholeBook, ready)).toBe(secondBook.id)
  })

  it('becomes the whole book with the same papers if they take one with notes', () => {
    expect(copyTaken(own, withNotes, ready)).toBe(secondBook.id)
    expect(copyTaken({ ...own, state: 'none' }, withNotes, ready)).toBeUndefined()
    expect(copyTaken(own, withNotes, { ...ready, state: 'none' })).toBeUndefined()
  })

  it('never becomes a book of changes', () => {
    expect(copyTaken(own, changesOnly, ready)).toBeUndefined()
  })
})
