import { randomUUID } from 'node:crypto'
import { createUser } from '@portal/contract/users'
import type { Page } from '@playwright/test'
import { totpCode } from '../../scripts/totp.ts'
import { adminToken, callWith } from '../bench/session.ts'
import { expectAccessibleInBoth } from '../support/accessible.ts'
import { enterByPassword, expect, type OwnPortal, test } from '../support/fixtures.ts'

type Account = { email: string; password: string }

/** A new account: journeys share their people, and a factor would stay with them. */
async function newAccount({ url }: OwnPortal): Promise<Account> {
  const account = {
    email: `nora-${randomUUID()}@larkspur.example`,
    password: 'violet-harbour-lantern',
  }
  const call = callWith(url, await adminToken(url))
  await call(createUser, { body: { ...account, displayName: 'Nora Field', isAdmin: false } })
  return account
}

/** The secret that is shown for typing, without the spaces between its groups. */
async function shownSecret(page: Page): Promise<string> {
  return (await page.locator('li code').innerText()).replaceAll(' ', '')
}

const account = (page: Page) => page.getByRole('button', { name: 'Account of Nora Field' })
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' })

async function signOut(page: Page): Promise<void> {
  await account(page).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeVisible()
}

test('a member turns on two-step sign-in, signs in with a code, and an admin resets it', async ({
  page,
  browser,
  ownPortal,
  signIn,
}) => {
  const portal = await ownPortal()
  const nora = await newAccount(portal)
  await page.goto(portal.url)
  await enterByPassword(page, nora)
  await account(page).click()
  await page.getByRole('menuitem', { name: 'Your Account' }).click()
  await page.getByRole('button', { name: 'Turn on two-step sign-in' }).click()
  const dialog = page.getByRole('dialog', { name: 'Turn on two-step sign-in' })
  await expect(dialog.getByRole('img', { name: /^QR code/ })).toBeVisible()
  await expectAccessibleInBoth(page, 'the setup of two-step sign-in')
  const secret = await shownSecret(page)
  await dialog.getByRole('textbox', { name: 'Code' }).fill(totpCode(secret))
  await dialog.getByRole('textbox', { name: 'Code' }).press('Enter')
  await expect(page.getByText('Two-step sign-in is on.').first()).toBeVisible()
  await signOut(page)

  await enterByPassword(page, nora)
  const code = page.getByRole('textbox', { name: 'Code' })
  await expect(code).toBeFocused()
  await expectAccessibleInBoth(page, 'the second step of signing in')
  await code.fill(totpCode(secret, new Date(Date.now() - 3_600_000)))
  await code.press('Enter')
  await expect(page.getByText(/^That code isn’t right/)).toBeVisible()
  await code.fill(totpCode(secret))
  await code.press('Enter')
  await expect(menu(page)).toBeVisible()

  const admin = await browser.newPage()
  await signIn('admin', { page: admin, url: `${portal.url}/admin/users` })
  const row = admin.getByRole('row').filter({ hasText: nora.email })
  await expect(row.getByText('Two-step')).toBeVisible()
  await row.getByRole('button', { name: 'Access of Nora Field' }).click()
  await admin.getByRole('button', { name: 'Reset two-step sign-in' }).click()
  await expectAccessibleInBoth(admin, 'the reset of two-step sign-in')
  await admin.getByRole('button', { name: 'Reset it for Nora Field' }).click()
  await expect(row.getByText('Two-step')).toHaveCount(0)
  await admin.goto(`${portal.url}/admin/audit`)
  await expect(admin.getByRole('listitem').filter({ hasText: nora.email }).first()).toContainText(
    /second factor|two-step/i,
  )
  await admin.close()

  await page.goto(portal.url)
  await expect(page.getByText('Your sign-in has expired. Please sign in again.')).toBeVisible()
  // Sign-ins of the second in which others were ended have ended with them.
  await page.waitForTimeout(1100)
  await enterByPassword(page, nora)
  await expect(page.getByText(/^An admin reset your two-step sign-in/)).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByText(/^An admin reset your two-step sign-in/)).toHaveCount(0)
})

test(
  'a required second factor is set up at the next sign-in with a password',
  { tag: '@long' },
  async ({ page, ownPortal }) => {
    const portal = await ownPortal({ REQUIRE_SECOND_FACTOR: 'true' })
    const nora = await newAccount(portal)
    await page.goto(portal.url)
    await enterByPassword(page, nora)
    await expect(page.getByText(/One more step, once/)).toBeVisible()
    await expectAccessibleInBoth(page, 'the required setup')
    await page.getByRole('textbox', { name: 'Code' }).fill(totpCode(await shownSecret(page)))
    await page.getByRole('textbox', { name: 'Code' }).press('Enter')
    await expect(menu(page)).toBeVisible()
    await page.goto(`${portal.url}/account`)
    await expect(page.getByText(/so it stays on/)).toBeVisible()
  },
)
