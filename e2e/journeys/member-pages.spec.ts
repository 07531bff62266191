import type { Page } from '@playwright/test'
import { expectNoOverflow } from '../support/accessible.ts'
import { currentQuarter, expect, test } from '../support/fixtures.ts'
import { longWord, withLongWords } from '../support/long-words.ts'

const { year, quarter } = currentQuarter()
const materials = `/meetings/${year}/q/${quarter}`

test(
  'the quarter’s budget narrative links its counts to its papers',
  { tag: '@long' },
  async ({ page, signIn }) => {
    await signIn('member', { url: `${materials}/budget/budget-vs-actual` })
    await expect(page.getByRole('heading', { name: 'Budget narrative' })).toBeVisible()
    await page.getByRole('tab', { name: 'Metrics' }).click()
    await expect(page.getByText(/^\d of 6$/)).toBeVisible()
    await page.getByRole('tab', { name: 'Details' }).click()
    await page.getByRole('link', { name: 'View Budget vs Actual' }).click()
    await expect(page).toHaveURL(`${materials}?material=budget-vs-actual`)
  },
)

/** Shows the days of the month that are over. */
async function openFolded(page: Page): Promise<void> {
  await expect(page.getByRole('main').getByText(longWord).first()).toBeAttached()
  await page.getByRole('main').evaluate((main) => {
    for (const details of main.querySelectorAll('details')) details.open = true
  })
}

test(
  'long words and the largest text fit every screen of the meetings on a phone',
  { tag: '@long' },
  async ({ page, signIn }) => {
    await withLongWords(page)
    await signIn('member')
    const tails = ['/agenda', '', '/objectives', '/budget/pss?tab=metrics', '/budget-pss']
    const routes = [
      ...tails.map((tail) => materials + tail),
      `/meetings/now/${year}/q/${quarter}`,
      '/calendar',
    ]
    for (const route of routes) {
      await page.goto(route)
      await openFolded(page)
      const shown = page.getByRole('main').getByText(longWord).filter({ visible: true })
      await expect(shown.first()).toBeVisible()
      const windows = [
        [390, '200%'],
        [320, '131.25%'],
      ] as const
      for (const [width, size] of windows) {
        await page.setViewportSize({ width, height: 844 })
        await page.evaluate((to) => (document.documentElement.style.fontSize = to), size)
        await expectNoOverflow(page, `${route} at ${width} px, ${size}`)
      }
    }
    await page.goto('/calendar')
    await openFolded(page)
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
    await page.getByRole('main').getByRole('button', { name: longWord }).first().click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('heading', { name: longWord })).toBeVisible()
    const outside = await dialog
      .locator('*')
      .evaluateAll(
        (all) =>
          all.filter((element) => element.getBoundingClientRect().right > innerWidth + 1).length,
      )
    expect(outside, 'parts of the event’s window that leave the screen').toBe(0)
  },
)

test('zeros in times and dates have no slash', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const middles = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 100, height: 120 })
    const context = canvas.getContext('2d')!
    /** Whether there is ink in the middle of a letter. */
    const middleOf = async (letter: string) => {
      const font = '600 100px "Atkinson Hyperlegible Next"'
      await document.fonts.load(font, letter)
      context.clearRect(0, 0, 100, 120)
      context.font = font
      const { width } = context.measureText(letter)
      context.fillText(letter, 0, 100)
      return context.getImageData(Math.round(width / 2), 66, 1, 1).data[3]! > 0
    }
    return { zero: await middleOf('0'), eight: await middleOf('8') }
  })
  expect(middles).toEqual({ zero: false, eight: true })
})

test(
  'a word search over all papers opens the page that contains it',
  { tag: '@long' },
  async ({ page, signIn }) => {
    await signIn('member', { url: '/resources/governance/docs' })
    await page.getByLabel('Search all papers').fill('reserve')
    const results = page.getByRole('list', { name: 'Found documents' })
    const hit = results
      .getByRole('link')
      .filter({ hasText: /Page ([2-9]|\d\d)/ })
      .first()
    await expect(hit.locator('mark').first()).toBeVisible({ timeout: 30_000 })
    const wanted = /Page (\d+)/.exec((await hit.textContent()) ?? '')![1]!
    await hit.click()
    await expect(page.getByRole('textbox', { name: /^Page, of/ })).toHaveValue(wanted)
  },
)

test(
  'a bare name leads to its resource, and an unknown name shows a message',
  { tag: '@long' },
  async ({ page, signIn }) => {
    await signIn('member', { url: '/governance-bylaws' })
    await expect(page).toHaveURL('/resources/view/governance-bylaws')
    await page.goto('/no-such-thing')
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
    await page.getByRole('link', { name: 'Board Calendar' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Board Calendar' })).toBeVisible()
  },
)

test(
  'leaving a document while it loads causes no error',
  { tag: '@long' },
  async ({ page, signIn }) => {
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    await signIn('member', { url: '/governance' })
    for (const wait of [0, 50, 150, 400]) {
      await page.goto('/resources/view/governance-bylaws')
      await page.getByRole('region', { name: /^Pages of/ }).waitFor()
      // Doesn't wait for anything: the document must be left while it loads.
      await page.waitForTimeout(wait)
      await page.getByRole('link', { name: 'Governance & Policies' }).click()
      const heading = page.getByRole('heading', { level: 1, name: 'Governance & Policies' })
      await expect(heading).toBeVisible()
    }
    expect(errors).toEqual([])
  },
)

test(
  'an address is copied from its card, and only a device that is touched offers to call',
  { tag: '@long' },
  async ({ page, browser, context, signIn }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await signIn('member', { url: '/directory' })
    const card = page.getByRole('article').filter({ hasText: 'Ingrid Sørensen' })
    const address = 'ingrid.sorensen@larkspur.example'
    await expect(card.getByRole('link', { name: address })).toHaveAttribute(
      'href',
      `mailto:${address}`,
    )
    await card.getByRole('button', { name: 'Copy e-mail' }).click()
    await expect(page.getByRole('status').filter({ hasText: `Copied: ${address}` })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
    await expect(card.getByRole('link', { name: /^\+1 / })).toHaveAttribute('href', /^tel:\+1/)
    await expect(card.getByText('Call')).toBeHidden()

    const phone = await browser.newContext({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    })
    const onPhone = await phone.newPage()
    await signIn('member', { page: onPhone, url: new URL('/directory', page.url()).href })
    await expect(onPhone.getByRole('link', { name: 'Call Ingrid Sørensen' })).toBeVisible()
    await phone.close()
  },
)
