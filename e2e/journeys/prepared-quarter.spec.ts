import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { getAgenda, saveAgenda } from '@portal/contract/agendas'
import {
  firstDayOf,
  type Quarter,
  quarterAfter,
  quarterName,
  quarterPath,
} from '@portal/domain/quarter'
import { adminToken, callWith } from '../bench/session.ts'
import { dropFolder } from '../support/drop-folder.ts'
import {
  currentQuarter,
  enterByPassword,
  expect,
  type OwnPortal,
  test,
} from '../support/fixtures.ts'
import { scheduleMeeting } from '../support/next-meeting.ts'
import { writePaper } from '../support/story-paper.ts'

const now = currentQuarter()
/** In the last quarter of a year this is in the next one. */
const next = quarterAfter(now)
const nextName = `Q${next.quarter} ${next.year}`
const materials = `/meetings/${next.year}/q/${next.quarter}`

const readiness = (page: Page) =>
  page.getByRole('heading', { name: new RegExp(`^${nextName}: \\d+ of \\d+ ready`) })
const menu = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()

test('staff invite a member, add and correct papers, and publish a meeting, which the member reads', async ({
  browser,
  ownPortal,
  page,
  signIn,
}) => {
  const of = quarterAfter(now, 2)
  const name = quarterName(of)
  const { url, dataFolder } = await ownPortal()
  const person = { email: `robin.ash.${randomUUID()}@larkspur.example`, password: 'violet-harbour' }
  const press = (label: string | RegExp) =>
    page.getByRole('button', { name: label, exact: true }).click()
  const file = async (folder: string, title: string, text: string) => {
    const parent = path.join(dataFolder, folder)
    mkdirSync(parent, { recursive: true })
    await writePaper(path.join(parent, `${title} ${name}.pdf`), [text])
    return path.join(parent, `${title} ${name}.pdf`)
  }
  await signIn('admin', { url: `${url}/admin/directory/import` })

  const link = await test.step('invite a person of a list', async () => {
    const list = `Name\tRole\tType\tE-mail\nRobin Ash\tTrustee\tBoard\t${person.email}`
    await page.getByLabel('List of people').fill(list)
    await press('Import 1 person')
    await press('Create 1 invitation')
    const invitation = page.getByRole('textbox', { name: 'Invitation of Robin Ash' })
    const { pathname, hash } = new URL(await invitation.inputValue())
    return `${url}${pathname}${hash}`
  })

  await test.step('map a paper of the drive, and one that is dropped', async () => {
    await file('drive', 'Consent Agenda', 'The consent agenda.')
    await dropFolder(page, await file('dropped', 'Budget Update', 'The budget.'))
    await page.getByRole('link', { name: `Match 1 paper to ${name}` }).click()
    await press('Sync the drive folder')
    await press('Map 2 papers')
    await expect(page.getByText('Mapped 2 papers').first()).toBeVisible()
  })

  await test.step('correct one, over a reload while it is uploaded', async () => {
    await page.route('**/api/uploads/*/parts/**', () => {})
    await dropFolder(page, await file('corrected', 'Budget Update (corrected)', 'The new budget.'))
    await expect(page.getByRole('region', { name: /^Upload/ })).toContainText('(corrected)')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.reload()
    await page
      .getByRole('button', { name: /^New version of Budget Update/ })
      .first()
      .click()
    await expect(page.getByRole('region', { name: /^Proposal for/ })).toHaveCount(0)
  })

  await test.step('write and publish the agenda', async () => {
    await page.getByRole('link', { name: 'Write agenda' }).click()
    await press('Begin a draft')
    for (const title of ['Welcome', 'Budget']) {
      await page.getByLabel('New agenda item').fill(title)
      await press('Add item')
    }
    const grips = page.getByTitle('Drag to another place')
    await grips.last().dragTo(grips.first(), { steps: 10 })
    await expect(page.getByRole('button', { name: /1\. Budget/ })).toBeVisible()
    await press('Publish')
    await expect(page.getByText('Published', { exact: true })).toBeVisible()
    await press('Publish quarter')
    await page.getByRole('dialog').getByRole('button', { name: 'Publish quarter' }).click()
    await expect(page.getByText(`Members see ${name} now.`)).toBeVisible()
  })

  const member = await browser.newPage()
  await member.goto(link)
  await member.getByLabel('New password').fill(person.password)
  await member.getByRole('button', { name: 'Set password' }).click()
  await member.getByRole('link', { name: 'Sign in' }).click()
  await enterByPassword(member, person)
  await expect(member.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await member.goto(`${url}${quarterPath(of)}`)
  await member.getByRole('link', { name: /Budget Update/ }).click()
  await expect(member.getByText('The new budget.')).toBeVisible()
  await member.close()
})

test(
  'an admin views a draft as a member, in this tab alone, and returns to its editor',
  { tag: '@long' },
  async ({ baseURL, page, signIn }) => {
    // Nobody else's quarter.
    const of = quarterAfter(now, 6)
    const title = `${quarterName(of)} Board Meeting`
    const call = callWith(baseURL!, await adminToken(baseURL!))
    const body = { title, date: firstDayOf(of), time: '09:00', items: [] }
    // A second attempt finds the first one's.
    const stored = await call(getAgenda, { params: of }).catch(() => undefined)
    await call(saveAgenda, { params: of, revision: stored?.revision ?? 'new', body })
    await signIn('admin', { url: `/admin/meeting-agenda?year=${of.year}&quarter=${of.quarter}` })
    await expectMemberView(page, { url: baseURL!, of, title })
  },
)

test(
  'an admin prepares and publishes the next quarter, and a member reaches it by clicks alone',
  { tag: '@long' },
  async ({ browser, ownPortal, page, signIn }) => {
    test.setTimeout(240_000)
    const portal = await ownPortal()
    await scheduleMeeting(portal, next)

    await signIn('admin', { url: `${portal.url}/admin` })
    await page.getByRole('button', { name: `Prepare ${nextName}` }).click()
    await expect(readiness(page)).toBeVisible()
    await expect(page.getByText(`Members don’t see ${nextName} yet.`)).toBeVisible()
    await menu(page, 'Board & Staff Directory')
    await expect(page.getByRole('searchbox')).toBeVisible()
    await menu(page, 'Admin')
    await expect(readiness(page)).toBeVisible()
    await page.reload()
    await expect(readiness(page)).toBeVisible()

    await page.getByRole('link', { name: 'Consent Agenda', exact: true }).click()
    const row = page.getByRole('row', { name: /Consent Agenda/ })
    await row.getByRole('button', { name: /^Map Document/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox').first().fill('Bylaws')
    await page.getByRole('option', { name: /Bylaws/ }).click()
    await dialog.getByRole('button', { name: 'Save Mapping' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(row.getByText(/Bylaws/).first()).toBeVisible()

    await menu(page, 'Admin')
    await page.getByRole('link', { name: /^Meeting Agendas/ }).click()
    await expect(page.getByRole('radio', { name: `Q${next.quarter}` })).toBeChecked()
    await expect(page.getByLabel('Year')).toHaveValue(String(next.year))
    await expect(page.getByText(/^Members don’t see it yet: .* is in preparation/)).toBeVisible()
    await page.getByLabel('Title', { exact: true }).first().fill('The board’s winter meeting')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Unsaved changes')).toHaveCount(0)
    await expectMemberView(page, {
      url: portal.url,
      of: next,
      title: 'The board’s winter meeting',
      now: /No agenda has been created/,
    })
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(page.getByText('Published', { exact: true })).toBeVisible()
    await publishQuarter(page)
    await expect(page.getByText('Members see what you save at once.')).toBeVisible()

    const member = await browser.newPage({ baseURL: portal.url })
    await signIn('member', { page: member, url: `${portal.url}/` })
    await member.getByRole('link', { name: 'Open materials' }).click()
    await expectMaterials(member, portal)

    await menu(member, 'Dashboard')
    const action = member.getByRole('link', { name: /^Board Materials/ })
    await expect(action).toContainText(`Papers for ${nextName}`)
    await action.click()
    await expectMaterials(member, portal)

    // From today's quarter, where a bookmark of /meetings leads.
    await member.goto(`${portal.url}/meetings`)
    await expect(member).toHaveURL(`${portal.url}/meetings/${now.year}/q/${now.quarter}`)
    await expect(member.getByRole('heading', { name: 'Available Materials' })).toBeVisible()
    await member.getByLabel('Year').selectOption(String(next.year))
    await member.getByRole('radio', { name: `Q${next.quarter}` }).click()
    await expectMaterials(member, portal)
    await member.close()
  },
)

/** Looks at what members will see and what is wrong, and publishes the quarter. */
async function publishQuarter(page: Page): Promise<void> {
  const bar = page.getByRole('group', { name: `Publication of ${nextName}` })
  await bar.getByRole('button', { name: 'Publish quarter' }).click()
  const dialog = page.getByRole('dialog', { name: `Publish ${nextName}?` })
  const shown = dialog.getByRole('region', { name: 'Members will see' })
  await expect(shown).toContainText('The board’s winter meeting')
  await expect(shown).toContainText('Consent Agenda')
  await expect(dialog.getByRole('region', { name: 'Look at these first' })).toContainText(
    'Asset Summary is empty.',
  )
  await dialog.getByRole('button', { name: 'Publish quarter' }).click()
  await expect(bar.getByText(`Members see ${nextName} now.`)).toBeVisible()
}

/** The agenda's draft as members will see it, from its editor and back, in this tab alone. */
async function expectMemberView(
  page: Page,
  {
    url,
    of,
    title,
    now: seen = /is not published yet/,
  }: { url: string; of: Quarter; title: string; now?: RegExp },
): Promise<void> {
  const agenda = `${url}/meetings/${of.year}/q/${of.quarter}/agenda`
  const editor = page.url()
  const draft = page.getByRole('heading', { level: 1, name: `Draft: ${title}` })
  const back = page.getByRole('button', { name: 'Back to admin' })
  await page.getByRole('link', { name: 'View as a member' }).click()
  await expect(draft).toBeVisible()
  await expect(page).toHaveURL(agenda)
  await page.reload()
  await expect(draft).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).not.toContainText('Admin')
  await menu(page, 'Meeting Materials')
  await expect(back).toBeVisible()

  await page.goto(agenda)
  await page.getByRole('radio', { name: 'What members see now' }).click()
  await expect(page.getByText(seen)).toBeVisible()
  await expect(draft).toHaveCount(0)

  const other = await page.context().newPage()
  await other.goto(`${url}/`)
  await expect(other.getByRole('link', { name: 'Admin', exact: true })).toBeVisible()
  await other.close()

  await back.click()
  await expect(page).toHaveURL(editor)
  await page.goBack()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await page.goForward()
  await expect(page.getByLabel('Title', { exact: true }).first()).toHaveValue(title)
}

async function expectMaterials(member: Page, portal: OwnPortal): Promise<void> {
  await expect(member).toHaveURL(new RegExp(`^${portal.url}${materials}(\\?.*)?$`))
  const list = member.getByRole('region', { name: 'Available Materials' })
  await expect(list.getByRole('listitem')).toHaveText([/Agenda/, /Consent Agenda/])
  await expect(member.getByText(/past quarter/)).toHaveCount(0)
}

test(
  'a quarter whose agenda is a Drive document shows the same agenda everywhere',
  { tag: '@long' },
  async ({ browser, ownPortal, page, signIn }) => {
    test.setTimeout(240_000)
    const portal = await ownPortal()
    const place = `?year=${next.year}&quarter=${next.quarter}`
    await signIn('admin', { url: `${portal.url}/admin/meetings/resource-mappings${place}` })
    const slot = page.getByRole('rowheader', { name: 'Agenda', exact: true })
    const row = page.getByRole('row').filter({ has: slot })
    await row.getByRole('button', { name: /^Map Document/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox').first().fill('Bylaws')
    await page.getByRole('option', { name: /Bylaws/ }).click()
    await dialog.getByRole('button', { name: 'Save Mapping' }).click()
    await expect(dialog).toHaveCount(0)
    await page.getByRole('button', { name: 'Publish quarter' }).click()
    await dialog.getByRole('button', { name: 'Publish quarter' }).click()
    await expect(page.getByText(`Members see ${nextName} now.`)).toBeVisible()

    await page.goto(`${portal.url}/admin/meeting-agenda${place}`)
    await page.getByRole('button', { name: 'Begin a draft' }).click()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText(
      'Members see the Drive document as this quarter’s agenda. Show this agenda instead?',
    )
    const member = await browser.newPage({ baseURL: portal.url })
    await signIn('member', { page: member, url: `${portal.url}${materials}/agenda` })
    await expect(member.locator('canvas').first()).toBeVisible()

    await question.getByRole('button', { name: 'Publish and show this agenda' }).click()
    await expect(page.getByText('Published', { exact: true })).toBeVisible()
    await member.reload()
    await expect(
      member.getByRole('heading', { level: 1, name: 'Board Meeting Agenda' }),
    ).toBeVisible()
    await expect(member.locator('canvas')).toHaveCount(0)

    await page.getByRole('radio', { name: 'Google Drive document' }).click()
    await expect(page.getByText('Published, not shown')).toBeVisible()
    await member.reload()
    await expect(member.locator('canvas').first()).toBeVisible()
    await expect(member.getByText('Board Meeting Agenda')).toHaveCount(0)
    await member.close()
  },
)
