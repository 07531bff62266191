import type { Locator, Page } from '@playwright/test'
import { sweep } from '../support/counts.ts'
import { currentQuarter, expect, test } from '../support/fixtures.ts'
import {
  type Fate,
  hardTimes,
  slowAndFailing,
  uncaughtErrors,
  watchContent,
  whatWasSeen,
} from '../support/hard-times.ts'

const { year, quarter } = currentQuarter()
const meeting = `/meetings/${year}/q/${quarter}`

type Screen = {
  path: string
  /** Content that shows that the screen is usable. */
  content: (page: Page) => Locator
  /** False if the screen needs no data to show it. */
  reads?: boolean
}

const drawnPaper = (page: Page) => page.locator('canvas').first()
const link = (name: RegExp | string) => (page: Page) =>
  page.getByRole('main').getByRole('link', { name }).first()

/** Every screen of a member. */
const screens: Screen[] = [
  { path: '/', content: link('Open materials') },
  { path: '/calendar', content: (page) => page.getByRole('table') },
  { path: meeting, content: link(/^1 ?Agenda/) },
  // As written by the previous portal.
  { path: `/meetings/${year}/q${quarter}`, content: link(/^1 ?Agenda/) },
  { path: `${meeting}/agenda`, content: (page) => page.getByRole('button', { name: 'Print' }) },
  { path: `${meeting}/budget/overview`, content: (page) => page.getByRole('tab').first() },
  {
    path: `${meeting}/objectives`,
    content: (page) => page.getByRole('list', { name: 'Objectives' }),
  },
  { path: `${meeting}/cash-flow-summary`, content: drawnPaper },
  { path: `${meeting}/mission-vision-values`, content: link('Open document'), reads: false },
  { path: '/meetings/mission-vision-values', content: link('Open document'), reads: false },
  { path: '/governance', content: (page) => page.getByRole('button', { name: /^Bylaws/ }) },
  { path: '/governance/travel-expense-policy', content: link('Open document'), reads: false },
  { path: '/governance/charitable-contributions', content: link('Open document'), reads: false },
  {
    path: '/communications',
    content: (page) => page.getByRole('button', { name: /^Spenddown Talking Points/ }),
  },
  { path: '/resources/governance/docs', content: link(/^Bylaws/) },
  { path: '/resources/view/governance-bylaws', content: drawnPaper },
  { path: '/governance-bylaws', content: drawnPaper },
  { path: '/directory', content: (page) => page.getByText('Ingrid Sørensen').first() },
  {
    path: '/no/such/page',
    content: (page) => page.getByRole('heading', { name: 'Page not found' }),
    reads: false,
  },
]

const tryAgain = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Try Again' })

/** Two journeys share the screens, because they mostly wait for the API; an ordinary run has the first. */
const halves = [
  { half: screens.filter((_, index) => index % 2 === 0), tag: [] },
  { half: screens.filter((_, index) => index % 2 === 1), tag: '@long' },
]

/** A limit, not a measurement: several reads may fail in a row, on a busy machine. */
const longTimeout = { timeout: 30_000 }

/** Without cached data that this browser would paint first. */
async function firstVisit(page: Page, { path }: Screen): Promise<void> {
  await page.evaluate(() => {
    sessionStorage.clear()
    localStorage.clear()
  })
  await page.goto(path)
}

/** Presses Try Again wherever the screen offers it, until the screen shows its content. */
async function arrive(page: Page, { path, content }: Screen): Promise<void> {
  for (let press = 0; press < 5; press += 1) {
    const shown = content(page)
    await expect(shown.or(tryAgain(page)).first(), `${path} shows something`).toBeVisible(
      longTimeout,
    )
    if (await shown.isVisible()) return
    // The screen may load without a press while the button is being pressed; the next check decides.
    await tryAgain(page)
      .first()
      .click({ timeout: 5_000 })
      .catch(() => {})
  }
  await expect(content(page), `${path} arrives`).toBeVisible(longTimeout)
}

for (const [index, { half, tag }] of halves.entries()) {
  const part = `${index + 1} of ${halves.length}`

  test(
    `a slow and failing API leaves every screen usable, ${part}`,
    { tag },
    async ({ page, context, signIn }) => {
      test.setTimeout(240_000)
      await signIn('member')
      const errors = uncaughtErrors(context)
      const { fate, count } = slowAndFailing({ ms: 2000, percent: 30, seed: 7 })
      await hardTimes(context, fate)
      await watchContent(context)
      for (const screen of sweep(half, 5)) {
        await test.step(screen.path, async () => {
          await firstVisit(page, screen)
          await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
          await arrive(page, screen)
          const seen = await whatWasSeen(page)
          expect(seen, screen.path).toMatchObject({ blank: [], errorScreen: false })
          if (screen.reads !== false) expect(seen.skeleton, `${screen.path} waits`).toBe(true)
        })
      }
      expect(count.failed).toBeGreaterThan(count.asked / 10)
      expect(errors).toEqual([])
    },
  )

  test(
    `a screen whose reads fail shows one sentence, and Try Again loads it, ${part}`,
    { tag: '@long' },
    async ({ page, context, signIn }) => {
      test.setTimeout(240_000)
      await signIn('member')
      const errors = uncaughtErrors(context)
      let fate: Fate = 'refused'
      await hardTimes(context, () => fate)
      for (const screen of half) {
        await test.step(screen.path, async () => {
          fate = 'refused'
          await firstVisit(page, screen)
          const panel = page.getByRole('main').getByRole('alert').filter({ hasText: 'Try Again' })
          const message = screen.path === '/no/such/page' ? screen.content(page) : panel.first()
          await expect(message, `${screen.path} says what failed`).toBeVisible(longTimeout)
          await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
          fate = 'answered'
          await arrive(page, screen)
        })
      }
      expect(errors).toEqual([])
    },
  )
}

