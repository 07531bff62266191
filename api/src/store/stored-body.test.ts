import { expect, it } from 'vitest'
import { bodyOf, isSameBody } from './stored-body.ts'

it('tells what was stored from what the store keeps beside it', () => {
  const stored = { id: 'a', revision: 3, updatedAt: '2026-11-21T12:00:00.000Z', name: 'Wei Chen' }
  expect(bodyOf(stored)).toEqual({ name: 'Wei Chen' })
})

it('takes bodies for the same that no store could tell apart', () => {
  expect(isSameBody({ a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 })).toBe(true)
  expect(isSameBody({ a: 1, b: undefined }, { a: 1 })).toBe(true)
  expect(isSameBody({ a: 0 }, { a: -0 })).toBe(true)
})

it('tells apart another value, another order and one field more', () => {
  expect(isSameBody({ a: 1 }, { a: '1' })).toBe(false)
  expect(isSameBody({ a: [1, 2] }, { a: [2, 1] })).toBe(false)
  expect(isSameBody({ a: 1 }, { a: 1, b: null })).toBe(false)
})
