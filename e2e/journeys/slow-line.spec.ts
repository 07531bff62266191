import type { Page, Route } from '@playwright/test'
import { sweep } from '../support/counts.ts'
import { currentQuarter, expect, test } from '../support/fixtures.ts'
import { pacedServer } from '../support/paced-server.ts'
import { slowLine } from '../support/slow-line.ts'

// Recording slows down traffic, and this is about bytes.
test.use({ trace: 'off' })

const { year, quarter } = currentQuarter()
const longTimeout = { timeout: 60_000 }
const main = (page: Page) => page.getByRole('main')
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' })

/** A signed-in browser with an empty cache. */
async function coldVisit(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  await session.detach()
}

/** Holds matching requests until it is released. */
async function holdRequests(page: Page, files: RegExp): Promise<() => void> {
  const released = Promise.withResolvers<void>()
  const hold = async (route: Route) => {
    await released.promise
    await route.continue().catch(() => {})
  }
  await page.route(files, hold)
  return released.resolve
}

/** Visible skeletons of content that is loading. */
function skeletons(page: Page): Promise<number> {
  return main(page)
    .locator('[aria-busy="true"] span, p.waiting span')
    .evaluateAll(
      (places) =>
        places.filter(
          (place) =>
            place.checkVisibility({ visibilityProperty: true }) &&
            place.getBoundingClientRect().height > 10,
        ).length,
    )
}

type Shift = { value: number; hadRecentInput: boolean }

/** The page's layout shift. */
function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as (PerformanceEntry & Shift)[]
          const unasked = shifts.filter(({ hadRecentInput }) => !hadRecentInput)
          resolve(unasked.reduce((sum, { value }) => sum + value, 0))
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(0), 500)
      }),
  )
}

const windows = [
  { name: 'a phone', width: 390, height: 844 },
  { name: 'a laptop', width: 1280, height: 800 },
]
for (const { name, width, height } of sweep(windows, 2)) {
  test.describe(`on ${name}`, () => {
    test.use({ viewport: { width, height } })

    test('menu, greeting and skeletons appear before any script, and nothing moves when the rest loads', async ({
      page,
      signIn,
    }) => {
      await signIn('member')
      const isWide = width > 767
      const release = await holdRequests(page, /\/(assets|remotes)\/.*\.js/)
      await page.goto('/', { waitUntil: 'commit' })
      await expect(page.getByRole('heading', { level: 1, name: /^Good / })).toBeVisible()
      if (!isWide) await page.getByLabel('Open menu').click()
      const links = menu(page).getByRole('link')
      await expect(links).toHaveText([
        /Dashboard/,
        /Materials/,
        /Calendar/,
        /Governance/,
        /Communic/,
        /My notes/,
        /Directory/,
      ])
      await expect(links.first()).toHaveAttribute('aria-current', 'page')
      await expect.poll(() => skeletons(page)).toBeGreaterThan(0)

      release()
      await expect(main(page).getByRole('link', { name: 'Open materials' })).toBeVisible(
        longTimeout,
      )
      await expect(main(page).getByRole('link', { name: /^Board Materials/ })).toBeVisible()
      expect(await layoutShift(page)).toBeLessThanOrEqual(0.01)
    })
  })
}

test(
  'a menu entry works before any script has loaded',
  { tag: '@long' },
  async ({ page, signIn }) => {
    await signIn('member')
    const release = await holdRequests(page, /\/(assets|remotes)\/.*\.js/)
    await page.goto('/', { waitUntil: 'commit' })
    await menu(page).getByRole('link', { name: 'Board Calendar' }).click()
    await page.waitForURL('/calendar', { waitUntil: 'commit' })
    await expect(menu(page).getByRole('link', { name: 'Board Calendar' })).toHaveAttribute(
      'aria-current',
      'page',
    )
    release()
    await expect(main(page).getByRole('table')).toBeVisible(longTimeout)
  },
)

