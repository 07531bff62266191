import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { currentQuarter, expect, test } from '../support/fixtures.ts'

const { year, quarter } = currentQuarter()
const memberRoutes = [
  '/',
  '/calendar',
  `/meetings/${year}/q/${quarter}`,
  `/meetings/${year}/q/${quarter}/agenda`,
  `/meetings/${year}/q/${quarter}/cash-flow-summary`,
  '/governance',
  '/communications',
  '/directory',
  '/resources/governance/docs',
  '/no/such/page',
]
const adminRoutes = [
  '/admin',
  '/admin/directory',
  '/admin/users',
  '/admin/audit',
  '/admin/meeting-agenda',
  '/admin/meetings/resource-mappings',
]
const widths = [1280, 390]

async function settled(page: Page) {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
}

async function clean(page: Page, where: string) {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  const told = violations.map(
    ({ id, nodes }) => `${where}: ${id} at ${nodes.map(({ target }) => String(target)).join(', ')}`,
  )
  expect(told).toEqual([])
}

/** Nothing may stand outside the page: sideways scrolling is for tables inside their own box. */
async function fits(page: Page, where: string) {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, `${where} scrolls sideways`).toBeLessThanOrEqual(0)
}

async function cleanEverywhere(page: Page, routes: string[]) {
  for (const route of routes) {
    await page.goto(route)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      await settled(page)
      await clean(page, `${route} at ${width}`)
      await fits(page, `${route} at ${width}`)
    }
  }
}

for (const scheme of ['light', 'dark'] as const) {
  test(`axe finds nothing on the members’ routes, ${scheme}`, async ({ page, signIn }) => {
    test.setTimeout(180_000)
    await page.emulateMedia({ colorScheme: scheme })
    await page.goto('/login')
    await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible()
    await clean(page, '/login')
    await signIn('member')
    await cleanEverywhere(page, memberRoutes)
  })

  test(`axe finds nothing on the admins’ routes, ${scheme}`, async ({ page, signIn }) => {
    test.setTimeout(120_000)
    await page.emulateMedia({ colorScheme: scheme })
    await signIn('admin')
    await cleanEverywhere(page, adminRoutes)
  })
}

test('nothing is lost at 320 px', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 320, height: 800 })
  await signIn('member')
  for (const route of memberRoutes) {
    await page.goto(route)
    await settled(page)
    await fits(page, `${route} at 320`)
  }
})

test('the keyboard alone opens a paper and comes back', async ({ page, signIn }) => {
  await signIn('member', { url: `/meetings/${year}/q/${quarter}` })
  await expect(page.getByRole('heading', { name: 'Available Materials' })).toBeVisible()
  const paper = page.getByRole('link', { name: /Cash Flow Summary/ })
  for (let press = 0; press < 60; press += 1) {
    if (await paper.evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await expect(paper).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('canvas').first()).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Available Materials' })).toBeVisible()
})
