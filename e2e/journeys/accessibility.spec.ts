import type { Locator, Page } from '@playwright/test'
import {
  expectAccessible,
  expectAccessibleInBoth,
  contrasts,
  contrastsIn,
  expectNoOverflow,
} from '../support/accessible.ts'
import { boxOf } from '../support/box-of.ts'
import { everyCombination } from '../support/counts.ts'
import { over } from '../snapshots/screens.ts'
import { currentQuarter, expect, test } from '../support/fixtures.ts'
import { brokenWords, legible } from '../support/legible.ts'
import { withLongWords } from '../support/long-words.ts'
import { adminRoutes, memberRoutes } from '../support/routes.ts'
import { walkTo } from '../support/walk.ts'

const now = currentQuarter()
const { year, quarter } = now
const members = memberRoutes(now)
const documents = '/resources/governance/docs'
/** A page of each kind, which every run visits. */
const kinds = {
  member: [
    '/',
    '/calendar',
    `/meetings/${year}/q/${quarter}`,
    `/meetings/${year}/q/${quarter}/agenda`,
    `/meetings/now/${year}/q/${quarter}`,
    `/meetings/${year}/q/${quarter}/cash-flow-summary`,
    '/governance',
    '/directory',
    '/account',
    '/search?q=reserve',
  ],
  admin: [
    '/admin/releases',
    '/admin/audit',
    '/admin/directory',
    '/admin/meeting-agenda',
    '/admin/meetings/resource-mappings',
  ],
  ofLongWords: [
    `/meetings/${year}/q/${quarter}/agenda`,
    '/calendar',
    '/governance',
    '/directory?view=list',
    `${documents}?q=reserve`,
  ],
}
const [wide, narrow, narrowest] = [1280, 390, 320]

async function settled(page: Page) {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
}

/** Goes to a page without a reload; `test --long` loads it. */
async function open(page: Page, route: string) {
  if (!everyCombination) return walkTo(page, route)
  await page.goto(route)
  await settled(page)
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
}

const setTextSize = (page: Page, size: string) =>
  page.evaluate((to) => {
    const { dataset, style } = document.documentElement
    dataset['textSize'] = to
    style.fontSize = /px|%/.test(to) ? to : ''
  }, size)

/** A screen that arranges itself by script after a change of size gets a moment to do so. */
const expectWordsInPlace = (page: Page, where: string) =>
  expect
    .configure({ soft: true })
    .poll(() => brokenWords(page), { message: where })
    .toEqual([])

/** Each page in one scheme: the pairs of colors are tested in both with the tokens. */
async function expectAccessibleOnEach(page: Page, routes: string[]) {
  for (const [index, route] of routes.entries()) {
    await page.emulateMedia({ colorScheme: index % 2 === 0 ? 'light' : 'dark' })
    await open(page, route)
    if (everyCombination) await expectAccessibleInBoth(page, `${route} at ${wide}`)
    else await expectAccessible(page, `${route} at ${wide}`)
    await legible(page, `${route} at ${wide}`)
    if (everyCombination) await expectAccessibleAndLegibleOnPhone(page, route)
    await page.setViewportSize({ width: narrowest, height: 800 })
    await setTextSize(page, 'A++')
    await expectNoOverflow(page, `${route} at ${narrowest} in the largest type`)
    if (members.includes(route)) {
      await expectWordsInPlace(page, `${route} at ${narrowest} in the largest type`)
    }
    await setTextSize(page, 'A')
    await page.setViewportSize({ width: wide, height: 800 })
  }
}

async function expectAccessibleAndLegibleOnPhone(page: Page, route: string) {
  await expectNoOverflow(page, `${route} at ${wide}`)
  await page.setViewportSize({ width: narrow, height: 800 })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible(page, `${route} at ${narrow}`)
  await expectNoOverflow(page, `${route} at ${narrow}`)
  await legible(page, `${route} at ${narrow}`)
  await page.setViewportSize({ width: narrowest, height: 800 })
  await expectNoOverflow(page, `${route} at ${narrowest}`)
}

test('axe finds nothing on the member routes', { tag: '@deployed' }, async ({ page, signIn }) => {
  test.setTimeout(300_000)
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in with Email & Password' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expectAccessible(page, '/login')
  await legible(page, '/login')
  // Another page than the first one, to which a navigation leads.
  await signIn('member', { url: '/account' })
  await expectAccessibleOnEach(page, everyCombination ? members : kinds.member)
})

test(
  'axe finds nothing on the admin routes',
  { tag: '@deployed-admin' },
  async ({ page, signIn }) => {
    test.setTimeout(300_000)
    await signIn('admin', { url: '/admin/directory' })
    await over('Add Entry')(page)
    await expectAccessible(page, 'the form of an entry')
    await legible(page, 'the form of an entry')
    await page.keyboard.press('Escape')
    const notices = `/admin/meetings/${year}-Q${quarter}/notices`
    await expectAccessibleOnEach(page, everyCombination ? [...adminRoutes, notices] : kinds.admin)
  },
)

