import { getChanges } from '@portal/contract/paper-versions'
import type { Page } from '@playwright/test'
import { adminToken, callWith } from '../bench/session.ts'
import { expectAccessible } from '../support/accessible.ts'
import { boxOf } from '../support/box-of.ts'
import { everyCombination } from '../support/counts.ts'
import { currentQuarter, expect, test } from '../support/fixtures.ts'
import { replaceablePaper } from '../support/replaceable-paper.ts'

const { year, quarter } = currentQuarter()
const address = `/meetings/${year}/q/${quarter}?material=cash-flow-summary`

const sentences = (from: number, count: number) =>
  Array.from(
    { length: count },
    (_, at) => `Fund ${from + at} of the foundation keeps ${from + at} thousand dollars in cash.`,
  )
const cover = 'Cash Flow Summary. Prepared for the board by the director of finance.'
const [second, third] = [sentences(10, 14).join(' '), sentences(40, 14).join(' ')]
const firstVersion = [cover, second, third]
const secondVersion = [
  cover,
  second.replace('Fund 12 of the foundation keeps 12', 'Fund 12 of the foundation keeps 95'),
  `${third} The investment committee has reviewed these figures on Tuesday.`,
]

const list = (page: Page) => page.getByRole('region', { name: 'Available Materials' })
const row = (page: Page) => list(page).getByRole('link', { name: /Cash Flow Summary/ })

/** What another device of the member shows, before and after the member has read the changes here. */
async function expectOnPhone(page: Page, phone: Page): Promise<void> {
  await phone.getByRole('button', { name: 'Next change' }).click()
  await expect(phone.locator('.pageMarks .changed.selected')).toBeInViewport()

  await phone.goto(`${address}&version=2`)
  await expect(phone.getByText('You are reading version 2 of 3.')).toBeVisible()
  const { y } = await boxOf(phone.getByRole('region', { name: /^Pages of/ }))
  expect(y, 'bars above the paper').toBeLessThanOrEqual(120)

  await phone.goto(`/meetings/${year}/q/${quarter}`)
  await expect(row(phone)).toContainText('New version')
  await page.getByRole('button', { name: 'Mark as read' }).click()
  await expect(page.getByRole('button', { name: 'Mark as unread' })).toBeVisible()
  await phone.reload()
  await expect(row(phone)).toContainText(/Read$/)
}

test('a member reads a paper, the liaison replaces it, and the member steps through what changed', async ({
  browser,
  ownPortal,
  page,
  signIn,
}) => {
  const portal = await ownPortal()
  const call = callWith(portal.url, await adminToken(portal.url))
  const slot = `meeting-${year}-q${quarter}-cash-flow-summary`
  const { paper, replace } = await replaceablePaper(portal, call, slot)
  await replace(firstVersion, 2)

  await signIn('member', { url: `${portal.url}${address}` })
  await expect(page.locator('canvas').first()).toBeVisible()
  await expect(row(page)).toContainText('Viewing')
  await page.getByRole('button', { name: 'Mark as read' }).click()
  await expect(row(page)).toContainText('Read')
  await page.goto(`${portal.url}/meetings/${year}/q/${quarter}`)

  await replace(secondVersion, 3)
  await expect
    .poll(() =>
      call(getChanges, { params: { id: paper.id }, query: { from: 2, to: 3 } }).then(
        ({ summary }) => summary,
        () => 'not yet',
      ),
    )
    .toBe('2 passages changed, on pages 2 and 3')

  await page.goto(portal.url)
  const changed = page.getByRole('link', { name: 'Read Cash Flow Summary' })
  await expect(page.getByText('New version · pages 2 and 3 changed')).toBeVisible()
  await changed.click()
  const bar = page.getByRole('region', { name: 'Changes' })
  await expect(bar).toContainText(
    'Changed since you read it today. 2 passages changed, on pages 2 and 3.',
  )
  await page.getByRole('button', { name: 'Next change' }).click()
  const marked = page.locator('.pageMarks .changed.selected')
  await expect(marked).toBeInViewport()
  await page.keyboard.press('n')
  await expect(page.locator('.pageMarks .added.selected')).toBeInViewport()
  await page.getByRole('button', { name: 'List of changes' }).click()
  const changes = page.getByRole('complementary', { name: 'Changes' })
  await expect(changes.getByRole('button')).toContainText([
    /./,
    /Changed · page 2.*1295/,
    /New · page 3/,
  ])
  await expectAccessible(page, 'changes')

  await page.getByRole('button', { name: 'Versions' }).click()
  await page.getByRole('link', { name: 'Open version 2' }).click()
  await expect(page.getByText('You are reading version 2 of 3.')).toBeVisible()
  await expect(page.locator('canvas').first()).toBeVisible()
  await page.getByRole('link', { name: 'Open the newest version' }).click()
  await expect(bar).toBeVisible()

  if (!everyCombination) return
  const phone = await browser.newPage({
    baseURL: portal.url,
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
  })
  await signIn('member', { page: phone, url: `${portal.url}${address}` })
  await expectOnPhone(page, phone)
  await phone.close()
})
