import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { quarterAfter, quarterName } from '@portal/domain/quarter'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { everyCombination } from '../support/counts.ts'
import { currentQuarter, expect, test } from '../support/fixtures.ts'

const portrait = path.resolve(import.meta.dirname, '../../api/sample/people/wei-chen.webp')

const dialog = (page: Page) => page.getByRole('dialog')

test(
  'a communications card gets an image, and the members’ screen announces the update',
  { tag: '@long' },
  async ({ ownPortal, page, signIn }) => {
    const portal = await ownPortal()
    await signIn('admin', {
      url: `${portal.url}/admin/meetings/resource-mappings?tab=communications`,
    })
    await page.getByRole('button', { name: 'Update Mission Vision Values' }).click()
    const image = dialog(page).getByLabel('File of the image')
    await image.setInputFiles({
      name: 'card.png',
      mimeType: 'image/png',
      buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    })
    await expect(
      dialog(page).getByText('The image must be a PNG, JPEG, WebP or GIF.'),
    ).toBeVisible()
    await image.setInputFiles(portrait)
    await expect(dialog(page).getByRole('img', { name: 'The image' })).toBeVisible()
    await expectAccessible(page, 'the mapping form')
    await dialog(page).getByRole('button', { name: 'Save Image Only' }).click()
    await expect(page.getByText('Card image saved').first()).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Communications Resources' })
      .click()
    const updated = page.getByText('Communications resources updated successfully!')
    await expect(updated).toBeVisible()
    await expect(
      page.getByRole('listitem').filter({ hasText: 'Mission' }).locator('img'),
    ).toBeVisible()
    await expect(updated).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(updated).toHaveCount(0)
  },
)

test(
  'a document among many is found by its folder, and one for another quarter is matched to its slot',
  { tag: '@long' },
  async ({ ownPortal, page, signIn }) => {
    test.setTimeout(180_000)
    const portal = await ownPortal()
    for (const [folder, count] of [
      ['Archive', everyCombination ? 1000 : 200],
      ['Correspondence', everyCombination ? 999 : 199],
      ['Treasury', 1],
    ] as const) {
      const place = path.join(portal.dataFolder, 'drive', folder)
      mkdirSync(place, { recursive: true })
      for (let number = 0; number < count; number += 1) {
        const file = path.join(place, `Letter ${number}.txt`)
        writeFileSync(file, `${folder} ${number}`)
        const changed = new Date(`2026-01-${folder === 'Treasury' ? 20 : 10}T20:00:00Z`)
        utimesSync(file, changed, changed)
      }
    }
    const later = quarterAfter(currentQuarter(), 3)
    const cash = `CF ${quarterName(later)}.txt`
    writeFileSync(path.join(portal.dataFolder, 'drive', cash), 'Cash')
    await signIn('admin', { url: `${portal.url}/admin/meetings/resource-mappings` })
    await page.getByRole('button', { name: 'Sync the drive folder' }).click()
    await expect(
      page.getByText(/Sync complete\. \d{3,4} documents available\./).first(),
    ).toBeVisible({
      timeout: 120_000,
    })
    await page.getByRole('button', { name: 'Map Document Additional Material 5' }).click()
    const picker = dialog(page).getByRole('combobox', { name: 'Document' })
    await picker.click()
    const options = page.getByRole('listbox', { name: 'Document' }).getByRole('option')
    await expect(options.first()).toBeVisible()
    // Only visible rows are rendered, so that typing stays smooth.
    expect(await options.count()).toBeLessThan(100)
    await picker.fill('letter treasury')
    await expect(options).toHaveCount(1)
    await expect(options).toContainText('Treasury · 20 January 2026')
    await picker.press('Enter')
    await dialog(page).getByRole('button', { name: 'Save Mapping' }).click()
    await expect(dialog(page)).toHaveCount(0)
    await expect(page.getByRole('row', { name: /Additional Material 5/ })).toContainText(
      'Letter 0.txt',
    )

    await page.goto(
      `${portal.url}/admin/meetings/resource-mappings?year=${later.year}&quarter=${later.quarter}`,
    )
    const matching = page.getByRole('region', { name: 'Match papers' })
    await expect(matching.getByRole('checkbox', { name: /^Cash Flow Summary/ })).toBeChecked()
    await expectAccessible(page, 'the matched papers')
    await matching.getByRole('button', { name: 'Map 1 paper' }).click()
    const row = page.getByRole('row', { name: /Cash Flow Summary/ }).first()
    await expect(row).toContainText(cash)

    await page.getByRole('checkbox', { name: 'Select all' }).press('Space')
    await page.getByRole('button', { name: 'Deactivate', exact: true }).click()
    await expect(dialog(page)).toContainText(`Members will no longer see: ${cash}`)
    await expectAccessible(page, 'the preview of what happens to each slot')
    await dialog(page).getByRole('button', { name: 'Deactivate 1 slot' }).click()
    await expect(dialog(page)).toHaveCount(0)
    await row.getByRole('button', { name: 'Details of Cash Flow Summary' }).click()
    await page.getByRole('button', { name: 'Unmap Cash Flow Summary' }).click()
    await expectAccessible(page, 'a slot’s details and the question before it is unmapped')
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Unmap/ })
      .click()
    await expect(row).toContainText('No document mapped')
    const undo = page.getByRole('button', { name: 'Undo', exact: true }).last()
    await expectAccessible(page, 'a message with an action')
    await undo.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Undone').first()).toBeVisible()
    await expect(row).not.toContainText('No document mapped')
  },
)
