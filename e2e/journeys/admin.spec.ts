import { copyFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { currentQuarter, expect, test } from '../support/fixtures.ts'

const { year, quarter } = currentQuarter()

/** Any paper of the sample, to be added again under another name. */
function firstPaper(dataFolder: string): string {
  const drive = path.join(dataFolder, 'drive')
  const papers = readdirSync(drive, { recursive: true, encoding: 'utf8' })
  return path.join(
    drive,
    papers.find((name) => /cash.?flow.*\.pdf$/i.test(name))!,
  )
}

const past = quarter === 1 ? { year: year - 1, quarter: 4 } : { year, quarter: quarter - 1 }

test('an admin adds a paper, syncs, maps it, and a member sees it without a restart', async ({
  browser,
  ownPortal,
  page,
  signIn,
}) => {
  const portal = await ownPortal()
  copyFileSync(
    firstPaper(portal.dataFolder),
    path.join(portal.dataFolder, 'drive', 'Liquidity note.pdf'),
  )

  const place = `year=${past.year}&quarter=${past.quarter}`
  await signIn('admin', { url: `${portal.url}/admin/meetings/resource-mappings?${place}` })
  await expect(page.getByText(/last synced/i).first()).toBeVisible()
  await page.getByRole('button', { name: 'Sync the drive folder' }).click()
  await expect(page.getByText(/Sync complete\. \d+ documents available\./).first()).toBeVisible()

  const row = page.getByRole('row', { name: /Additional Material 5/ })
  await expect(row.getByText('No document mapped')).toBeVisible()
  await row.getByRole('button', { name: 'Map Document' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox').first().fill('Liquidity')
  await page.getByRole('option', { name: /Liquidity note/ }).click()
  await dialog.getByRole('button', { name: 'Save Mapping' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(row.getByText(/Liquidity note/).first()).toBeVisible()

  const memberTab = await browser.newPage({ baseURL: portal.url })
  await signIn('member', {
    page: memberTab,
    url: `${portal.url}/meetings/${past.year}/q/${past.quarter}`,
  })
  await memberTab.getByRole('link', { name: /Additional Material 5|Liquidity note/ }).click()
  await expect(memberTab.locator('canvas').first()).toBeVisible()
  await memberTab.close()
})
