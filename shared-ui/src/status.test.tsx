import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { settleTime, Status } from './status.tsx'

const announced = () => screen.getByRole('status').textContent
const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('exists before it announces anything', () => {
  render(<Status text="Loading the directory" />)
  expect(announced()).toBe('')
  wait(settleTime)
  expect(announced()).toBe('Loading the directory')
})

it('announces only the last of several quick changes, in the same element', () => {
  const { rerender } = render(<Status text="Loading the directory" />)
  const region = screen.getByRole('status')
  for (const text of ['18 people', '4 people', '1 person']) {
    wait(settleTime - 1)
    rerender(<Status text={text} />)
  }
  expect(announced()).toBe('')
  wait(settleTime)
  expect(announced()).toBe('1 person')
  expect(screen.getByRole('status')).toBe(region)
})
