import { appendFileSync, copyFileSync, mkdirSync, readdirSync, renameSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { expectAccessibleInBoth } from '../support/accessible.ts'
import { currentQuarter, expect, test } from '../support/fixtures.ts'

const { year, quarter } = currentQuarter()
const materials = `/meetings/${year}/q/${quarter}`

/** Unmounts the drive's volume: its mount point is an empty folder. */
function unmount(dataFolder: string): void {
  const drive = path.join(dataFolder, 'drive')
  renameSync(drive, path.join(dataFolder, 'drive-away'))
  mkdirSync(drive)
}

function firstPaper(folder: string): string {
  const papers = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return path.join(
    folder,
    papers.find((name) => name.endsWith('.pdf'))!,
  )
}

/** The number of documents in the sync status. */
async function sync(page: Page): Promise<number> {
  await page.getByRole('button', { name: 'Sync the drive folder' }).click()
  const message = page.getByText(/Sync complete\. \d+ documents available\./).last()
  await expect(message).toBeVisible({ timeout: 30_000 })
  const count = Number(/\d+/.exec(await message.innerText())![0])
  await expect(message).toHaveCount(0)
  return count
}

async function opensPaper(page: Page, url: string): Promise<void> {
  await page.goto(`${url}${materials}`)
  await page.getByRole('link', { name: /Cash Flow Summary/ }).click()
  await expect(page.locator('canvas').first()).toBeVisible()
}

test(
  'an emptied drive removes nothing until an admin confirms, and new papers are added',
  { tag: '@long' },
  async ({ browser, ownPortal, page, signIn }) => {
    const portal = await ownPortal()
    const member = await browser.newPage({ baseURL: portal.url })
    await signIn('member', { page: member, url: portal.url })
    await signIn('admin', { url: `${portal.url}/admin/meetings/resource-mappings` })
    const before = await sync(page)

    unmount(portal.dataFolder)
    const drive = path.join(portal.dataFolder, 'drive')
    const added = path.join(drive, 'Liquidity note.pdf')
    copyFileSync(firstPaper(`${drive}-away`), added)
    // New content: the same bytes would be the old paper, renamed.
    appendFileSync(added, '\n% new')
    expect(await sync(page)).toBe(before + 1)
    const missing = `The drive no longer has ${before} of ${before + 1} papers.`
    await expect(page.getByText(missing)).toBeVisible()
    await expect(
      page.getByText(/Missing: “.+ of them are mapped to the coming meeting\./),
    ).toBeVisible()
    await expectAccessibleInBoth(page, 'the mappings while papers are missing')
    await opensPaper(member, portal.url)

    await page.goto(`${portal.url}/admin`)
    await expect(page.getByText(missing)).toBeVisible()
    await page.getByRole('button', { name: 'Review the papers' }).click()
    const question = page.getByRole('alertdialog', {
      name: `Remove ${before} papers from the portal?`,
    })
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await expect(question.getByText(/Cash Flow Summary .*\.pdf/).first()).toBeVisible()
    await expectAccessibleInBoth(page, 'the papers that are missing')
    await question.getByRole('button', { name: 'Remove them' }).click()
    await expect(
      page.getByText(new RegExp(`${before} papers removed\\.|Removing ${before}`)).first(),
    ).toBeVisible()
    await expect(page.getByText(missing)).toHaveCount(0)

    await member.goto(`${portal.url}${materials}`)
    await expect(member.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(member.getByRole('link', { name: /Cash Flow Summary/ })).toHaveCount(0)
    await page.goto(`${portal.url}/admin/audit`)
    await expect(
      page.getByRole('listitem').filter({ hasText: 'Sync removals confirmed' }).first(),
    ).toBeVisible()
    await member.close()
  },
)
