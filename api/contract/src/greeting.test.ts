import { expect, it } from 'vitest'
import { greeting } from './greeting.ts'

it.each([
  [3, 'Good evening, Maria'],
  [4, 'Good morning, Maria'],
  [12, 'Good afternoon, Maria'],
  [18, 'Good evening, Maria'],
])('greets at %i o’clock with “%s”', (hour, expected) => {
  expect(greeting(hour, 'Maria Lopez')).toBe(expected)
})

it('greets someone without a name', () => {
  expect(greeting(9, undefined)).toBe('Good morning')
})
