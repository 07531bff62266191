import { cpSync, mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { type Quarter, quarterAfter, quarterName } from '@portal/domain/quarter'
import { dropFolder } from '../support/drop-folder.ts'
import { currentQuarter, expect, type OwnPortal, test } from '../support/fixtures.ts'

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

const later = quarterAfter(currentQuarter(), 2)

/** The PDFs below a folder. */
function pdfsIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.pdf'))
    .map((name) => path.join(folder, name))
}

/** A folder of papers under these names, which names its quarter. */
function folderOf(names: string[], of: Quarter, { dataFolder }: OwnPortal): string {
  const folder = path.join(dataFolder, `Board ${of.year} Q${of.quarter}`)
  mkdirSync(folder)
  const originals = pdfsIn(path.join(dataFolder, 'drive'))
  for (const [index, name] of names.entries()) {
    cpSync(originals[index]!, path.join(folder, `${name}.pdf`))
  }
  return folder
}

test(
  'a folder of papers is uploaded through a reload and a killed server, and mapped',
  { tag: '@long' },
  async ({ page, signIn, portalProcess }) => {
    const portal = await portalProcess()
    const folder = folderOf(papers, later, portal)
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
      name: `Match ${papers.length - 3} papers to ${quarterName(later)}`,
    })
    await match.click()
    await expect(page.getByRole('heading', { level: 1, name: 'Resource Mappings' })).toBeVisible()
    await page.getByRole('button', { name: `Map ${papers.length} papers` }).click()
    await expect(page.getByText(`Mapped ${papers.length} papers`).first()).toBeVisible()
  },
)
