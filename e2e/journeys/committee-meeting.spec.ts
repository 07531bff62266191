import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { getAgenda } from '@portal/contract/agendas'
import { createMeeting, setMeetingStage } from '@portal/contract/new-meetings'
import { ofMeeting } from '@portal/contract/twins'
import { adminToken, callWith } from '../bench/session.ts'
import {
  expectAccessible,
  expectAccessibleInBoth,
  expectNoOverflow,
} from '../support/accessible.ts'
import {
  committeeTitles,
  createCommitteeMeeting,
  dayFromNow,
} from '../support/committee-meeting.ts'
import { dropFolder } from '../support/drop-folder.ts'
import { expect, test } from '../support/fixtures.ts'
import { legible } from '../support/legible.ts'

/** On a busy machine, everything else comes before the making of a book. */
const whenMade = { timeout: 60_000 }

test(
  'a committee’s member reads its meeting from the dashboard to its book, and nobody else sees it',
  { tag: '@long' },
  async ({ browser, page, ownPortal, signIn }) => {
    const portal = await ownPortal()
    const call = callWith(portal.url, await adminToken(portal.url))
    const id = await createCommitteeMeeting(call, dayFromNow(2))
    const meeting = `${portal.url}/meetings/${id}`
    const { meeting: title, paper, item } = committeeTitles

    await signIn('staff', { url: portal.url })
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expectAccessibleInBoth(page, 'the dashboard with a committee’s meeting')
    await page.getByRole('link', { name: 'Open materials' }).click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByRole('link', { name: new RegExp(paper) })).toBeVisible()
    await expectAccessibleInBoth(page, 'the meeting')
    await page.getByRole('link', { name: new RegExp(paper) }).click()
    await expect(page.getByRole('heading', { level: 1, name: paper })).toBeVisible()
    await expect(page.getByText(`For agenda item`)).toBeAttached()
    await page.getByRole('link', { name: 'Back to the Meeting' }).click()

    const card = page.getByRole('region', { name: 'Board book' })
    const make = card.getByRole('button', { name: /Make/ })
    const open = card.getByRole('link', { name: /^Open/ })
    // The portal may make it by itself in the meantime.
    await expect(async () => {
      if ((await make.isVisible()) && (await make.isEnabled())) await make.click({ timeout: 1_000 })
      await expect(open).toBeVisible()
    }).toPass(whenMade)
    await open.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: new RegExp(title) })).toBeVisible()
    await page.getByRole('button', { name: 'About this book' }).click()
    await page.getByRole('link', { name: paper }).click()
    await expect(page.getByRole('heading', { level: 1, name: paper })).toBeVisible()

    await page.goto(`${meeting}/agenda`)
    await expect(page.getByRole('heading', { name: item })).toBeVisible()
    await expectAccessible(page, 'the agenda of the meeting')
    await page.goto(`${portal.url}/meetings`)
    await page.getByRole('link', { name: 'All meetings' }).click()
    await expect(page.getByRole('link', { name: new RegExp(title) })).toBeVisible()
    await expectAccessibleInBoth(page, 'all meetings')
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoOverflow(page, 'all meetings on a phone')
    await legible(page, 'all meetings on a phone')

    const other = await browser.newPage()
    await signIn('member', { page: other, url: portal.url })
    await expect(other.getByText('Upcoming Meeting')).toBeVisible()
    await expect(other.getByText(title)).toHaveCount(0)
    for (const address of [meeting, `${meeting}?material=k1`]) {
      await other.goto(address)
      await expect(other.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    }
    await other.goto(`${portal.url}/search?q=audit`)
    await expect(other.getByRole('status').filter({ hasText: '“audit”' })).toBeAttached()
    await expect(other.getByText(title)).toHaveCount(0)

    const { revision } = await call(ofMeeting(getAgenda), { params: { meeting: id } })
    const cancelled = { params: { meeting: id }, body: { stage: 'cancelled' as const }, revision }
    await call(setMeetingStage, cancelled)
    await page.goto(meeting)
    await expect(page.getByText('This meeting is cancelled.')).toBeVisible()
    await expectAccessibleInBoth(page, 'a cancelled meeting')
  },
)

