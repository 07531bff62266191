import { expect, it } from 'vitest'
import { type BusySecond, isRunaway } from './watch-tab.ts'

const second = (fields: Partial<BusySecond>): BusySecond => ({
  commits: 0,
  frames: 60,
  hadIdleTime: true,
  isExcused: false,
  ...fields,
})

it.each([
  ['an effect that starts itself', { commits: 3000, frames: 50, hadIdleTime: false }],
  ['a timer without a delay', { commits: 240, frames: 60 }],
  ['an effect on a slow device', { commits: 25, frames: 20, hadIdleTime: false }],
  [
    'an effect in a browser that doesn’t report idle time',
    { commits: 900, hadIdleTime: undefined },
  ],
])('finds %s', (_, fields) => {
  expect(isRunaway(second(fields))).toBe(true)
})

it.each([
  ['a page at rest', {}],
  ['an animation on a fast screen', { commits: 240, frames: 240 }],
  ['an animation on a slow device', { commits: 15, frames: 15, hadIdleTime: undefined }],
  ['a list that is long to draw', { commits: 2, frames: 3, hadIdleTime: false }],
  ['progress of a download', { commits: 400, isExcused: true }],
])('ignores %s', (_, fields) => {
  expect(isRunaway(second(fields))).toBe(false)
})

it('doesn’t know what a page does while the browser draws nothing', () => {
  expect(isRunaway(second({ commits: 400, frames: 0 }))).toBeUndefined()
})
