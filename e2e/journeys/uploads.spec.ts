import { cpSync, mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { quarterAfter, quarterName } from '@portal/domain/quarter'
import { dropFolder } from '../support/drop-folder.ts'
import { currentQuarter, expect, test } from '../support/fixtures.ts'

const papers = [
  'Agenda',
  'Consent Agenda',
  'Budget vs Actual',
  'Cash Flow Summary',
  'Asset Summary',
  'Spend-Down Model',
  'Spenddown Overview',
  'Budget Update',
  'Meeting Data',
  'Grants Docket',
  'Site Visits',
  'Investment Review',
]

/** The PDFs below a folder. */
function pdfsIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.pdf'))
    .map((name) => path.join(folder, name))
}

test('a folder of papers is uploaded through a reload and a killed server, and mapped', async ({
  page,
  signIn,
  portalProcess,
}) => {
  const portal = await portalProcess()
  const quarter = quarterAfter(currentQuarter(), 2)
  const folder = path.join(portal.dataFolder, `Board ${quarter.year} Q${quarter.quarter}`)
  mkdirSync(folder)
  const originals = pdfsIn(path.join(portal.dataFolder, 'drive'))
  for (const [index, name] of papers.entries()) {
    cpSync(originals[index]!, path.join(folder, `${name}.pdf`))
  }
  await signIn('admin', { url: `${portal.url}/admin/directory` })
  await expect(page.getByRole('button', { name: 'Upload papers' })).toBeVisible()

  let sent = 0
  await page.route('**/api/uploads/*/parts/**', async (route) => {
    sent += 1
    // The rest waits, as on a slow line.
    if (sent <= 3) await route.continue()
  })
  await dropFolder(page, folder)
  const list = page.getByRole('region', { name: /^Upload/ })
  await expect(list.getByText('Stored')).toHaveCount(3)
  await portal.kill()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.goto(`${portal.url}/admin/audit`)
  const match = page.getByRole('link', {
    name: `Match ${papers.length - 3} papers to ${quarterName(quarter)}`,
  })
  await match.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Resource Mappings' })).toBeVisible()
  await page.getByRole('button', { name: `Map ${papers.length} papers` }).click()
  await expect(page.getByText(`Mapped ${papers.length} papers`).first()).toBeVisible()
})
