import { setTimeout as delay } from 'node:timers/promises'
import type { CDPSession, Page } from '@playwright/test'
import { everyCombination } from './counts.ts'
import type { Stop } from './walk.ts'

/** A screen that is mounted and left again and again. */
export type Left = Pick<Stop, 'path'> & {
  /** Something of the screen that comes after its heading. */
  content?: string
}

/** What a page holds after garbage collection; the heap in bytes. */
type Held = { heap: number; nodes: number; listeners: number }

/** The first visits load its code, fill caches and are compiled. */
const visits = everyCombination ? { first: 10, counted: 90 } : { first: 5, counted: 10 }

/**
 * The most that a page may gain in all counted visits of one screen. A screen that keeps something keeps at least a
 * listener or a node a visit, or its elements and records with some 100 KB.
 */
const most: Held = {
  heap: visits.counted * 32 * 1024,
  nodes: visits.counted / 2,
  listeners: visits.counted / 2,
}

/** A page of the shell, which is shown between two visits. */
const elsewhere = '/no/such/page'

/** A page whose screens can be visited, and what it holds. */
export type Measured = {
  /** Goes to the screen and away from it, so many times; the path at which the screen was. */
  visit: (screen: Left, times: number) => Promise<string>
  held: () => Promise<Held>
}

/** What the visits of each screen of a page have left behind, as `leftBehindIn` says. */
export async function leftBehind(page: Page, screens: Left[], settling = 5_000): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const measured: Measured = {
    visit: (screen, times) => page.evaluate(visitAgain, { ...screen, elsewhere, times }),
    held: () => held(session),
  }
  const paths = screens.map((screen) => ({
    ...screen,
    shownAt: new URL(screen.path, page.url()).pathname,
  }))
  const problems = await leftBehindIn(measured, paths, settling)
  await session.detach()
  return problems
}

/**
 * What the visits of each screen have left behind, in sentences; none of a screen that leaves nothing. An address that
 * leads to another screen than `shownAt` isn't one. What a screen has released may still be held for `settling` ms,
 * such as by the end of a request.
 */
export async function leftBehindIn(
  measured: Measured,
  screens: (Left & { shownAt: string })[],
  settling: number,
): Promise<string[]> {
  const problems: string[] = []
  for (const screen of screens) {
    if ((await measured.visit(screen, 1)) !== screen.shownAt) continue
    await measured.visit(screen, visits.first - 1)
    let gains: string[] = []
    // What grows once, such as compiled code, doesn't grow again.
    while (gains.length < 2) {
      const before = await leastHeld(measured, settling)
      await measured.visit(screen, visits.counted)
      const after = await leastHeld(measured, settling, sumOf(before, most))
      if (!exceeds(after, sumOf(before, most))) break
      gains = [...gains, gained(screen, before, after)]
    }
    problems.push(...gains.slice(1))
  }
  return problems
}

function gained({ path }: Left, before: Held, after: Held): string {
  const a = (name: keyof Held) => (after[name] - before[name]) / visits.counted
  const heap = (a('heap') / 1024).toFixed(1)
  return `a visit of ${path} leaves ${heap} KB, ${a('nodes').toFixed(1)} nodes and ${a('listeners').toFixed(1)} listeners behind`
}

/** The least of each until all are within the limit, or nothing more is released. */
async function leastHeld(measured: Measured, settling: number, limit?: Held): Promise<Held> {
  const until = performance.now() + settling
  let least = await measured.held()
  for (;;) {
    const last = least
    if (limit ? !exceeds(least, limit) : performance.now() > until) return least
    await delay(100)
    const now = await measured.held()
    least = {
      heap: Math.min(least.heap, now.heap),
      nodes: Math.min(least.nodes, now.nodes),
      listeners: Math.min(least.listeners, now.listeners),
    }
    if (!limit && least.nodes === last.nodes && least.listeners === last.listeners) return least
    if (performance.now() > until) return least
  }
}

async function held(session: CDPSession): Promise<Held> {
  await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  const metric = (name: string) => metrics.find((entry) => entry.name === name)!.value
  return {
    heap: metric('JSHeapUsedSize'),
    nodes: metric('Nodes'),
    listeners: metric('JSEventListeners'),
  }
}

function sumOf(a: Held, b: Held): Held {
  return {
    heap: a.heap + b.heap,
    nodes: a.nodes + b.nodes,
    listeners: a.listeners + b.listeners,
  }
}

function exceeds(used: Held, limit: Held): boolean {
  return used.heap > limit.heap || used.nodes > limit.nodes || used.listeners > limit.listeners
}

type Visits = Left & { elsewhere: string; times: number }

/**
 * Runs in the page: goes to a screen and away from it, each time as soon as the next one is there. Returns the path at
 * which the screen was.
 */
async function visitAgain(of: Visits): Promise<string> {
  const { path, content, elsewhere: away, times } = of
  // Unlike a timer, it isn't slowed down when it is nested.
  const task = () =>
    new Promise<void>((resolve) => {
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener('message', () => resolve())
      port1.start()
      port2.postMessage(undefined)
    })
  const go = async (address: string, awaited = 'main') => {
    const before = document.querySelector('main h1')
    history.pushState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
    const began = performance.now()
    const isThere = () => {
      const title = document.querySelector('main h1')
      const isWaiting = document.querySelector('output[aria-busy=true]') !== null
      return title && title !== before && !isWaiting && document.querySelector(awaited) !== null
    }
    while (!isThere()) {
      if (performance.now() - began > 60_000) throw new Error(`${address} wasn’t shown within 60 s`)
      await task()
    }
  }
  let shownAt = ''
  // The page may already show the screen.
  if (location.pathname !== away) await go(away)
  for (let visit = 0; visit < times; visit += 1) {
    await go(path, content)
    // A redirect follows at once.
    if (times === 1) await new Promise((resolve) => requestIdleCallback(resolve))
    shownAt = location.pathname
    await go(away)
  }
  return shownAt
}
