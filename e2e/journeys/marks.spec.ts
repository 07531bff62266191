import { randomUUID } from 'node:crypto'
import { type SavedNote, saveNotes } from '@portal/contract/notes'
import type { NoteSelector } from '@portal/contract/note-target'
import {
  type NoteColor,
  changeWashes,
  matchWashes,
  noteMarkColors,
} from '@portal/domain/mark-colors'
import { pageLetters } from '@portal/domain/page-letters'
import type { Page } from '@playwright/test'
import { adminToken, callWith, memberToken } from '../bench/session.ts'
import { everyCombination } from '../support/counts.ts'
import { currentQuarter, expect, test } from '../support/fixtures.ts'
import { type Color, colorBoxes, contrastWithin, type PixelBox } from '../support/pixels.ts'
import { replaceablePaper } from '../support/replaceable-paper.ts'
import { useTool } from '../support/use-tool.ts'
import {
  areas,
  gray,
  highlightedLine,
  inks,
  searchedWord,
  turnedPaper,
} from '../support/turned-paper.ts'

const { year, quarter } = currentQuarter()
const address = `/meetings/${year}/q/${quarter}?material=cash-flow-summary&since=2`
const pages = [1, 2, 3, 4]
/** Of the pages that are turned by their paper, and of the reader's turns, one in an ordinary run. */
const shownPages = everyCombination ? pages : [4]
const turns = everyCombination ? 3 : 1
const looks = [
  { colorScheme: 'light' },
  { colorScheme: 'dark' },
  { forcedColors: 'active' },
] as const
const highlighted = ['yellow', 'green', 'blue'] as const

test('marks, links and words stay together on turned pages', async ({
  context,
  ownPortal,
  page,
  signIn,
}) => {
  const portal = await ownPortal()
  const admin = callWith(portal.url, await adminToken(portal.url))
  const member = callWith(portal.url, await memberToken(portal.url))
  const slot = `meeting-${year}-q${quarter}-cash-flow-summary`
  const { paper, replace } = await replaceablePaper(portal, admin, slot)
  await replace(await turnedPaper({ hasAdded: false }), 2)
  await replace(await turnedPaper({ hasAdded: true }), 3)
  const notes = pages.flatMap(notesOn)
  await member(saveNotes, { body: { documentId: paper.id, erasures: 0, notes, removed: [] } })

  const reader = await context.newPage()
  const expectAt = async (number: number) => {
    await page.getByRole('textbox', { name: /^Page, of/ }).fill(String(number))
    await page.getByRole('textbox', { name: /^Page, of/ }).press('Enter')
    await expect(() => expectTogether(page, reader, number)).toPass({ timeout: 30_000 })
  }
  // The whole page is visible at every rotation.
  await page.setViewportSize({ width: 1600, height: 1300 })
  await signIn('member', { url: `${portal.url}${address}` })
  await expect(page.getByRole('region', { name: 'Changes' })).toBeVisible()
  await page.keyboard.press('Control+f')
  await page.getByLabel('Search in this document').fill(searchedWord)
  await expect(page.getByRole('search').getByText('1 of 4')).toBeVisible()

  for (const number of shownPages) await expectAt(number)
  for (const number of pages.slice(1).slice(-turns)) {
    await useTool(page, 'Rotate')
    await expectAt(number)
  }

  if (!everyCombination) return
  const last = page.locator('.page[data-page-number="4"]')
  for (const media of looks) {
    await page.emulateMedia(media)
    for (const [color, { wash }] of Object.entries(noteMarkColors)) {
      const { box } = await colorBoxes(last, reader, { box: rgbOf(wash) })
      const where = `${color}, ${Object.values(media).join()}`
      expect(await contrastWithin(last, reader, box!), where).toBeGreaterThanOrEqual(7)
    }
  }

  // The paper comes back as it was.
  await page.emulateMedia({ colorScheme: null, forcedColors: null })
  await page.getByRole('button', { name: 'Show without marks' }).click()
  const colors = {
    wash: rgbOf(changeWashes.added),
    ink: inks.added,
    other: rgbOf(noteMarkColors.blue.wash),
  }
  await expect
    .poll(async () => Object.keys(await colorBoxes(last, reader, colors)).toSorted())
    .toEqual(['ink', 'other'])
})

