import { setTimeout as delay } from 'node:timers/promises'
import type { BrowserContext, CDPSession, Page } from '@playwright/test'
import { boxOf } from '../support/box-of.ts'
import { stepTimeout, withDeadline } from './deadline.ts'
import { throttle } from './throttle.ts'

/** The pause before a person's next step, in ms. */
const look = 500
/** How long a link is hovered before it is clicked, in ms. */
const hover = 300
const quietFor = 1500

type Network = { lastAt: () => number; slowest: () => string[] }
type Step = { name: string; at: number }
type FollowedLink = {
  name: string
  /** The target's heading, if it differs from the link's text. */
  title?: string
  /** Something of the target's own content, not of its skeleton. */
  content: string
}

export const followed: FollowedLink[] = [
  { name: 'Board Materials', title: 'Meeting Materials', content: 'main [data-material]' },
  { name: 'Board Calendar', content: 'main table td time' },
  { name: 'Governance & Policies', content: 'main ul button[aria-haspopup="dialog"]' },
  { name: 'Communications Resources', content: 'main ul button[aria-haspopup="dialog"]' },
  { name: 'Board & Staff Directory', content: 'main a[href^="mailto:"]' },
]

/** The current quarter by the sample foundation's time zone. */
export function currentQuarter(): { year: number; quarter: number } {
  const today = new Date(new Date().toLocaleString('en-US', { timeZone: 'America/Los_Angeles' }))
  return { year: today.getFullYear(), quarter: Math.ceil((today.getMonth() + 1) / 3) }
}

/** A new page on the slow connection, loading a path. */
export async function open(
  context: BrowserContext,
  target: string,
): Promise<{ page: Page; network: Network }> {
  const page = await context.newPage()
  const network = watchNetwork(await throttle(page))
  await page.goto(target, { waitUntil: 'load' })
  return { page, network }
}

/** Waits until the network has been idle for a while. */
export async function quiet(network: Network): Promise<void> {
  const end = performance.now() + stepTimeout
  while (performance.now() - network.lastAt() < quietFor) {
    if (performance.now() > end) throw new Error('The network hasn’t become idle.')
    await delay(100)
  }
}

function watchNetwork(session: CDPSession): Network {
  const requests = new Map<string, { url: string; began: number; ended?: number }>()
  let last = performance.now()
  let first: number | undefined
  session.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
    last = performance.now()
    first ??= timestamp
    requests.set(requestId, { url: request.url, began: timestamp })
  })
  session.on('Network.loadingFinished', ({ requestId, timestamp }) => {
    last = performance.now()
    const request = requests.get(requestId)
    if (request) request.ended = timestamp
  })
  const ms = (time: number | undefined) =>
    time === undefined ? '…' : ((time - first!) * 1000).toFixed(0)
  return {
    lastAt: () => last,
    slowest: () =>
      [...requests.values()].map(
        ({ url, began, ended }) =>
          `${ms(began).padStart(6)}–${ms(ended).padEnd(6)} ${url.replace(/^https?:\/\/[^/]+/, '').slice(0, 90)}`,
      ),
  }
}

/**
 * Hovers and clicks a link, and returns the ms from the click until its page's content is painted.
 */
export async function follow(
  page: Page,
  { name, title = name, content }: FollowedLink,
): Promise<number> {
  const link = page.getByRole('link', { name: new RegExp(`^${name}`) }).first()
  await link.scrollIntoViewIfNeeded()
  const box = await boxOf(link)
  const at = [box.x + box.width / 2, box.y + box.height / 2] as const
  const painted = page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const isThere = () =>
          document.querySelector('#page-title')?.textContent === wanted.title &&
          document.querySelector(wanted.content) !== null
        addEventListener(
          'click',
          ({ timeStamp }) => {
            // Checking every frame would query each element, which takes as long as what it
            // measures.
            const changes = new MutationObserver(() => {
              if (!isThere()) return
              changes.disconnect()
              // The next frame is painted after its callbacks, before any other queued task.
              requestAnimationFrame(() => {
                const done = () => resolve(performance.now() - timeStamp)
                void scheduler.postTask(done, { priority: 'user-blocking' })
              })
            })
            changes.observe(document, { childList: true, subtree: true, characterData: true })
          },
          { capture: true, once: true },
        )
      }),
    { title, content },
  )
  await page.mouse.move(...at, { steps: 5 })
  await delay(hover)
  await page.mouse.down()
  await page.mouse.up()
  return withDeadline(`Opening ${title}`, painted)
}

/**
 * A member's typical visit, by mouse and keyboard. Returns when each step began, on the page's
 * clock.
 */
export async function walk(page: Page): Promise<Step[]> {
  const steps: Step[] = []
  const step = async (name: string, act: () => Promise<unknown>, shown?: string) => {
    steps.push({ name, at: await page.evaluate(() => performance.now()) })
    await act()
    if (shown !== undefined) await page.locator(shown).first().waitFor()
    await delay(look)
  }
  const menu = (name: string) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click()
  const press = (name: string | RegExp) => page.getByRole('button', { name }).first().click()
  const choose = (name: string | RegExp) => page.getByRole('radio', { name }).click()
  const cards = 'main ul button[aria-haspopup="dialog"]'
  const search = page.getByRole('searchbox')

  await step('menu: Board Calendar', () => menu('Board Calendar'), 'main table td time')
  for (const name of ['Next', 'Next', 'Previous', 'Today']) {
    await step(`calendar: ${name}`, () => press(name))
  }
  await step(
    'calendar: an event',
    () => page.locator('main table td button').first().click(),
    '[role=dialog] h2',
  )
  await step('calendar: Close', () => press('Close'))
  await step('menu: Governance', () => menu('Governance & Policies'), cards)
  await step('governance: Bylaws', () => press(/^Bylaws/), '[role=dialog] canvas')
  await step('viewer: Close', () => press('Close'))
  await step('menu: Communications', () => menu('Communications Resources'), cards)
  await step('menu: Directory', () => menu('Board & Staff Directory'), 'main a[href^="mailto:"]')
  await step('directory: typing', async () => {
    await search.click()
    await search.pressSequentially('finance chair', { delay: 120 })
  })
  await step('directory: deleting', async () => {
    for (let letter = 0; letter < 13; letter += 1) await search.press('Backspace', { delay: 30 })
  })
  await step('directory: Staff', () => choose(/^Staff/))
  await step('directory: All', () => choose(/^All/))
  await step('directory: List', () => choose('List'), 'main table')
  await step('menu: Dashboard', () => menu('Dashboard'), 'main article')
  await step(
    'dashboard: Board Materials',
    () => page.getByRole('link', { name: /^Board Materials/ }).click(),
    'main [data-material]',
  )
  await step(
    'materials: the second paper',
    () => page.locator('main [data-material] a').nth(1).click(),
    '[data-reading] canvas',
  )
  await step('reading: the next paper', () =>
    page.getByRole('link', { name: /^Next paper:/ }).click(),
  )
  await step(
    'reading: Back',
    () => page.getByRole('link', { name: /^Back to Q/ }).click(),
    'main [data-material]',
  )
  const { quarter } = currentQuarter()
  for (const other of [quarter === 1 ? 2 : quarter - 1, quarter]) {
    await step(`materials: Q${other}`, () => choose(`Q${other}`))
  }
  await step('frame: Fold menu', () => press('Fold menu'))
  await step('frame: Unfold menu', () => press('Unfold menu'))
  return steps
}
