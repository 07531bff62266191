import { beginWork, resetWork } from '@portal/shared-ui/silence'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { whenOverdue } from './overdue.ts'

const run = vi.fn()
let stop: () => void
beforeEach(() => {
  vi.useFakeTimers()
  run.mockReset()
  resetWork()
  stop = whenOverdue(5000, run)
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('calls back once the page has waited for the given time', () => {
  vi.advanceTimersByTime(4500)
  expect(run).not.toHaveBeenCalled()
  vi.advanceTimersByTime(60_000)
  expect(run).toHaveBeenCalledOnce()
})

it('starts over after something was loading', () => {
  vi.advanceTimersByTime(4000)
  const done = beginWork()
  vi.advanceTimersByTime(60_000)
  done()
  vi.advanceTimersByTime(4500)
  expect(run).not.toHaveBeenCalled()
  vi.advanceTimersByTime(500)
  expect(run).toHaveBeenCalledOnce()
})

it.each([
  ['hidden', () => vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)],
  ['offline', () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)],
])('doesn’t count the time in which the tab is %s', (_, begin) => {
  vi.advanceTimersByTime(4000)
  const seen = begin()
  vi.advanceTimersByTime(60_000)
  seen.mockRestore()
  vi.advanceTimersByTime(4500)
  expect(run).not.toHaveBeenCalled()
})

it('doesn’t count the time in which the device slept', () => {
  vi.advanceTimersByTime(4000)
  // The clock has moved, and no timer has run.
  const now = performance.now()
  const slept = vi.spyOn(performance, 'now').mockReturnValue(now + 3_600_000)
  vi.advanceTimersByTime(500)
  slept.mockImplementation(() => now + 3_600_000 + 500)
  vi.advanceTimersByTime(500)
  expect(run).not.toHaveBeenCalled()
})
