import type { Locator, Page } from '@playwright/test'
import { sweep } from '../support/counts.ts'
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
    await expectAccessibleEverywhere(page, sweep(members, 4))
  },
)

test(
  'axe finds nothing on the admin routes, light or dark',
  { tag: '@deployed-admin' },
  async ({ page, signIn }) => {
    test.setTimeout(300_000)
    await signIn('admin')
    await expectAccessibleEverywhere(page, sweep(adminRoutes, 4))
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
    await expectAccessibleInBoth(page, where)
    expect(await filled(button)).toBe(rgb(dark!))
    await page.emulateMedia({ colorScheme: 'light' })
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

  await signIn('member', { url: `${url}/` })
  // A part of a remote, which knows only the tokens.
  await expectAccentIn(
    page.getByRole('link', { name: 'Join Meeting' }),
    'a dashboard with an accent',
  )

  const logo = (tab: Page) =>
    tab.getByRole('img', { name: 'Larkspur Foundation' }).filter({ visible: true })
  const shown = await logo(page).boundingBox()
  const storageState = await page.context().storageState()
  const served = await (
    await browser.newContext({ javaScriptEnabled: false, storageState })
  ).newPage()
  await served.setViewportSize(page.viewportSize()!)
  await served.goto(url)
  expect(await logo(served).boundingBox()).toEqual(shown)
  const current = served.getByRole('link', { name: 'Dashboard' }).filter({ visible: true })
  const colour = await current.evaluate((element) => getComputedStyle(element).color)
  expect(colour).toBe(rgb((await sheet())[1]!))
  await served.context().close()
})

test(
  'words stay unbroken and in place with the largest text, also on a tablet',
  { tag: '@long' },
  async ({ page, signIn }) => {
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
  },
)

/** Gives every person, document and resource a name of words that fit in no line. */
async function withLongWords(page: Page) {
  const word = 'Rechtsschutzversicherungsgesel'
  const long = {
    name: `${word} ${word}`,
    role: word,
    department: word,
    title: `${word} ${word}`,
    path: `${word}/${word}`,
    email: `${word}@${word}.example`,
  }
  const rename = (entry: object) =>
    Object.fromEntries(
      Object.entries(entry).map(([key, value]) => [key, long[key as keyof typeof long] ?? value]),
    )
  const replace = (path: string, change: (reply: never) => unknown) =>
    page.route(path, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: change((await response.json()) as never) })
    })
  await replace('**/api/people*', (found: { people: object[] }) => ({
    ...found,
    people: found.people.map(rename),
  }))
  await replace('**/api/folders*', (found: { folders: { documents: object[] }[] }) => ({
    ...found,
    folders: found.folders.map(({ documents }) => ({
      folder: long.path,
      documents: documents.map(rename),
    })),
  }))
  await replace('**/api/search?*', (found: { hits: object[] }) => ({
    ...found,
    hits: found.hits.map(rename),
  }))
  await replace('**/api/resource-mappings*', (mappings: Record<string, object>) =>
    Object.fromEntries(Object.entries(mappings).map(([id, entry]) => [id, rename(entry)])),
  )
}

test(
  'nothing overflows at twice the text size, nor with words longer than a line',
  { tag: '@long' },
  async ({ page, signIn }) => {
    test.setTimeout(300_000)
    const letters = 'x'.repeat(200)
    const documents = '/resources/governance/docs'
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
      await page.goto(route)
      await settled(page)
      for (const [width, size] of [
        [390, '200%'],
        [320, 'A++'],
      ] as const) {
        await page.setViewportSize({ width, height: 844 })
        await page.evaluate((to) => {
          const { dataset, style } = document.documentElement
          dataset['textSize'] = to
          style.fontSize = to.endsWith('%') ? to : ''
        }, size)
        await expectNoOverflow(page, `${route} at ${width}, ${size}`)
        if (!inPlace.includes(route)) continue
        const outside = (await brokenWords(page)).filter((found) => found.endsWith('its place'))
        expect.soft(outside, `${route} at ${width}, ${size}`).toEqual([])
      }
    }
    await check('/login')
    await signIn('member')
    await withLongWords(page)
    for (const route of [...inPlace, ...resources, ...others]) await check(route)
  },
)

test(
  'hovered elements stay readable, light or dark',
  { tag: '@long' },
  async ({ page, signIn }) => {
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
  },
)

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
