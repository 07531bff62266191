import type { Page } from '@playwright/test'
import { getAgenda, saveAgenda } from '@portal/contract/agendas'
import { firstDayOf, type Quarter, quarterAfter, quarterName } from '@portal/domain/quarter'
import { adminToken, callWith } from '../bench/session.ts'
import { currentQuarter, expect, type OwnPortal, test } from '../support/fixtures.ts'
import { scheduleMeeting } from '../support/next-meeting.ts'

const now = currentQuarter()
/** In the last quarter of a year this is in the next one. */
const next = quarterAfter(now)
const nextName = `Q${next.quarter} ${next.year}`
const materials = `/meetings/${next.year}/q/${next.quarter}`

const readiness = (page: Page) =>
  page.getByRole('heading', { name: new RegExp(`^${nextName}: \\d+ of \\d+ ready`) })
const menu = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()

test('an admin views a draft as a member, in this tab alone, and returns to its editor', async ({
  baseURL,
  page,
  signIn,
}) => {
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
})

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
