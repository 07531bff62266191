import { listMappings } from '@portal/contract/mappings'
import { getNotes } from '@portal/contract/notes'
import type { Page } from '@playwright/test'
import { adminToken, callWith } from '../bench/session.ts'
import { expectAccessibleInBoth } from '../support/accessible.ts'
import { currentQuarter, expect, test } from '../support/fixtures.ts'

const { year, quarter } = currentQuarter()
const address = `/meetings/${year}/q/${quarter}?material=cash-flow-summary`

const list = (page: Page) => page.getByRole('complementary', { name: 'Notes' })
const bar = (page: Page) => page.getByRole('toolbar', { name: 'Selected words' })
const field = (page: Page) => page.getByRole('textbox', { name: 'Your note' })

/** Opens the list: its button is in the toolbar, or in the menu of a narrow one. */
async function openList(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Notes', exact: true })
  const more = page.getByRole('button', { name: 'More', exact: true })
  await expect(button.or(more).first()).toBeVisible()
  if (await button.isVisible()) return button.click()
  await more.click()
  await page.getByRole('menuitem', { name: 'Notes' }).click()
}

test('a member writes notes by mouse, keyboard and touch, also offline, and finds them on every device', async ({
  browser,
  ownPortal,
  page,
  signIn,
}) => {
  const portal = await ownPortal()
  const url = `${portal.url}${address}`
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn('member', { url })
  const words = page.locator('.textLayer span:not(:has(*))').filter({ hasText: /\w{4}/ })
  await expect(words.first()).toBeVisible()

  // By mouse.
  const box = (await words.first().boundingBox())!
  await page.mouse.move(box.x + 1, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width - 1, box.y + box.height / 2, { steps: 5 })
  await page.mouse.up()
  const barBox = (await bar(page).boundingBox())!
  expect(barBox.y >= box.y + box.height || barBox.y + barBox.height <= box.y).toBe(true)
  await page.getByRole('button', { name: 'Highlight in Green' }).click()
  await expect(bar(page)).toBeHidden()
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  await expect(field(page)).toBeVisible()
  await page.context().setOffline(true)
  await field(page).fill('Written offline.')
  await expect(list(page)).toContainText('Saved on this device; you are offline')
  await page.context().setOffline(false)
  await expect(list(page).getByText('Saved', { exact: true })).toBeVisible()
  await expectAccessibleInBoth(page, 'notes')

  // By keyboard.
  await page.getByRole('region', { name: /^Pages of/ }).focus()
  await page.keyboard.press('s')
  for (const key of ['ArrowRight', 'ArrowRight', 'Shift+ArrowRight']) await page.keyboard.press(key)
  await expect(bar(page)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Highlight in Yellow' })).toBeFocused()
  await page.getByRole('button', { name: 'Note', exact: true }).press('Enter')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('By keyboard.')
  await expect(list(page).getByText('Saved', { exact: true })).toBeVisible()

  // By touch, on an iPad and on a small phone.
  for (const [width, height] of [
    [834, 1112],
    [320, 640],
  ] as const) {
    const touch = await browser.newPage({
      baseURL: portal.url,
      viewport: { width, height },
      hasTouch: true,
    })
    await signIn('member', { page: touch, url })
    await openList(touch)
    await expect(list(touch)).toContainText('Written offline.')
    await list(touch).getByRole('button', { name: 'Page note' }).tap()
    await expect(field(touch)).toBeFocused()
    await field(touch).fill(`At ${width} px.`)
    await expect(list(touch).getByText('Saved', { exact: true })).toBeVisible()
    await expectAccessibleInBoth(touch, `notes at ${width} px`)
    await touch.close()
  }

  await page.reload()
  await openList(page)
  await expect(list(page).getByRole('listitem')).toHaveCount(4)

  // An admin’s own notes on the paper: none.
  const call = callWith(portal.url, await adminToken(portal.url))
  const mappings = Object.values(await call(listMappings, {}))
  const slot = `meeting-${year}-q${quarter}-cash-flow-summary`
  const { document } = mappings.find(({ id }) => id === slot)!
  expect((await call(getNotes, { params: { id: document!.id } })).notes).toEqual([])
})
