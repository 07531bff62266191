import { currentQuarter, expect, test } from '../support/fixtures.ts'

const { year, quarter } = currentQuarter()
const materials = `/meetings/${year}/q/${quarter}`

test('the quarter’s budget narrative links its counts to its papers', async ({ page, signIn }) => {
  await signIn('member', { url: `${materials}/budget/budget-vs-actual` })
  await expect(page.getByRole('heading', { name: 'Budget narrative' })).toBeVisible()
  await page.getByRole('tab', { name: 'Metrics' }).click()
  await expect(page.getByText(/^\d of 6$/)).toBeVisible()
  await page.getByRole('tab', { name: 'Details' }).click()
  await page.getByRole('link', { name: 'View Budget vs Actual' }).click()
  await expect(page).toHaveURL(`${materials}?material=budget-vs-actual`)
})

test('a word search over all papers opens the page that contains it', async ({ page, signIn }) => {
  await signIn('member', { url: '/resources/governance/docs' })
  await page.getByLabel('Search all papers').fill('reserve')
  const found = page.getByRole('list', { name: 'Found documents' })
  const hit = found
    .getByRole('link')
    .filter({ hasText: /Page ([2-9]|\d\d)/ })
    .first()
  await expect(hit.locator('mark').first()).toBeVisible({ timeout: 30_000 })
  const wanted = /Page (\d+)/.exec((await hit.textContent()) ?? '')![1]!
  await hit.click()
  await expect(page.getByRole('textbox', { name: /^Page, of/ })).toHaveValue(wanted)
})

test('a bare name leads to its resource, and an unknown name shows a message', async ({
  page,
  signIn,
}) => {
  await signIn('member', { url: '/governance-bylaws' })
  await expect(page).toHaveURL('/resources/view/governance-bylaws')
  await page.goto('/no-such-thing')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await page.getByRole('link', { name: 'Board Calendar' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Board Calendar' })).toBeVisible()
})

test('leaving a document while it loads causes no error', async ({ page, signIn }) => {
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
})

test('an address is copied from its card, and only a device that is touched offers to call', async ({
  page,
  browser,
  context,
  signIn,
}) => {
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
})
