import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { partWidths, usePartsInOrder } from './dashboard.tsx'

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

it('shows a part once those above it are ready', () => {
  const { settle, shown } = threeParts()
  expect(shown()).toEqual([0])
  settle(1)
  expect(shown()).toEqual([0])
  settle(0)
  expect(shown()).toEqual([0, 1, 2])
})

it('doesn’t keep a ready part waiting for long', () => {
  const { settle, shown } = threeParts()
  settle(1)
  pass(2900)
  expect(shown()).toEqual([0])
  pass(100)
  expect(shown()).toEqual([0, 1, 2])
})

it('waits without a limit while no part is ready', () => {
  const { shown } = threeParts()
  pass(60_000)
  expect(shown()).toEqual([0])
})

const widthsOf = (...widths: ('full' | 'half' | undefined)[]) =>
  partWidths(widths.map((width) => (width === undefined ? {} : { width })))

it('puts two neighboring halves next to each other', () => {
  expect(widthsOf('full', 'half', 'half', undefined)).toEqual(['full', 'half', 'half', 'full'])
})

it('gives a half the full width if no other half is next to it', () => {
  expect(widthsOf('half', 'full', 'half', 'half', 'half')).toEqual([
    'full',
    'full',
    'half',
    'half',
    'full',
  ])
})
