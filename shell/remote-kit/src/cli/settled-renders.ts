import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from '@playwright/test'

/** In ms. */
const interval = 250

/** Maximum number of changes to an idle page while `timers.count` timers of `timers.ms` run one after the other. */
const calm = 3
const timers = { count: 10, ms: 25 }

/** In ms. The shell fails a page that renders endlessly after about eight seconds. */
const longest = 20_000

/**
 * Whether React has stopped changing a loaded page, or the shell has replaced what rendered endlessly.
 * Usually known by the time the page has loaded.
 */
export async function settlesRenders(page: Page, loading: Promise<unknown>): Promise<boolean> {
  const renders = { areCalm: false, areOver: false }
  const sample = async () => {
    while (!renders.areOver) {
      renders.areCalm = (await commitsMade(page)) <= calm
      await delay(interval)
    }
  }
  void sample()
  await loading
  for (let waited = 0; !renders.areCalm && waited < longest; waited += interval) {
    await delay(interval)
  }
  renders.areOver = true
  return renders.areCalm
}

/**
 * How often React changes the page while its timers run. Counted by the page's timers, because on a busy machine it may
 * get no time for a while, and an endless renderer would seem calm. The shell counts what React reports to its
 * developer tools. Zero while the page is being replaced.
 */
export function commitsMade(page: Page): Promise<number> {
  const counted = page.evaluate(async ({ count, ms }) => {
    const commits = () => {
      const key = Symbol.for('portal.commits')
      return (globalThis as unknown as Record<symbol, { count: number }>)[key]?.count ?? 0
    }
    const before = commits()
    for (let ended = 0; ended < count; ended += 1) {
      await new Promise((resolve) => setTimeout(resolve, ms))
    }
    return commits() - before
  }, timers)
  return counted.catch(() => 0)
}
