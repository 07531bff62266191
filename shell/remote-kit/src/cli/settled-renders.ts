import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from '@playwright/test'

/** In ms. */
const interval = 250

/** A page at rest may change so often in an interval. */
const calm = 3

/** The shell fails a page that renders without end after about eight seconds; in ms. */
const longest = 20_000

/**
 * Whether React has stopped changing a page that has loaded, or the shell has replaced what renders
 * without end. Usually known by the time the page has loaded.
 */
export async function settlesRenders(page: Page, loading: Promise<unknown>): Promise<boolean> {
  const renders = { areCalm: false, areOver: false }
  const sample = async () => {
    let count = await commitCount(page)
    while (!renders.areOver) {
      await delay(interval)
      const next = await commitCount(page)
      renders.areCalm = next - count <= calm
      count = next
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

/** The shell counts what React says to its developer tools. Zero while the page is being replaced. */
function commitCount(page: Page): Promise<number> {
  const counted = page.evaluate(() => {
    const commits = Symbol.for('portal.commits')
    return (globalThis as unknown as Record<symbol, { count: number }>)[commits]?.count ?? 0
  })
  return counted.catch(() => 0)
}
