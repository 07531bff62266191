import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'

const ruth = 'ruth.abelman@larkspur.example'

async function downloadedLines(page: Page): Promise<string[]> {
  const starting = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const download = await starting
  expect(download.suggestedFilename()).toMatch(/^audit-\d{4}-\d{2}-\d{2}\.csv$/)
  return readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\r\n')
}

test(
  'the audit shows changes and refusals, filters them and exports CSV',
  { tag: '@long' },
  async ({ browser, ownPortal, page, signIn }) => {
    const portal = await ownPortal()
    const email = `iris.bell.${Date.now()}@larkspur.example`
    await signIn('admin', { url: `${portal.url}/admin/users` })
    await page.getByRole('button', { name: 'Add User' }).click()
    await page.getByRole('textbox', { name: 'E-mail', exact: true }).fill(email)
    await page.getByLabel('Display Name').fill('Iris Bell')
    await page.getByLabel('Password', { exact: true }).fill('Board-room-26')
    await page.getByRole('button', { name: 'Create User' }).click()
    await expect(page.getByText('User created successfully!')).toBeVisible()
    await page.getByRole('button', { name: 'Edit Iris Bell' }).click()
    await page.getByLabel('Display Name').fill('Iris Bellamy')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('User updated successfully!')).toBeVisible()
    const tab = await browser.newPage({ baseURL: portal.url })
    await signIn('staff', { page: tab, url: `${portal.url}/` })
    expect((await tab.request.get('/api/audit')).status()).toBe(403)
    await tab.close()

    await page.goto(`${portal.url}/admin/audit`)
    const entry = page.getByRole('listitem').filter({ hasText: email })
    await expect(entry).toHaveCount(2)
    await expect(entry.first()).toContainText('User saved')
    await expect(entry.first()).toContainText(ruth)
    await expect(entry.first().getByText('Iris Bell', { exact: true })).toBeVisible()
    await expect(entry.first().getByText('Iris Bellamy', { exact: true })).toBeVisible()
    await expect(entry.nth(1)).toContainText('User created')
    const denied = page.getByRole('listitem').filter({ hasText: 'Denied' })
    await expect(denied).toContainText('GET /api/audit')
    await expect(denied).toContainText('wei.chen@larkspur.example')

    await page.getByLabel('What').selectOption('User created')
    await page.getByLabel('Who').fill(ruth)
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await expect(page).toHaveURL(/who=ruth\.abelman%40larkspur\.example&what=user\+created/)
    await expect(page.getByRole('listitem').filter({ hasText: 'User created' })).toHaveCount(1)
    await expect(denied).toHaveCount(0)

    const lines = await downloadedLines(page)
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain(email)

    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(denied).toBeVisible()
    await page.getByLabel(/^Search by person/).fill('ruth bellamy')
    await page.getByLabel('Order').selectOption('Oldest first')
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await expect(denied).toHaveCount(0)
    await expect(page.getByText('1 entry, the oldest included')).toBeVisible()
    await expect(entry).toContainText('User saved')
    await page.getByLabel(/^Search by person/).fill('no such words')
    await page.keyboard.press('Enter')
    await expect(page.getByText('No entries match')).toBeVisible()

    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByLabel('Entries').selectOption('Sign-ins and downloads')
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    const signedIn = page.getByRole('listitem').filter({ hasText: 'Signed in' })
    await expect(signedIn.filter({ hasText: 'wei.chen@larkspur.example' })).toContainText('Chrome')
    await expect(page.getByRole('listitem').filter({ hasText: 'User list opened' })).toHaveCount(1)
    await expect(entry).toHaveCount(0)

    await page.goto(`${portal.url}/admin/users`)
    await page.getByRole('button', { name: 'Delete Iris Bellamy' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Iris Bellamy' }).click()
    await expect(page.getByText('User deleted successfully!')).toBeVisible()
  },
)
