import { expect, it } from 'vitest'
import { endsAfterStart, minutesOfClock } from './clock-times.ts'

it('reads a time of day with one or two digits for its hour, and nothing else', () => {
  expect(minutesOfClock('9:05')).toBe(545)
  expect(minutesOfClock('09:05')).toBe(545)
  for (const text of ['24:00', '9:60', '9 AM', '', undefined]) {
    expect(minutesOfClock(text)).toBeUndefined()
  }
})

it('lets a meeting end after it starts, and judges no words', () => {
  expect(endsAfterStart({ time: '09:00', endTime: '09:01' })).toBe(true)
  expect(endsAfterStart({ time: '09:00', endTime: '09:00' })).toBe(false)
  expect(endsAfterStart({ time: '14:00', endTime: '9:00' })).toBe(false)
  expect(endsAfterStart({ time: 'after lunch', endTime: '09:00' })).toBe(true)
})
