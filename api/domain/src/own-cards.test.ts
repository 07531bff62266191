import { expect, it } from 'vitest'
import { lastOrder, ordersAfterMove, ownCardsAmong } from './own-cards.ts'

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

it('adds a card after the last one', () => {
  expect(lastOrder([])).toBe(1)
  expect(lastOrder([1, 2.5])).toBe(3)
})

it('moves a card with one new order', () => {
  expect([...ordersAfterMove([1, 2, 3], 1, 0)]).toEqual([[1, 0.5]])
  expect([...ordersAfterMove([1, 2, 3], 2, 1)]).toEqual([[2, 1.5]])
  expect([...ordersAfterMove([1, 2, 3], 0, 1)]).toEqual([[0, 2.5]])
  expect([...ordersAfterMove([1, 2, 3.5], 1, 2)]).toEqual([[1, 4]])
})

it.each([
  ['of the same order', [1, 1, 2], 2, 1],
  ['without an order', [0, 0], 1, 0],
  ['too close to each other', [1, 1 + Number.EPSILON, 2], 2, 1],
])('numbers cards again to move one between cards %s', (_, orders, from, to) => {
  const after = ordersAfterMove(orders, from, to)
  const moved = [...orders.keys()].toSorted((a, b) => after.get(a)! - after.get(b)!)
  expect(moved.indexOf(from)).toBe(to)
  expect(new Set(after.values()).size).toBe(orders.length)
})
