import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { usePartsInOrder } from './parts-in-order.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

function threeParts() {
  const { result } = renderHook(() => usePartsInOrder(3))
  return {
    settle: (index: number) => act(() => result.current.onSettled(index)),
    shown: () => [0, 1, 2].filter((index) => result.current.isShown(index)),
  }
}

it('shows a part once those above it are there', () => {
  const { settle, shown } = threeParts()
  expect(shown()).toEqual([0])
  settle(1)
  expect(shown()).toEqual([0])
  settle(0)
  expect(shown()).toEqual([0, 1, 2])
})

it('doesn’t keep a part that is there waiting for long', () => {
  const { settle, shown } = threeParts()
  settle(1)
  pass(2900)
  expect(shown()).toEqual([0])
  pass(100)
  expect(shown()).toEqual([0, 1, 2])
})

it('has all the patience for parts of which none is there', () => {
  const { shown } = threeParts()
  pass(60_000)
  expect(shown()).toEqual([0])
})
