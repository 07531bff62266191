import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Note, type NoteSelector, type SavedNote, saveNotes } from '@portal/contract/notes'
import type { Page } from '@playwright/test'
import { adminToken, callWith, memberToken } from '../bench/session.ts'
import { expectAccessibleInBoth, expectNoOverflow } from '../support/accessible.ts'
import { currentQuarter, expect, test } from '../support/fixtures.ts'
import { replaceablePaper } from '../support/replaceable-paper.ts'

const { year, quarter } = currentQuarter()
const cover = 'Cash Flow Summary. Prepared for the board by the director of finance.'
const funds = 'The reserve fund keeps nine months of grants in cash.'
const audit = 'The auditors visit the foundation in the spring.'
const closing = 'The committee recommends no change this year.'
const added = 'A new page about the line of credit comes before the funds.'

const pageSelector = (page: number): NoteSelector => ({
  type: 'FragmentSelector',
  conformsTo: 'http://tools.ietf.org/rfc/rfc3778',
  value: `page=${page}`,
})
const at = (version: number, page: number, exact: string): SavedNote['target'] => ({
  version,
  selector: [pageSelector(page), { type: 'TextQuoteSelector', exact, prefix: '', suffix: '' }],
})

test('notes that a new version has lost are placed by hand, and all leave as files', async ({
  ownPortal,
  page,
  signIn,
}) => {
  const portal = await ownPortal()
  const admin = callWith(portal.url, await adminToken(portal.url))
  const member = callWith(portal.url, await memberToken(portal.url))
  const slot = `meeting-${year}-q${quarter}-cash-flow-summary`
  const { paper, replace } = await replaceablePaper(portal, admin, slot)
  const save = async (notes: readonly SavedNote[]) => {
    const body = { documentId: paper.id, erasures: 0, notes: [...notes], removed: [] }
    const saved = await member(saveNotes, { body })
    return saved.notes.map(({ note }) => note)
  }
  const written = (note: Pick<SavedNote, 'color' | 'text' | 'target'>): SavedNote => {
    return { id: randomUUID(), createdAt: new Date().toISOString(), ...note }
  }

  await replace([cover, funds, `${audit} ${closing}`], 2)
  const [auditNote, closingNote] = await save([
    written({ text: 'Who visits?', color: 'green', target: at(2, 3, audit) }),
    written({ text: 'Why not?', color: 'pink', target: at(2, 3, closing) }),
  ])
  await replace([cover, added, funds, 'In June there is nobody from outside.'], 3)
  await save([written({ text: 'Ask about *cash*', color: 'yellow', target: at(3, 3, funds) })])

  await signIn('member', { url: `${portal.url}/my-notes` })
  const card = page.getByRole('region', { name: new RegExp(`^${paper.name}`) })
  await expect(card).toContainText('3 notes · 2 not placed')
  await expect(card.getByRole('listitem').filter({ hasText: 'Who visits?' })).toContainText(
    'Not placed',
  )
  await expectAccessibleInBoth(page, 'my notes')
  await page.setViewportSize({ width: 320, height: 800 })
  await page.evaluate(() => (document.documentElement.dataset['textSize'] = 'A++'))
  await expectNoOverflow(page, 'my notes at 320 in the largest type')
  await page.setViewportSize({ width: 1280, height: 800 })

  const placed = at(3, 4, 'In June there is nobody from outside.')
  await save([
    { ...changed(auditNote!), placed },
    { ...changed(closingNote!), dismissed: 3 },
  ])
  await page.reload()
  await expect(card).toContainText('3 notes · 1 not placed')
  await card.getByRole('link', { name: /, Page 3$/ }).click()
  await expect(page.getByRole('textbox', { name: 'Page' })).toHaveValue('3')
  await page.goBack()

  const copy = await download(page, () =>
    card.getByRole('button', { name: /^Copy with my notes/ }).click(),
  )
  expect(copy.name).toBe(`${paper.name.replace('.pdf', '')} with my notes.pdf`)
  expect(copy.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  const list = await download(page, () => page.getByRole('button', { name: 'List (PDF)' }).click())
  expect(list.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  const markdown = await download(page, () =>
    page.getByRole('button', { name: 'Markdown' }).click(),
  )
  expect(markdown.name).toBe('My notes.md')
  expect(markdown.bytes.toString()).toContain(
    String.raw`**Page 3, version 3 · Yellow**

> ${funds}

Ask about \*cash\*`,
  )
})

function changed({ id, createdAt, revision, color, text, target }: Note): SavedNote {
  return { id, createdAt, color, text, target, base: { revision, color, text } }
}

async function download(page: Page, start: () => Promise<void>) {
  const [file] = await Promise.all([page.waitForEvent('download'), start()])
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) }
}