test(
  'skeletons stay while remotes and data load, so the page is never empty',
  { tag: '@long' },
  async ({ page, signIn }) => {
    await signIn('member')
    const releaseRemotes = await holdRequests(page, /\/remotes\/.*\.js/)
    const releaseData = await holdRequests(page, /\/api\/(calendar|resource-mappings)/)
    await page.goto('/', { waitUntil: 'commit' })
    await expect.poll(() => skeletons(page)).toBeGreaterThan(0)
    // From here on no frame is without them.
    await page.evaluate(() => {
      const seen = { empty: 0 }
      Object.assign(globalThis, { seen })
      const look = () => {
        const content = document.querySelector('main')
        const places = [...(content?.querySelectorAll('output span, p.waiting span, a') ?? [])]
        const isSeen = places.some(
          (place) =>
            place.checkVisibility({ visibilityProperty: true }) &&
            place.getBoundingClientRect().height > 10,
        )
        if (!isSeen) seen.empty += 1
        requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    })
    await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible(longTimeout)
    await expect.poll(() => skeletons(page)).toBeGreaterThan(0)
    releaseRemotes()
    await expect(main(page).getByRole('link', { name: /^Board Materials/ })).toBeVisible(
      longTimeout,
    )
    releaseData()
    await expect(main(page).getByRole('link', { name: 'Open materials' })).toBeVisible(longTimeout)
    expect(await page.evaluate(() => (globalThis as never as { seen: object }).seen)).toEqual({
      empty: 0,
    })
  },
)

test(
  'a paper opens at 50 KB/s, and none of its code is loaded twice',
  { tag: '@long' },
  async ({ page, signIn }) => {
    test.setTimeout(180_000)
    await signIn('member')
    await page.goto('/governance')
    await expect(main(page).getByRole('button', { name: /^Bylaws/ })).toBeVisible()
    await page.waitForLoadState('networkidle')
    const transfers = await slowLine(page)
    await main(page)
      .getByRole('button', { name: /^Bylaws/ })
      .click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('Loading Bylaws')).toBeAttached()
    await expect(dialog.locator('canvas').first()).toBeVisible(longTimeout)
    await expect(dialog.getByText('Error Loading Document')).toHaveCount(0)
    const code = transfers.of(/\/assets\/.*\.m?js$/)
    expect(code.times).toBeGreaterThan(2)
    for (const file of [/pdf\.worker/, /\/assets\/\d+\.\w+\.js$/]) {
      expect(transfers.of(file).bytes).toBeGreaterThan(0)
    }
    expect(transfers.of(/pdf\.worker/).times).toBe(1)
  },
)

test('every member screen loads at 50 KB/s', { tag: '@long' }, async ({ page, signIn }) => {
  test.setTimeout(240_000)
  await signIn('member')
  await coldVisit(page)
  await slowLine(page)
  const meeting = `/meetings/${year}/q/${quarter}`
  await page.goto('/directory', { waitUntil: 'commit' })
  await expect(main(page).getByText('Ingrid Sørensen').first()).toBeVisible(longTimeout)
  await page.goto(meeting, { waitUntil: 'commit' })
  await expect(main(page).getByRole('link', { name: /^1 ?Agenda/ })).toBeVisible(longTimeout)
  await page.goto(`${meeting}/agenda`, { waitUntil: 'commit' })
  await expect(main(page).getByRole('button', { name: 'Print' })).toBeVisible(longTimeout)
  await expect(page.getByRole('button', { name: 'Try Again' })).toHaveCount(0)
})

test(
  'a remote whose script arrives slowly is waited for, longer than any silence limit',
  { tag: '@long' },
  async ({ page, signIn, baseURL }) => {
    test.setTimeout(180_000)
    await signIn('member')
    const server = await pacedServer(baseURL!, { part: 4000, every: 900 })
    await page.route(/\/remotes\/directory\/.*\.js/, (route) => {
      const { pathname, search } = new URL(route.request().url())
      return route.continue({ url: `${server.url}${pathname}${search}` })
    })
    await page.goto('/directory', { waitUntil: 'commit' })
    await expect(main(page).getByText('Ingrid Sørensen').first()).toBeVisible({ timeout: 120_000 })
    await expect(page.getByRole('button', { name: 'Try Again' })).toHaveCount(0)
    server.close()
  },
)

test(
  'a viewer whose code stops halfway shows a message, and Try Again opens the paper',
  { tag: '@long' },
  async ({ page, signIn, baseURL }) => {
    test.setTimeout(180_000)
    await signIn('member')
    const server = await pacedServer(baseURL!, 'stops halfway')
    const files = [/\/assets\/\d+\.\w+\.js$/, /\/assets\/pdf\.worker.*\.mjs$/]
    for (const file of files) {
      const halt = (route: Route) => {
        const { pathname } = new URL(route.request().url())
        return route.continue({ url: `${server.url}${pathname}` })
      }
      // A page that has everything loaded but the viewer.
      await page.goto('/governance')
      await expect(main(page).getByRole('button', { name: /^Bylaws/ })).toBeVisible()
      await page.waitForLoadState('networkidle')
      await page.route(file, halt)
      const dialog = page.getByRole('dialog')
      await main(page)
        .getByRole('button', { name: /^Bylaws/ })
        .click()
      await expect(dialog.getByText('The document viewer could not be started.')).toBeVisible(
        longTimeout,
      )
      await page.unroute(file, halt)
      await dialog.getByRole('button', { name: 'Try Again' }).click()
      await expect(dialog.locator('canvas').first()).toBeVisible(longTimeout)
    }
    server.close()
  },
)