test(
  'an admin prepares a committee’s meeting from the papers of the last one, and undoes a removal',
  { tag: '@long' },
  async ({ ownPortal, page, signIn }) => {
    const portal = await ownPortal()
    const call = callWith(portal.url, await adminToken(portal.url))
    const earlier = await createCommitteeMeeting(call, dayFromNow(2))
    const [date, title] = [dayFromNow(3), 'Reserve review']
    const { id } = await call(createMeeting, {
      body: { key: crypto.randomUUID(), body: 'finance', kind: 'committee', date, title },
    })
    const papers = (of: string) => `${portal.url}/admin/meetings/${of}/papers`
    const rows = page.getByRole('rowheader')
    const button = (name: string | RegExp) => page.getByRole('button', { name })

    await signIn('admin', { url: papers(earlier) })
    await page.getByRole('checkbox', { name: 'Select all' }).check()
    await button(new RegExp(`^Copy to ${title}`)).click()
    const copying = page.getByRole('dialog', { name: new RegExp(`^Copy slots to ${title}`) })
    await expectAccessibleInBoth(page, 'the copy of papers')
    await copying.getByRole('button', { name: 'Copy 2 slots' }).click()
    await expect(page.getByText(/^Copied 2 slots to Reserve review/).first()).toBeVisible()

    await page.goto(`${portal.url}/admin/meetings/${id}`)
    await page.getByRole('radio', { name: 'Google Drive document' }).click()
    const question = page.getByRole('alertdialog')
    await question.getByRole('button', { name: 'Change to the Drive document' }).click()
    await page.getByRole('link', { name: 'the meeting’s papers' }).click()
    await expect(rows).toHaveText([
      'Agenda',
      committeeTitles.paper,
      'Reserve policy, second reading',
    ])
    await button('Map Document Agenda').click()
    const mapping = page.getByRole('dialog')
    await mapping.getByRole('combobox').first().fill('Bylaws')
    await mapping.getByRole('option').first().click()
    await mapping.getByRole('button', { name: 'Save Mapping' }).click()
    await expect(mapping).toHaveCount(0)

    const name = page.getByRole('textbox', { name: /^Display name of .?Audit letter/ })
    await name.fill('Auditor’s letter')
    await name.press('Enter')
    await expect(rows.nth(1)).toHaveText('Auditor’s letter')
    await button(/^Details of .?Auditor’s letter/).click()
    await button(/^Down .?Auditor’s letter/).click()
    await expect(rows.nth(2)).toHaveText('Auditor’s letter')
    await button(/^Remove .?Auditor’s letter/).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Remove/ })
      .click()
    await expect(rows).toHaveCount(2)
    await button('Undo').last().click()
    await expect(rows).toHaveText(['Agenda', 'Reserve policy, second reading', 'Auditor’s letter'])

    const folder = path.join(portal.dataFolder, 'dropped')
    mkdirSync(folder)
    writeFileSync(path.join(folder, `Finance Committee ${date} Outlook.txt`), 'The outlook')
    await dropFolder(page, folder)
    await page.getByRole('link', { name: /^Match 1 paper to .?Reserve review/ }).click()
    await button('Add 1 paper').click()
    await expect(rows.nth(3)).toHaveText('Outlook')
    await expectAccessibleInBoth(page, 'the papers of a meeting')
    for (const address of [papers(id), `${portal.url}/admin/meetings/${id}`]) {
      await page.goto(address)
      for (const size of screens) {
        await page.setViewportSize(size)
        await expectNoOverflow(page, `${address} at ${size.width}`)
      }
    }
  },
)

const screens = [
  { width: 1280, height: 800 },
  { width: 834, height: 1112 },
  { width: 390, height: 844 },
]
