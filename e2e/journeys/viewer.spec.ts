import type { Page } from '@playwright/test'
import { currentQuarter, expect, test } from '../support/fixtures.ts'

const { year, quarter } = currentQuarter()
const paper = `/meetings/${year}/q/${quarter}?material=budget-vs-actual`

/** As an iPad has it. */
const maxCanvasPixels = 16_777_216

const pageBox = (page: Page) => page.getByRole('textbox', { name: /^Page, of/ })
const zoomIn = (page: Page) => page.getByRole('button', { name: 'Zoom in' })
const percent = (page: Page) => page.getByRole('toolbar').getByText(/^\d+%$/)

test('a paper opens again at the page and zoom that it was left at', async ({ page, signIn }) => {
  await signIn('member', { url: paper })
  await expect(page.locator('canvas').first()).toBeVisible()
  const before = await percent(page).textContent()
  await zoomIn(page).click()
  await expect(percent(page)).not.toHaveText(before!)
  await pageBox(page).fill('3')
  await pageBox(page).press('Enter')
  const third = page.getByRole('group', { name: 'Page 3' })
  await expect(third.locator('canvas').first()).toBeInViewport()
  const zoom = await percent(page).textContent()
  await page.reload()
  await expect(third.locator('canvas').first()).toBeInViewport()
  await expect(pageBox(page)).toHaveValue('3')
  await expect(percent(page)).toHaveText(zoom!)
})

test('a page that a paper doesn’t have is its first', async ({ page, signIn }) => {
  await signIn('member', { url: '/resources/view/governance-bylaws?page=999' })
  await expect(page.locator('canvas').first()).toBeVisible()
  await expect(pageBox(page)).toHaveValue('1')
})

test.describe('on a screen of three pixels to one', () => {
  test.use({ deviceScaleFactor: 3 })

  test('no page is drawn on a canvas larger than an iPad gives', async ({ page, signIn }) => {
    await signIn('member', { url: paper })
    const first = page.getByRole('group', { name: 'Page 1', exact: true })
    await expect(first.locator('canvas').first()).toBeVisible()
    await expect(async () => {
      await zoomIn(page).click()
      expect(Number.parseInt((await percent(page).textContent())!, 10)).toBeGreaterThanOrEqual(200)
    }).toPass()
    // Whole, the page would have more pixels than there may be.
    const { width, height } = (await first.boundingBox())!
    expect(width * height * 9).toBeGreaterThan(maxCanvasPixels)
    const largest = () =>
      page
        .locator('canvas')
        .evaluateAll((all: HTMLCanvasElement[]) =>
          Math.max(...all.map((canvas) => canvas.width * canvas.height)),
        )
    // Until it is drawn anew, the page is the small picture that it was.
    await expect.poll(largest).toBeGreaterThan(maxCanvasPixels / 2)
    expect(await largest()).toBeLessThanOrEqual(maxCanvasPixels)
  })
})
