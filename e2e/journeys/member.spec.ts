import type { Locator } from '@playwright/test'
import { currentQuarter, expect, test } from '../support/fixtures.ts'

const { year, quarter } = currentQuarter()
const materials = `/meetings/${year}/q/${quarter}`

/** A dialog's share of the window, in width and height. */
async function shareOfWindow(dialog: Locator): Promise<number[]> {
  const panel = dialog.locator('> :last-child > *')
  const { width, height } = (await panel.boundingBox())!
  const window = dialog.page().viewportSize()!
  return [width / window.width, height / window.height].map(
    (share) => Math.round(share * 100) / 100,
  )
}

test('the dashboard shows the next meeting with a link to join it', async ({ page, signIn }) => {
  await signIn('member')
  await expect(page.getByText('Upcoming Meeting')).toBeVisible()
  const join = page.getByRole('link', { name: /Join Meeting/ })
  await expect(join).toHaveAttribute('href', /^https:\/\//)
  await expect(join).toHaveAttribute('target', '_blank')
  await expect(join).toHaveAttribute('rel', /noopener/)
})

test('quick actions open the three documents and lead to the upcoming meeting’s papers', async ({
  page,
  signIn,
}) => {
  await signIn('member')
  for (const name of [
    'Mission Vision Values',
    'Travel & Expense Policy',
    'Charitable Contributions',
  ]) {
    await page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('heading', { name })).toBeVisible()
    await expect(dialog.locator('canvas').first()).toBeVisible()
    expect(await shareOfWindow(dialog)).toEqual([0.95, 0.95])
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toHaveCount(0)
  }
  // At the very end of a quarter, the upcoming meeting is in the next one.
  const upcoming = await page.getByRole('link', { name: 'Open materials' }).getAttribute('href')
  expect(upcoming).toMatch(/^\/meetings\/\d{4}\/q\/[1-4]$/)
  await page.getByRole('link', { name: /Board Materials/ }).click()
  await expect(page).toHaveURL(upcoming!)
})

test('the quarter’s papers open in the viewer with pages, zoom, search, download and print', async ({
  page,
  signIn,
}) => {
  await signIn('member', { url: materials })
  await expect(page.getByRole('heading', { name: 'Available Materials' })).toBeVisible()
  await page.getByRole('link', { name: /Budget vs Actual/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Budget vs Actual' })).toBeVisible()
  await expect(page.getByText('Viewing').first()).toBeVisible()
  const viewer = page.getByRole('region', { name: /^Budget vs Actual/ })
  await expect(viewer.locator('canvas').first()).toBeVisible()

  const tools = page.getByRole('toolbar')
  const pageBox = tools.getByRole('textbox', { name: /^Page, of/ })
  await expect(pageBox).toHaveValue('1')
  await pageBox.fill('3')
  await pageBox.press('Enter')
  await expect(viewer.locator('[data-page-number="3"] canvas').first()).toBeInViewport()

  const width = async () => (await viewer.locator('[data-page-number="3"]').boundingBox())!.width
  const before = await width()
  await tools.getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(width).toBeGreaterThan(before)

  await tools.getByRole('button', { name: 'Search' }).click()
  await viewer.getByLabel('Search in this document').fill('budget')
  await expect(viewer.getByText(/\d+ of \d+/).first()).toBeVisible()
  await page.keyboard.press('Escape')

  const downloading = page.waitForEvent('download')
  await tools.getByRole('button', { name: 'Download' }).click()
  expect((await downloading).suggestedFilename()).toMatch(/\.pdf$/)

  await page.evaluate(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', 'yes')
  })
  // If the bar is too narrow for every tool, the rest are one tap away.
  await page.setViewportSize({ width: 834, height: 1112 })
  await tools.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Print' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-printed', 'yes')
})

