import type { Locator } from '@playwright/test'
import { boxOf } from '../support/box-of.ts'
import { everyCombination, sweep } from '../support/counts.ts'
import { currentQuarter, expect, test } from '../support/fixtures.ts'
import { useTool } from '../support/use-tool.ts'

const { year, quarter } = currentQuarter()
const materials = `/meetings/${year}/q/${quarter}`

/** A dialog's share of the window, in width and height. */
async function shareOfWindow(dialog: Locator): Promise<number[]> {
  const panel = dialog.locator('> :last-child > *')
  const { width, height } = await boxOf(panel)
  const window = dialog.page().viewportSize()!
  return [width / window.width, height / window.height].map(
    (share) => Math.round(share * 100) / 100,
  )
}

test(
  'the dashboard shows the next meeting with a link to join it, opens its documents and leads to its papers',
  { tag: '@long' },
  async ({ page, signIn }) => {
    await signIn('member')
    await expect(page.getByText('Upcoming Meeting')).toBeVisible()
    const join = page.getByRole('link', { name: /Join Meeting/ })
    await expect(join).toHaveAttribute('href', /^https:\/\//)
    await expect(join).toHaveAttribute('target', '_blank')
    await expect(join).toHaveAttribute('rel', /noopener/)

    const documents = [
      'Mission Vision Values',
      'Travel & Expense Policy',
      'Charitable Contributions',
    ] as const
    for (const name of sweep(documents, 3)) {
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
  },
)

test('a paper opens from its quarter, is searched, downloaded and printed, and leads back to where its list was left on a phone', async ({
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
  await tools.getByRole('button', { name: 'Search' }).click()
  await viewer.getByLabel('Search in this document').fill('budget')
  await expect(viewer.getByText(/\d+ of \d+/).first()).toBeVisible()
  await page.keyboard.press('Escape')

  const downloading = page.waitForEvent('download')
  await useTool(page, 'Download')
  expect((await downloading).suggestedFilename()).toMatch(/\.pdf$/)

  await page.evaluate(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', 'yes')
  })
  await page.setViewportSize({ width: 834, height: 1112 })
  await tools.getByRole('button', { name: 'Print' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-printed', 'yes')

  await page.setViewportSize({ width: 390, height: 844 })
  const back = page.getByRole('link', { name: /^Back to Q/ })
  await back.click()
  const rows = page.getByRole('main').getByRole('listitem')
  // The list renders its first few papers before the others.
  await expect(rows.nth(6)).toBeAttached()
  const last = rows.last().getByRole('link').first()
  await last.scrollIntoViewIfNeeded()
  await expect(rows.first()).not.toBeInViewport()
  await expect(page.getByRole('radio', { name: `Q${quarter}` })).toBeInViewport()
  await expect(page.getByLabel('Year')).toBeInViewport()
  const scrolled = () => page.evaluate(() => scrollY)
  const left = await scrolled()
  expect(left).toBeGreaterThan(0)
  await last.click()
  await expect(back).toBeVisible()
  // The list is loaded again.
  await page.reload()
  await back.click()
  await expect(page).toHaveURL(materials)
  await expect.poll(scrolled).toBe(left)
})

test(
  'the agenda prints two taps from the dashboard, only once, and its items lead to their papers and back',
  { tag: '@long' },
  async ({ page, signIn }) => {
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

    await expect(
      page
        .getByRole('list')
        .getByRole('heading', { name: /Welcome|Call to order/i })
        .first(),
    ).toBeVisible()
    const papers = page.getByRole('list', { name: 'Papers of Spend-down model' })
    await papers.getByRole('link', { name: 'Spend-Down Model, pages 1–4' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Spend-Down Model' })).toBeVisible()
    await expect(page.getByRole('link', { name: /^For agenda item 9:35 AM/ })).toBeVisible()
    await page.getByRole('link', { name: 'Next paper: Spenddown Overview' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Spenddown Overview' })).toBeVisible()
    await page.keyboard.press('a')
    await expect(papers).toBeVisible()
    await expect(page).toHaveURL(/\/agenda$/)
  },
)

test(
  'the pickers work by keyboard, lead back from a past quarter, and stay above the papers of a phone',
  { tag: '@long' },
  async ({ page, signIn }) => {
    await signIn('member', { url: `/meetings/${year}/q/4` })
    await page.getByRole('radio', { name: 'Q4' }).focus()
    await page.keyboard.press('ArrowLeft')
    await expect(page).toHaveURL(`/meetings/${year}/q/3`)
    // The address changes before what is shown.
    await expect(page.getByRole('radio', { name: 'Q3' })).toBeChecked()
    await expect(page.getByRole('heading', { name: 'Available Materials' })).toBeVisible()
    await page.keyboard.press('ArrowLeft')
    await expect(page).toHaveURL(`/meetings/${year}/q/2`)
    await expect(page.getByRole('radio', { name: 'Q2' })).toBeFocused()
    await expect(page.getByRole('radio', { name: 'Q2' })).toBeChecked()
    await page.getByLabel('Year').selectOption(String(year - 1))
    await expect(page).toHaveURL(`/meetings/${year - 1}/q/2`)
    await page.getByLabel('Year').focus()
    await page.keyboard.press('ArrowUp')
    await expect(page).toHaveURL(`/meetings/${year}/q/2`)
    await expect(page.getByLabel('Year')).toBeFocused()

    const past = quarter === 1 ? { year: year - 1, quarter: 4 } : { year, quarter: quarter - 1 }
    await page.getByLabel('Year').selectOption(String(past.year))
    await page.getByRole('radio', { name: `Q${past.quarter}` }).click()
    await expect(page).toHaveURL(`/meetings/${past.year}/q/${past.quarter}`)
    await expect(page.getByRole('link', { name: /Cash Flow Summary/ })).toBeVisible()
    await page
      .getByRole('link', { name: 'Return to current quarter' })
      .or(page.getByRole('button', { name: 'Return to current quarter' }))
      .click()
    await expect(page).toHaveURL(materials)

    await page.setViewportSize({ width: 390, height: 844 })
    const papers = page.getByRole('main').getByRole('listitem')
    // The list renders its first few papers before the others.
    await expect(papers.nth(6)).toBeAttached()
    await papers.last().scrollIntoViewIfNeeded()
    await expect(papers.first()).not.toBeInViewport()
    await expect(page.getByRole('radio', { name: `Q${quarter}` })).toBeInViewport()
    await expect(page.getByLabel('Year')).toBeInViewport()
  },
)

/** What opens an overlay on its page; a policy fills the window. */
const opening = [
  ['/governance', /^Bylaws/],
  ['/', 'Mission Vision Values'],
  ['/calendar', /committee/],
  ['/communications', /^Spenddown Talking Points/],
] as const

test('Back closes an overlay, and closing it leaves no history entry behind', async ({
  page,
  signIn,
}) => {
  await signIn('member', { url: '/directory' })
  const dialog = page.getByRole('dialog')
  const close = dialog.getByRole('button', { name: 'Close' }).first()
  for (const [path, name] of sweep(opening, 4)) {
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
    if (path === '/governance') expect(await shareOfWindow(dialog)).toEqual([1, 1])
    await page.reload()
    await expect(close, `${path} again`).toBeVisible()
    await close.dblclick()
    await expect(dialog, path).toHaveCount(0)
    await expect(page).toHaveURL(path)
    await page.goBack()
    await expect(page, `before ${path}`).toHaveURL('/directory')
  }
})

test(
  'on a phone a closed paper stays closed, even if another one was read last',
  { tag: '@long' },
  async ({ page, signIn }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await signIn('member')
    await page.getByRole('link', { name: 'Open materials' }).click()
    await page.getByRole('link', { name: /Consent Agenda/ }).dblclick()
    const name = page.getByRole('heading', { level: 1 })
    await page.getByRole('link', { name: /^Next paper:/ }).click()
    await expect(name).toHaveText('Budget vs Actual')
    await page.getByRole('link', { name: /^Back to Q/ }).click()
    await expect(name).toHaveText('Meeting Materials')
    await expect(page).toHaveURL(materials)
    await page.goBack()
    await expect(page).toHaveURL('/')
  },
)

test(
  'old addresses and invalid quarters lead to a real page, and leave no history entry',
  { tag: '@long' },
  async ({ page, signIn }) => {
    await signIn('member', { url: '/directory' })
    const addresses = [
      [`/meetings/${year}/q${quarter}`, materials],
      ['/meetings/1492/q/9', materials],
      ['/login?next=/calendar', '/calendar'],
      [`${materials}/cash-flow-summary`, `${materials}?material=cash-flow-summary`],
      ['/meetings', materials],
      ['/admin/users', '/'],
    ] as const
    for (const [old, replacement] of everyCombination ? addresses : addresses.slice(0, 3)) {
      await page.goto(old)
      await expect(page, old).toHaveURL(replacement)
      await page.goBack()
      await expect(page, old).toHaveURL('/directory')
    }
  },
)
