import { settingCookie } from '@portal/contract/device-settings'
import type { Page } from '@playwright/test'
import { expectAccessible, expectNoOverflow } from '../support/accessible.ts'
import { boxOf } from '../support/box-of.ts'
import { sweep } from '../support/counts.ts'
import { currentQuarter, expect, test } from '../support/fixtures.ts'

const { year, quarter } = currentQuarter()
const materials = `/meetings/${year}/q/${quarter}`
const budget = `${materials}?material=budget-vs-actual`
const papers = `Q${quarter} ${year} papers`

const pages = (page: Page) => page.getByRole('region', { name: /^Pages of/ })

/** The width of the shown page and where the paper begins, in px, once both have settled. */
async function measured(page: Page) {
  const first = pages(page).getByRole('group', { name: 'Page 1', exact: true })
  await expect(first.locator('canvas').first()).toBeVisible()
  let before = -1
  await expect
    .poll(async () => {
      const { width } = await boxOf(first)
      const isSettled = width === before
      before = width
      return isSettled
    })
    .toBe(true)
  return { width: before, top: (await boxOf(pages(page))).y }
}

/** Returns a function that reads the largest layout shift since the call. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  const seen = await page.evaluateHandle(() => {
    const shifts = [0]
    new PerformanceObserver((list) => {
      const entries = list.getEntries() as (PerformanceEntry & { value: number })[]
      shifts.push(...entries.map(({ value }) => value))
    }).observe({ type: 'layout-shift' })
    return shifts
  })
  return () =>
    seen.evaluate(async (shifts) => {
      // The entries of a frame arrive after its paint.
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
      return Math.max(...shifts)
    })
}

/** The least width of a paper at the normal text size, by window and whether the list is open. */
const windows = [
  { width: 1280, height: 800, list: true, least: 640 },
  { width: 1280, height: 800, list: false, least: 760 },
  { width: 1112, height: 834, list: false, least: 720 },
  { width: 834, height: 1112, list: false, least: 780 },
  { width: 390, height: 844, list: false, least: 380 },
]

for (const { width, height, list, least } of windows) {
  test(
    `a paper is wide at ${width} px, the list ${list ? 'open' : 'closed'}, in every text size`,
    { tag: '@long' },
    async ({ page, signIn }) => {
      await page.setViewportSize({ width, height })
      await signIn('member', { url: budget })
      if (width === 1280 && !list) {
        await page.getByRole('button', { name: `Hide ${papers}` }).click()
      }
      const normal = await measured(page)
      expect(normal.width).toBeGreaterThanOrEqual(least)
      expect(normal.top).toBeLessThanOrEqual(120)
      for (const size of ['A+', 'A++'] as const) {
        const cookie = settingCookie('text-size', size, { secure: false })
        await page.evaluate((text) => (document.cookie = text), cookie)
        await page.reload()
        expect((await measured(page)).width).toBeGreaterThanOrEqual(normal.width - 1)
        await expectNoOverflow(page, `the paper at ${width}, ${size}`)
      }
      // One region scrolls, not the page around it.
      const spare = () => page.evaluate(() => document.documentElement.scrollHeight - innerHeight)
      expect(await spare()).toBe(0)
    },
  )
}

test(
  'a paper that the keyboard has opened has the focus, and F6 moves between the list, the tools and the pages',
  { tag: '@long' },
  async ({ page, signIn }) => {
    await signIn('member', { url: materials })
    const paper = page.getByRole('link', { name: /Budget vs Actual/ })
    await expect(paper).toBeVisible()
    for (let press = 0; press < 60; press += 1) {
      if (await paper.evaluate((element) => element === document.activeElement)) break
      await page.keyboard.press('Tab')
    }
    await expect(paper).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(pages(page)).toBeFocused()
    await page.keyboard.press('F6')
    await expect(page.getByRole('link', { name: /^Back to Q/ })).toBeFocused()
    await page.keyboard.press('F6')
    const chosen = page.getByRole('complementary', { name: papers }).locator('a[aria-current]')
    await expect(chosen).toBeFocused()
    await page.keyboard.press('F6')
    await expect(pages(page)).toBeFocused()
    await page.getByRole('link', { name: /^Next paper:/ }).press('Enter')
    // The agenda's item names it after this one.
    await expect(page.getByRole('heading', { level: 1, name: 'Cash Flow Summary' })).toBeVisible()
    await expect(pages(page)).toBeFocused()
    const largestShift = await watchShifts(page)
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: 'Meeting Materials' })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
    await expect(page.getByRole('link', { name: /Cash Flow Summary/ })).toBeFocused()
    expect(await largestShift(), 'the page appears where it stays').toBeLessThan(0.1)
  },
)

test(
  'a paper that is opened from the dashboard has the focus, and leads back there',
  { tag: '@long' },
  async ({ page, signIn }) => {
    await signIn('member')
    await page
      .getByRole('link', { name: /^Read / })
      .first()
      .press('Enter')
    // An agenda has no pages: then the place that they would fill has the focus.
    const area = '[data-reading-area=pages]'
    await expect(page.locator(`${area}:focus, ${area} :focus`)).toHaveCount(1)
    await page.getByRole('link', { name: 'Back to the Dashboard' }).press('Enter')
    await expect(page).toHaveURL('/')
  },
)

