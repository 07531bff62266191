import { randomUUID } from 'node:crypto'
import type { Call } from '@portal/remote-kit/client'
import { listMappings } from '@portal/contract/mappings'
import { getNotes, type SavedNote, saveNotes } from '@portal/contract/notes'
import type { NoteSelector } from '@portal/contract/note-target'
import type { Page } from '@playwright/test'
import { callWith, passwordToken } from '../bench/session.ts'
import { expectAccessible } from '../support/accessible.ts'
import { boxOf } from '../support/box-of.ts'
import { currentQuarter, enterByPassword, expect, test } from '../support/fixtures.ts'
import { newPerson } from '../support/own-person.ts'
import { drawByFinger, drawByPen, selectByTouch } from '../support/touches.ts'
import { useTool } from '../support/use-tool.ts'

const { year, quarter } = currentQuarter()
const address = `/meetings/${year}/q/${quarter}?material=cash-flow-summary`

const firstPage: NoteSelector = {
  type: 'FragmentSelector',
  conformsTo: 'http://tools.ietf.org/rfc/rfc3778',
  value: 'page=1',
}

const list = (page: Page) => page.getByRole('complementary', { name: 'Notes' })
const bar = (page: Page) => page.getByRole('toolbar', { name: 'Selected words' })
const field = (page: Page) => page.getByRole('textbox', { name: 'Your note' })

const linesOf = (page: Page) =>
  page.locator('.textLayer span:not(:has(*))').filter({ hasText: /\w{4}/ })

async function openList(page: Page): Promise<void> {
  await expect(page.getByRole('toolbar')).toBeVisible()
  if (!(await list(page).isVisible())) await useTool(page, 'Notes')
}

/** The paper at the address, and calls of a new member who reads it. */
async function paperIn(url: string) {
  const person = await newPerson(url, 'Nora Field')
  const member = callWith(url, await passwordToken(url, person))
  const slot = `meeting-${year}-q${quarter}-cash-flow-summary`
  const { id } = (await member(listMappings))[slot]!.document!
  const notesOf = async (call: Call) => (await call(getNotes, { params: { id } })).notes
  return { id, member, person, notesOf }
}

for (const { width, height } of [
  { width: 1280, height: 800 },
  { width: 834, height: 1112 },
  { width: 390, height: 844 },
])
  test(
    `the note of an area takes what is typed, and single keys act only at the paper, at ${width} px`,
    { tag: '@long' },
    async ({ baseURL, page }) => {
      const { person } = await paperIn(baseURL!)
      await page.setViewportSize({ width, height })
      await page.goto(address)
      await enterByPassword(page, person)
      await expect(linesOf(page).first()).toBeVisible()
      await openList(page)
      await list(page).getByRole('button', { name: 'Area' }).click()
      const pages = page.getByRole('region', { name: /^Pages of/ })
      const { x, y } = await boxOf(pages)
      await page.mouse.move(x + 60, y + 80)
      await page.mouse.down()
      await page.mouse.move(x + 200, y + 180, { steps: 4 })
      await page.mouse.up()
      await expect(field(page)).toBeFocused()
      await page.keyboard.type('a sum to ask about')
      await expect(field(page)).toHaveValue('a sum to ask about')
      await expect(page).toHaveURL(new RegExp(String.raw`\?material=cash-flow-summary`))

      const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
      await page.getByRole('toolbar', { name: 'Document' }).getByRole('button').first().focus()
      await page.keyboard.press('?')
      await page.keyboard.press('a')
      await expect(shortcuts).toHaveCount(0)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cash Flow Summary')
      if (width === 390) return
      await pages.focus()
      await page.keyboard.press('?')
      await expect(shortcuts).toContainText('Open the agenda')
      await expectAccessible(page, 'shortcuts')
      await shortcuts.getByRole('switch', { name: 'Use single keys' }).click()
      await page.keyboard.press('Escape')
      await pages.focus()
      await page.keyboard.press('a')
      await page.keyboard.press('?')
      await expect(shortcuts).toHaveCount(0)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cash Flow Summary')
    },
  )

