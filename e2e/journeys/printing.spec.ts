import { listMappings, unmapSlot } from '@portal/contract/mappings'
import { type Quarter, quarterAfter } from '@portal/domain/quarter'
import type { Page } from '@playwright/test'
import { adminToken, callWith } from '../bench/session.ts'
import { everyCombination, tagOf } from '../support/counts.ts'
import { currentQuarter, expect, test } from '../support/fixtures.ts'
import { inkOfSheets } from '../support/ink-of-sheets.ts'

/** Keeps the sheets, as an open print dialog does. */
const keepSheets = () => {
  window.print = () => document.documentElement.setAttribute('data-printed', 'yes')
}

/** What the printer gets: this browser has no viewer of its own, so the pages are rendered. */
async function printedSheets(page: Page) {
  await expect(page.locator('html')).toHaveAttribute('data-printed', 'yes', { timeout: 120_000 })
  return inkOfSheets(await page.pdf({ preferCSSPageSize: true }), everyCombination ? 9 : 2)
}

/** What is in the book of an ordinary run; in `test --long`, it has the 112 pages of all papers. */
const short = /-(agenda|consent-agenda|budget-vs-actual)$/

/** Keeps the quarter's book short. */
async function unmapMost(url: string, quarter: Quarter) {
  const call = callWith(url, await adminToken(url))
  for (const [id, { revision }] of Object.entries(await call(listMappings, { query: quarter }))) {
    if (!short.test(id)) await call(unmapSlot, { params: { id }, revision })
  }
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
  test(titles[width], { tag: tagOf(width === 390) }, async ({ page, ownPortal, signIn }) => {
    test.slow()
    const { url } = await ownPortal()
    await page.addInitScript(keepSheets)
    await page.setViewportSize({ width, height })
    const past = quarterAfter(currentQuarter(), -1)
    if (!everyCombination) await unmapMost(url, past)
    await signIn('member', { url: `${url}/meetings/${past.year}/q/${past.quarter}/agenda` })
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
