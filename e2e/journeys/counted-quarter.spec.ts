import { cpSync, mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { quarterAfter, quarterName, quarterPath } from '@portal/domain/quarter'
import { devices, type Page } from '@playwright/test'
import { dropFolder } from '../support/drop-folder.ts'
import { countEffort } from '../support/effort.ts'
import { currentQuarter, expect, type OwnPortal, test } from '../support/fixtures.ts'
import { scheduleMeeting } from '../support/next-meeting.ts'

const now = currentQuarter()
const next = quarterAfter(now)
const nextName = quarterName(next)

/** As a liaison gets them: a paper for each of eight slots, and four others. */
const papers = [
  'Consent Agenda',
  'Budget vs Actual',
  'Spend-Down Model',
  'Spenddown Overview',
  'Cash Flow Summary',
  'Asset Summary',
  'Budget Update',
  'Meeting Data',
  'Grants Docket',
  'Site Visits',
  'Investment Review',
  'Audit Letter',
].map((name) => `${name} ${nextName}.pdf`)

/** The PDFs of the sample under these names, in a folder that is named after the quarter. */
function folderOfPapers({ dataFolder }: OwnPortal): string {
  const folder = path.join(dataFolder, `${next.year} Q${next.quarter}`)
  mkdirSync(folder)
  const drive = path.join(dataFolder, 'drive')
  const originals = readdirSync(drive, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.pdf'))
    .map((name) => path.join(drive, name))
  for (const [index, name] of papers.entries()) {
    cpSync(originals[index]!, path.join(folder, name))
  }
  return folder
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()

/** From the admin's dashboard to a published quarter. */
async function prepareQuarter(page: Page, addPapers: () => Promise<void>): Promise<void> {
  await press(page, `Prepare ${nextName}`)
  await expect(
    page.getByRole('heading', { name: new RegExp(`^${nextName}: \\d+ of \\d+ ready`) }),
  ).toBeVisible()
  await addPapers()
  await page.getByRole('link', { name: `Match ${papers.length} papers to ${nextName}` }).click()
  await press(page, `Map ${papers.length} papers`)
  await expect(page.getByText(`Mapped ${papers.length} papers`).first()).toBeVisible()

  await page.getByRole('link', { name: 'Publish agenda' }).click()
  await press(page, 'Start from…')
  await press(page, `Start from ${quarterName(now)}`)
  await press(page, /^Publish$/)
  await expect(page.getByText('Published', { exact: true })).toBeVisible()
  await press(page, 'Publish quarter')
  await page.getByRole('dialog').getByRole('button', { name: 'Publish quarter' }).click()
  await expect(page.getByText(`Members see ${nextName} now.`)).toBeVisible()
}

/** What a member sees. The sample's agenda is of an earlier meeting, so the dashboard leads to that one. */
async function expectPublished(page: Page): Promise<void> {
  await page.goto(quarterPath(next))
  const list = page.getByRole('region', { name: 'Available Materials' })
  await expect(list.getByRole('listitem')).toHaveCount(papers.length + 1)
  await expect(list.getByText('Audit Letter', { exact: false })).toBeVisible()
}

test('a quarter is prepared from twelve papers in at most 25 clicks and 10 fields', async ({
  browser,
  ownPortal,
  page,
  signIn,
}) => {
  const portal = await ownPortal()
  await scheduleMeeting(portal, next)
  const folder = folderOfPapers(portal)
  const effort = await countEffort(page)
  await signIn('admin', { url: `${portal.url}/admin` })
  const before = effort()
  await prepareQuarter(page, () => dropFolder(page, folder))
  const { clicks, fields, seconds } = effort()
  const spent = { clicks: clicks - before.clicks, fields: fields - before.fields }
  // The figures are for docs/performance.md.
  const description = `${spent.clicks} clicks, ${spent.fields} fields, ${seconds - before.seconds} seconds`
  test.info().annotations.push({ type: 'effort', description })
  expect(spent.clicks).toBeGreaterThan(5)
  expect(spent.clicks).toBeLessThanOrEqual(25)
  expect(spent.fields).toBeLessThanOrEqual(10)

  const member = await browser.newPage({ baseURL: portal.url })
  await signIn('member', { page: member, url: `${portal.url}/` })
  await expectPublished(member)
  await member.close()
})

test(
  'a quarter is prepared on a phone',
  { tag: '@long' },
  async ({ browser, ownPortal, signIn }) => {
    const portal = await ownPortal()
    await scheduleMeeting(portal, next)
    const folder = folderOfPapers(portal)
    const { defaultBrowserType: _, ...phone } = devices['iPhone 14']
    const context = await browser.newContext({ ...phone, baseURL: portal.url })
    const page = await context.newPage()
    const effort = await countEffort(page)
    await signIn('admin', { page, url: `${portal.url}/admin` })
    const before = effort()
    await prepareQuarter(page, async () => {
      await press(page, 'Upload papers')
      const dialog = page.getByRole('dialog')
      const chosen = page.waitForEvent('filechooser')
      await dialog.getByText('Choose files').click()
      await (await chosen).setFiles(papers.map((name) => path.join(folder, name)))
    })
    const { clicks, fields, seconds } = effort()
    const description = `${clicks - before.clicks} taps, ${fields - before.fields} fields, ${seconds - before.seconds} seconds`
    test.info().annotations.push({ type: 'effort', description })
    expect(clicks - before.clicks).toBeLessThanOrEqual(25)
    await page.goto('/')
    await expectPublished(page)
    await context.close()
  },
)
