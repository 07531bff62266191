import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { googleLoader } from '../support/google-loader.ts'
import {
  currentQuarter,
  enter,
  expect,
  type Fixtures,
  forgetSignIn,
  people,
  test,
} from '../support/fixtures.ts'

test(
  'a member signs in by password, sees the dashboard, and signs out',
  { tag: '@deployed' },
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

test('staff choose a Google account of the foundation', async ({ page, signIn }) => {
  await signIn('staff')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Wei')
})

test('an account of another domain is signed out at once with the reason, and a closed chooser cancels', async ({
  page,
}) => {
  await page.goto('/login')
  const google = page.getByRole('button', { name: 'Sign in with Google' })
  await google.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('alert')).toHaveText('Sign-in cancelled. Please try again.')
  await google.click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /@(?!larkspur)/ })
    .first()
    .click()
  await expect(page.getByRole('alert')).toHaveText(
    /Access restricted to @larkspur\.example email addresses only\./,
  )
  await page.goto('/')
  await expect(page).toHaveURL(/\/login/)
})

test('a wrong password shows one sentence, and the e-mail stays', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in with Email & Password' }).click()
  await expect(page.getByRole('alert')).toHaveText(/Please enter both email and password/)
  await page.getByLabel('E-mail').fill('maria.lopez@larkspur.example')
  await page.getByLabel('Password').fill('not the password')
  await page.getByRole('button', { name: 'Sign in with Email & Password' }).click()
  await expect(page.getByRole('alert')).toHaveText(
    /Incorrect password\. Please try again\.|Invalid email or password\. Please check your credentials\./,
  )
  await expect(page.getByLabel('E-mail')).toHaveValue('maria.lopez@larkspur.example')
})

test('sign-in returns to a deep link, but not to another site’s address', async ({
  page,
  signIn,
}) => {
  const { year, quarter } = currentQuarter()
  await signIn('member', { url: `/meetings/${year}/q/${quarter}` })
  await expect(page).toHaveURL(`/meetings/${year}/q/${quarter}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Meeting Materials' })).toBeVisible()

  await forgetSignIn(page)
  await page.goto('/login?next=https://elsewhere.example/')
  await enter(page, 'member')
  await expect(page).toHaveURL('/')
})

test('signing out leaves no page to the next reader, and the sign-in page never appears on Back', async ({
  page,
  signIn,
}) => {
  await page.goto('about:blank')
  await signIn('member', { url: '/directory' })
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
  await expect(page).toHaveURL('about:blank')
})

test('a signed-in reload paints without asking to sign in again', async ({ page, signIn }) => {
  await signIn('member', { url: '/directory' })
  await expect(
    page.getByRole('heading', { level: 1, name: 'Board & Staff Directory' }),
  ).toBeVisible()
  await page.reload()
  await expect(
    page.getByRole('heading', { level: 1, name: 'Board & Staff Directory' }),
  ).toBeVisible()
  await expect(page).toHaveURL('/directory')
})

/** Opens Google's popup in the production shell. The test answers for Google's loader. */
async function askForPopup(page: Page, ownPortal: Fixtures['ownPortal']): Promise<void> {
  const portal = await ownPortal({ SHELL_FOLDER: 'shell/dist-production' })
  const context = page.context()
  await context.route('https://apis.google.com/js/api.js*', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: googleLoader }),
  )
  // The emulator's page requests a style kit that it works without.
  await context.route(/unpkg\.com|fonts\.googleapis\.com/, (route) => route.abort())
  await page.goto(`${portal.url}/login`)
  await page.getByRole('button', { name: 'Sign in with Google' }).click()
}

/** The popup's page belongs to the provider. */
async function openPopup(page: Page, ownPortal: Fixtures['ownPortal']): Promise<Page> {
  const opening = page.waitForEvent('popup', { timeout: 60_000 })
  await askForPopup(page, ownPortal)
  return opening
}

test('the production popup signs in through the provider’s own page', async ({
  ownPortal,
  page,
}) => {
  const popup = await openPopup(page, ownPortal)
  // The account is always asked for, even if there is only one.
  await expect(popup).toHaveURL(/prompt%22%3A%22select_account/)
  await popup.locator('#add-account-button').click()
  await popup.locator('#email-input').fill('wei.chen@larkspur.example')
  await popup.locator('#display-name-input').fill('Wei Chen')
  await popup.locator('#sign-in').click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Wei')
})

test(
  'a closed popup is reported as a cancelled sign-in',
  { tag: '@long' },
  async ({ ownPortal, page }) => {
    const popup = await openPopup(page, ownPortal)
    await popup.close()
    await expect(page.getByRole('alert')).toHaveText(/Sign-in cancelled\. Please try again\./, {
      timeout: 30_000,
    })
  },
)

test(
  'a popup that the browser blocks is reported, with what to do',
  { tag: '@long' },
  async ({ ownPortal, page }) => {
    await page.addInitScript(() => {
      window.open = () => null
    })
    await askForPopup(page, ownPortal)
    await expect(page.getByRole('alert')).toHaveText(
      'Sign-in popup was blocked. Please enable popups for this site.',
    )
  },
)

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
