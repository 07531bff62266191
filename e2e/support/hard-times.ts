import { setTimeout as delay } from 'node:timers/promises'
import type { BrowserContext, Page, Route } from '@playwright/test'
import type { Problem } from '@portal/contract/problem'

/** The result of a read: an answer, a refusal with a problem, or a broken connection. */
export type Fate = 'answered' | 'refused' | 'broken off'

/** Applies the outcome of `fate` to every read of the API; other requests are unchanged. */
export async function hardTimes(
  context: BrowserContext,
  fate: (path: string) => Fate | Promise<Fate>,
): Promise<void> {
  await context.route('**/api/**', async (route) => {
    const request = route.request()
    if (request.method() !== 'GET') return route.continue()
    const path = new URL(request.url()).pathname
    await settle(route, await fate(path)).catch(() => {
      // The page has canceled this read meanwhile.
    })
  })
}

async function settle(route: Route, fate: Fate): Promise<void> {
  if (fate === 'answered') return route.continue()
  if (fate === 'broken off') return route.abort('connectionreset')
  const status = 503
  const headers = { 'content-type': 'application/problem+json', 'x-request-id': busy.requestId }
  return route.fulfill({ status, headers, body: JSON.stringify(busy) })
}

const busy: Problem = {
  type: 'urn:portal:problem:unavailable',
  title: 'Unavailable',
  status: 503,
  detail: 'The server is busy. Please try again.',
  code: 'unavailable',
  error: 'The server is busy. Please try again.',
  requestId: 'hard-times',
}

/**
 * Reads that take `ms` and fail by the given percentage. Each kind of read has its own sequence
 * from the seed, so neither the order of reads nor today's date changes the results.
 */
export function slowAndFailing({
  ms,
  percent,
  seed,
}: {
  ms: number
  percent: number
  seed: number
}) {
  const sequences = new Map<string, () => number>()
  const count = { asked: 0, failed: 0 }
  const fate = async (path: string): Promise<Fate> => {
    const kind = path.split('/').slice(0, 3).join('/')
    const next = sequences.get(kind) ?? chances(seed + sequences.size)
    sequences.set(kind, next)
    const chance = next()
    count.asked += 1
    if (chance >= percent) return delay(ms, 'answered')
    count.failed += 1
    return delay(ms, chance < percent / 2 ? 'refused' : 'broken off')
  }
  return { fate, count }
}

/** Numbers from 0 to below 100, the same for the same seed (mulberry32). */
function chances(seed: number): () => number {
  let state = Math.imul(seed, 0x9e3779b1)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * 100
  }
}

type Seen = { skeleton: boolean; blank: string[]; errorScreen: boolean }
declare global {
  // oxlint-disable-next-line no-var -- the way to declare a global
  var seen: Seen
}

/** Checks the content area at each change, from the first one on; read by `whatWasSeen`. */
export async function watchContent(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    globalThis.seen = { skeleton: false, blank: [], errorScreen: false }
    new MutationObserver(() => {
      const main = document.querySelector('main')
      if (!main) return
      const skeleton = main.querySelector('[aria-busy="true"]') !== null
      if (skeleton) seen.skeleton = true
      else if (main.textContent.trim() === '') seen.blank.push(location.pathname)
      if (main.textContent.includes('Something went wrong')) seen.errorScreen = true
    }).observe(document, { childList: true, subtree: true, attributes: true, characterData: true })
  })
}

export function whatWasSeen(page: Page): Promise<Seen> {
  return page.evaluate(() => globalThis.seen)
}

/** Uncaught errors of every tab. */
export function uncaughtErrors(context: BrowserContext): string[] {
  const errors: string[] = []
  context.on('weberror', (error) => errors.push(String(error.error())))
  return errors
}
