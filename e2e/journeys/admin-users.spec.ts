import type { Page, Request } from '@playwright/test'
import { expectAccessible, expectNoOverflow } from '../support/accessible.ts'
import { expect, test } from '../support/fixtures.ts'

/** Accounts belong to the emulator, which all journeys share: each journey creates its own. */
const newEmail = (name: string) => `${name}.${Date.now()}@larkspur.example`
const password = 'Board-room-26'

const google = (page: Page) => page.getByRole('table', { name: 'Google Authenticated Users' })
const passwords = (page: Page) => page.getByRole('table', { name: 'Email/Password Users' })

async function createUser(page: Page, email: string, name: string) {
  await page.getByRole('button', { name: 'Add User' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create New User' })
  await dialog.getByLabel('E-mail').fill(email)
  await dialog.getByLabel('Display Name').fill(name)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
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

async function enterByPassword(page: Page, email: string) {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in with Email & Password' }).click()
}

test('an admin creates an account that can sign in without admin rights, disables it and deletes it', async ({
  browser,
  ownPortal,
  page,
  signIn,
}) => {
  const portal = await ownPortal()
  const email = newEmail('nora.field')
  await signIn('admin', { url: `${portal.url}/admin/users` })
  await createUser(page, email, 'Nora Field')
  const row = passwords(page).getByRole('row', { name: new RegExp(email) })
  await expect(row.getByText('Active')).toBeVisible()

  const tab = await browser.newPage({ baseURL: portal.url })
  await tab.goto('/login')
  await enterByPassword(tab, email)
  await expect(tab.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await expect(tab.getByRole('link', { name: 'Admin' })).toHaveCount(0)
  await tab.goto('/admin/users')
  await expect(tab).toHaveURL(`${portal.url}/`)
  await expect(tab.getByText('The admin area is for designated admins').first()).toBeVisible()
  expect((await tab.request.get('/api/admin/users')).status()).toBe(403)

  await row.getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit User Account' })
  await expect(dialog.getByLabel('E-mail')).toHaveJSProperty('readOnly', true)
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
})

test('a Google user is granted and loses admin status, and is informed while working', async ({
  browser,
  ownPortal,
  page,
  signIn,
}) => {
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
})

test('an account of either kind is disabled and enabled after a confirmation that names the person', async ({
  ownPortal,
  page,
  signIn,
}) => {
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

  const ruth = google(page).getByRole('row', { name: /Ruth Abelman/ })
  await ruth.getByRole('button', { name: 'Disable' }).click()
  const own = page.getByRole('alertdialog')
  await own.getByRole('button', { name: 'Disable Ruth Abelman' }).click()
  await expect(own.getByRole('alert')).toHaveText('You can’t delete or disable your own account.')
  await own.getByRole('button', { name: 'Cancel' }).click()
  await deleteUser(page, 'Nora Rest')
})

test('the last admin can’t be removed, and a person who never signed in can be designated', async ({
  ownPortal,
  page,
  signIn,
}) => {
  const portal = await ownPortal()
  await signIn('admin', { url: `${portal.url}/admin/users` })
  await google(page)
    .getByRole('row', { name: /Ruth Abelman/ })
    .getByRole('button', { name: 'Revoke Admin' })
    .click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Revoke Admin from Ruth Abelman' }).click()
  await expect(question.getByRole('alert')).toHaveText(
    'Cannot remove the last admin. There must be at least one designated admin.',
  )
  await question.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'Add admin by e-mail' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add admin by e-mail' })
  await dialog.getByLabel('E-mail').fill('nina@fernhollow.example')
  await dialog.getByRole('button', { name: 'Grant Admin' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'Only @larkspur.example Google users can be designated as admins',
  )
  await dialog.getByLabel('E-mail').fill('nina.okoye@larkspur.example')
  await dialog.getByRole('button', { name: 'Grant Admin' }).click()
  await expect(page.getByText('Admin status granted to nina.okoye@larkspur.example!')).toBeVisible()
  const nina = google(page).getByRole('row', { name: /nina\.okoye/ })
  await expect(nina.getByText('Has never signed in')).toBeVisible()
  await page.reload()
  await expect(nina).toBeVisible()
})

/**
 * Answers a bare status for each `method` call below `path`, until the returned function is called.
 */
async function failing(page: Page, method: string, path: string) {
  const url = `**${path}*`
  const asked: Request[] = []
  await page.route(url, (route, request) => {
    if (request.method() !== method) return route.fallback()
    asked.push(request)
    return route.fulfill({ status: 500, contentType: 'text/plain', body: '' })
  })
  return async () => {
    expect(asked.length).toBeGreaterThan(0)
    await page.unroute(url)
  }
}

test('each failed call keeps the typed text, and succeeds when it is repeated', async ({
  ownPortal,
  page,
  signIn,
}) => {
  const portal = await ownPortal()
  const email = newEmail('vera.stone')
  await signIn('admin', { url: portal.url })
  let mend = await failing(page, 'GET', '/api/admin/users')
  await page.goto(`${portal.url}/admin/users`)
  await expect(page.getByText('Failed to fetch users: 500')).toBeVisible()
  await mend()
  mend = await failing(page, 'GET', '/api/admin/designated-admins')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(google(page)).toBeVisible()
  await page.reload()
  await expect(page.getByText('Failed to fetch the list of designated admins')).toBeVisible()
  await expect(google(page)).toBeVisible()
  await mend()
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByText('Failed to fetch the list of designated admins')).toHaveCount(0)

  mend = await failing(page, 'POST', '/api/admin/users/create')
  await page.getByRole('button', { name: 'Add User' }).click()
  const creating = page.getByRole('dialog', { name: 'Create New User' })
  await creating.getByLabel('E-mail').fill(email)
  await creating.getByLabel('Display Name').fill('Vera Stone')
  await creating.getByLabel('Password', { exact: true }).fill(password)
  await creating.getByRole('button', { name: 'Create User' }).click()
  await expect(creating.getByRole('alert')).toHaveText('Failed to create user: 500')
  await expect(creating.getByLabel('E-mail')).toHaveValue(email)
  await expect(creating.getByLabel('Password', { exact: true })).toHaveValue(password)
  await mend()
  await creating.getByRole('button', { name: 'Create User' }).click()
  await expect(page.getByText('User created successfully!')).toBeVisible()

  mend = await failing(page, 'PATCH', '/api/admin/users/')
  await page.getByRole('button', { name: 'Edit Vera Stone' }).click()
  const editing = page.getByRole('dialog', { name: 'Edit User Account' })
  await editing.getByLabel('Display Name').fill('Vera Stein')
  await editing.getByRole('button', { name: 'Save Changes' }).click()
  await expect(editing.getByRole('alert')).toHaveText('Failed to edit user: 500')
  await expect(editing.getByLabel('Display Name')).toHaveValue('Vera Stein')
  await mend()
  await editing.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('User updated successfully!')).toBeVisible()

  mend = await failing(page, 'DELETE', '/api/admin/users/')
  await page.getByRole('button', { name: 'Delete Vera Stein' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Delete Vera Stein' }).click()
  await expect(question.getByRole('alert')).toHaveText('Failed to delete user: 500')
  await mend()
  await question.getByRole('button', { name: 'Cancel' }).click()

  mend = await failing(page, 'POST', '/api/admin/designated-admins')
  await page.getByRole('button', { name: 'Add admin by e-mail' }).click()
  const adding = page.getByRole('dialog', { name: 'Add admin by e-mail' })
  await adding.getByLabel('E-mail').fill('nina.okoye@larkspur.example')
  await adding.getByRole('button', { name: 'Grant Admin' }).click()
  await expect(adding.getByRole('alert')).toHaveText('Failed to change admin status: 500')
  await expect(adding.getByLabel('E-mail')).toHaveValue('nina.okoye@larkspur.example')
  await mend()
  await adding.getByRole('button', { name: 'Cancel' }).click()
  await deleteUser(page, 'Vera Stein')
})

test('axe finds nothing on the users screen and its dialogs, and nothing overflows the page', async ({
  page,
  signIn,
}) => {
  test.setTimeout(120_000)
  const look = async (where: string) => {
    await expectAccessible(page, where)
    await expectNoOverflow(page, where)
  }
  await signIn('admin', { url: '/admin/users' })
  for (const [scheme, width] of [
    ['light', 1280],
    ['dark', 390],
    ['light', 320],
  ] as const) {
    const where = `${scheme} at ${width}`
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 800 })
    await expect(google(page)).toBeVisible()
    await look(where)
    await page.getByRole('button', { name: 'Add User' }).click()
    await page.getByLabel('Password', { exact: true }).fill('abcdefg')
    await look(`${where}, creating`)
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await page.getByRole('button', { name: /^Edit/ }).first().click()
    await look(`${where}, editing`)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page
      .getByRole('button', { name: /^Delete/ })
      .first()
      .click()
    await look(`${where}, deleting`)
    await page.getByRole('button', { name: 'Cancel' }).click()
  }
})
