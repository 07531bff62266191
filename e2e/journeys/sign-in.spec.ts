import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { everyCombination } from '../support/counts.ts'
import { googleLoader } from '../support/google-loader.ts'
import { currentQuarter, enter, expect, forgetSignIn, people, test } from '../support/fixtures.ts'

test(
  'a member signs in by password, sees the dashboard, and signs out',
  { tag: ['@deployed', '@long'] },
  async ({ page, signIn }) => {
    await signIn('member')
    await expect(page.getByRole('heading', { level: 1 })).toContainText(
      people.member.name.split(' ')[0]!,
    )
    await page.getByRole('button', { name: /account|user menu/i }).click()
    await expect(page.getByText(people.member.email)).toBeVisible()
    await page.getByRole('menuitem', { name: 'Sign Out' }).click()
    await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible()
    await page.goto('/directory')
    await expect(page).toHaveURL('/login?next=%2Fdirectory')
  },
)

test(
  'a closed chooser cancels, an account of another domain is signed out at once with the reason, and staff enter',
  {
    tag: '@long',
  },
  async ({ page }) => {
    await page.goto('/login')
    const google = page.getByRole('button', { name: 'Sign in with Google' })
    const chooser = page.getByRole('dialog')
    await google.click()
    await chooser.getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('alert')).toHaveText('Sign-in cancelled. Please try again.')
    await google.click()
    await chooser
      .getByRole('button', { name: /@(?!larkspur)/ })
      .first()
      .click()
    await expect(page.getByRole('alert')).toHaveText(
      /Access restricted to @larkspur\.example email addresses only\./,
    )
    await page.goto('/')
    await expect(page).toHaveURL(/\/login/)
    await google.click()
    await chooser.getByRole('button', { name: people.staff.email }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Wei')
  },
)

test(
  'a wrong password shows one sentence, and sign-in returns to a deep link, but not to another site’s address',
  {
    tag: '@long',
  },
  async ({ page }) => {
    const { year, quarter } = currentQuarter()
    await page.goto(`/meetings/${year}/q/${quarter}`)
    const email = page.getByLabel('E-mail')
    const submit = page.getByRole('button', { name: 'Sign in with Email & Password' })
    await submit.click()
    await expect(page.getByRole('alert')).toHaveText(/Please enter both email and password/)
    await email.fill(people.member.email)
    await page.getByLabel('Password').fill('not the password')
    await submit.click()
    await expect(page.getByRole('alert')).toHaveText(
      /Incorrect password\. Please try again\.|Invalid email or password\. Please check your credentials\./,
    )
    await expect(email).toHaveValue(people.member.email)
    await enter(page, 'member')
    await expect(page.getByRole('heading', { level: 1, name: 'Meeting Materials' })).toBeVisible()
    await expect(page).toHaveURL(`/meetings/${year}/q/${quarter}`)

    await forgetSignIn(page)
    await page.goto('/login?next=https://elsewhere.example/')
    await enter(page, 'member')
    await expect(page).toHaveURL('/')
  },
)

test('signing out leaves no page to the next reader, and the sign-in page never appears on Back', async ({
  page,
  signIn,
}) => {
  // Signing in may leave an empty page behind, so it comes first; then a page without portal code.
  await signIn('member')
  await page.goto('/healthz')
  await page.goto('/directory')
  // A reload doesn't ask to sign in.
  await page.reload()
  await expect(
    page.getByRole('heading', { level: 1, name: 'Board & Staff Directory' }),
  ).toBeVisible()
  await expect(page).toHaveURL('/directory')
  const other = await page.context().newPage()
  await other.goto('/calendar')
  await expect(other.getByRole('heading', { level: 1, name: 'Board Calendar' })).toBeVisible()
  await page.getByRole('button', { name: /account|user menu/i }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible()
  await expect(page).toHaveURL('/login')
  // The other tab's page was left by nobody.
  await expect(other).toHaveURL('/login?next=%2Fcalendar')
  await expect(other.getByRole('alert')).toHaveText(
    'You signed out in another tab. Please sign in again.',
  )
  await other.close()

  await enter(page, 'member')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await expect(page).toHaveURL('/')
  await page.goBack()
  await expect(page).toHaveURL('/healthz')
})

test('the production popup signs in through the provider’s own page', async ({
  context,
  ownPortal,
  page,
}) => {
  const portal = await ownPortal({ SHELL_FOLDER: 'shell/dist-production' })
  // The test answers for Google's loader.
  await context.route('https://apis.google.com/js/api.js*', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: googleLoader }),
  )
  // The emulator's page requests a style kit that it works without.
  await context.route(/unpkg\.com|fonts\.googleapis\.com/, (route) => route.abort())
  await page.goto(`${portal.url}/login`)
  if (everyCombination) await expectRefusedPopups(page)
  const popup = await openPopup(page)
  // Google always asks for the account, even if there is only one.
  await expect(popup).toHaveURL(/prompt%22%3A%22select_account/)
  await popup.locator('#add-account-button').click()
  await popup.locator('#email-input').fill('wei.chen@larkspur.example')
  await popup.locator('#display-name-input').fill('Wei Chen')
  await popup.locator('#sign-in').click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Wei')
})

/** The popup's page belongs to the provider. */
async function openPopup(page: Page): Promise<Page> {
  const opening = page.waitForEvent('popup', { timeout: 60_000 })
  await page.getByRole('button', { name: 'Sign in with Google' }).click()
  return opening
}

/** A popup that the browser blocks and one that is closed are reported. */
async function expectRefusedPopups(page: Page): Promise<void> {
  await page.evaluate(() => {
    const open = window.open.bind(window)
    window.open = () => {
      window.open = open
      return null
    }
  })
  await page.getByRole('button', { name: 'Sign in with Google' }).click()
  await expect(page.getByRole('alert')).toHaveText(
    'Sign-in popup was blocked. Please enable popups for this site.',
  )
  await (await openPopup(page)).close()
  await expect(page.getByRole('alert')).toHaveText(/Sign-in cancelled\. Please try again\./, {
    timeout: 30_000,
  })
}

test('the production shell contains nothing of the embedded chooser', () => {
  const textOf = (folder: string) =>
    readdirSync(path.join(folder, 'assets'))
      .filter((name) => name.endsWith('.js'))
      .map((name) => readFileSync(path.join(folder, 'assets', name), 'utf8'))
      .join('\n')
  const shell = path.resolve(import.meta.dirname, '../../shell')
  const traces = ['local sample accounts', 'The chooser hands over an account']
  const [embedded, production] = ['dist', 'dist-production'].map((name) =>
    textOf(path.join(shell, name)),
  )
  for (const trace of traces) {
    expect(embedded).toContain(trace)
    expect(production).not.toContain(trace)
  }
})
