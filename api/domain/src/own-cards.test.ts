import { expect, it } from 'vitest'
import { orderBetween, ownCardsAmong } from './own-cards.ts'

it('lists the cards of a kind that aren’t the specification’s, in their order', () => {
  const mappings = {
    'governance-late': { order: 2 },
    'governance-bylaws': { order: 1 },
    'governance-early': { order: 0.5 },
    'governance-also-late': { order: 2, title: 'Zoning' },
    'communications-press': { order: 1 },
    'meeting-2026-q4-agenda': {},
  }
  expect(ownCardsAmong(mappings, 'governance')).toEqual([
    { kind: 'governance', policyType: 'early' },
    { kind: 'governance', policyType: 'also-late' },
    { kind: 'governance', policyType: 'late' },
  ])
})

it('finds a place for a card first, last and between two others', () => {
  expect(orderBetween(undefined, undefined)).toBe(1)
  expect(orderBetween(2.5, undefined)).toBe(3)
  expect(orderBetween(undefined, 1)).toBe(0.5)
  expect(orderBetween(1, 2)).toBe(1.5)
})
