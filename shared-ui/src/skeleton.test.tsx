import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { continueSkeleton, Skeleton, skeletonDelay } from './skeleton.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const isSeenAtOnce = () => 'continues' in screen.getByRole('status').dataset

/** Replaces one skeleton by another after this time. */
function follows(ms: number): boolean {
  const { rerender } = render(<Skeleton key="first" />)
  expect(isSeenAtOnce()).toBe(false)
  vi.advanceTimersByTime(ms)
  rerender(<Skeleton key="second" height="10rem" />)
  return isSeenAtOnce()
}

it('shows a skeleton at once when it replaces a visible one', () => {
  expect(follows(skeletonDelay)).toBe(true)
})

it('delays a skeleton that replaces one that wasn’t visible yet', () => {
  expect(follows(skeletonDelay - 1)).toBe(false)
})

it('delays a skeleton when the last one was removed earlier', async () => {
  const { rerender } = render(<Skeleton key="first" />)
  vi.advanceTimersByTime(skeletonDelay)
  rerender(<p>Content</p>)
  await Promise.resolve()
  rerender(<Skeleton key="second" />)
  expect(isSeenAtOnce()).toBe(false)
})

it('continues the skeleton in the page’s HTML', async () => {
  continueSkeleton()
  render(<Skeleton />)
  expect(isSeenAtOnce()).toBe(true)
})
