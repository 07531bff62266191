import type { Locator, Page } from '@playwright/test'
import {
  expectAccessible,
  expectAccessibleInBoth,
  contrastsIn,
  expectNoOverflow,
} from '../support/accessible.ts'
import { currentQuarter, expect, test } from '../support/fixtures.ts'
import { brokenWords, legible } from '../support/legible.ts'
import { adminRoutes, memberRoutes } from '../support/routes.ts'

const now = currentQuarter()
const { year, quarter } = now
const members = memberRoutes(now)
const [wide, narrow, narrowest] = [1280, 390, 320]

async function settled(page: Page) {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
}

async function expectAccessibleEverywhere(page: Page, routes: string[]) {
  for (const route of routes) {
    await page.goto(route)
    await settled(page)
    for (const width of [wide, narrow]) {
      await page.setViewportSize({ width, height: 800 })
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      // The narrow page is tested only in the dark scheme, which the wide one ended in.
      if (width === wide) await expectAccessibleInBoth(page, `${route} at ${width}`)
      else await expectAccessible(page, `${route} at ${width}, dark`)
      await expectNoOverflow(page, `${route} at ${width}`)
      await legible(page, `${route} at ${width}`)
    }
    await page.setViewportSize({ width: narrowest, height: 800 })
    await expectNoOverflow(page, `${route} at ${narrowest}`)
    await page.evaluate(() => (document.documentElement.dataset['textSize'] = 'A++'))
    await expectNoOverflow(page, `${route} at ${narrowest} in the largest type`)
  }
}

test(
  'axe finds nothing on the member routes, light or dark',
  { tag: '@deployed' },
  async ({ page, signIn }) => {
    test.setTimeout(300_000)
    await page.goto('/login')
    await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible()
    await expectAccessibleInBoth(page, '/login')
    await legible(page, '/login')
    await signIn('member')
    await expectAccessibleEverywhere(page, members)
  },
)

test(
  'axe finds nothing on the admin routes, light or dark',
  { tag: '@deployed-admin' },
  async ({ page, signIn }) => {
    test.setTimeout(300_000)
    await signIn('admin')
    await expectAccessibleEverywhere(page, adminRoutes)
  },
)

test('words stay unbroken and in place with the largest text, also on a tablet', async ({
  page,
  signIn,
}) => {
  test.setTimeout(300_000)
  await signIn('member')
  for (const route of [...members, `/calendar?month=${year}-12`]) {
    await page.goto(route)
    await settled(page)
    for (const [width, size] of [
      [1280, 'A'],
      [768, 'A'],
      [390, 'A'],
      [1280, 'A++'],
      [1100, 'A++'],
      [1024, 'A++'],
      [834, 'A++'],
      [768, 'A++'],
      [390, 'A++'],
      [320, 'A++'],
      // Browsers have their own text size.
      [1280, '24px'],
      [834, '24px'],
    ] as const) {
      await page.setViewportSize({ width, height: 1024 })
      await page.evaluate((to) => {
        const { dataset, style } = document.documentElement
        dataset['textSize'] = to
        style.fontSize = to.endsWith('px') ? to : ''
      }, size)
      await expect
        .configure({ soft: true })
        .poll(() => brokenWords(page), { message: `${route} at ${width}, ${size}` })
        .toEqual([])
    }
  }
})

test('hovered elements stay readable, light or dark', async ({ page, signIn }) => {
  await signIn('member')
  for (const route of [...members, `/meetings/${year}/q/${quarter}/mission-vision-values`]) {
    await page.goto(route)
    await settled(page)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      for (const control of await oneOfEachKind(page)) {
        await control.hover({ force: true })
        await contrastsIn(control, `${route}, ${colorScheme}, under the pointer`)
      }
    }
  }
})

/** Links and buttons that look alike are checked once. */
async function oneOfEachKind(page: Page): Promise<Locator[]> {
  const controls = page.getByRole('main').locator('a:visible, button:visible')
  const looks = await controls.evaluateAll((all) => all.map(({ className }) => className))
  return looks.flatMap((look, index) => (looks.indexOf(look) === index ? controls.nth(index) : []))
}

test('the keyboard alone opens a paper and returns', async ({ page, signIn }) => {
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