test('the native agenda is among the papers, and its items lead to theirs and back', async ({
  page,
  signIn,
}) => {
  await signIn('member', { url: materials })
  await page
    .getByRole('link', { name: /Agenda/ })
    .first()
    .click()
  await expect(
    page
      .getByRole('list')
      .getByRole('heading', { name: /Welcome|Call to order/i })
      .first(),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Open the agenda page' }).click()
  const papers = page.getByRole('list', { name: 'Papers of Spend-down model' })
  await papers.getByRole('link', { name: 'Spend-Down Model, pages 1–4' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Spend-Down Model' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^For agenda item 9:35 AM/ })).toBeVisible()
  await page.getByRole('link', { name: 'Next: Spenddown Overview' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Spenddown Overview' })).toBeVisible()
  await page.keyboard.press('a')
  await expect(papers).toBeVisible()
  await expect(page).toHaveURL(/\/agenda$/)
})

test('the agenda prints two taps from the dashboard, and only once', async ({ page, signIn }) => {
  await page.addInitScript(() => {
    window.print = () => {
      const times = Number(document.documentElement.getAttribute('data-printed'))
      document.documentElement.setAttribute('data-printed', `${times + 1}`)
    }
  })
  await signIn('member')
  await page.getByRole('link', { name: 'Open materials' }).click()
  await page.getByRole('link', { name: 'Print the agenda' }).click()
  await expect(page).toHaveURL(/\/agenda$/)
  await expect(page.locator('html')).toHaveAttribute('data-printed', '1')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible()
  await expect(page.locator('html')).not.toHaveAttribute('data-printed')
})

test('the previous quarter has its papers, a banner, and a way back', async ({ page, signIn }) => {
  await signIn('member', { url: materials })
  const past = quarter === 1 ? { year: year - 1, quarter: 4 } : { year, quarter: quarter - 1 }
  if (past.year !== year) await page.getByLabel('Year').selectOption(String(past.year))
  await page.getByRole('radio', { name: `Q${past.quarter}` }).click()
  await expect(page).toHaveURL(`/meetings/${past.year}/q/${past.quarter}`)
  await expect(page.getByRole('link', { name: /Cash Flow Summary/ })).toBeVisible()
  await page
    .getByRole('link', { name: 'Return to current quarter' })
    .or(page.getByRole('button', { name: 'Return to current quarter' }))
    .click()
  await expect(page).toHaveURL(materials)
})

test(
  'on a phone the quarter’s pickers stay visible above the papers',
  { tag: '@long' },
  async ({ page, signIn }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await signIn('member', { url: materials })
    const papers = page.getByRole('main').getByRole('listitem')
    // The list renders its first few papers before the others.
    await expect(papers.nth(6)).toBeAttached()
    await papers.last().scrollIntoViewIfNeeded()
    await expect(papers.first()).not.toBeInViewport()
    await expect(page.getByRole('radio', { name: `Q${quarter}` })).toBeInViewport()
    await expect(page.getByLabel('Year')).toBeInViewport()
  },
)

/** What opens an overlay on its page. */
const opening = [
  ['/', 'Mission Vision Values'],
  ['/calendar', /committee/],
  ['/governance', /^Bylaws/],
  ['/communications', /^Spenddown Talking Points/],
] as const

test('Back closes an overlay, and closing it leaves no history entry behind', async ({
  page,
  signIn,
}) => {
  await signIn('member', { url: '/directory' })
  const dialog = page.getByRole('dialog')
  const close = dialog.getByRole('button', { name: 'Close' }).first()
  for (const [path, name] of opening) {
    await page.goto('/directory')
    await page.goto(path)
    const card = page.getByRole('main').getByRole('button', { name }).first()
    await card.dblclick()
    await expect(close, path).toBeVisible()
    await page.goBack()
    await expect(dialog, path).toHaveCount(0)
    await expect(page).toHaveURL(path)

    await card.click()
    await expect(close, path).toBeVisible()
    await page.reload()
    await expect(close, `${path} again`).toBeVisible()
    await close.dblclick()
    await expect(dialog, path).toHaveCount(0)
    await expect(page).toHaveURL(path)
    await page.goBack()
    await expect(page, `before ${path}`).toHaveURL('/directory')
  }
})

test('on a phone a closed paper stays closed, even if another one was read last', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn('member')
  await page.getByRole('link', { name: 'Open materials' }).click()
  await page.getByRole('link', { name: /Consent Agenda/ }).dblclick()
  const name = page.getByRole('heading', { level: 1 })
  await page.getByRole('link', { name: /^Next:/ }).click()
  await expect(name).toHaveText('Budget vs Actual')
  await page.getByRole('link', { name: /^Back to Q/ }).click()
  await expect(name).toHaveText('Meeting Materials')
  await expect(page).toHaveURL(materials)
  await page.goBack()
  await expect(page).toHaveURL('/')
})

test('the keyboard steps through quarters and years, one press at a time', async ({
  page,
  signIn,
}) => {
  await signIn('member', { url: `/meetings/${year}/q/4` })
  await page.getByRole('radio', { name: 'Q4' }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(page).toHaveURL(`/meetings/${year}/q/3`)
  await expect(page.getByRole('heading', { name: 'Available Materials' })).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(page).toHaveURL(`/meetings/${year}/q/2`)
  await expect(page.getByRole('radio', { name: 'Q2' })).toBeFocused()
  await page.getByLabel('Year').selectOption(String(year - 1))
  await expect(page).toHaveURL(`/meetings/${year - 1}/q/2`)
  await page.getByLabel('Year').focus()
  await page.keyboard.press('ArrowUp')
  await expect(page).toHaveURL(`/meetings/${year}/q/2`)
  await expect(page.getByLabel('Year')).toBeFocused()
})

test('old addresses and invalid quarters lead to a real page', async ({ page, signIn }) => {
  await signIn('member', { url: '/meetings' })
  await expect(page).toHaveURL(materials)
  await page.goto(`/meetings/${year}/q${quarter}`)
  await expect(page).toHaveURL(materials)
  await page.goto('/meetings/1492/q/9')
  await expect(page).toHaveURL(materials)
  await page.goto(`${materials}/no-such-material`)
  await expect(page.getByText('Material Not Found')).toBeVisible()
})

test('an old address leaves no history entry that Back returns to', async ({ page, signIn }) => {
  await signIn('member', { url: '/directory' })
  for (const old of [
    `/meetings/${year}/q${quarter}`,
    `/meetings/${year}/q/${quarter}/cash-flow-summary`,
    '/login?next=/calendar',
    '/admin/users',
  ]) {
    await page.goto(old)
    await expect(page).not.toHaveURL(old)
    await page.goBack()
    await expect(page, old).toHaveURL('/directory')
  }
})

test('governance cards open their documents full screen', async ({ page, signIn }) => {
  await signIn('member', { url: '/governance' })
  await page.getByRole('button', { name: /Bylaws/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.locator('canvas').first()).toBeVisible()
  expect(await shareOfWindow(dialog)).toEqual([1, 1])
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})

test(
  'communications documents open here, and the external one in a new tab',
  { tag: '@long' },
  async ({ page, signIn }) => {
    await signIn('member', { url: '/communications' })
    const external = page.getByRole('link', { name: /Break Fake Rules/ })
    await expect(external).toHaveAttribute('target', '_blank')
    await page.getByRole('button', { name: /Spenddown Talking Points/ }).click()
    await expect(page.getByRole('dialog').locator('canvas').first()).toBeVisible()
  },
)
