import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { expectAccessible } from '../support/accessible.ts'
import { enterByPassword, expect, test } from '../support/fixtures.ts'
import { newPerson, type OwnPerson } from '../support/own-person.ts'

/** The code that an authenticator app shows. */
const totpCode = (secret: string, timestamp = Date.now()) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp })

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

/** Turns two-step sign-in on at the account’s page, signs out, and signs in with a code. Returns the secret. */
async function turnOnAndSignIn(page: Page, person: OwnPerson): Promise<string> {
  await page.goto('/account')
  await enterByPassword(page, person)
  await page.getByRole('button', { name: 'Turn on two-step sign-in' }).click()
  const dialog = page.getByRole('dialog', { name: 'Turn on two-step sign-in' })
  await expect(dialog.getByRole('img', { name: /^QR code/ })).toBeVisible()
  await expectAccessible(page, 'the setup of two-step sign-in')
  const secret = await shownSecret(page)
  await dialog.getByRole('textbox', { name: 'Code' }).fill(totpCode(secret))
  await dialog.getByRole('textbox', { name: 'Code' }).press('Enter')
  await expect(page.getByText('Two-step sign-in is on.').first()).toBeVisible()
  await signOut(page)

  await enterByPassword(page, person)
  const code = page.getByRole('textbox', { name: 'Code' })
  await expect(code).toBeFocused()
  await code.fill(totpCode(secret))
  await code.press('Enter')
  await expect(menu(page)).toBeVisible()
  return secret
}

test('a member turns on two-step sign-in, and signs in with a code', async ({ page, baseURL }) => {
  await turnOnAndSignIn(page, await newPerson(baseURL!, 'Nora Field'))
})

test(
  'a wrong code is refused, and an admin resets two-step sign-in',
  { tag: '@long' },
  async ({ page, browser, baseURL, signIn }) => {
    const nora = await newPerson(baseURL!, 'Nora Field')
    const secret = await turnOnAndSignIn(page, nora)
    await signOut(page)
    await enterByPassword(page, nora)
    const code = page.getByRole('textbox', { name: 'Code' })
    await expectAccessible(page, 'the second step of signing in')
    await code.fill(totpCode(secret, Date.now() - 3_600_000))
    await code.press('Enter')
    await expect(page.getByText(/^That code isn’t right/)).toBeVisible()
    await code.fill(totpCode(secret))
    await code.press('Enter')
    await expect(menu(page)).toBeVisible()

    const admin = await browser.newPage()
    await signIn('admin', { page: admin, url: `${baseURL}/admin/users` })
    const row = admin.getByRole('row').filter({ hasText: nora.email })
    await expect(row.getByText('Two-step')).toBeVisible()
    await row.getByRole('button', { name: 'Access of Nora Field' }).click()
    await admin.getByRole('button', { name: 'Reset two-step sign-in' }).click()
    await expectAccessible(admin, 'the reset of two-step sign-in')
    await admin.getByRole('button', { name: 'Reset it for Nora Field' }).click()
    await expect(row.getByText('Two-step')).toHaveCount(0)
    await admin.goto(`${baseURL}/admin/audit`)
    await expect(admin.getByRole('listitem').filter({ hasText: nora.email }).first()).toContainText(
      /second factor|two-step/i,
    )
    await admin.close()

    await page.goto('/')
    await expect(page.getByText('Your sign-in has expired. Please sign in again.')).toBeVisible()
    const notice = page.getByText(/^An admin reset your two-step sign-in/)
    // A sign-in of the second in which others were ended has ended with them.
    await expect(async () => {
      await enterByPassword(page, nora)
      await expect(notice).toBeVisible({ timeout: 5_000 })
    }).toPass()
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect(notice).toHaveCount(0)
  },
)

test(
  'a required second factor is set up at the next sign-in with a password',
  { tag: '@long' },
  async ({ page, ownPortal }) => {
    const portal = await ownPortal({ REQUIRE_SECOND_FACTOR: 'true' })
    const nora = await newPerson(portal.url, 'Nora Field')
    await page.goto(portal.url)
    await enterByPassword(page, nora)
    await expect(page.getByText(/One more step, once/)).toBeVisible()
    await expectAccessible(page, 'the required setup')
    await page.getByRole('textbox', { name: 'Code' }).fill(totpCode(await shownSecret(page)))
    await page.getByRole('textbox', { name: 'Code' }).press('Enter')
    await expect(menu(page)).toBeVisible()
    await page.goto(`${portal.url}/account`)
    await expect(page.getByText(/so it stays on/)).toBeVisible()
  },
)
