import { quarterAfter } from '@portal/domain/quarter'
import type { Page } from '@playwright/test'
import { everyCombination } from '../support/counts.ts'
import { currentQuarter, expect, test } from '../support/fixtures.ts'
import { inkOfSheets } from '../support/ink-of-sheets.ts'

/** Keeps the sheets, as an open print dialog does. */
const keepSheets = () => {
  window.print = () => document.documentElement.setAttribute('data-printed', 'yes')
}

const { year, quarter } = currentQuarter()

test('Ctrl P on an open paper prints the paper, a full sheet a page, wherever the focus is', async ({
  page,
  signIn,
}) => {
  await page.addInitScript(keepSheets)
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn('member', { url: `/meetings/${year}/q/${quarter}?material=cash-flow-summary` })
  const count = await pagesOf(page)
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await page.keyboard.press('Control+p')
  await expectFullSheets(page, count)
})

for (const [width, height, from] of [
  [390, 844, 'on a phone'],
  [834, 1112, 'from an iPad'],
  [1280, 800, 'from a computer'],
] as const) {
  const title = `the whole board book prints with one press, a full sheet a page, ${from}`
  test(title, { tag: '@long' }, async ({ page, ownPortal, signIn }) => {
    test.slow()
    const { url } = await ownPortal()
    await page.addInitScript(keepSheets)
    await page.setViewportSize({ width, height })
    const past = quarterAfter(currentQuarter(), -1)
    await signIn('member', { url: `${url}/meetings/${past.year}/q/${past.quarter}/agenda` })
    const card = page.getByRole('region', { name: 'Board book' })
    const print = card.getByRole('link', { name: 'Print the board book' })
    const make = card.getByRole('button', { name: 'Make the board book' })
    await expect(make.or(print)).toBeVisible()
    if (await make.isVisible()) await make.click()
    await print.click()
    await expectFullSheets(page, await pagesOf(page))
  })
}

/** The length of the open paper. */
async function pagesOf(page: Page): Promise<number> {
  const box = page.getByRole('textbox', { name: /^Page, of/ })
  await expect(box).toBeVisible()
  return Number(/\d+$/.exec((await box.getAttribute('aria-label')) ?? '')![0])
}

/** What the printer gets: this browser has no viewer of its own, so the pages are rendered. */
async function expectFullSheets(page: Page, expected: number): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-printed', 'yes', { timeout: 120_000 })
  const { count, inks } = await inkOfSheets(
    await page.pdf({ preferCSSPageSize: true }),
    everyCombination ? 9 : 2,
  )
  expect(count).toBe(expected)
  expect(inks.filter((sheet) => sheet.width < 0.5)).toEqual([])
}