for (const { device, width, height, color, by } of [
  { device: 'an iPad', width: 834, height: 1112, color: 'Pink', by: 'pen' },
  { device: 'a small phone', width: 320, height: 640, color: 'Blue', by: 'finger' },
] as const) {
  const title = `a member finds the notes of another device on ${device}, and writes more by touch`
  test(title, { tag: '@long' }, async ({ browser, baseURL }) => {
    const { id, member, person, notesOf } = await paperIn(baseURL!)
    const note: SavedNote = {
      id: randomUUID(),
      createdAt: new Date().toISOString(),
      color: 'green',
      text: 'Written elsewhere.',
      target: { version: 1, selector: [firstPage] },
    }
    await member(saveNotes, { body: { documentId: id, erasures: 0, notes: [note], removed: [] } })
    const viewport = { width, height }
    const touch = await browser.newPage({ baseURL: baseURL!, viewport, hasTouch: true })
    await touch.goto(address)
    await enterByPassword(touch, person)
    await openList(touch)
    await expect(list(touch)).toContainText('Written elsewhere.')
    await list(touch).getByRole('button', { name: 'Page note' }).tap()
    await expect(field(touch)).toBeFocused()
    await field(touch).fill(`At ${width} px.`)
    await expect(list(touch).getByText('Saved', { exact: true })).toBeVisible()
    await expectAccessible(touch, `notes at ${width} px`)
    await highlightByTouch(touch, color)
    await drawByTouch(touch, by)
    await expect(list(touch).getByText('Saved', { exact: true })).toBeVisible()
    await touch.close()
    expect(await notesOf(member)).toHaveLength(4)
  })
}

async function highlightByTouch(page: Page, color: string): Promise<void> {
  await list(page).getByRole('button', { name: 'Close notes' }).tap()
  await expect(list(page)).toBeHidden()
  await selectByTouch(page, linesOf(page).nth(2))
  await expect(bar(page)).toBeVisible()
  await expect.poll(() => page.evaluate(isSelectionCovered)).toBe(false)
  await page.getByRole('button', { name: `Highlight in ${color}` }).tap()
  await expect(bar(page)).toBeHidden()
  await openList(page)
  await expect(list(page).getByText(`· ${color}`)).toBeVisible()
}

/** Runs in the page: whether the bar is over the words that it is about. */
function isSelectionCovered(): boolean {
  const words = getSelection()!.getRangeAt(0).getBoundingClientRect()
  const shown = document.querySelector('[role=toolbar][aria-label="Selected words"]')!
  const { top, bottom } = shown.getBoundingClientRect()
  return words.bottom > top && words.top < bottom
}

/** Draws two lines and takes one back. Once a pencil has drawn, a finger doesn’t: it may be the palm. */
async function drawByTouch(page: Page, by: 'pen' | 'finger'): Promise<void> {
  await list(page).getByRole('button', { name: 'Draw', exact: true }).tap()
  // Browsers press a tapped button a moment later.
  await expect(page.getByRole('button', { name: 'Done' })).toBeVisible()
  const { x, y, width, height } = await boxOf(page.getByRole('region', { name: /^Pages of/ }))
  const line = (top: number) =>
    Array.from({ length: 12 }, (_, at) => ({
      x: x + width * (0.3 + at / 30),
      y: y + height * top + Math.sin(at) * 8,
    }))
  const draw = { pen: drawByPen, finger: drawByFinger }[by]
  const points = () => page.evaluate(drawnPoints)
  await draw(page, line(0.4))
  await expect.poll(points).toBeGreaterThan(8)
  const first = await points()
  if (by === 'pen') {
    await drawByFinger(page, line(0.5))
    expect(await points()).toBe(first)
  }
  await draw(page, line(0.6))
  await expect.poll(points).toBeGreaterThan(first)
  await page.getByRole('button', { name: 'Undo' }).tap()
  await expect.poll(points).toBe(first)
  await page.getByRole('button', { name: 'Done' }).tap()
  await openList(page)
  await expect(list(page).getByText('A drawing')).toHaveCount(1)
}

/** Runs in the page: the points of the ink that is shown. */
function drawnPoints(): number {
  const paths = [...document.querySelectorAll('.noteMarks .ink')]
  return (
    paths
      .map((path) => path.getAttribute('d'))
      .join('')
      .split(/[ML]/).length - 1
  )
}
