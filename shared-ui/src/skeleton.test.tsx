import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { handOverSkeleton, Skeleton, skeletonDelay } from './skeleton.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const isSeenAtOnce = () => 'continues' in screen.getByRole('status').dataset

/** One skeleton takes the place of another after so many ms. */
function follows(ms: number): boolean {
  const { rerender } = render(<Skeleton key="first" />)
  expect(isSeenAtOnce()).toBe(false)
  vi.advanceTimersByTime(ms)
  rerender(<Skeleton key="second" height="10rem" />)
  return isSeenAtOnce()
}

it('is seen at once where it takes over from one that could be seen', () => {
  expect(follows(skeletonDelay)).toBe(true)
})

it('waits where it takes over from one that could not be seen yet', () => {
  expect(follows(skeletonDelay - 1)).toBe(false)
})

it('waits where the last one left before', async () => {
  const { rerender } = render(<Skeleton key="first" />)
  vi.advanceTimersByTime(skeletonDelay)
  rerender(<p>Content</p>)
  await Promise.resolve()
  rerender(<Skeleton key="second" />)
  expect(isSeenAtOnce()).toBe(false)
})

it('takes over from what the page itself has shown', async () => {
  handOverSkeleton()
  render(<Skeleton />)
  expect(isSeenAtOnce()).toBe(true)
})
