import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { getDocumentText } from '@portal/contract/documents'
import { listMappings } from '@portal/contract/mappings'
import { type SavedNote, saveNotes } from '@portal/contract/notes'
import type { NoteSelector } from '@portal/contract/note-target'
import { pageLetters } from '@portal/domain/page-letters'
import type { Page } from '@playwright/test'
import { adminToken, callWith, memberToken, passwordToken } from '../bench/session.ts'
import {
  expectAccessible,
  expectAccessibleInBoth,
  expectNoOverflow,
} from '../support/accessible.ts'
import { currentQuarter, enterByPassword, expect, test } from '../support/fixtures.ts'
import { newPerson } from '../support/own-person.ts'
import { replaceablePaper } from '../support/replaceable-paper.ts'

const { year, quarter } = currentQuarter()
const address = `/meetings/${year}/q/${quarter}?material=cash-flow-summary`
const cover = 'Cash Flow Summary. Prepared for the board by the director of finance.'
const funds = 'The reserve fund keeps nine months of grants in cash.'
const audit = 'The auditors visit the foundation in the spring.'
const auditEdited = 'The auditors visit the foundation again in the spring.'
const closing = 'The committee recommends no change this year.'
const outside = 'In June there is nobody from outside.'
const added = 'A new page about the line of credit comes before the funds.'

const pageSelector = (page: number): NoteSelector => ({
  type: 'FragmentSelector',
  conformsTo: 'http://tools.ietf.org/rfc/rfc3778',
  value: `page=${page}`,
})
const areaSelector: NoteSelector = {
  type: 'FragmentSelector',
  conformsTo: 'http://www.w3.org/TR/media-frags/',
  value: 'xywh=percent:0,0,100,60',
}
const at = (version: number, page: number, exact: string): SavedNote['target'] => ({
  version,
  selector: [pageSelector(page), { type: 'TextQuoteSelector', exact, prefix: '', suffix: '' }],
})