test(
  'the menu works while a screen is still loading',
  { tag: '@long' },
  async ({ page, context, signIn }) => {
    await signIn('member')
    const released = Promise.withResolvers<Fate>()
    await hardTimes(context, () => released.promise)
    await watchContent(context)
    await page.goto('/calendar')
    const menu = page.getByRole('navigation', { name: 'Main' })
    const waiting = page.getByRole('main').locator('[aria-busy="true"]')
    for (const name of [
      'Board & Staff Directory',
      'Communications Resources',
      'Board Calendar',
      'Governance & Policies',
    ]) {
      await menu.getByRole('link', { name }).click()
      await expect(page.getByRole('heading', { level: 1, name })).toBeFocused()
      await expect(waiting.first()).toBeVisible()
    }
    released.resolve('answered')
    await expect(page.getByRole('button', { name: /^Bylaws/ })).toBeVisible()
    expect(await whatWasSeen(page)).toMatchObject({ blank: [], errorScreen: false })
  },
)

/** Whether a page of a paper is rendered: its pixels aren't all of one color. */
async function drawn(pages: Locator) {
  await expect(pages.locator('canvas').first()).toBeVisible(longTimeout)
  const colors = () =>
    pages
      .locator('canvas')
      .first()
      .evaluate((canvas: HTMLCanvasElement) => {
        const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
        return new Set(new Uint32Array(data.buffer)).size
      })
  await expect.poll(colors, longTimeout).toBeGreaterThan(1)
}

test(
  'content that was read opens offline, and the rest shows a message and opens once there is a connection',
  { tag: '@long' },
  async ({ page, context, signIn }) => {
    test.setTimeout(240_000)
    await signIn('member')
    const errors = uncaughtErrors(context)
    const main = page.getByRole('main')
    const dialog = page.getByRole('dialog')
    const menu = (name: string) =>
      page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click()
    const policy = async (name: RegExp) => {
      await menu('Governance & Policies')
      await main.getByRole('button', { name }).click()
    }
    const close = () => dialog.getByRole('button', { name: 'Close' }).first().click()
    const material = async () => {
      await menu('Dashboard')
      await main.getByRole('link', { name: /^Board Materials/ }).click()
      await main.getByRole('link', { name: /Cash Flow Summary/ }).click()
      await drawn(main.getByRole('region', { name: /^Pages of Cash Flow Summary/ }))
      await page.waitForLoadState('networkidle')
      await main.getByRole('link', { name: /^Back to Q/ }).click()
    }

    await menu('Board & Staff Directory')
    await expect(main.getByText('Ingrid Sørensen').first()).toBeVisible()
    await menu('Board Calendar')
    await expect(main.getByRole('table')).toBeVisible()
    await policy(/^Bylaws/)
    await drawn(dialog)
    await page.waitForLoadState('networkidle')
    await close()
    await material()
    await page.waitForLoadState('networkidle')

    await context.setOffline(true)
    await expect(
      page.getByText(/^You are offline\. Papers you opened stay readable until you reload\./),
    ).toBeVisible()
    await menu('Board & Staff Directory')
    await expect(main.getByText('Ingrid Sørensen').first()).toBeVisible()
    await material()
    await policy(/^Bylaws/)
    await drawn(dialog)
    await dialog.getByRole('region', { name: /^Pages of/ }).press('End')
    const last = dialog.getByRole('group', { name: /^Page \d+$/ }).last()
    await expect(last.locator('canvas')).toBeVisible()
    await expect(last.locator('.textLayer')).toContainText(/\w/)
    await close()

    await policy(/^Articles of Incorporation/)
    await expect(
      dialog.getByText(/^You are offline, and this document can’t be opened/),
    ).toBeVisible()
    await context.setOffline(false)
    await drawn(dialog)
    await close()

    await context.setOffline(true)
    await menu('Board Calendar')
    await expect(main.getByRole('table')).toBeVisible()
    // A month that hasn't been loaded yet, also not by prefetching a neighbor.
    for (let month = 0; month < 3; month += 1) {
      await main.getByRole('button', { name: 'Next' }).click()
    }
    await expect(
      main.getByText(/^You are offline, and this part hasn’t been loaded yet/),
    ).toBeVisible()
    await context.setOffline(false)
    await expect(main.getByRole('table')).toBeVisible()
    expect(errors).toEqual([])
  },
)
