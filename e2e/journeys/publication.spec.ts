import path from 'node:path'
import type { Page } from '@playwright/test'
import { listUploads } from '@portal/contract/uploads'
import { search } from '@portal/contract/search'
import { listMappings, saveMapping } from '@portal/contract/mappings'
import { prepareQuarter } from '@portal/contract/meetings'
import { quarterAfter, quarterName } from '@portal/domain/quarter'
import { adminToken, callWith } from '../bench/session.ts'
import { windows } from '../support/counts.ts'
import { currentQuarter, expect, test } from '../support/fixtures.ts'
import { writePaper } from '../support/story-paper.ts'

const now = currentQuarter()
const next = quarterAfter(now)
const nextName = quarterName(next)
const materials = `/meetings/${next.year}/q/${next.quarter}`
const word = 'perennials'

for (const { width, height } of windows)
  test(
    `a paper is seen while its quarter is published, and never otherwise, at ${width} px`,
    { tag: '@long' },
    async ({ browser, page, ownPortal, signIn }) => {
      const portal = await ownPortal()
      const paper = path.join(portal.dataFolder, 'Perennials memo.pdf')
      await writePaper(paper, [`The ${word} of the garden`])
      const call = callWith(portal.url, await adminToken(portal.url))
      await page.setViewportSize({ width, height })
      await signIn('admin', { url: `${portal.url}/admin/uploads` })
      await page.getByRole('button', { name: 'Upload papers' }).click()
      await page.getByLabel('Files', { exact: true }).setInputFiles(paper)
      await expect.poll(async () => (await call(listUploads, {})).total).toBe(1)
      await expect
        .poll(async () => (await call(search, { query: { q: word } })).hits[0]?.page)
        .toBe(1)
      await page.reload()
      const uploads = page.getByRole('list', { name: 'Uploaded papers' })
      await expect(uploads).toContainText('Not used in any slot. Members don’t see it yet.')

      const member = await browser.newPage({ viewport: { width, height } })
      await signIn('member', { page: member, url: `${portal.url}/search?q=${word}` })
      const link = member.getByRole('link', { name: 'Perennials memo' })
      await expect(member.getByText(`Nothing found for “${word}”`)).toBeVisible()

      const documentId = await mapPaper()
      await page.reload()
      await expect(uploads).toContainText('Members don’t see it yet.')
      await expectNothing(member)

      await page.goto(`${portal.url}/admin?year=${next.year}&quarter=${next.quarter}`)
      await page.getByRole('button', { name: 'Publish quarter' }).click()
      const review = page.getByRole('dialog', { name: `Publish ${nextName}?` })
      await expect(review.getByRole('region', { name: 'Members will see' })).toContainText(
        'Perennials memo',
      )
      await review.getByRole('button', { name: 'Publish quarter' }).click()
      await expect(page.getByText(`Members see ${nextName} now.`)).toBeVisible()
      await member.goto(`${portal.url}/search?q=${word}`)
      await expect(link).toBeVisible()
      await member.goto(`${portal.url}${materials}`)
      await expect(member.getByText('Consent Agenda').first()).toBeVisible()

      await page.getByRole('button', { name: 'Put back in preparation' }).click()
      const question = page.getByRole('alertdialog')
      await question.getByRole('button', { name: 'Put back in preparation' }).click()
      await expect(page.getByText(`Members don’t see ${nextName} yet.`)).toBeVisible()
      await expectNothing(member)
      await member.close()

      /** Maps the paper to a slot of the quarter in preparation; returns its id. */
      async function mapPaper(): Promise<string> {
        await call(prepareQuarter, { params: next })
        const [upload] = (await call(listUploads, {})).papers
        const id = `meeting-${next.year}-q${next.quarter}-consent-agenda`
        const { revision } = (await call(listMappings, {}))[id]!
        const body = { documentId: upload!.document.id, active: true }
        await call(saveMapping, { params: { id }, body, revision })
        return body.documentId
      }

      async function expectNothing(tab: Page) {
        await tab.goto(`${portal.url}/search?q=${word}`)
        await expect(tab.getByText(`Nothing found for “${word}”`)).toBeVisible()
        await tab.goto(`${portal.url}${materials}`)
        await expect(tab.getByText(`No materials for ${nextName} yet`)).toBeVisible()
        await tab.goto(`${portal.url}/resources/view/${documentId}`)
        await expect(tab.getByText(/not found/i).first()).toBeVisible()
      }
    },
  )
