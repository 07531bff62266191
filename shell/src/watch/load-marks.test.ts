import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { TabState } from './heart-worker.ts'
import { markLoad, takeStoppedLoads } from './load-marks.ts'

const state: TabState = { session: 'one', composition: 'c', remote: 'polls', release: '2' }

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] }))

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  localStorage.clear()
})

/** Lets time pass without running the page's timers: its thread is busy. */
const hang = (ms: number) => vi.setSystemTime(Date.now() + ms)

it('finds a load that has stopped answering for ten seconds, once, with what ran', () => {
  markLoad(() => state, localStorage).update()
  hang(9999)
  expect(takeStoppedLoads(localStorage)).toEqual([])
  hang(1)
  expect(takeStoppedLoads(localStorage)).toEqual([{ ...state, at: Date.now() - 10_000 }])
  expect(takeStoppedLoads(localStorage)).toEqual([])
})

it('doesn’t take a slow load that keeps answering for a stopped one', () => {
  const marker = markLoad(() => state, localStorage)
  marker.update()
  vi.advanceTimersByTime(60_000)
  expect(takeStoppedLoads(localStorage)).toEqual([])
  marker.end()
})

it('names what ran last', () => {
  let running = state
  const marker = markLoad(() => running, localStorage)
  marker.update()
  running = { ...state, release: '3', others: [{ remote: 'meetings', release: '1' }] }
  marker.update()
  hang(10_000)
  expect(takeStoppedLoads(localStorage)).toMatchObject([running])
})

it.each([
  ['a worker follows the page', (end: () => void) => end()],
  ['the page ends', () => void dispatchEvent(new Event('pagehide'))],
  [
    'the tab is hidden',
    () => {
      vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
      document.dispatchEvent(new Event('visibilitychange'))
    },
  ],
])('finds nothing after %s', (_, act) => {
  const marker = markLoad(() => state, localStorage)
  marker.update()
  act(marker.end)
  hang(60_000)
  expect(takeStoppedLoads(localStorage)).toEqual([])
})

it('finds several tabs, and leaves those that still answer', () => {
  markLoad(() => state, localStorage).update()
  hang(10_000)
  markLoad(() => ({ ...state, session: 'two' }), localStorage).update()
  expect(takeStoppedLoads(localStorage).map(({ session }) => session)).toEqual(['one'])
  hang(10_000)
  expect(takeStoppedLoads(localStorage).map(({ session }) => session)).toEqual(['two'])
})

it('starts over after marks that can’t be read', () => {
  localStorage.setItem('portal.loads', '{broken')
  expect(takeStoppedLoads(localStorage)).toEqual([])
})
