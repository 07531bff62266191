import type { Page } from '@playwright/test'
import { adminToken, callWith } from '../bench/session.ts'
import { expectAccessibleInBoth, expectNoOverflow } from '../support/accessible.ts'
import { boxOf } from '../support/box-of.ts'
import { currentQuarter, expect, test } from '../support/fixtures.ts'
import { legible } from '../support/legible.ts'
import { replaceablePaper } from '../support/replaceable-paper.ts'

const { year, quarter } = currentQuarter()
const agenda = `/meetings/${year}/q/${quarter}/agenda`

/** On a busy machine, everything else comes before the making of a book. */
const whenMade = { timeout: 60_000 }

const pageBox = (page: Page) => page.getByRole('textbox', { name: /^Page, of/ })

test(
  'a member goes from the agenda to the book, to a paper and back, and updates the book after a paper changed',
  { tag: '@long' },
  async ({ ownPortal, page, signIn }) => {
    const portal = await ownPortal()
    const admin = callWith(portal.url, await adminToken(portal.url))
    const slot = `meeting-${year}-q${quarter}-cash-flow-summary`
    const { replace } = await replaceablePaper(portal, admin, slot)
    await signIn('member', { url: `${portal.url}${agenda}` })
    const card = page.getByRole('region', { name: 'Board book' })
    await card.getByRole('button', { name: 'Make the board book' }).click()
    const open = card.getByRole('link', { name: /^Open/ })
    await expect(open).toBeFocused(whenMade)
    await expectAccessibleInBoth(page, 'the agenda with its board book')

    await open.press('Enter')
    await expect(pageBox(page)).toHaveValue('1')
    await page.getByRole('button', { name: 'Contents' }).click()
    await page.getByRole('button', { name: /^Cash Flow Summary/ }).click()
    await expect(page.getByText(/^Cash Flow Summary, page 1 of \d+$/)).toBeVisible()
    const inBook = await pageBox(page).inputValue()
    await page.getByRole('link', { name: /^Open this paper/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Cash Flow Summary' })).toBeVisible()
    await expect(pageBox(page)).toHaveValue('1')
    await page.getByRole('link', { name: 'Back to the Board book' }).click()
    await expect(pageBox(page)).toHaveValue(inBook)

    await replace(['Cash in December.', 'Cash in January.', 'Cash in February.'], 2)
    await page.reload()
    await expect(page.getByText('1 paper changed since this book was made.')).toBeVisible()
    await page.getByRole('button', { name: 'Update' }).click()
    await page.getByRole('button', { name: 'Open it' }).click()
    await expect(page.getByText('Cash Flow Summary, page 1 of 3')).toBeVisible()
    await expect(page.getByText('Cash in December.')).toBeVisible()

    await page.setViewportSize({ width: 390, height: 844 })
    await expect(pageBox(page)).toBeVisible()
    await expectNoOverflow(page, 'the book on a phone')
    await legible(page, 'the book on a phone')
    await expectAccessibleInBoth(page, 'the book on a phone')
    await page.getByRole('button', { name: 'About this book' }).click()
    const about = page.getByRole('dialog', { name: 'About this book' })
    await expect(about.getByText('Book 2.')).toBeVisible()
    await about.getByRole('button', { name: 'Earlier books' }).click()
    await page.getByRole('link', { name: 'Open book 1' }).click()
    await expect(page.getByText('You are reading book 1 of 2.')).toBeVisible()
    const { y } = await boxOf(page.getByRole('region', { name: /^Pages of/ }))
    expect(y, 'bars above the book').toBeLessThanOrEqual(120)
  },
)
