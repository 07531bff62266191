import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { listMappings } from '@portal/contract/mappings'
import { getNotes, type SavedNote, saveNotes } from '@portal/contract/notes'
import type { NoteSelector } from '@portal/contract/note-target'
import type { Call } from '@portal/remote-kit/client'
import type { Page } from '@playwright/test'
import { adminToken, callWith, memberToken, passwordToken } from '../bench/session.ts'
import {
  expectAccessible,
  expectAccessibleInBoth,
  expectNoOverflow,
} from '../support/accessible.ts'
import { boxOf } from '../support/box-of.ts'
import { currentQuarter, enterByPassword, expect, test } from '../support/fixtures.ts'
import { newPerson } from '../support/own-person.ts'
import { drawByPen } from '../support/touches.ts'
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

test('a member writes notes by mouse, keyboard and pencil, also offline, finds them listed, and takes them along as a file', async ({
  baseURL,
  page,
}) => {
  const url = baseURL!
  const person = await newPerson(url, 'Nora Field')
  const member = callWith(url, await passwordToken(url, person))
  const slot = `meeting-${year}-q${quarter}-cash-flow-summary`
  const { id } = (await member(listMappings))[slot]!.document!
  const notesOf = async (call: Call) => (await call(getNotes, { params: { id } })).notes
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(address)
  await enterByPassword(page, person)
  await writeByMouse(page)
  await writeByKeyboard(page)
  await writeByPencil(page)
  await page.reload()
  await openNotes(page)
  await expect(entries(page)).toHaveCount(3)
  expect(await notesOf(callWith(url, await adminToken(url)))).toEqual([])

  const area: SavedNote = {
    id: randomUUID(),
    createdAt: new Date().toISOString(),
    color: 'yellow',
    text: 'Ask about *cash*',
    target: { version: 1, selector: [pageSelector(1), areaSelector] },
  }
  await member(saveNotes, { body: { documentId: id, erasures: 0, notes: [area], removed: [] } })
  await page.goto('/my-notes')
  const card = page.getByRole('region', { name: 'Cash Flow Summary' })
  await expect(card).toContainText('4 notes')
  const picture = card.getByRole('img', {
    name: 'An area on page 1 of Cash Flow Summary: Ask about *cash*',
  })
  // The page's words are in it, under the color of the note.
  await expect
    .poll(() => picture.evaluate(darkestAndWashed))
    .toEqual({ isDark: true, isWashed: true })
  await expectAccessible(page, 'my notes')
  const markdown = await download(page, () =>
    page.getByRole('button', { name: 'Text (Markdown)' }).click(),
  )
  expect(markdown.name).toBe('My notes.md')
  expect(markdown.bytes.toString()).toContain(String.raw`Ask about \*cash\*`)
  expect(markdown.bytes.toString()).toContain('[picture-1]: data:image/jpeg;base64,')
})

const bar = (page: Page) => page.getByRole('toolbar', { name: 'Selected words' })
const field = (page: Page) => page.getByRole('textbox', { name: 'Your note' })
const saved = (page: Page) => list(page).getByText('Saved', { exact: true })

/** Highlights the first line of a paper, and writes about it without a connection. */
async function writeByMouse(page: Page): Promise<void> {
  const words = page.locator('.textLayer span:not(:has(*))').filter({ hasText: /\w{4}/ })
  await expect(words.first()).toBeVisible()
  const box = await boxOf(words.first())
  await page.mouse.move(box.x + 1, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width - 1, box.y + box.height / 2, { steps: 5 })
  await page.mouse.up()
  const barBox = await boxOf(bar(page))
  expect(barBox.y >= box.y + box.height || barBox.y + barBox.height <= box.y).toBe(true)
  await page.getByRole('button', { name: 'Highlight in Green' }).click()
  await expect(bar(page)).toBeHidden()
  await expect.poll(() => page.evaluate(markedWords, 'green')).not.toBe('')
  const marked = await page.evaluate(markedWords, 'green')
  expect(await words.first().textContent()).toContain(marked)
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  await expect(field(page)).toBeVisible()
  await page.context().setOffline(true)
  await field(page).fill('Written offline.')
  await expect(list(page)).toContainText('Saved on this device; you are offline')
  await page.context().setOffline(false)
  await expect(saved(page)).toBeVisible()
}

async function writeByKeyboard(page: Page): Promise<void> {
  await page.getByRole('region', { name: /^Pages of/ }).focus()
  await page.keyboard.press('s')
  for (const key of ['ArrowRight', 'ArrowRight', 'Shift+ArrowRight']) await page.keyboard.press(key)
  await expect(bar(page)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Highlight in Yellow' })).toBeFocused()
  await page.getByRole('button', { name: 'Note', exact: true }).press('Enter')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('By keyboard.')
  await expect(saved(page)).toBeVisible()
}

async function writeByPencil(page: Page): Promise<void> {
  await list(page).getByRole('button', { name: 'Draw', exact: true }).click()
  const done = page.getByRole('button', { name: 'Done' })
  await expect(done).toBeVisible()
  const box = await boxOf(page.getByRole('region', { name: /^Pages of/ }))
  const line = Array.from({ length: 12 }, (_, step) => ({
    x: box.x + box.width * (0.3 + step / 60),
    y: box.y + box.height * 0.5 + Math.sin(step) * 8,
  }))
  await drawByPen(page, line)
  await expect(page.locator('.noteMarks .ink')).not.toHaveCount(0)
  await done.click()
  if (!(await list(page).isVisible())) await openNotes(page)
  await expect(list(page).getByText('A drawing')).toHaveCount(1)
  await expect(saved(page)).toBeVisible()
}

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
    await bar(page).getByRole('button', { name: 'Place it here' }).click()
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
