import type { Locator, Page } from '@playwright/test'
import { contrasts } from '../support/accessible.ts'
import { boxOf } from '../support/box-of.ts'
import { currentQuarter, expect, test } from '../support/fixtures.ts'

const { year, quarter } = currentQuarter()

const entries = [
  ['Meeting Materials', `/meetings/${year}/q/${quarter}`, 'Meeting Materials'],
  ['Board Calendar', '/calendar', 'Board Calendar'],
  ['Governance & Policies', '/governance', 'Governance & Policies'],
  ['Communications Resources', '/communications', 'Communications Resources'],
  ['My notes', '/my-notes', 'My notes'],
  ['Board & Staff Directory', '/directory', 'Board & Staff Directory'],
  ['Dashboard', '/', /Good (morning|afternoon|evening)/],
] as const

test(
  'the menu leads to every page, and focus and title follow',
  { tag: ['@deployed', '@long'] },
  async ({ page, signIn }) => {
    await signIn('member')
    const menu = page.getByRole('navigation', { name: 'Main' })
    for (const [label, path, heading] of entries) {
      await menu.getByRole('link', { name: label }).click()
      await expect(page).toHaveURL(path)
      const h1 = page.getByRole('heading', { level: 1 })
      await expect(h1).toHaveText(heading)
      await expect(h1).toBeFocused()
      await expect(page).toHaveTitle(/ – Board Portal$/)
      await expect(menu.getByRole('link', { name: label })).toHaveAttribute('aria-current', 'page')
    }
  },
)

test(
  'members have no Admin entry, /admin sends them home with a reason, and admins have the entry',
  {
    tag: '@long',
  },
  async ({ page, signIn }) => {
    const entry = page.getByRole('link', { name: 'Admin', exact: true })
    await signIn('member', { url: '/no-such-thing' })
    // From a page of the shell, and from one with parts of remotes.
    for (const before of ['/no-such-thing', '/']) {
      await expect(page).toHaveURL(before)
      await page.goto('/admin')
      await expect(page).toHaveURL('/')
      await expect(page.getByText(/The admin area is for designated admins/).first()).toBeVisible()
    }
    await expect(entry).toHaveCount(0)

    await signIn('admin')
    await entry.click()
    await expect(page).toHaveURL(/\/admin/)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  },
)

test(
  'the folded menu and larger text are remembered, and a phone has the menu in a slide-over',
  { tag: '@deployed' },
  async ({ page, signIn }) => {
    await signIn('member')
    const menu = page.getByRole('navigation', { name: 'Main' })
    const width = async () => (await boxOf(menu)).width
    const size = () =>
      page.evaluate(() => parseFloat(getComputedStyle(document.documentElement).fontSize))
    const before = await size()
    await page.getByRole('group', { name: 'Text size' }).getByRole('button').last().click()
    expect(await size()).toBeGreaterThan(before)
    await page.getByRole('button', { name: /(collapse|fold).*menu/i }).click()
    await expect.poll(width).toBeLessThan(100)
    await page.reload()
    await expect.poll(width).toBeLessThan(100)
    expect(await size()).toBeGreaterThan(before)

    await page.setViewportSize({ width: 390, height: 844 })
    await expect(menu).toHaveCount(0)
    const button = page.getByRole('button', { name: 'Open menu' })
    await button.click()
    await expect(page.getByRole('button', { name: 'Close' })).toBeVisible()
    await page.keyboard.press('Escape')
    // Although its first press has loaded its code.
    await expect(button).toBeFocused()
    await button.click()
    await page.getByRole('dialog').getByRole('link', { name: 'Board & Staff Directory' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(
      page.getByRole('heading', { level: 1, name: 'Board & Staff Directory' }),
    ).toBeVisible()
  },
)

test(
  'an unknown page shows a message inside the frame',
  { tag: ['@deployed', '@long'] },
  async ({ page, signIn }) => {
    await signIn('member', { url: '/no/such/page' })
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/not found/i)
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  },
)

const largeAndFolded = { 'text-size': 'A++', 'menu-folded': 'true' }

/** The greeting and the name of the portal, as they are painted. */
function painted(page: Page) {
  const greeting = page.getByRole('heading', { level: 1 })
  const name = page.getByText('Board Portal', { exact: true }).filter({ visible: true })
  return async () => ({
    words: await greeting.innerText(),
    box: await boxOf(greeting),
    names: await name.count(),
  })
}

const shell = /\/assets\/shell\.\w+\.js$/

/** Whether an animated element is visible `ms` after it appeared. */
function isSeenAt(element: Locator, ms: number): Promise<boolean> {
  return element.evaluate((shown, after) => {
    for (const animation of shown.getAnimations()) {
      animation.pause()
      animation.currentTime = after
    }
    const { opacity, visibility } = getComputedStyle(shown)
    return opacity !== '0' && visibility === 'visible'
  }, ms)
}

test.describe('in a time zone that isn’t the foundation’s', () => {
  test.use({ timezoneId: 'Asia/Tokyo' })

  test('content painted before the portal starts stays in place, also if it starts only after a message and a click', async ({
    page,
    signIn,
  }) => {
    await signIn('member')
    await page.route(shell, (route) => route.abort())
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Good \w+, Maria$/)
    await expect(page.getByRole('button')).toHaveCount(0)
    await page.evaluate(() => document.fonts.ready)
    const [wide, phone] = [page.viewportSize()!, { width: 390, height: 844 }]
    const look = painted(page)
    const onWide = await look()
    await page.setViewportSize(phone)
    const onPhone = await look()

    const message = page.getByText('Board Portal is taking long to start.')
    expect(await isSeenAt(message, 14_900)).toBe(false)
    expect(await isSeenAt(message, 15_100)).toBe(true)
    await message.evaluate((shown) => shown.getAnimations()[0]!.finish())
    await contrasts(page, 'a late start')
    await page.unroute(shell)
    await page.getByRole('link', { name: 'Try Again' }).click()
    await expect(page.getByText('Upcoming Meeting')).toBeVisible()
    await expect(message).toHaveCount(0)
    expect(await look()).toEqual(onPhone)
    await page.setViewportSize(wide)
    await expect.poll(look).toEqual(onWide)
  })

  for (const { width, height, how, settings } of [
    { width: 390, height: 844, how: '', settings: {} },
    { width: 390, height: 844, how: ', the text largest', settings: largeAndFolded },
    {
      width: 1280,
      height: 800,
      how: ', the menu folded and the text largest',
      settings: largeAndFolded,
    },
  ])
    test(
      `content painted before the portal starts stays in place, ${width} px wide${how}`,
      { tag: '@long' },
      async ({ page, context, signIn }) => {
        await page.setViewportSize({ width, height })
        await signIn('member')
        for (const [name, value] of Object.entries<string>(settings))
          await context.addCookies([{ name: `portal.${name}`, value, url: page.url() }])
        await page.route(shell, (route) => route.abort())
        await page.goto('/')
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Good \w+, Maria$/)
        await expect(page.getByRole('button')).toHaveCount(0)
        await page.evaluate(() => document.fonts.ready)
        const look = painted(page)
        const before = await look()
        await page.unroute(shell)
        await page.goto('/')
        await expect(page.getByText('Upcoming Meeting')).toBeVisible()
        expect(await look()).toEqual(before)
      },
    )
})

