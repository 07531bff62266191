import { createCall, type Call } from '@portal/remote-kit/client'
import { getPointer } from '@portal/contract/pointers'
import { getHealth } from '@portal/contract/release-health'
import { exchangeToken } from '@portal/contract/trusted-pipelines'
import type { Page } from '@playwright/test'
import { startIssuer } from '../../api/src/adapters/oidc/issuer-fixture.ts'
import { expectAccessible, expectNoOverflow } from '../support/accessible.ts'
import { expect, type Fixtures, test } from '../support/fixtures.ts'
import { passTrials } from '../support/gate-runner.ts'
import { publishAgain } from '../support/publish-again.ts'

const params = { remote: 'directory' }

/** Calls the API with the ID token of the person signed in on the page. */
function callAs(page: Page, url: string): Call {
  return createCall({
    baseUrl: url,
    token: async () =>
      (await page.context().cookies(url)).find(({ name }) => name === '__session')?.value,
  })
}

/** Creates a release token on the screen, as an admin does for a team, and returns its secret. */
async function secretOf(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name: 'Create token' }).click()
  await dialog(page).getByLabel('Name').fill(name)
  await dialog(page).getByLabel('Part of the portal').fill('directory')
  await dialog(page).getByRole('button', { name: 'Create token' }).click()
  const secretDialog = page.getByRole('alertdialog', { name: `The secret of ${name}` })
  const secret = await secretDialog.getByLabel('Secret').inputValue()
  await expectAccessible(page, 'the secret')
  await secretDialog.getByRole('button', { name: 'I have stored it' }).click()
  await expect(secretDialog).toHaveCount(0)
  return secret
}

const dialog = (page: Page) => page.getByRole('dialog')
const region = (page: Page, name: string) => page.getByRole('region', { name })

async function confirm(page: Page, verb: string, reason: string) {
  await dialog(page).getByLabel('Reason').fill(reason)
  await dialog(page).getByRole('button', { name: verb, exact: true }).click()
  await expect(dialog(page)).toHaveCount(0)
}

/** An admin on the directory's releases; its team has published a second release. */
async function twoReleases(
  { ownPortal, signIn, page }: Pick<Fixtures, 'ownPortal' | 'signIn'> & { page: Page },
  version: string,
) {
  const portal = await ownPortal()
  await signIn('admin', { url: `${portal.url}/admin/releases?remote=directory` })
  const call = callAs(page, portal.url)
  const old = (await call(getPointer, { params })).stable!
  const token = await secretOf(page, 'directory ci')
  const machine = createCall({ baseUrl: portal.url, token: async () => token })
  const release = await publishAgain(machine, 'directory', version)
  await passTrials(portal.url)
  await page.reload()
  return { portal, call, machine, old, release }
}

test(
  'an admin promotes a release, sees its health, rolls it back, and denies it',
  { tag: '@long' },
  async ({ ownPortal, page, signIn }) => {
    test.setTimeout(300_000)
    const { portal, call, old, release } = await twoReleases({ ownPortal, signIn, page }, '8.0.0')

    await page.getByRole('button', { name: 'Promote a release' }).click()
    await expectAccessible(page, 'promoting')
    await dialog(page).getByLabel('For whom').selectOption('50 % of everyone')
    await confirm(page, `Promote ${release} to 50 % of everyone`, 'Half of everyone tries it')
    await expect(page.getByText(`${release} is promoted to 50 % of everyone.`)).toBeVisible()
    const card = region(page, 'Who runs what of directory')
    await expect(card).toContainText('Tried by 50 % of everyone')
    await page.getByRole('button', { name: 'Promote to everyone' }).click()
    // Each step lasts an hour unless an admin gives a reason.
    await expect(dialog(page)).toContainText('Each step lasts at least 1 hour')
    await dialog(page).getByRole('switch', { name: 'Promote it sooner' }).click()
    await confirm(page, `Promote ${release} to everyone`, 'Nobody has complained')
    await expect(card).toContainText('Runs for everyone.')
    await expect(region(page, 'History').getByRole('listitem').first()).toContainText(
      `${release} promoted to everyone instead of ${old}.`,
    )

    // The next load runs it.
    await page.goto(`${portal.url}/directory`)
    await expect(page.getByRole('heading', { level: 1, name: /Directory/ })).toBeVisible()
    const loaded = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => name),
    )
    expect(loaded.some((name) => name.includes(`/remotes/directory/${release}/`))).toBe(true)

    const measuredOf = async () =>
      (await call(getHealth, { params })).releases.find((health) => health.release === release)
        ?.speed
    await expect(async () => {
      // It is cached now, so the next page is measured, and reports when it ends.
      await page.goto(`${portal.url}/directory`, { waitUntil: 'networkidle' })
      await expect(page.getByRole('heading', { level: 1, name: /Directory/ })).toBeVisible()
      await page.goto(`${portal.url}/admin/releases?remote=directory`)
      await expect
        .poll(async () => (await measuredOf())?.map(({ metric }) => metric) ?? [], {
          timeout: 10_000,
        })
        .toContain('lcp')
    }).toPass({ timeout: 150_000 })
    await page.reload()
    const health = region(page, 'How it does').getByRole('listitem').filter({ hasText: release })
    await expect(health).toContainText(/A page takes[\d.]+ m?s/)

    await page.getByRole('button', { name: `Roll back to ${old}` }).click()
    await expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
    await expectAccessible(page, 'rolling back')
    await confirm(page, `Roll back to ${old}`, 'The photos are gone')
    await expect(page.getByText(`Rolled back to ${old}.`).first()).toBeVisible()
    const row = page
      .getByRole('table', { name: 'Releases of directory' })
      .getByRole('row', { name: release })
    await row.getByRole('button', { name: `Deny ${release}` }).dblclick()
    await confirm(page, `Deny ${release}`, 'It never shows photos')
    await expect(row).toContainText('Denied')
    await expect(row.getByRole('button')).toHaveCount(0)
    await expectAccessible(page, 'the releases')
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 800 })
      await expectNoOverflow(page, `the releases at ${width}`)
    }
  },
)