function notesOn(page: number): SavedNote[] {
  const onPage: NoteSelector = {
    type: 'FragmentSelector',
    conformsTo: 'http://tools.ietf.org/rfc/rfc3778',
    value: `page=${page}`,
  }
  const made = (color: NoteColor, selector: NoteSelector): SavedNote => ({
    id: randomUUID(),
    createdAt: new Date().toISOString(),
    color,
    text: '',
    target: { version: 3, selector: [onPage, selector] },
  })
  let start = 0
  const highlights = highlighted.map((color) => {
    const end = start + pageLetters(highlightedLine(color, page)).text.length
    const note = made(color, { type: 'TextPositionSelector', start, end })
    start = end
    return note
  })
  const { x, y, width, height } = areas[page - 1]!
  const area: NoteSelector = {
    type: 'FragmentSelector',
    conformsTo: 'http://www.w3.org/TR/media-frags/',
    value: `xywh=percent:${x},${y},${width},${height}`,
  }
  return [...highlights, made('pink', area)]
}

/** Each wash of a page around its own ink, and the link and the text layer's words over theirs. */
async function expectTogether(page: Page, reader: Page, number: number): Promise<void> {
  const shown = page.locator(`.page[data-page-number="${number}"]`)
  const soon = { timeout: 2000 }
  await expect(shown).toHaveAttribute('data-loaded', 'true', soon)
  const match = number === 1 ? matchWashes.selected : matchWashes.any
  const marked: Record<string, readonly [wash: string, ink: Color]> = {
    yellow: [noteMarkColors.yellow.wash, gray],
    green: [noteMarkColors.green.wash, gray],
    blue: [noteMarkColors.blue.wash, gray],
    pink: [noteMarkColors.pink.wash, gray],
    added: [changeWashes.added, inks.added],
    match: [match, inks.search],
  }
  const colors = Object.entries(marked).flatMap(([name, [wash, ink]]) => [
    [`${name} wash`, rgbOf(wash)],
    [`${name} ink`, multiplied(ink, rgbOf(wash))],
  ])
  const boxes = await colorBoxes(shown, reader, {
    ...Object.fromEntries(colors),
    'link ink': inks.link,
  })
  for (const name of Object.keys(marked)) {
    expectAround(boxes[`${name} wash`], boxes[`${name} ink`], name)
  }
  const link = shown.locator('.linkAnnotation a')
  expectAround(await boxWithin(page, number, '.linkAnnotation a'), boxes['link ink'], 'link')
  await expect(link).toHaveAttribute('href', 'https://larkspur.example/', soon)
  expectAround(
    await boxWithin(page, number, '.textLayer span:not(:has(*)):text-is("The portal")'),
    boxes['link ink'],
    'the text layer',
  )
}

async function boxWithin(page: Page, number: number, selector: string): Promise<PixelBox> {
  const shown = page.locator(`.page[data-page-number="${number}"]`)
  const frame = (await shown.boundingBox({ timeout: 2000 }))!
  const { x, y, width, height } = (await shown.locator(selector).boundingBox({ timeout: 2000 }))!
  const [left, top] = [x - frame.x, y - frame.y]
  return { left, top, right: left + width, bottom: top + height }
}

/** A box contains all the ink, except for what rounding moves, and isn't much larger. */
function expectAround(box: PixelBox | undefined, ink: PixelBox | undefined, name: string): void {
  expect(box, `the box of ${name}`).toBeDefined()
  expect(ink, `the ink of ${name}`).toBeDefined()
  const room = 5
  const text = `${name}: ${JSON.stringify({ box, ink })}`
  expect(box!.left, text).toBeLessThanOrEqual(ink!.left + room)
  expect(box!.top, text).toBeLessThanOrEqual(ink!.top + room)
  expect(box!.right, text).toBeGreaterThanOrEqual(ink!.right - room)
  expect(box!.bottom, text).toBeGreaterThanOrEqual(ink!.bottom - room)
  expect(areaOf(box!), text).toBeLessThan(3 * areaOf(ink!))
}

function areaOf({ left, top, right, bottom }: PixelBox): number {
  return (right - left) * (bottom - top)
}

function rgbOf(color: string): Color {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    Number.parseInt(color.slice(at, at + 2), 16),
  )
  return [red, green, blue]
}

function multiplied(a: Color, b: Color): Color {
  const [red = 0, green = 0, blue = 0] = a.map((value, at) => Math.round((value * b[at]!) / 255))
  return [red, green, blue]
}
