import type { Page } from '@playwright/test'
import type { Call } from '@portal/remote-kit/client'
import {
  getPointer,
  promoteRelease,
  type PromotionStep,
  saveCohorts,
} from '@portal/contract/pointers'
import { findCompositions } from '@portal/contract/compositions'
import { callWith } from '../bench/session.ts'
import { expectAccessible, expectNoOverflow } from '../support/accessible.ts'
import { expect, people, test } from '../support/fixtures.ts'
import { passTrials } from '../support/gate-runner.ts'
import { machineOf } from '../support/portal-command.ts'
import { publishAgain } from '../support/publish-again.ts'

const params = { remote: 'directory' }
const dialog = (page: Page) => page.getByRole('dialog')
const region = (page: Page, name: string) => page.getByRole('region', { name })
const notices = (page: Page) => page.getByRole('list', { name: 'Notices about releases' })

/**
 * The version of the directory whose code has run in the page; none for the sample's own release.
 */
const versionIn = (page: Page) => page.locator('html').getAttribute('data-directory')

async function promote(call: Call, release: string, step: PromotionStep) {
  const { revision } = await call(getPointer, { params })
  const body = { release, step, reason: 'A journey' }
  return call(promoteRelease, { params, body, revision })
}

async function confirm(page: Page, verb: string, reason: string) {
  await dialog(page).getByLabel('Reason').fill(reason)
  await dialog(page).getByRole('button', { name: verb, exact: true }).click()
  await expect(dialog(page)).toHaveCount(0)
}

test('a token’s release reaches the QA cohort, and no admin before an admin has approved it', async ({
  ownPortal,
  page,
  browser,
  signIn,
}) => {
  test.setTimeout(240_000)
  const portal = await ownPortal({ OVERRIDES: 'admins' })
  const { call, secret } = await machineOf(portal)
  const machine = callWith(portal.url, secret)
  const qa = [people.admin.email, people.staff.email]
  await call(saveCohorts, { params, body: { qa, team: [] }, revision: 'new' })
  const release = await publishAgain(machine, 'directory', '8.0.0')
  await promote(machine, release, 'qa')
  await expect(promote(machine, release, 'team')).rejects.toMatchObject({
    status: 409,
    message: `${release} needs an admin’s approval before it goes beyond the QA cohort: an admin gives it on Releases.`,
  })

  const tester = await (await browser.newContext()).newPage()
  await signIn('staff', { page: tester, url: `${portal.url}/directory` })
  await expect(tester.getByText('Ingrid Sørensen').first()).toBeVisible()
  expect(await versionIn(tester)).toBe('8.0.0')

  // The admin is in the cohort as well.
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await signIn('admin', { url: `${portal.url}/directory` })
  await expect(page.getByText('Ingrid Sørensen').first()).toBeVisible()
  expect(await versionIn(page)).toBeNull()
  const { people: matches } = await call(findCompositions, { query: { email: people.staff.email } })
  const { composition } = matches[0]!
  expect(composition).toContain(`directory@${release}`)
  await page.goto(`${portal.url}/directory?composition=${composition}`)
  await expect(page.getByText(`No admin has approved ${release} of directory yet`)).toBeVisible()
  await expect(page.getByText('Ingrid Sørensen').first()).toBeVisible()
  expect(await versionIn(page)).toBeNull()
  expect(requests.filter((url) => url.includes(`/remotes/directory/${release}/`))).toEqual([])
  await tester.context().close()

  await page.goto(`${portal.url}/admin`)
  await expect(notices(page)).toContainText(`${release} of directory waits for an admin’s approval`)
  await page.getByRole('link', { name: `Review ${release} of directory` }).click()
  const card = region(page, 'Who runs what of directory')
  await card.getByRole('button', { name: `Approve ${release}` }).click()
  await expect(dialog(page)).toContainText('by release token ci')
  await confirm(page, `Approve ${release}`, 'I have read the change')
  await expect(notices(page)).toHaveCount(0)
  await expect(card).toContainText('Approved by Ruth Abelman')

  await passTrials(portal.url)
  expect(await promote(machine, release, 'team')).toMatchObject({ candidate: { step: 'team' } })
  await page.goto(`${portal.url}/directory`)
  await expect(page.getByText('Ingrid Sørensen').first()).toBeVisible()
  expect(await versionIn(page)).toBe('8.0.0')
})

test(
  'an admin stops a remote for everyone, members see a message in its place, and it is started again',
  { tag: '@long' },
  async ({ ownPortal, page, browser, signIn }) => {
    test.setTimeout(180_000)
    const portal = await ownPortal()
    const member = await (await browser.newContext()).newPage()
    await signIn('member', { page: member, url: `${portal.url}/directory` })
    await expect(member.getByText('Ingrid Sørensen').first()).toBeVisible()

    await signIn('admin', { url: `${portal.url}/admin/releases?remote=admin` })
    const ofAdmin = region(page, 'Who runs what of admin')
    await expect(ofAdmin).toContainText('Runs for everyone.')
    await expect(region(page, 'Published releases').getByRole('row').nth(1)).toBeVisible()
    await expect(ofAdmin.getByRole('button', { name: 'Emergency Stop' })).toHaveCount(0)
    const sentence = /This part of the portal is switched off for the moment\./
    for (const remote of ['directory', 'meetings']) {
      await page.getByRole('tab', { name: remote }).click()
      const card = region(page, `Who runs what of ${remote}`)
      await card.getByRole('button', { name: 'Emergency Stop' }).click()
      await expect(dialog(page)).toContainText(sentence)
      await expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
      await expectAccessible(page, `stopping ${remote}`)
      await confirm(page, `Stop ${remote} for everyone`, 'It shows the wrong papers')
      await expect(card.getByText('The emergency stop is on')).toBeVisible()
    }
    await expectAccessible(page, 'a stopped remote')

    const requests: string[] = []
    member.on('request', (request) => requests.push(request.url()))
    await member.goto(portal.url)
    const menu = member.getByRole('navigation', { name: 'Main' })
    await expect(member.getByText(sentence)).toBeVisible()
    await expectAccessible(member, 'the dashboard with a stopped part')
    for (const [entry, title] of [
      ['Board & Staff Directory', 'Board & Staff Directory'],
      ['Board Calendar', 'Board Calendar'],
    ] as const) {
      await menu.getByRole('link', { name: entry }).click()
      await expect(member.getByRole('heading', { level: 1, name: title })).toBeVisible()
      await expect(member.getByText(sentence)).toBeVisible()
    }
    await member.goto(`${portal.url}/meetings/2026/q/4`)
    await expect(member.getByText(sentence)).toBeVisible()
    await expectAccessible(member, 'a stopped page')
    for (const width of [390, 320]) {
      await member.setViewportSize({ width, height: 800 })
      await expectNoOverflow(member, `a stopped page at ${width}`)
    }
    await member.setViewportSize({ width: 1280, height: 800 })
    expect(requests.filter((url) => /\/remotes\/(directory|meetings)\//.test(url))).toEqual([])

    for (const remote of ['directory', 'meetings']) {
      await page.getByRole('tab', { name: remote }).click()
      const card = region(page, `Who runs what of ${remote}`)
      await card.getByRole('button', { name: 'Start Again' }).click()
      await confirm(page, 'Start Again', 'It is repaired')
      await expect(card.getByRole('button', { name: 'Emergency Stop' })).toBeVisible()
    }
    await member.goto(`${portal.url}/directory`)
    await expect(member.getByText('Ingrid Sørensen').first()).toBeVisible()
    await member.context().close()
  },
)
