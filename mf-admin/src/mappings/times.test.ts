import { expect, it } from 'vitest'
import { timeAgo } from './sync/sync-control.tsx'

it.each([
  [0, 'just now'],
  [-5, 'just now'],
  [4, '4 minutes ago'],
  [90, '1 hour ago'],
  [60 * 25, 'yesterday'],
  [60 * 24 * 3, '3 days ago'],
])('describes %i minutes ago', (minutes, words) => {
  expect(timeAgo(1_000_000_000_000 - minutes * 60_000, 1_000_000_000_000)).toBe(words)
})
