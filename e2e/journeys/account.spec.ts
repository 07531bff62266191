import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { expect, people, test } from '../support/fixtures.ts'

/** Makes the next sign-in look as if it were 16 minutes old: the emulator's tokens aren't signed. */
async function signInLongAgo(context: BrowserContext) {
  await context.route(/accounts:signIn|\/v1\/token/, async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as Record<string, unknown>
    for (const name of ['idToken', 'id_token', 'access_token']) {
      if (typeof body[name] === 'string') body[name] = older(body[name])
    }
    await route.fulfill({ response, json: body })
  })
  return () => context.unrouteAll({ behavior: 'wait' })
}

function older(token: string): string {
  const [head, payload, signature] = token.split('.') as [string, string, string]
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { auth_time: number }
  const changed = { ...claims, auth_time: claims.auth_time - 16 * 60 }
  return `${head}.${Buffer.from(JSON.stringify(changed)).toString('base64url')}.${signature}`
}

const chooser = (page: Page) => page.getByRole('dialog', { name: 'Choose an account' })

test(
  'an act that needs a recent sign-in asks for it in place, and continues with what was typed',
  { tag: '@long' },
  async ({ page, ownPortal }) => {
    const { url } = await ownPortal()
    // Every portal of the emulator has its accounts.
    const email = `ada.park.${randomUUID()}@larkspur.example`
    const restore = await signInLongAgo(page.context())
    await page.goto(`${url}/admin/users`)
    await page.getByRole('button', { name: 'Sign in with Google' }).click()
    await chooser(page).getByRole('button', { name: people.admin.name }).click()
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
    await restore()

    await page.getByRole('button', { name: 'Add User' }).click()
    const form = page.getByRole('dialog', { name: 'Create New User' })
    await form.getByLabel('E-mail').fill(email)
    await form.getByLabel('Password', { exact: true }).fill('violet-harbour-lantern')
    await form.getByRole('button', { name: 'Create' }).click()
    const confirm = page.getByRole('dialog', { name: 'Please confirm that it’s you' })
    await expect(confirm.getByRole('heading')).toBeVisible()
    // Another account than the one that is signed in.
    await confirm.getByRole('button', { name: 'Sign in with Google' }).click()
    await chooser(page).getByRole('button', { name: people.staff.name }).click()
    await expect(confirm.getByRole('alert')).toHaveText(
      'Please choose the account that you are signed in with.',
    )
    await confirm.getByRole('button', { name: 'Sign in with Google' }).click()
    await chooser(page).getByRole('button', { name: people.admin.name }).click()
    await expect(page.getByText('User created successfully!')).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: email })).toBeVisible()
  },
)

test(
  'a member sees where they are signed in, and signs out everywhere',
  { tag: '@long' },
  async ({ page, browser, baseURL }) => {
    const url = baseURL!
    // Of a person whom no other journey needs: the sign-ins end in every portal of this emulator.
    const signIn = async (tab: Page) => {
      await tab.goto(url)
      await tab.getByRole('button', { name: 'Sign in with Google' }).click()
      await chooser(tab).getByRole('button', { name: 'Samuel Osei' }).click()
      await expect(tab.getByRole('button', { name: /^Account of/ })).toBeVisible()
    }
    const ipad = await browser.newContext({
      userAgent:
        'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
      hasTouch: true,
    })
    const other = await ipad.newPage()
    await signIn(page)
    await signIn(other)

    await page.getByRole('button', { name: /^Account of/ }).click()
    await page.getByRole('menuitem', { name: 'Your Account' }).click()
    await expect(page).toHaveURL(`${url}/account`)
    const devices = page
      .getByRole('region', { name: 'Where you’re signed in' })
      .getByRole('listitem')
    await expect(devices).toHaveCount(2)
    await expect(devices.first()).toContainText('This device')
    await page.getByRole('button', { name: 'Sign out of Safari on iPad' }).click()
    await expect(devices).toHaveCount(1)
    // The other one is asked to sign in as soon as it needs something.
    await other.goto(`${url}/directory`)
    await expect(other.getByText('Your sign-in has expired. Please sign in again.')).toBeVisible()
    await signIn(other)

    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click()
    await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeVisible()
    await other.goto(`${url}/directory`)
    await expect(other.getByRole('button', { name: 'Sign in with Google' })).toBeVisible()
    await ipad.close()
  },
)
