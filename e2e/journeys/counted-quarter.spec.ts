import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { quarterAfter, quarterName, quarterPath } from '@portal/domain/quarter'
import { devices, type Page } from '@playwright/test'
import { dropFolder } from '../support/drop-folder.ts'
import { countEffort } from '../support/effort.ts'
import { currentQuarter, expect, type OwnPortal, test } from '../support/fixtures.ts'
import { scheduleMeeting } from '../support/next-meeting.ts'
import { writePaper } from '../support/story-paper.ts'

const now = currentQuarter()
const next = quarterAfter(now)
const nextName = quarterName(next)

/** As a liaison gets them: a paper for each of eight slots, and seven others, more than the additional materials. */
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
  'Facilities Plan',
  'Succession Plan',
  'Legal Memo',
].map((name) => `${name} ${nextName}.pdf`)
/** Needs a password to open. */
const protectedPaper = papers.at(-1)!
const notAPaper = 'Lunch order.exe'
const corrected = `Budget Update ${nextName} (corrected).pdf`

/** The PDFs of the sample under these names and a file that is no paper, in a folder that is named after the quarter. */
async function folderOfPapers({ dataFolder }: OwnPortal): Promise<string> {
  const folder = path.join(dataFolder, `${next.year} Q${next.quarter}`)
  mkdirSync(folder)
  const drive = path.join(dataFolder, 'drive')
  const originals = readdirSync(drive, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.pdf'))
    .map((name) => path.join(drive, name))
  for (const [index, name] of papers.entries()) {
    cpSync(originals[index]!, path.join(folder, name))
  }
  await writePaper(path.join(folder, protectedPaper), ['For counsel only.'], {
    password: 'orchard',
  })
  writeFileSync(path.join(folder, notAPaper), 'Two soups')
  return folder
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()

type Steps = { addPapers: () => Promise<void>; correct?: () => Promise<void> }

/** From the admin's dashboard to a published quarter. */
async function prepareQuarter(
  page: Page,
  { addPapers, correct = async () => {} }: Steps,
): Promise<void> {
  await press(page, `Prepare ${nextName}`)
  await expect(
    page.getByRole('heading', { name: new RegExp(`^${nextName}: \\d+ of \\d+ ready`) }),
  ).toBeVisible()
  await addPapers()
  await page.getByRole('link', { name: `Match ${papers.length} papers to ${nextName}` }).click()
  await press(page, `Map ${papers.length} papers`)
  await expect(page.getByText(`Mapped ${papers.length} papers`).first()).toBeVisible()
  await correct()

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
  await expect(list.getByText('Succession Plan', { exact: false })).toBeVisible()
}

test(
  'a quarter is prepared from fifteen papers, a wrong file and a corrected one in at most 30 clicks and 8 fields',
  { tag: '@long' },
  async ({ browser, ownPortal, page, signIn }) => {
    const portal = await ownPortal()
    await scheduleMeeting(portal, next)
    const folder = await folderOfPapers(portal)
    const effort = await countEffort(page)
    await signIn('admin', { url: `${portal.url}/admin` })
    const before = effort()
    await prepareQuarter(page, {
      addPapers: async () => {
        await dropFolder(page, folder)
        await expect(page.getByText(notAPaper)).toBeVisible()
      },
      async correct() {
        const file = path.join(portal.dataFolder, corrected)
        await writePaper(file, ['The budget, corrected.'])
        await dropFolder(page, file)
        const proposal = page.getByRole('region', { name: `Proposal for ${corrected}` }).first()
        await proposal.getByRole('button', { name: /^New version of Budget Update/ }).click()
        await expect(proposal).toBeHidden()
      },
    })
    const { clicks, fields, seconds } = effort()
    const spent = { clicks: clicks - before.clicks, fields: fields - before.fields }
    // The figures are for docs/performance.md.
    const description = `${spent.clicks} clicks, ${spent.fields} fields, ${seconds - before.seconds} seconds`
    test.info().annotations.push({ type: 'effort', description })
    expect(spent.clicks).toBeGreaterThan(5)
    expect(spent.clicks).toBeLessThanOrEqual(30)
    expect(spent.fields).toBeLessThanOrEqual(8)

    const member = await browser.newPage({ baseURL: portal.url })
    await signIn('member', { page: member, url: `${portal.url}/` })
    await expectPublished(member)
    await member.close()
  },
)

test(
  'a quarter is prepared on a phone',
  { tag: '@long' },
  async ({ browser, ownPortal, signIn }) => {
    const portal = await ownPortal()
    await scheduleMeeting(portal, next)
    const folder = await folderOfPapers(portal)
    const { defaultBrowserType: _, ...phone } = devices['iPhone 14']
    const context = await browser.newContext({ ...phone, baseURL: portal.url })
    const page = await context.newPage()
    const effort = await countEffort(page)
    await signIn('admin', { page, url: `${portal.url}/admin` })
    const before = effort()
    await prepareQuarter(page, {
      async addPapers() {
        await press(page, 'Upload papers')
        const dialog = page.getByRole('dialog')
        const chosen = page.waitForEvent('filechooser')
        await dialog.getByText('Choose files').click()
        await (await chosen).setFiles(papers.map((name) => path.join(folder, name)))
      },
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
