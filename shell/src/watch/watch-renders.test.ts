import { resetWork } from '@portal/shared-ui/silence'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { commitCount, countCommits } from './count-commits.ts'
import { watchRenders } from './watch-tab.ts'

const page = globalThis as {
  __REACT_DEVTOOLS_GLOBAL_HOOK__?: { onCommitFiberRoot: () => void } | undefined
}
const usual = page.__REACT_DEVTOOLS_GLOBAL_HOOK__
const extension = { onCommitFiberRoot: vi.fn() }
const onRunaway = vi.fn()
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  resetWork()
  vi.clearAllMocks()
  extension.onCommitFiberRoot = vi.fn()
  page.__REACT_DEVTOOLS_GLOBAL_HOOK__ = extension
  countCommits()
  stop = watchRenders(onRunaway)
})
afterEach(() => {
  stop()
  page.__REACT_DEVTOOLS_GLOBAL_HOOK__ = usual
  vi.useRealTimers()
})

/** Advances the clock by seconds with this many evenly spaced commits per second. */
function pass(seconds: number, commits: number) {
  for (let count = 0; count < seconds * commits; count += 1) {
    vi.advanceTimersByTime(1000 / commits)
    page.__REACT_DEVTOOLS_GLOBAL_HOOK__!.onCommitFiberRoot()
  }
}

it('finds a page that commits all the time, and ignores one that stops', () => {
  pass(4, 500)
  pass(60, 1)
  expect(onRunaway).not.toHaveBeenCalled()
  pass(8, 500)
  expect(onRunaway).toHaveBeenCalledOnce()
})

it('leaves the seconds out in which the browser draws nothing, and counts the others', () => {
  const withoutFrames = (seconds: number) => {
    const drawing = vi.spyOn(globalThis, 'requestAnimationFrame').mockReturnValue(0)
    pass(seconds, 500)
    drawing.mockRestore()
  }
  withoutFrames(20)
  pass(4, 500)
  expect(onRunaway).not.toHaveBeenCalled()
  withoutFrames(2)
  expect(onRunaway).not.toHaveBeenCalled()
  pass(3, 500)
  expect(onRunaway).toHaveBeenCalledOnce()
})

it('excuses commits that the reader causes', () => {
  for (let second = 0; second < 20; second += 1) {
    pass(1, 500)
    dispatchEvent(new Event('pointermove'))
  }
  expect(onRunaway).not.toHaveBeenCalled()
})

it('still reports commits to the browser’s developer tools', () => {
  const announced = vi.fn()
  page.__REACT_DEVTOOLS_GLOBAL_HOOK__ = { onCommitFiberRoot: announced }
  countCommits()
  page.__REACT_DEVTOOLS_GLOBAL_HOOK__.onCommitFiberRoot()
  expect(announced).toHaveBeenCalledOnce()
  expect(commitCount()).toBe(1)
})
