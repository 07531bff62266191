import { randomUUID } from 'node:crypto'
import { listDocuments } from '@portal/contract/documents'
import { type SavedNote, saveNotes } from '@portal/contract/notes'
import { searchEverything } from '@portal/contract/search-everything'
import type { Page } from '@playwright/test'
import { callWith, passwordToken } from '../bench/session.ts'
import { expectAccessible, expectNoOverflow } from '../support/accessible.ts'
import { enterByPassword, expect, test } from '../support/fixtures.ts'
import { newPerson } from '../support/own-person.ts'

const quotation = 'Marked for the journey'

/** Searches by keyboard alone, and opens the result of a kind. */
async function open(page: Page, words: string, kind: RegExp): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Search' })
  // A page just loaded has its menu and its greeting before any script that knows keys.
  await expect(async () => {
    if (!(await dialog.isVisible())) await page.keyboard.press('/')
    await expect(dialog.getByRole('searchbox')).toBeFocused({ timeout: 5000 })
  }).toPass()
  await page.keyboard.type(words)
  // On a busy machine, the first letters may find something, too.
  await expect(dialog.getByRole('link', { name: /^All results/ })).toHaveAttribute(
    'href',
    `/search?${new URLSearchParams({ q: words })}`,
  )
  const rows = dialog.getByRole('list', { name: 'Results' }).getByRole('listitem')
  const row = rows.filter({ hasText: kind }).first()
  await expect(row).toBeVisible()
  const titles = await rows.allTextContents()
  const place = titles.findIndex((text) => kind.test(text))
  for (let step = 0; step <= place; step += 1) await page.keyboard.press('ArrowDown')
  await expect(row.getByRole('link')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
}

test('the keyboard alone leads from any page to a passage and a note', async ({
  baseURL,
  page,
}) => {
  const person = await newPerson(baseURL!, 'Nora Field')
  const member = callWith(baseURL!, await passwordToken(baseURL!, person))
  const papers = await member(listDocuments)
  const paper = papers.find(({ condition, pages = 0 }) => condition === 'ready' && pages > 1)!
  const note: SavedNote = {
    id: randomUUID(),
    createdAt: new Date().toISOString(),
    color: 'yellow',
    text: 'Ask the treasurer about zebras',
    target: {
      version: paper.version ?? 1,
      selector: [
        {
          type: 'FragmentSelector',
          conformsTo: 'http://tools.ietf.org/rfc/rfc3778',
          value: 'page=2',
        },
        { type: 'TextQuoteSelector', exact: quotation, prefix: '', suffix: '' },
      ],
    },
  }
  await member(saveNotes, {
    body: { documentId: paper.id, erasures: 0, notes: [note], removed: [] },
  })

  // The papers are indexed as the portal starts.
  const isIndexed = async () =>
    (await member(searchEverything, { query: { q: 'reserve' } })).complete
  await expect.poll(isIndexed).toBe(true)
  await page.goto('/')
  await enterByPassword(page, person)
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible()
  await open(page, 'reserve', /Paper · .*Page \d/)
  await expect(page.locator('canvas').first()).toBeVisible()
  await expect(page.getByRole('textbox', { name: /^Page, of/ })).toHaveValue(
    new URL(page.url()).searchParams.get('page')!,
  )
  await expect(page.locator('.textLayer .highlight.selected').first()).toBeInViewport()
  await expect(page.getByRole('searchbox', { name: 'Search in this document' })).toHaveValue(
    /^reserve/,
  )
  await page.keyboard.press('Escape')
  await expect(page).not.toHaveURL(/find=/)
  await expect(page.locator('.textLayer .highlight')).toHaveCount(0)

  await open(page, 'zebras', /Your note/)
  await expect(page.getByRole('textbox', { name: /^Page, of/ })).toHaveValue('2')
  await expect(page.getByRole('textbox', { name: 'Your note' })).toBeInViewport()
})

test(
  'a phone searches by its button, and a result leads back to where the results were left',
  { tag: '@long' },
  async ({ page, signIn }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await signIn('member')
    const button = page.getByRole('button', { name: 'Search' })
    await button.click()
    const dialog = page.getByRole('dialog', { name: 'Search' })
    await dialog.getByRole('searchbox').fill('reserve')
    await expect(dialog.getByRole('list', { name: 'Results' })).toBeVisible()
    await expectAccessible(page, 'the search’s dialog')
    await expectNoOverflow(page, 'the search’s dialog')
    await page.keyboard.press('Escape')
    await expect(button).toBeFocused()

    await button.click()
    await dialog.getByRole('searchbox').fill('reserve')
    await dialog.getByRole('searchbox').press('Enter')
    await expect(page).toHaveURL('/search?q=reserve')
    await page.getByRole('radio', { name: /^Papers/ }).click()
    await expect(page).toHaveURL('/search?q=reserve&kind=paper')
    const results = page.getByRole('list', { name: 'Results' })
    // The address changes before the list.
    const others = results.getByRole('listitem').filter({ hasNotText: /Paper · / })
    await expect(others).toHaveCount(0)
    await results.getByRole('link').first().click()
    await expect(page.locator('canvas').first()).toBeVisible()
    await page.getByRole('button', { name: /papers$|^Details$/ }).click()
    await page.getByRole('button', { name: 'Search the portal' }).click()
    await expect(dialog.getByRole('searchbox')).toBeFocused()
    await page.keyboard.press('Escape')
    await page.goBack()
    await expect(page).toHaveURL('/search?q=reserve&kind=paper')
    await expect(results.getByRole('listitem').first()).toContainText('Paper')

    await results.getByRole('link').last().scrollIntoViewIfNeeded()
    const scrolled = () => page.evaluate(() => scrollY)
    const left = await scrolled()
    expect(left).toBeGreaterThan(0)
    await results.getByRole('link').last().click()
    await expect(page.getByRole('link', { name: 'Back to the Search' })).toBeVisible()
    // The results are searched for again.
    await page.reload()
    await page.getByRole('link', { name: 'Back to the Search' }).click()
    await expect(page).toHaveURL('/search?q=reserve&kind=paper')
    await expect.poll(scrolled).toBe(left)
  },
)