test('a foundation’s own accent and logo are there at first paint, and can be read', async ({
  page,
  browser,
  signIn,
  ownPortal,
}) => {
  const given = '#e4a11b'
  const { url } = await ownPortal({ FOUNDATION_ACCENT: given })
  const sheet = async () => {
    const link = page.locator('link[rel="stylesheet"][href^="/branding/"]')
    const css = await page.request.get(`${url}${await link.getAttribute('href')}`)
    return /--accent:light-dark\((#\w+),(#\w+)\)/.exec(await css.text())!
  }
  const filled = (button: Locator) =>
    button.evaluate((element) => getComputedStyle(element).backgroundColor)
  const rgb = (hex: string) =>
    `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`
  const expectAccentIn = async (button: Locator, where: string) => {
    await expect(button).toBeVisible()
    const [, light, dark] = await sheet()
    // Too pale to be read on white, so it is darkened there.
    expect([light === given, dark]).toEqual([false, given])
    await page.emulateMedia({ colorScheme: 'dark' })
    if (everyCombination) await contrasts(page, `${where}, dark`)
    await expect.poll(() => filled(button)).toBe(rgb(dark!))
    await page.emulateMedia({ colorScheme: 'light' })
    if (everyCombination) await contrasts(page, `${where}, light`)
    await expect.poll(() => filled(button)).toBe(rgb(light!))
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await expect.poll(() => filled(button)).toBe(rgb(light!))
    await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
  }

  await page.goto(`${url}/login`)
  await expectAccentIn(
    page.getByRole('button', { name: 'Sign in with Email & Password' }),
    'the sign-in with an accent',
  )
  const picture = page.locator('img[src^="/branding/sign-in."]')
  expect(await picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  // `accent-tokens.test.ts` computes the contrasts of accents, `page.test.ts` has the logo of a served page.
  if (!everyCombination) return

  await signIn('member', { url: `${url}/` })
  // A part of a remote, which knows only the tokens.
  await expectAccentIn(
    page.getByRole('link', { name: 'Join Meeting' }),
    'a dashboard with an accent',
  )

  const logo = (tab: Page) =>
    tab.getByRole('img', { name: 'Larkspur Foundation' }).filter({ visible: true })
  const shown = await boxOf(logo(page))
  const storageState = await page.context().storageState()
  const served = await (
    await browser.newContext({ javaScriptEnabled: false, storageState })
  ).newPage()
  await served.setViewportSize(page.viewportSize()!)
  await served.goto(url)
  expect(await boxOf(logo(served))).toEqual(shown)
  const current = served.getByRole('link', { name: 'Dashboard' }).filter({ visible: true })
  const color = await current.evaluate((element) => getComputedStyle(element).color)
  expect(color).toBe(rgb((await sheet())[1]!))
  await served.context().close()
})

test(
  'words stay unbroken and in place with the largest text, also on a tablet',
  { tag: '@long' },
  async ({ page, signIn }) => {
    test.setTimeout(300_000)
    await signIn('member')
    for (const route of [...members, `/calendar?month=${year}-12`]) {
      await open(page, route)
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
        await setTextSize(page, size)
        await expectWordsInPlace(page, `${route} at ${width}, ${size}`)
      }
    }
  },
)

test('nothing overflows at twice the text size, nor with words longer than a line', async ({
  page,
  signIn,
}) => {
  test.setTimeout(300_000)
  const letters = 'x'.repeat(200)
  /** Their text stays inside its box, too. */
  const inPlace = [
    '/governance',
    '/governance/travel-expense-policy',
    '/communications',
    '/directory',
    '/directory?view=list',
    `/directory?q=${letters}`,
    '/account',
    documents,
    `${documents}?q=reserve`,
    `${documents}?q=${letters}`,
    '/no/such/page',
  ]
  const others = members.filter((route) => !inPlace.includes(route))
  const resources = ['/resources/view', '/resources/view/governance-bylaws']
  const check = async (route: string) => {
    await open(page, route)
    for (const [width, size] of [
      [390, '200%'],
      [320, 'A++'],
    ] as const) {
      await page.setViewportSize({ width, height: 844 })
      await setTextSize(page, size)
      await expectNoOverflow(page, `${route} at ${width}, ${size}`)
      if (!inPlace.includes(route)) continue
      const outside = (await brokenWords(page)).filter((word) => word.endsWith('its place'))
      expect.soft(outside, `${route} at ${width}, ${size}`).toEqual([])
    }
  }
  if (everyCombination) await check('/login')
  await withLongWords(page)
  await signIn('member')
  const all = [...inPlace, ...resources, ...others]
  for (const route of everyCombination ? all : kinds.ofLongWords) await check(route)
})

test(
  'hovered elements stay readable, light or dark',
  { tag: '@long' },
  async ({ page, signIn }) => {
    await signIn('member')
    const all = [...members, `/meetings/${year}/q/${quarter}/mission-vision-values`]
    for (const route of all) {
      await open(page, route)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        for (const control of await oneOfEachKind(page)) {
          await control.hover({ force: true })
          await contrastsIn(control, `${route}, ${colorScheme}, under the pointer`)
        }
      }
    }
  },
)

/** Links and buttons that look alike are checked once. */
async function oneOfEachKind(page: Page): Promise<Locator[]> {
  const controls = page.getByRole('main').locator('a:visible, button:visible')
  const looks = await controls.evaluateAll((all) => all.map(({ className }) => className))
  return looks.flatMap((look, index) => (looks.indexOf(look) === index ? controls.nth(index) : []))
}
