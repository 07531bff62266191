import { expect, it } from 'vitest'
import { greeting } from './greeting.ts'

const zone = 'America/Los_Angeles'

it.each([
  ['2026-11-24T08:00:00Z', 'Good evening, Maria'],
  ['2026-11-24T11:59:59Z', 'Good evening, Maria'],
  ['2026-11-24T12:00:00Z', 'Good morning, Maria'],
  ['2026-11-24T20:00:00Z', 'Good afternoon, Maria'],
  ['2026-11-25T02:00:00Z', 'Good evening, Maria'],
])('greets at %s in Los Angeles with “%s”', (now, expected) => {
  expect(greeting(new Date(now), zone, 'Maria Lopez')).toBe(expected)
})

it('greets someone without a name', () => {
  expect(greeting(new Date('2026-11-24T17:00:00Z'), zone, undefined)).toBe('Good morning')
})
