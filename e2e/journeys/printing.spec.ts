import { quarterAfter } from '@portal/domain/quarter'
import type { Page } from '@playwright/test'
import { currentQuarter, expect, test } from '../support/fixtures.ts'
import { inkOfSheets } from '../support/ink-of-sheets.ts'
import { tagOf } from '../support/counts.ts'

/** Keeps the sheets, as an open print dialog does. */
const keepSheets = () => {
  window.print = () => document.documentElement.setAttribute('data-printed', 'yes')
}

/** What the printer gets: this browser has no viewer of its own, so the pages are rendered. */
async function printedSheets(page: Page) {
  await expect(page.locator('html')).toHaveAttribute('data-printed', 'yes', { timeout: 120_000 })
  return inkOfSheets(await page.pdf({ preferCSSPageSize: true }), 9)
}

const titles = {
  390: 'the whole board book prints with one press, a full sheet a page, on a phone',
  834: 'the whole board book prints from an iPad',
  1280: 'the whole board book prints from a computer',
} as const

for (const [width, height] of [
  [390, 844],
  [834, 1112],
  [1280, 800],
] as const) {
  test(titles[width], { tag: tagOf(width === 390) }, async ({ page, signIn }) => {
    test.slow()
    await page.addInitScript(keepSheets)
    await page.setViewportSize({ width, height })
    // Nobody else prints the book of a past quarter.
    const past = quarterAfter(currentQuarter(), -1)
    await signIn('member', { url: `/meetings/${past.year}/q/${past.quarter}/agenda` })
    const card = page.getByRole('region', { name: 'Board book' })
    const print = card.getByRole('link', { name: 'Print the board book' })
    const make = card.getByRole('button', { name: 'Make the board book' })
    await expect(make.or(print)).toBeVisible()
    if (await make.isVisible()) await make.click()
    await print.click()
    const box = page.getByRole('textbox', { name: /^Page, of/ })
    await expect(box).toBeVisible()
    const pages = Number(/\d+$/.exec((await box.getAttribute('aria-label')) ?? '')![0])
    const { count, inks } = await printedSheets(page)
    expect(count).toBe(pages)
    expect(inks.filter((sheet) => sheet.width < 0.5)).toEqual([])
  })
}

test('Ctrl P on an open paper prints the paper, wherever the focus is', async ({
  page,
  signIn,
}) => {
  await page.addInitScript(keepSheets)
  const { year, quarter } = currentQuarter()
  await signIn('member', { url: `/meetings/${year}/q/${quarter}?material=cash-flow-summary` })
  await expect(page.getByRole('textbox', { name: /^Page, of/ })).toBeVisible()
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await page.keyboard.press('Control+p')
  await expect(page.locator('html')).toHaveAttribute('data-printed', 'yes')
})
