import type { Page } from '@playwright/test'
import { expectAccessibleInBoth, expectNoOverflow } from '../support/accessible.ts'
import { endGuest } from '@portal/contract/guests'
import { adminToken, callWith } from '../bench/session.ts'
import {
  committeeTitles,
  createCommitteeMeeting,
  dayFromNow,
} from '../support/committee-meeting.ts'
import { enterByPassword, expect, test } from '../support/fixtures.ts'
import { inviteToMeeting, newGuest } from '../support/guest.ts'

test('a guest chooses a password by the link, reads the paper of their item, and finds nothing else', async ({
  page,
  ownPortal,
}) => {
  const { url } = await ownPortal()
  const call = callWith(url, await adminToken(url))
  const { guest, uid, link } = await inviteToMeeting(call)
  await page.goto(`${url}/choose-password${link}`)
  await choosePassword(page, guest)
  await expect(page.getByRole('heading', { name: committeeTitles.item })).toBeVisible()
  await expect(page.getByText('The reserve')).toHaveCount(0)
  await page.getByRole('link', { name: new RegExp(committeeTitles.paper) }).click()
  await expect(page.locator('canvas').first()).toBeVisible()
  await page.goto(`${url}/directory`)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()

  await call(endGuest, { params: { uid } })
  await page.goto(url)
  await expect(page.getByRole('button', { name: 'Sign in with Email & Password' })).toBeVisible()
})

test(
  'a guest is invited to an item, chooses a password, reads its paper, and finds nothing else',
  { tag: '@long' },
  async ({ browser, page, ownPortal, signIn }) => {
    const guest = newGuest()
    const { url } = await ownPortal()
    const call = callWith(url, await adminToken(url))
    await createCommitteeMeeting(call, dayFromNow(2))

    await signIn('admin', { url })
    await page.goto(`${url}/admin/guests`)
    await page.getByRole('button', { name: 'Invite a guest' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill(guest.name)
    await dialog.getByLabel('E-mail address').fill(guest.email)
    await dialog.getByRole('combobox', { name: 'Meeting' }).click()
    await page.getByRole('option', { name: new RegExp(committeeTitles.meeting) }).click()
    await dialog.getByRole('checkbox', { name: committeeTitles.item }).check()
    await expectAccessibleInBoth(page, 'the invitation of a guest')
    await dialog.getByRole('button', { name: 'Invite', exact: true }).click()
    const link = await page.getByRole('textbox', { name: 'Link to choose a password' }).inputValue()
    await page.getByRole('button', { name: 'Close' }).click()
    await expectAccessibleInBoth(page, 'the guests')

    const context = await browser.newContext()
    const own = await context.newPage()
    await own.goto(`${url}/choose-password${new URL(link).hash}`)
    await choosePassword(own, guest)

    await expect(own.getByRole('heading', { name: committeeTitles.meeting })).toBeVisible()
    await expect(own.getByRole('heading', { name: committeeTitles.item })).toBeVisible()
    await expect(own.getByText('The reserve')).toHaveCount(0)
    await expect(own.getByRole('button', { name: /search/i })).toHaveCount(0)
    await expectAccessibleInBoth(own, 'the home of a guest')
    await own.setViewportSize({ width: 390, height: 844 })
    await expectNoOverflow(own, 'the home of a guest on a phone')
    await own.getByRole('link', { name: 'Your calendar' }).click()
    await own.getByRole('button', { name: 'Make my address' }).click()
    await expect(own.getByRole('link', { name: /Apple Calendar/ })).toBeVisible()
    await expectAccessibleInBoth(own, 'the calendar of a guest')
    await expectNoOverflow(own, 'the calendar of a guest on a phone')
    await own.getByRole('link', { name: 'Your meetings' }).first().click()
    await own.setViewportSize({ width: 1280, height: 800 })

    await own.getByRole('link', { name: new RegExp(committeeTitles.paper) }).click()
    await expect(own.getByRole('heading', { level: 1, name: committeeTitles.paper })).toBeVisible()
    await expect(own.locator('canvas').first()).toBeVisible()
    for (const address of ['/directory', '/governance', '/communications', '/search?q=audit']) {
      await own.goto(`${url}${address}`)
      await expect(own.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    }

    await page.getByRole('button', { name: `End access ${guest.name}` }).click()
    await page.getByRole('button', { name: `End access of ${guest.name}` }).click()
    await expect(page.getByText(`The access of ${guest.name} has ended`)).toBeVisible()
    await own.goto(url)
    await expect(own.getByRole('button', { name: 'Sign in with Email & Password' })).toBeVisible()
  },
)

/** On the page of the link, and then signs in with it. */
async function choosePassword(page: Page, guest: { email: string; password: string }) {
  await page.getByLabel('New password').fill(guest.password)
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await enterByPassword(page, guest)
}
