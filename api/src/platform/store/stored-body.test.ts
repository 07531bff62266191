import { expect, it } from 'vitest'
import { bodyOf, isSameBody } from './stored-body.ts'

it('separates the stored body from its metadata', () => {
  const stored = { id: 'a', revision: 3, updatedAt: '2026-11-21T12:00:00.000Z', name: 'Wei Chen' }
  expect(bodyOf(stored)).toEqual({ name: 'Wei Chen' })
})

it('treats bodies as equal if they are stored identically', () => {
  expect(isSameBody({ a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 })).toBe(true)
  expect(isSameBody({ a: 1, b: undefined }, { a: 1 })).toBe(true)
  expect(isSameBody({ a: 0 }, { a: -0 })).toBe(true)
})

it('distinguishes bodies by value, array order and extra fields', () => {
  expect(isSameBody({ a: 1 }, { a: '1' })).toBe(false)
  expect(isSameBody({ a: [1, 2] }, { a: [2, 1] })).toBe(false)
  expect(isSameBody({ a: 1 }, { a: 1, b: null })).toBe(false)
})