test('a paper is wide in any window and in the largest text, and the list next to it scrolls by whole rows to it', async ({
  page,
  signIn,
}) => {
  await signIn('member', { url: budget })
  await page.setViewportSize({ width: 1280, height: 620 })
  const list = page.getByRole('complementary', { name: papers })
  await list.locator('[data-material="additional-material-1"]').getByRole('link').click()
  await expect(list.locator('a[aria-current]')).toBeInViewport({ ratio: 0.95 })
  await expect(page.getByRole('link', { name: 'Back to' })).toBeInViewport()
  // How far the first visible row is from the edge below the heading, in px.
  const cut = () =>
    list.getByRole('list').evaluate((rows) => {
      const edge = rows.getBoundingClientRect().top
      const tops = [...rows.children].map((row) => row.getBoundingClientRect())
      return Math.round(Math.abs(edge - tops.find(({ bottom }) => bottom > edge + 1)!.top))
    })
  await expect.poll(cut).toBe(0)

  // On a tablet, the list opens over the paper.
  await page.setViewportSize({ width: 834, height: 600 })
  await page.getByRole('button', { name: papers }).click()
  const over = page.getByRole('dialog', { name: papers })
  await expect(over.locator('a[aria-current]')).toBeInViewport({ ratio: 0.95 })
  await over.getByRole('link', { name: /Budget vs Actual/ }).click()
  await expect(over).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: 'Budget vs Actual' })).toBeVisible()

  const spare = () => page.evaluate(() => document.documentElement.scrollHeight - innerHeight)
  for (const window of sweep(windows, 2)) {
    const { width, height, least } = window
    await page.setViewportSize({ width, height })
    const normal = await measured(page)
    expect(normal.width, `${width} px`).toBeGreaterThanOrEqual(least)
    expect(normal.top, `${width} px`).toBeLessThanOrEqual(120)
    expect(await spare(), `${width} px`).toBe(0)
  }
  const { width } = await measured(page)
  await page.evaluate(() => (document.documentElement.dataset['textSize'] = 'A++'))
  expect((await measured(page)).width).toBeGreaterThanOrEqual(width - 1)
  await expectNoOverflow(page, 'the paper on a phone, A++')
})

test(
  'axe finds nothing on a paper, an agenda, a web page and a resource with its details',
  { tag: '@long' },
  async ({ page, signIn }) => {
    test.setTimeout(180_000)
    await signIn('member', { url: budget })
    await measured(page)
    for (const [address, open] of [
      [budget, undefined],
      [`${materials}?material=agenda`, undefined],
      [`${materials}?material=airtable-data`, undefined],
      ['/resources/view/governance-bylaws', 'Details'],
    ] as const) {
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      if (open) await page.getByRole('button', { name: open }).click()
      await expectAccessible(page, `${address} at 1280`)
      await page.setViewportSize({ width: 390, height: 844 })
      await expectAccessible(page, `${address} at 390`)
      await expectNoOverflow(page, `${address} at 390`)
    }
  },
)

test(
  'a pinch and the wheel with Ctrl zoom around the fingers and the pointer',
  { tag: '@long' },
  async ({ browser, baseURL, signIn }) => {
    const context = await browser.newContext({
      baseURL: baseURL!,
      hasTouch: true,
      viewport: { width: 1112, height: 834 },
    })
    const page = await context.newPage()
    await signIn('member', { page, url: budget })
    await measured(page)
    const sheet = () => boxOf(page.getByRole('group', { name: 'Page 1', exact: true }))
    const at = { x: 450, y: 400 }
    const before = await sheet()
    /** Where the part of the paper that was at that point is now. */
    const moved = ({ x, y, width, height }: typeof before) => ({
      x: x + ((at.x - before.x) / before.width) * width,
      y: y + ((at.y - before.y) / before.height) * height,
    })

    const fingers = await context.newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart: number) => {
      const points = [-apart, apart].map((from, id) => ({ x: at.x + from, y: at.y, id }))
      const touchPoints = type === 'touchEnd' ? [] : points
      return fingers.send('Input.dispatchTouchEvent', { type, touchPoints })
    }
    await touch('touchStart', 60)
    for (let apart = 65; apart <= 120; apart += 5) await touch('touchMove', apart)
    await touch('touchEnd', 0)
    await expect.poll(async () => (await sheet()).width).toBeGreaterThan(before.width * 1.4)
    const pinched = await sheet()
    expect(Math.abs(moved(pinched).x - at.x)).toBeLessThan(20)
    expect(Math.abs(moved(pinched).y - at.y)).toBeLessThan(20)

    await page.mouse.move(at.x, at.y)
    await page.keyboard.down('Control')
    await page.mouse.wheel(0, 200)
    await page.keyboard.up('Control')
    await expect.poll(async () => (await sheet()).width).toBeLessThan(pinched.width * 0.95)
    const turned = await sheet()
    expect(Math.abs(moved(turned).y - at.y)).toBeLessThan(20)
    // The window itself keeps its size.
    expect(await page.evaluate(() => visualViewport!.scale)).toBe(1)
    await context.close()
  },
)
