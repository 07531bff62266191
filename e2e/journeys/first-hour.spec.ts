import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { quarterAfter, quarterName } from '@portal/domain/quarter'
import { devices, type Page } from '@playwright/test'
import getPort from 'get-port'
import { startAuthEmulator } from '../../scripts/auth-emulator.ts'
import type { PortalHost } from '../../scripts/hosted-portals.ts'
import { ownSettings, setUpOwnPortal } from '../../scripts/own-portal.ts'
import { portalSettings } from '../../scripts/portal.ts'
import { dropFolder } from '../support/drop-folder.ts'
import { countEffort, type Effort } from '../support/effort.ts'
import { currentQuarter, enterByPassword, expect, test } from '../support/fixtures.ts'
import { gateRunnerKey } from '../support/gate-runner.ts'

const quarter = quarterAfter(currentQuarter())
const name = quarterName(quarter)
/** Of the meeting. */
const date = `${quarter.year}-${String(quarter.quarter * 3).padStart(2, '0')}-11`

const domain = 'heather.example'
const admin = `liaison@${domain}`

/** The first five are in the drive, the others are dropped on a page. */
const papers = [
  'Consent Agenda',
  'Budget vs Actual',
  'Spend-Down Model',
  'Spenddown Overview',
  'Cash Flow Summary',
  'Asset Summary',
  'Budget Update',
  'Meeting Data',
  'Investment Review',
  'Audit Letter',
].map((paper) => `${paper} ${name}.pdf`)

const surnames =
  'Ash Birch Cedar Elm Fir Hazel Holly Ivy Juniper Larch Maple Oak Pine Rowan Sage Yew'
/** As they are copied from a spreadsheet: sixteen people, ten of them of the board. */
const list = [
  'Name\tRole\tType\tE-mail',
  ...surnames
    .split(' ')
    .map((surname, at) =>
      [
        `Robin ${surname}`,
        at < 10 ? 'Trustee' : 'Program staff',
        at < 10 ? 'Board' : 'Staff',
        `robin.${surname.toLowerCase()}@${domain}`,
      ].join('\t'),
    ),
].join('\n')

const password = 'violet-harbour-lantern'

const { defaultBrowserType: _tablet, ...tablet } = devices['iPad (gen 7)']
const { defaultBrowserType: _phone, ...phone } = devices['iPhone 14']

const press = (page: Page, label: string | RegExp) =>
  page.getByRole('button', { name: label, exact: true }).click()
const follow = (page: Page, label: string | RegExp) =>
  page.getByRole('link', { name: label, exact: true }).click()

/**
 * An empty portal, set up as `start --own` does by its environment. It has an emulator of its own: without the sample, a
 * portal deletes the sample's accounts, which the other journeys use.
 */
async function openEmptyPortal(host: PortalHost, dataFolder: string) {
  const env = {
    FOUNDATION_NAME: 'Heather Trust',
    FOUNDATION_DOMAIN: domain,
    FOUNDATION_TIME_ZONE: 'America/Los_Angeles',
    DEFAULT_ADMIN_EMAIL: admin,
  }
  await setUpOwnPortal({ dataFolder, env, ask: undefined, explain: () => {} })
  const settings = { ...ownSettings(dataFolder), GATE_RUNNER_KEY: gateRunnerKey }
  // The links of the invitations name it.
  const options = { port: await getPort(), dataFolder, env: settings }
  const emulator = await startAuthEmulator(path.join(dataFolder, 'identity'), 'demo-board-portal')
  const portal = await host.start(portalSettings(options, emulator.url)).catch(async (error) => {
    await emulator.stop()
    throw error
  })
  return {
    url: portal.url,
    async stop() {
      await portal.stop()
      await emulator.stop()
    },
  }
}

/** PDFs of the sample under these names, in a folder that is named after the quarter. */
function putPapers(names: readonly string[], parent: string): string {
  const folder = path.join(parent, `${quarter.year} Q${quarter.quarter}`)
  mkdirSync(folder, { recursive: true })
  const drive = path.join(process.env['PORTAL_SEEDED']!, 'drive')
  const originals = readdirSync(drive, { recursive: true, encoding: 'utf8' })
    .filter((original) => original.endsWith('.pdf'))
    .toSorted()
  for (const paper of names) {
    // Ten different files.
    const original = originals[papers.indexOf(paper)]!
    cpSync(path.join(drive, original), path.join(folder, paper))
  }
  return folder
}