test('only a browser that is too old gets a message about it', async ({ page }) => {
  const message = page.getByText('This browser is too old for Board Portal.')
  await page.goto('/login')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(message).toBeHidden()
  await page.route(/\/assets\/shell\.\w+\.css$/, async (route) => {
    const answer = await route.fetch()
    const css = (await answer.text()).replaceAll('light-dark(', 'unknown-function(')
    await route.fulfill({ response: answer, body: css })
  })
  await page.route('/login', async (route) => {
    const answer = await route.fetch()
    const html = (await answer.text()).replaceAll(/integrity="[^"]+"/g, '')
    await route.fulfill({ response: answer, body: html })
  })
  await page.reload()
  await expect(message).toBeVisible()
})

test('waiting becomes visible after a moment: a bar over the old page, skeletons on the new one', async ({
  page,
  signIn,
}) => {
  await signIn('member')
  await expect(page.getByText('Upcoming Meeting')).toBeVisible()
  const held = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  await page.route('**/remotes/directory/**', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.route('**/api/people', async (route) => {
    await answered.promise
    await route.continue()
  })
  await page.getByRole('link', { name: 'Board & Staff Directory' }).click()
  const bar = page.getByRole('progressbar', { name: 'Loading the page' })
  await expect(bar).toBeAttached()
  await expect(page.getByText('Upcoming Meeting')).toBeVisible()
  expect(await isSeenAt(bar, 149)).toBe(false)
  expect(await isSeenAt(bar, 160)).toBe(true)

  held.resolve()
  await expect(page).toHaveURL('/directory')
  await expect(bar).toHaveCount(0)
  const place = page.getByRole('main').locator('[aria-busy="true"]').first()
  await expect(place).toBeAttached()
  expect(await isSeenAt(place, 299)).toBe(false)
  expect(await isSeenAt(place, 310)).toBe(true)
  answered.resolve()
  await expect(page.getByText('Ingrid Sørensen').first()).toBeVisible()
  await expect(place).toHaveCount(0)
})

test(
  'an error that no part of the page catches shows an error page with its id and is reported',
  { tag: '@long' },
  async ({ page, signIn }) => {
    await signIn('member')
    await page.addInitScript(() => {
      Object.defineProperty(document, 'title', {
        set(title: string) {
          if (title.startsWith('Board Calendar')) throw new Error('Planted in the frame')
        },
      })
    })
    await page.reload()
    const reporting = page.waitForRequest(
      (request) =>
        request.url().endsWith('/api/reports') && request.postData()!.includes('errorId'),
    )
    await page.getByRole('link', { name: 'Board Calendar' }).click()
    const shown = page.getByRole('alert')
    await expect(shown.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
    const id = await shown.locator('code').textContent()
    expect((await reporting).postDataJSON()).toMatchObject({
      message: 'Error: Planted in the frame',
      errorId: id,
    })
    await expect(shown.getByRole('button', { name: 'Reload Page' })).toBeVisible()
    await shown.getByRole('link', { name: 'Return to Home' }).click()
    await expect(page.getByText('Upcoming Meeting')).toBeVisible()
  },
)
