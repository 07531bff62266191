import { EventEmitter } from 'node:events'
import type { Page } from '@playwright/test'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { renderTimeout, routeDeadline } from './shown-page.ts'
import { watchPage } from './watch-page.ts'

afterEach(() => vi.useRealTimers())

/** A page that only emits events. */
function watchedPage() {
  const page = new EventEmitter()
  const watched = watchPage(page as unknown as Page)
  const request = (address: string) =>
    page.emit('request', { url: () => `http://127.0.0.1:4711${address}`, postDataJSON: () => null })
  return { page, watched, request }
}

describe('a page that is still loading at its deadline', () => {
  it('is certain to be broken if it requests one address without end', () => {
    const { watched, request } = watchedPage()
    request('/api/portal')
    for (let n = 1; n <= 30; n += 1) request(`/api/meetings?try=${n}`)
    expect(watched.loadingFault(60)).toBe(
      'it was still loading after 60 s, and had requested /api/meetings 30 times',
    )
    expect(watched.isCertain()).toBe(true)
  })

  it('may be on a busy machine if it requests many files once', () => {
    const { watched, request } = watchedPage()
    for (let n = 1; n <= 30; n += 1) request(`/remotes/news/1.0.0-a/${n}.js`)
    expect(watched.loadingFault(60)).toBe('it was still loading after 60 s')
    expect(watched.isCertain()).toBe(false)
  })

  it('has one deadline for all waits', () => {
    vi.useFakeTimers()
    const left = routeDeadline()
    vi.advanceTimersByTime(renderTimeout - 5000)
    expect(left()).toBe(5000)
    vi.advanceTimersByTime(6000)
    expect(left()).toBe(1)
  })
})

it('keeps the stack of the first exception', () => {
  const { page, watched } = watchedPage()
  const first = new Error('The entry fails.')
  page.emit('pageerror', first)
  page.emit('pageerror', new Error('So does another script.'))
  expect(watched.thrown()).toBe(first.stack)
  expect(watched.faults()).toEqual([
    'it threw The entry fails.',
    'it threw So does another script.',
  ])
})
