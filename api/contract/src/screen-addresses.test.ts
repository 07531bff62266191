import { expect, it } from 'vitest'
import { addressOf } from './screen-addresses.ts'

it.each([
  ['/meetings/:year/:slug/*', '/meetings/2026/sample/sample'],
  ['/people/:id?', '/people/sample'],
  ['/meetings', '/meetings'],
])('fills in known parameters, and a word for unknown ones: %s', (pattern, address) => {
  expect(addressOf(pattern, { year: '2026' })).toBe(address)
})
