import path from 'node:path'
import { listMappings } from '@portal/contract/mappings'
import { saveNotes } from '@portal/contract/notes'
import type { NoteSelector } from '@portal/contract/note-target'
import { getDocumentText } from '@portal/contract/documents'
import type { Page } from '@playwright/test'
import { adminToken, callWith, memberToken } from '../bench/session.ts'
import { expectAccessible } from '../support/accessible.ts'
import { windows } from '../support/counts.ts'
import { dropFolder } from '../support/drop-folder.ts'
import { currentQuarter, expect, type OwnPortal, test } from '../support/fixtures.ts'
import { replaceablePaper } from '../support/replaceable-paper.ts'
import { writePaper } from '../support/story-paper.ts'
import { useTool } from '../support/use-tool.ts'

const { year, quarter } = currentQuarter()
const slot = `meeting-${year}-q${quarter}-cash-flow-summary`
const address = `/meetings/${year}/q/${quarter}?material=cash-flow-summary`

const sentences = (from: number) =>
  Array.from(
    { length: 14 },
    (_, at) => `Fund ${from + at} of the foundation keeps ${from + at} thousand dollars in cash.`,
  ).join(' ')
const [cover, second, third] = ['Cash Flow Summary for the board.', sentences(10), sentences(40)]
const corrected = second.replace('Fund 12 of the foundation keeps 12', 'Fund 12 of it keeps 95')

/** A note of the member on a sentence of page 2 that the corrected papers have on page 3. */
async function noteOn(documentId: string, url: string): Promise<void> {
  const member = callWith(url, await memberToken(url))
  const selector: NoteSelector[] = [
    {
      type: 'FragmentSelector',
      conformsTo: 'http://tools.ietf.org/rfc/rfc3778',
      value: 'page=2',
    },
    {
      type: 'TextQuoteSelector',
      exact: 'Fund 20 of the foundation keeps 20 thousand dollars in cash.',
      prefix: '',
      suffix: '',
    },
  ]
  const note = {
    id: '6f1c1f0e-6a57-4a53-8a53-0d4b9f1f6a11',
    createdAt: '2026-11-03T08:00:00Z',
    color: 'yellow' as const,
    text: 'Ask about fund 20',
    target: { version: 2, selector },
  }
  await member(saveNotes, { body: { documentId, erasures: 0, notes: [note], removed: [] } })
}

/** Writes a paper with these pages to the disk. */
async function paperFile({ dataFolder }: OwnPortal, name: string, pages: string[]) {
  const file = path.join(dataFolder, name)
  await writePaper(file, pages)
  return file
}

const proposalFor = (page: Page, name: string) =>
  page.getByRole('region', { name: `Proposal for ${name}` }).first()

/** The reader's notes, listed next to the paper. */
async function listedNotes(page: Page) {
  const list = page.getByRole('complementary', { name: 'Notes' })
  await expect(page.getByRole('toolbar')).toBeVisible()
  if (!(await list.isVisible())) await useTool(page, 'Notes')
  return list.getByRole('list', { name: 'Notes' })
}

for (const viewport of windows) {
  test(
    `a corrected file is shown instead, becomes a new version, and readers keep their notes, at ${viewport.width} px`,
    { tag: '@long' },
    async ({ browser, ownPortal, page, signIn }) => {
      const portal = await ownPortal()
      const admin = callWith(portal.url, await adminToken(portal.url))
      const { paper, replace } = await replaceablePaper(portal, admin, slot)
      await replace([cover, second, third], 2)
      await noteOn(paper.id, portal.url)
      const base = path.basename(paper.name, '.pdf')
      const shown = async () => (await admin(listMappings, {}))[slot]!.document!

      await page.setViewportSize(viewport)
      await signIn('admin', { url: `${portal.url}/admin` })
      await expect(page.getByRole('button', { name: 'Upload papers' })).toBeVisible()
      const upload = `${base} (corrected).pdf`
      const dropped = [cover, 'A new page.', corrected, third]
      await dropFolder(page, await paperFile(portal, upload, dropped))
      const instead = proposalFor(page, upload)
      await expect(instead).toContainText(paper.name)
      await expectAccessible(page, 'a proposal')
      await instead.getByRole('button', { name: /^Show this upload instead/ }).click()
      await expect.poll(async () => (await shown()).name).toBe(upload)
      const { id } = await shown()
      const readText = () =>
        admin(getDocumentText, { params: { id } }).then(
          ({ pages }) => pages.length,
          () => 0,
        )
      await expect.poll(readText).toBe(4)

      const reader = await browser.newPage({ baseURL: portal.url, viewport })
      await signIn('member', { page: reader, url: `${portal.url}${address}` })
      const offer = reader.getByRole('region', { name: 'Notes on the earlier paper' })
      await expect(offer).toContainText(`You have 1 note on ${paper.name}`)
      await expectAccessible(reader, 'an offer of notes')
      await offer.getByRole('button', { name: 'Bring it along' }).click()
      await expect(offer).toBeHidden()
      await expect(await listedNotes(reader)).toContainText('Ask about fund 20')
      await expect(await listedNotes(reader)).toContainText(/page 3/i)

      const second2 = `${base} (corrected 2).pdf`
      const chosen = await paperFile(portal, second2, [cover, 'A new page.', second, third])
      await page.getByRole('button', { name: 'Upload papers' }).click()
      await page.getByLabel('Files').setInputFiles(chosen)
      const version = proposalFor(page, second2)
      await version.getByRole('button', { name: `New version of ${upload}` }).click()
      await expect.poll(async () => (await shown()).version).toBe(2)
      expect((await shown()).id).toBe(id)
      await reader.reload()
      await expect(reader.locator('canvas').first()).toBeVisible()
      await expect(await listedNotes(reader)).toContainText('Ask about fund 20')
      await expect(offer).toBeHidden()
      await reader.close()
    },
  )
}