test(
  'an admin sees which composition a person has, and replays it',
  { tag: '@long' },
  async ({ ownPortal, page, signIn }) => {
    test.setTimeout(180_000)
    const portal = await ownPortal()
    await signIn('admin', { url: `${portal.url}/admin/releases` })
    // Content above the form moves it down while loading.
    await expect(region(page, 'History').getByRole('listitem').first()).toBeVisible()
    await page.getByLabel('E-mail address').fill('maria.lopez@larkspur.example')
    await page.getByRole('button', { name: 'Look up' }).click()
    const section = region(page, 'What somebody runs')
    await expect(section).toContainText('Maria Lopez')
    const opening = page.waitForEvent('popup')
    await section.getByRole('link', { name: /Replay this composition/ }).click()
    const replay = await opening
    await expect(replay.getByText('This tab runs a composition by its id.')).toBeVisible()
  },
)

test(
  'a pipeline that an admin trusts publishes without a stored secret, until it is removed',
  { tag: '@long' },
  async ({ ownPortal, page, signIn }) => {
    test.setTimeout(180_000)
    const portal = await ownPortal()
    const issuer = await startIssuer()
    await signIn('admin', { url: `${portal.url}/admin/releases?remote=directory` })
    await page.getByRole('button', { name: 'Trust a pipeline' }).click()
    const form = dialog(page)
    await expect(form.getByLabel('Audience')).toHaveValue(portal.url)
    await form.getByLabel('Name').fill('directory main')
    await form.getByLabel('Part of the portal').fill('directory')
    await form.getByLabel('Repository', { exact: true }).fill('larkspur/mf-directory')
    await form.getByLabel('Repository number').fill('4711')
    await form.getByLabel('Address of the CI provider').fill(issuer.url)
    await expectAccessible(page, 'trusting a pipeline')
    await form.getByRole('button', { name: 'Trust pipeline' }).click()
    await expect(page.getByText('The pipeline directory main is trusted.')).toBeVisible()

    const anyone = createCall({ baseUrl: portal.url, token: async () => undefined })
    const jobToken = () =>
      issuer.sign(
        issuer.claimsAt(new Date(), { aud: portal.url, repository: 'larkspur/mf-directory' }),
      )
    const body = { remote: 'directory', token: await jobToken() }
    const { secret } = await anyone(exchangeToken, { body })
    const job = createCall({ baseUrl: portal.url, token: async () => secret })
    const release = await publishAgain(job, 'directory', '8.2.0')
    await page.reload()
    const published = page.getByRole('table', { name: 'Releases of directory' })
    await expect(published.getByRole('row', { name: release })).toContainText('directory main')

    const section = region(page, 'Trusted pipelines')
    await expect(section.getByRole('row', { name: 'directory main' })).toContainText(
      'larkspur/mf-directory at main',
    )
    await expectAccessible(page, 'the trusted pipelines')
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoOverflow(page, 'the trusted pipelines at 390')
    await section.getByRole('button', { name: 'Remove directory main' }).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: 'Remove directory main' })
      .click()
    await expect(section).toContainText('No trusted pipelines yet')
    await expect(job(getPointer, { params })).rejects.toMatchObject({ status: 401 })
    const next = { remote: 'directory', token: await jobToken() }
    await expect(anyone(exchangeToken, { body: next })).rejects.toMatchObject({ status: 401 })
    await issuer.stop()
  },
)
