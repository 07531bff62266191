import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { addDesignatedAdmin } from '@portal/contract/designated-admins'
import { getPortal } from '@portal/contract/portal'
import { createReleaseToken } from '@portal/contract/release-tokens'
import { adminToken, callWith, googleToken } from '../bench/session.ts'
import { expect, test } from '../support/fixtures.ts'

/** Accounts belong to the emulator, which all journeys share: each journey creates its own. */
const newEmail = (name: string) => `${name}.${randomUUID()}@larkspur.example`
const password = 'Board-room-26'
const chosenPassword = 'violet harbour lantern'

const google = (page: Page) => page.getByRole('table', { name: 'Google Authenticated Users' })
const passwords = (page: Page) => page.getByRole('table', { name: 'Email/Password Users' })

async function createUser(
  page: Page,
  email: string,
  name: string,
  beforePassword?: (field: Locator) => Promise<void>,
) {
  await page.getByRole('button', { name: 'Add User' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create New User' })
  await dialog.getByLabel('E-mail').fill(email)
  await dialog.getByLabel('Display Name').fill(name)
  const field = dialog.getByLabel('Password', { exact: true })
  await beforePassword?.(field)
  await field.fill(password)
  await dialog.getByRole('button', { name: 'Create User' }).click()
  await expect(page.getByText('User created successfully!')).toBeVisible()
  await expect(dialog).toHaveCount(0)
}

async function deleteUser(page: Page, name: string) {
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  const question = page.getByRole('alertdialog')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await question.getByRole('button', { name: `Delete ${name}` }).click()
  await expect(page.getByText('User deleted successfully!').first()).toBeVisible()
  await expect(passwords(page).getByRole('row', { name: new RegExp(name) })).toHaveCount(0)
}

async function enterByPassword(page: Page, email: string, typed = password) {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(typed)
  await page.getByRole('button', { name: 'Sign in with Email & Password' }).click()
}

test(
  'an admin creates an account that can sign in without admin rights, disables it and deletes it',
  { tag: '@long' },
  async ({ browser, baseURL, page, signIn }) => {
    const email = newEmail('nora.field')
    await signIn('admin', { url: '/admin/users' })
    /** The scripts that contain the list of common passwords. */
    const lists: string[] = []
    page.on('response', async (response) => {
      if (response.request().resourceType() !== 'script') return
      const text = await response.text().catch(() => '')
      if (text.includes('qwertyuiop')) lists.push(response.url())
    })
    await createUser(page, email, 'Nora Field', async (field) => {
      await page.waitForLoadState('networkidle')
      expect(lists).toEqual([])
      // It is loaded with the first character.
      await field.pressSequentially('Pass')
      await expect.poll(() => lists).toHaveLength(1)
      await field.fill('Password2026!')
      await expect(page.getByText(/one that many people use/)).toBeVisible()
      await expect(page.getByRole('button', { name: 'Create User' })).toBeDisabled()
    })
    const row = passwords(page).getByRole('row', { name: new RegExp(email) })
    await expect(row.getByText('Active')).toBeVisible()

    const tab = await browser.newPage({ baseURL: baseURL! })
    await tab.goto('/login')
    await enterByPassword(tab, email)
    await expect(tab.getByRole('navigation', { name: 'Main' })).toBeVisible()
    await expect(tab.getByRole('link', { name: 'Admin' })).toHaveCount(0)
    await tab.goto('/admin/users')
    await expect(tab).toHaveURL(`${baseURL}/`)
    await expect(tab.getByText('The admin area is for designated admins').first()).toBeVisible()
    expect((await tab.request.get('/api/admin/users')).status()).toBe(403)

    await row.getByRole('button', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit User Account' })
    await dialog.getByLabel('Display Name').fill('Nora Fielding')
    await dialog.getByRole('radio', { name: 'Disabled' }).click()
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('User updated successfully!')).toBeVisible()
    await expect(row.getByText('Nora Fielding').first()).toBeVisible()
    await expect(row.getByText('Disabled')).toBeVisible()
    await expect.poll(async () => (await tab.request.get('/api/portal')).status()).toBe(401)

    await deleteUser(page, 'Nora Fielding')
    await page.reload()
    await expect(passwords(page)).toBeVisible()
    await expect(row).toHaveCount(0)
    await tab.close()
  },
)

test(
  'a new person chooses a password at the portal, by the link of the invitation',
  { tag: '@long' },
  async ({ browser, baseURL, page, signIn }) => {
    const email = newEmail('iris.holm')
    await signIn('admin', { url: '/admin/users' })
    await createUser(page, email, 'Iris Holm')
    await page.getByRole('button', { name: 'Create invitation' }).click()
    const field = page.getByRole('textbox', { name: 'Invitation of Iris Holm' })
    const { pathname, hash } = new URL(await field.inputValue())

    const tab = await browser.newPage({ baseURL: baseURL! })
    await tab.goto(`${pathname}${hash}`)
    await expect(tab.getByRole('heading', { name: 'Choose your password' })).toBeVisible()
    await expect(tab.getByLabel('E-mail')).toHaveValue(email)
    await tab.getByLabel('New password').fill(chosenPassword)
    await tab.getByRole('button', { name: 'Set password' }).click()
    await tab.getByRole('link', { name: 'Sign in' }).click()
    await enterByPassword(tab, email, chosenPassword)
    await expect(tab.getByRole('navigation', { name: 'Main' })).toBeVisible()
    // The password that the admin set is replaced.
    const other = await browser.newPage({ baseURL: baseURL! })
    await other.goto('/login')
    await enterByPassword(other, email)
    await expect(other.getByRole('alert')).toHaveText('Incorrect password. Please try again.')
    await tab.close()
    await other.close()
    await deleteUser(page, 'Iris Holm')
  },
)

test(
  'an admin who leaves loses access, hands over what is theirs, and is erased',
  { tag: '@long' },
  async ({ baseURL, page, signIn }) => {
    const email = newEmail('leo.marsh')
    const enter = () => googleToken(baseURL!, { sub: email, email, name: 'Leo Marsh' })
    const token = await enter()
    const admin = callWith(baseURL!, await adminToken(baseURL!))
    await admin(addDesignatedAdmin, { body: { email } })
    const leo = callWith(baseURL!, token)
    await leo(createReleaseToken, { body: { name: `ci ${randomUUID()}`, remote: 'meetings' } })

    await signIn('admin', { url: '/admin/users' })
    await page.getByRole('searchbox').fill(email)
    await google(page).getByRole('link', { name: 'Leo Marsh' }).click()
    await page.getByRole('link', { name: 'When a person leaves' }).click()
    await page.getByRole('button', { name: /^End everything now/ }).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^End everything now/ })
      .click()
    await expect(page.getByText('Their access has ended.')).toBeVisible()
    await expect(leo(getPortal)).rejects.toThrow()
    await expect(enter()).rejects.toThrow('Sign-in answered 400.')

    await page.getByRole('button', { name: 'Hand over to another admin' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Hand over' }).click()
    await expect(page.getByText('Nothing: no release token')).toBeVisible()
    await page.getByRole('button', { name: 'Erase Leo Marsh' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Erase Leo Marsh' }).click()
    await expect(page.getByText('Leo Marsh is erased.').first()).toBeVisible()
    await page.getByRole('searchbox').fill(email)
    await expect(page.getByText('No results found')).toHaveCount(2)
    await expect(leo(getPortal)).rejects.toThrow()
  },
)

test(
  'a Google user is granted and loses admin status, and is informed while working',
  { tag: '@long' },
  async ({ browser, ownPortal, page, signIn }) => {
    const portal = await ownPortal()
    const wei = 'wei.chen@larkspur.example'
    await signIn('admin', { url: `${portal.url}/admin/users` })
    const row = google(page).getByRole('row', { name: /Wei Chen/ })
    await row.getByRole('button', { name: 'Grant Admin' }).click()
    await page.getByRole('button', { name: 'Grant Admin to Wei Chen' }).click()
    await expect(page.getByText(`Admin status granted to ${wei}!`)).toBeVisible()
    await expect(row.getByText('Admin', { exact: true })).toBeVisible()

    const tab = await browser.newPage({ baseURL: portal.url })
    await signIn('staff', { page: tab, url: `${portal.url}/admin/users` })
    await expect(google(tab)).toBeVisible()
    expect((await tab.request.get('/api/admin/users')).status()).toBe(200)
    await tab.getByRole('button', { name: 'Add User' }).click()
    await tab.getByRole('dialog').getByLabel('E-mail').fill(newEmail('late'))
    await tab.getByLabel('Password', { exact: true }).fill(password)

    await row.getByRole('button', { name: 'Revoke Admin' }).click()
    await page.getByRole('button', { name: 'Revoke Admin from Wei Chen' }).click()
    await expect(page.getByText(`Admin status revoked from ${wei}!`)).toBeVisible()
    await expect(row.getByText('User', { exact: true })).toBeVisible()

    await expect.poll(async () => (await tab.request.get('/api/admin/users')).status()).toBe(403)
    await tab.getByRole('button', { name: 'Create User' }).click()
    await expect(tab.getByText(/Your admin rights have ended/).first()).toBeVisible()
    await expect(tab).toHaveURL(`${portal.url}/`)
    await tab.close()
  },
)

test(
  'an account of either kind is disabled and enabled after a confirmation that names the person',
  { tag: '@long' },
  async ({ ownPortal, page, signIn }) => {
    const portal = await ownPortal()
    const email = newEmail('omar.haddad')
    const person = { sub: email, email, name: 'Omar Haddad', email_verified: true }
    /** Like Google's chooser, with an account that no other journey uses. */
    const enterByGoogle = () =>
      page.request.post(
        `${portal.url}/identitytoolkit.googleapis.com/v1/accounts:signInWithIdp?key=demo`,
        {
          data: {
            postBody: `${new URLSearchParams({ id_token: JSON.stringify(person), providerId: 'google.com' })}`,
            requestUri: portal.url,
            returnSecureToken: true,
          },
        },
      )
    expect((await enterByGoogle()).ok()).toBe(true)
    await signIn('admin', { url: `${portal.url}/admin/users` })
    const other = newEmail('nora.rest')
    await createUser(page, other, 'Nora Rest')
    for (const [table, address, name] of [
      [google(page), email, 'Omar Haddad'],
      [passwords(page), other, 'Nora Rest'],
    ] as const) {
      const row = table.getByRole('row', { name: new RegExp(address) })
      await row.getByRole('button', { name: 'Disable' }).click()
      const question = page.getByRole('alertdialog', { name: `Disable the account of ${name}?` })
      await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
      await question.getByRole('button', { name: `Disable ${name}` }).click()
      await expect(question).toHaveCount(0)
      await expect(row.getByText('Disabled')).toBeVisible()
      await expect(row.getByRole('button', { name: `Enable ${name}` })).toBeFocused()
      if (address === email) expect((await enterByGoogle()).ok()).toBe(false)
      await page.keyboard.press('Enter')
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: `Enable ${name}` })
        .click()
      await expect(row.getByText('Disabled')).toHaveCount(0)
    }
    expect((await enterByGoogle()).ok()).toBe(true)

    // The API refuses to disable one's own account, so it isn't offered.
    const ruth = google(page).getByRole('row', { name: /Ruth Abelman/ })
    await expect(ruth.getByRole('button', { name: 'Access of Ruth Abelman' })).toBeVisible()
    await expect(ruth.getByRole('button', { name: 'Disable' })).toHaveCount(0)
    await deleteUser(page, 'Nora Rest')
  },
)
