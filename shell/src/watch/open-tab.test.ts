import { afterEach, expect, it } from 'vitest'
import { hasOpenTab, markOpenTab } from './open-tab.ts'

afterEach(() => localStorage.clear())

it('marks a tab until its page ends, and again when the reader goes back to it', () => {
  const unmark = markOpenTab('one')
  expect(hasOpenTab()).toBe(true)
  dispatchEvent(new Event('pagehide'))
  expect(hasOpenTab()).toBe(false)
  dispatchEvent(new Event('pageshow'))
  expect(hasOpenTab()).toBe(true)
  unmark()
  expect(hasOpenTab()).toBe(false)
})

it('leaves the mark of a newer tab', () => {
  const unmark = markOpenTab('one')
  markOpenTab('two')
  unmark()
  expect(hasOpenTab()).toBe(true)
})
