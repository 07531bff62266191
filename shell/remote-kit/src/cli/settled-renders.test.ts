import type { Page } from '@playwright/test'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { commitsMade } from './settled-renders.ts'

const commits = Symbol.for('portal.commits')
const counted = globalThis as unknown as Record<symbol, { count: number } | undefined>

/** Runs the page's code here, on fake timers. */
const page = {
  evaluate: async (work: (given: unknown) => unknown, given: unknown) => work(given),
} as Page

beforeEach(() => {
  vi.useFakeTimers()
  counted[commits] = { count: 0 }
})
afterEach(() => {
  vi.useRealTimers()
  counted[commits] = undefined
})

it('counts changes in the page’s own time, so that a starved page doesn’t count as calm', async () => {
  setInterval(() => (counted[commits]!.count += 1), 5)
  let isKnown = false
  const made = commitsMade(page).finally(() => (isKnown = true))
  await vi.advanceTimersByTimeAsync(50)
  expect(isKnown).toBe(false)
  await vi.advanceTimersByTimeAsync(200)
  expect(await made).toBeGreaterThan(40)
})

it('counts nothing on an idle page, nor on one that is being replaced', async () => {
  const made = commitsMade(page)
  await vi.advanceTimersByTimeAsync(250)
  expect(await made).toBe(0)
  const gone = { evaluate: async () => Promise.reject(new Error('Execution context')) }
  expect(await commitsMade(gone as unknown as Page)).toBe(0)
})
