import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getAgenda, saveAgenda } from '@portal/contract/agendas'
import { listReplies } from '@portal/contract/replies'
import { ofMeeting } from '@portal/contract/twins'
import { adminToken, callWith } from '../bench/session.ts'
import {
  expectAccessible,
  expectAccessibleInBoth,
  expectNoOverflow,
} from '../support/accessible.ts'
import { createAskedMeeting } from '../support/asked-meeting.ts'
import { enterByPassword, expect, test } from '../support/fixtures.ts'

const phone = { width: 390, height: 844 }
const title = 'The roof of the library'

/** The links of the mail that asks a person for a reply, in the outbox folder. */
function linksTo(email: string, dataFolder: string): string[] {
  const folder = join(dataFolder, 'outbox')
  const mails = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
  const asks = mails.find((mail) => mail.includes(email) && mail.includes('Will you come?')) ?? ''
  const text = asks.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
  return [...new Set(text.match(/http\S+\/reply\/[\w.-]+\?answer=[\w-]+/g))]
}

test(
  'people reply on the dashboard and by a link, staff enter a reply, and a new time asks again',
  { tag: '@long' },
  async ({ browser, ownPortal, page, signIn }) => {
    const { url, dataFolder } = await ownPortal()
    const call = callWith(url, await adminToken(url))
    const { id, asker, other, presenter } = await createAskedMeeting(call)
    const params = { meeting: id }
    const answers = async () => {
      const { replies } = await call(listReplies, { params })
      return Object.fromEntries(replies.map(({ name, answer, source }) => [name, [answer, source]]))
    }

    // On the dashboard, on a phone, by keyboard.
    const own = await (await browser.newContext({ viewport: phone })).newPage()
    await own.goto(url)
    await enterByPassword(own, asker)
    const asked = own.getByRole('group', { name: title })
    await own.getByRole('heading', { name: 'Asked of you' }).scrollIntoViewIfNeeded()
    await asked.getByRole('button', { name: 'By video' }).focus()
    await own.keyboard.press('Enter')
    await expect(own.getByText(/Your reply is saved: By video/)).toBeVisible()
    await expectAccessibleInBoth(own, 'a reply on the dashboard')
    await expectNoOverflow(own, 'a reply on the dashboard of a phone')

    // Staff enter what somebody said on the telephone, and see the forecast.
    await signIn('admin', { url: `${url}/admin/meetings/${id}/replies` })
    const forecast = page.getByRole('region', { name: 'Will there be a quorum?' })
    await expect(forecast).toContainText('1 by video')
    await page.getByRole('button', { name: `Enter a reply of ${other.name}` }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: 'In person' }).focus()
    await page.keyboard.press('Space')
    await expectAccessible(page, 'entering a reply')
    await dialog.getByRole('button', { name: 'Save the reply' }).press('Enter')
    await expect(dialog).toBeHidden()
    await expect(forecast).toContainText(/1 comes?, 1 by video/)
    const row = page.getByRole('row', { name: new RegExp(other.name) })
    await expect(row).toContainText('By telephone')
    await page.setViewportSize(phone)
    await expectNoOverflow(page, 'the replies on a phone')
    await expectAccessibleInBoth(page, 'the replies on a phone')

    // By the link in a mail. Opening it changes nothing; one press confirms.
    await page.getByRole('button', { name: 'Remind everyone who hasn’t replied' }).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Remind \d+ people$/ })
      .click()
    await expect(page.getByRole('alertdialog')).toBeHidden()
    await expect.poll(() => linksTo(presenter.email, dataFolder)).toHaveLength(4)
    // The address of this portal was unknown when its settings were made.
    const { pathname, search } = new URL(linksTo(presenter.email, dataFolder)[2]!)
    const cannotCome = `${url}${pathname}${search}`
    const linked = await (await browser.newContext({ viewport: phone })).newPage()
    await linked.goto(cannotCome)
    await expect(linked.getByRole('radio', { name: 'Can’t come' })).toBeChecked()
    expect((await answers())[presenter.name]).toEqual([undefined, undefined])
    await expectAccessibleInBoth(linked, 'the page of a link')
    await expectNoOverflow(linked, 'the page of a link on a phone')
    await linked.getByRole('button', { name: 'Confirm my reply' }).press('Enter')
    await expect(linked.getByText(/your reply is saved: Can’t come/)).toBeVisible()
    expect((await answers())[presenter.name]).toEqual(['cannot-come', 'link'])

    // Another time asks everybody again, and says why.
    const { revision } = await call(ofMeeting(getAgenda), { params })
    const body = { time: '15:00', endTime: '16:00' }
    await call(ofMeeting(saveAgenda), { params, body, revision })
    await own.reload()
    const moved = /The meeting moved from 2:00 PM – 3:00 PM to 3:00 PM – 4:00 PM/
    await own.getByRole('heading', { name: 'Asked of you' }).scrollIntoViewIfNeeded()
    await expect(own.getByText(moved)).toBeVisible()
    await asked.getByRole('button', { name: 'In person' }).click()
    await expect(own.getByText(/Your reply is saved: In person/)).toBeVisible()
    await linked.goto(cannotCome)
    await expect(linked.getByText(moved)).toBeVisible()
    expect((await answers())[presenter.name]).toEqual([undefined, 'link'])
  },
)