/** From the sign-in page to sixteen people. Returns the links of two invitations. */
async function fillDirectory(page: Page) {
  await press(page, 'Sign in with Google')
  await page.getByRole('dialog').getByRole('button', { name: admin }).click()
  await follow(page, 'Admin')
  await page.getByRole('link', { name: 'List the board and the staff' }).click()
  await follow(page, 'Import a list')
  await page.getByLabel('List of people').fill(list)
  await press(page, 'Import 16 people')
  await press(page, 'Create 16 invitations')
  const invitation = page.getByRole('textbox', { name: /^Invitation of / })
  await expect(invitation).toHaveCount(16)
  return [await invitation.first().inputValue(), await invitation.nth(1).inputValue()] as const
}

/** Ten papers in their slots. */
async function addPapers(page: Page, folder: string): Promise<void> {
  await follow(page, 'Admin')
  await page.getByRole('link', { name: 'Add the papers of a meeting' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Uploads' })).toBeVisible()
  await dropFolder(page, folder)
  await follow(page, `Match 5 papers to ${name}`)
  await press(page, 'Sync the drive folder')
  await press(page, 'Map 10 papers')
  await expect(page.getByText('Mapped 10 papers').first()).toBeVisible()
}

async function publishAgenda(page: Page): Promise<void> {
  await follow(page, 'Write agenda')
  await press(page, 'Begin a draft')
  await page.getByLabel('Date', { exact: true }).fill(date)
  await page.getByLabel('New agenda item').fill('Welcome')
  await press(page, 'Add item')
  await press(page, 'Publish')
  await expect(page.getByText('Published', { exact: true })).toBeVisible()
  await press(page, 'Publish quarter')
  await page.getByRole('dialog').getByRole('button', { name: 'Publish quarter' }).click()
  await expect(page.getByText(`Members see ${name} now.`)).toBeVisible()
}

/** From the invitation to a paper on the screen. */
async function readAsMember(page: Page, link: string, email: string): Promise<void> {
  await page.goto(link)
  await page.getByLabel('New password').fill(password)
  await press(page, 'Set password')
  await follow(page, 'Sign in')
  await enterByPassword(page, { email, password })
  await follow(page, 'Open materials')
  await page.getByRole('link', { name: /Consent Agenda/ }).click()
  const viewer = page.getByRole('region', { name: /^Pages of/ })
  await expect(viewer.locator('canvas').first()).toBeVisible()
}

test(
  'an empty portal has sixteen people, ten papers and a published agenda, and two members read, after at most 60 clicks',
  { tag: '@long' },
  async ({ browser, page, portalHost }) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'board-portal-first-hour-'))
    const dataFolder = path.join(folder, 'data')
    putPapers(papers.slice(0, 5), path.join(dataFolder, 'drive'))
    const dropped = putPapers(papers.slice(5), folder)
    const portal = await openEmptyPortal(portalHost(), dataFolder)
    const efforts: Effort[] = []
    /** A page whose presses are counted once it is closed. */
    const counted = async (visited: Page, visit: () => Promise<void>) => {
      const effort = await countEffort(visited)
      await visit()
      efforts.push(effort())
    }
    try {
      let links: readonly [string, string] | undefined
      await counted(page, async () => {
        await page.goto(portal.url)
        links = await fillDirectory(page)
        await addPapers(page, dropped)
        await publishAgenda(page)
      })
      const members = [
        { device: tablet, link: links![0], email: `robin.ash@${domain}` },
        { device: phone, link: links![1], email: `robin.birch@${domain}` },
      ]
      await Promise.all(
        members.map(async ({ device, link, email }) => {
          const context = await browser.newContext(device)
          const tab = await context.newPage()
          await counted(tab, () => readAsMember(tab, link, email))
          await context.close()
        }),
      )
    } finally {
      await portal.stop()
      rmSync(folder, { recursive: true, force: true })
    }
    const [clicks, fields] = (['clicks', 'fields'] as const).map((kind) =>
      efforts.reduce((sum, effort) => sum + effort[kind], 0),
    )
    // The figures are for docs/performance.md.
    const description = `${clicks} clicks, ${fields} fields`
    test.info().annotations.push({ type: 'effort', description })
    expect(clicks).toBeGreaterThan(20)
    expect(clicks).toBeLessThanOrEqual(60)
  },
)