test('a note is marked in its paper, listed, and leaves as files', async ({ baseURL, page }) => {
  const url = baseURL!
  const person = await newPerson(url, 'Nora Field')
  const member = callWith(url, await passwordToken(url, person))
  const slot = `meeting-${year}-q${quarter}-cash-flow-summary`
  const { document: paper } = (await member(listMappings))[slot]!
  const { pages } = await member(getDocumentText, { params: { id: paper!.id } })
  // Four words of a sentence, on one line.
  const { index, 0: exact } = /\p{Lu}\p{Ll}+(?: \p{Ll}+){3}/u.exec(pages[0]!)!
  const letters = pageLetters(pages[0]!).at
  const place = { start: letters[index]!, end: letters[index + exact.length]! }
  const note: SavedNote = {
    id: randomUUID(),
    createdAt: new Date().toISOString(),
    text: 'Ask about *cash*',
    color: 'yellow',
    target: {
      version: 1,
      selector: [...at(1, 1, exact).selector, { type: 'TextPositionSelector', ...place }],
    },
  }
  await member(saveNotes, {
    body: { documentId: paper!.id, erasures: 0, notes: [note], removed: [] },
  })

  await page.goto(address)
  await enterByPassword(page, person)
  await openNotes(page)
  await expect(entries(page)).toHaveText([/Page 1 · Yellow/])
  await page.keyboard.press('j')
  await expect.poll(() => page.evaluate(markedWords, 'yellow')).toBe(exact)

  const area: SavedNote = {
    ...note,
    id: randomUUID(),
    text: 'This part',
    target: { version: 1, selector: [pageSelector(1), areaSelector] },
  }
  await member(saveNotes, {
    body: { documentId: paper!.id, erasures: 0, notes: [area], removed: [] },
  })

  await page.goto('/my-notes')
  const card = page.getByRole('region', { name: 'Cash Flow Summary' })
  await expect(card).toContainText('2 notes')
  const picture = card.getByRole('img', {
    name: 'An area on page 1 of Cash Flow Summary: This part',
  })
  // The page's words are in it, under the color of the note.
  await expect
    .poll(() => picture.evaluate(darkestAndWashed))
    .toEqual({ isDark: true, isWashed: true })
  await expectAccessible(page, 'my notes')
  const copy = await download(page, () =>
    card.getByRole('button', { name: /^Copy with my notes/ }).click(),
  )
  expect(copy.name).toBe('Cash Flow Summary with my notes.pdf')
  expect(copy.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  const pdf = await download(page, () => page.getByRole('button', { name: 'List (PDF)' }).click())
  expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  const markdown = await download(page, () =>
    page.getByRole('button', { name: 'Text (Markdown)' }).click(),
  )
  expect(markdown.name).toBe('My notes.md')
  expect(markdown.bytes.toString()).toContain(String.raw`Ask about \*cash\*`)
  expect(markdown.bytes.toString()).toContain('[picture-1]: data:image/jpeg;base64,')
})

test(
  'notes follow their words into new versions, are placed by hand if those are lost, and leave as files',
  { tag: '@long' },
  async ({ ownPortal, page, signIn }) => {
    const portal = await ownPortal()
    const admin = callWith(portal.url, await adminToken(portal.url))
    const member = callWith(portal.url, await memberToken(portal.url))
    const slot = `meeting-${year}-q${quarter}-cash-flow-summary`
    const { paper, replace } = await replaceablePaper(portal, admin, slot)
    const written = (note: Pick<SavedNote, 'color' | 'text' | 'target'>): SavedNote => {
      return { id: randomUUID(), createdAt: new Date().toISOString(), ...note }
    }

    await replace([cover, funds, `${audit} ${closing}`], 2)
    const notes = [
      written({ text: 'Ask about *cash*', color: 'yellow', target: at(2, 2, funds) }),
      written({ text: 'Who visits?', color: 'green', target: at(2, 3, audit) }),
      written({ text: 'Why not?', color: 'pink', target: at(2, 3, closing) }),
    ]
    await member(saveNotes, { body: { documentId: paper.id, erasures: 0, notes, removed: [] } })

    // The funds are on another page, and a word of the audit is new.
    await replace([cover, added, funds, `${auditEdited} ${closing}`], 3)
    await signIn('member', { url: `${portal.url}${address}` })
    await openNotes(page)
    await expect(entries(page)).toHaveText([/Page 3 · Yellow/, /Page 4 · Green/, /Page 4 · Pink/])
    await expect(entries(page).nth(1)).toContainText('The words have changed')
    await page.keyboard.press('j')
    await expect.poll(() => page.evaluate(markedWords, 'yellow')).toBe(funds)
    await page.keyboard.press('j')
    await expect.poll(() => page.evaluate(markedWords, 'green')).toBe(auditEdited)
    await expect.poll(() => page.evaluate(markedWords, 'pink')).toBe(closing)

    // Both sentences are gone.
    await replace([cover, added, funds, outside], 4)
    await page.goto(`${portal.url}/my-notes`)
    const card = page.getByRole('region', { name: 'Cash Flow Summary' })
    await expect(card).toContainText('3 notes · 2 not placed')
    await expect(card.getByRole('listitem').filter({ hasText: 'Who visits?' })).toContainText(
      'Not placed',
    )
    await expectAccessibleInBoth(page, 'my notes')
    await page.setViewportSize({ width: 320, height: 800 })
    await page.evaluate(() => (document.documentElement.dataset['textSize'] = 'A++'))
    await expectNoOverflow(page, 'my notes at 320 in the largest type')
    await page.setViewportSize({ width: 1280, height: 800 })

    await page.goto(`${portal.url}${address}`)
    await openNotes(page)
    const lost = entries(page).filter({ hasText: 'Who visits?' })
    await expect(lost).toContainText(audit)
    await lost.getByRole('button', { name: 'Place by hand' }).click()
    await page.getByRole('textbox', { name: 'Page' }).fill('4')
    await page.getByRole('textbox', { name: 'Page' }).press('Enter')
    await expect(page.locator('.textLayer').getByText(outside)).toBeVisible()
    await page.getByRole('region', { name: /^Pages of/ }).focus()
    await page.keyboard.press('ArrowDown')
    const bar = page.getByRole('toolbar', { name: 'Selected words' })
    await bar.getByRole('button', { name: 'Place it here' }).click()
    await expect.poll(() => page.evaluate(markedWords, 'green')).toBe(outside)
    await entries(page)
      .filter({ hasText: 'Why not?' })
      .getByRole('button', { name: 'Dismiss' })
      .click()
    await expect(entries(page)).toHaveText([/Page 3 · Yellow/, /Page 4 · Green/])
    await expect(list(page).getByText('Saved', { exact: true })).toBeVisible()

    await page.goto(`${portal.url}/my-notes`)
    await expect(card).toContainText('3 notes · 1 not placed')
    await card.getByRole('link', { name: /, Page 3$/ }).click()
    await expect(page.getByRole('textbox', { name: 'Page' })).toHaveValue('3')
    await page.getByRole('link', { name: 'Back', exact: true }).click()

    const copy = await download(page, () =>
      card.getByRole('button', { name: /^Copy with my notes/ }).click(),
    )
    expect(copy.name).toBe('Cash Flow Summary with my notes.pdf')
    expect(copy.bytes.subarray(0, 5).toString()).toBe('%PDF-')
    const pdf = await download(page, () => page.getByRole('button', { name: 'List (PDF)' }).click())
    expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-')
    const markdown = await download(page, () =>
      page.getByRole('button', { name: 'Text (Markdown)' }).click(),
    )
    expect(markdown.name).toBe('My notes.md')
    expect(markdown.bytes.toString()).toContain(
      String.raw`**Page 3, version 4 · Yellow**

  > ${funds}

  Ask about \*cash\*`,
    )
  },
)

const list = (page: Page) => page.getByRole('complementary', { name: 'Notes' })
const entries = (page: Page) => list(page).getByRole('listitem')

async function openNotes(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Notes', exact: true }).click()
  await expect(list(page).getByRole('button', { name: 'Next note' })).toBeEnabled()
}

/** Runs in the page: the words that are marked in a color, line by line. */
function markedWords(color: string): string {
  const marks = CSS.highlights.get(`note-${color}`) ?? new Highlight()
  return [...marks].map((range) => (range as Range).toString().trim()).join(' ')
}

/** Runs in the page: whether a picture has black letters, and the paper of a yellow note. */
function darkestAndWashed(element: Element) {
  const { width, height } = element as HTMLCanvasElement
  const context = width > 0 ? (element as HTMLCanvasElement).getContext('2d') : null
  const { data } = context?.getImageData(0, 0, width, height) ?? { data: [] }
  let [isDark, isWashed] = [false, false]
  for (let byte = 0; byte < data.length; byte += 4) {
    const [red = 0, green = 0, blue = 0] = [data[byte], data[byte + 1], data[byte + 2]]
    isDark ||= red + green + blue < 200
    isWashed ||= red > 250 && green > 220 && blue < 130
  }
  return { isDark, isWashed }
}

async function download(page: Page, start: () => Promise<void>) {
  const [file] = await Promise.all([page.waitForEvent('download'), start()])
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) }
}
