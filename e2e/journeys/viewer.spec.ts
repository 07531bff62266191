import { listDocuments } from '@portal/contract/documents'
import type { Reply } from '@portal/contract/endpoint'
import type { Page } from '@playwright/test'
import { boxOf } from '../support/box-of.ts'
import { currentQuarter, expect, test } from '../support/fixtures.ts'

const { year, quarter } = currentQuarter()
const paper = `/meetings/${year}/q/${quarter}?material=budget-vs-actual`
/** Like an iPad. */
const maxCanvasPixels = 16_777_216

const pageBox = (page: Page) => page.getByRole('textbox', { name: /^Page, of/ })
const zoomIn = (page: Page) => page.getByRole('button', { name: 'Zoom in' })
const percent = (page: Page) => page.getByRole('toolbar').getByText(/^\d+%$/)

/** A paper of many pages in a window wide enough for every tool, with its first page rendered. */
async function openWide(page: Page) {
  const reply = await page.request.get(listDocuments.path)
  const papers = (await reply.json()) as Reply<typeof listDocuments>
  const { id } = papers.find(({ name }) => name.startsWith('Grants Docket Q4'))!
  const address = `/resources/view/${id}`
  await page.setViewportSize({ width: 1600, height: 900 })
  const first = page.getByRole('group', { name: 'Page 1', exact: true })
  // A page that the paper doesn't have opens the first one.
  await page.goto(`${address}?page=999`)
  await expect(first.locator('canvas').first()).toBeVisible()
  await expect(pageBox(page)).toHaveValue('1')
  return { address, first }
}

test('the toolbar’s panels lead to a page, which turns, fits and fills the screen, and is kept over a reload; only visible pages are rendered', async ({
  page,
  signIn,
}) => {
  await signIn('member')
  const { address, first } = await openWide(page)
  const tool = (name: string) => page.getByRole('toolbar').getByRole('button', { name })

  const drawn = page.locator('.pdfViewer canvas')
  const count = Number((await pageBox(page).getAttribute('aria-label'))!.match(/\d+/)![0])
  expect(count).toBeGreaterThan(50)
  await expect(page.getByRole('group', { name: /^Page \d+$/ })).toHaveCount(count)
  expect(await drawn.count()).toBeLessThan(count / 4)

  await tool('Contents').click()
  const contents = page.getByRole('complementary', { name: 'Contents' })
  await contents.getByRole('listitem').getByRole('button').last().click()
  await expect(pageBox(page)).not.toHaveValue('1')
  await tool('Thumbnails').click()
  await expect(contents).toHaveCount(0)
  const thumbnails = page.getByRole('complementary', { name: 'Thumbnails' })
  await thumbnails.getByRole('button', { name: 'Page 1', exact: true }).click()
  await expect(pageBox(page)).toHaveValue('1')
  await thumbnails.getByRole('button', { name: 'Close thumbnails' }).click()
  await expect(thumbnails).toHaveCount(0)

  const isLandscape = async () => {
    const { width, height } = await boxOf(first)
    return width > height
  }
  expect(await isLandscape()).toBe(false)
  await tool('Rotate').click()
  await expect.poll(isLandscape).toBe(true)

  await zoomIn(page).click()
  await expect(tool('Fit width')).toHaveAttribute('aria-pressed', 'false')
  await tool('Fit width').click()
  await expect(tool('Fit width')).toHaveAttribute('aria-pressed', 'true')

  const pages = page.getByRole('region', { name: /^Pages of/ })
  const widthOfPages = async () => (await boxOf(pages)).width
  const framed = await widthOfPages()
  await tool('Full screen').click()
  await expect(tool('Exit full screen')).toBeVisible()
  await expect.poll(widthOfPages).toBe(page.viewportSize()!.width)
  await tool('Exit full screen').click()
  await expect.poll(widthOfPages).toBe(framed)

  await zoomIn(page).click()
  await pageBox(page).fill('3')
  await pageBox(page).press('Enter')
  const third = page.getByRole('group', { name: 'Page 3' })
  await expect(third.locator('canvas').first()).toBeInViewport()
  const zoom = await percent(page).textContent()
  await page.goto(address)
  await expect(third.locator('canvas').first()).toBeInViewport()
  await expect(pageBox(page)).toHaveValue('3')
  await expect(percent(page)).toHaveText(zoom!)
})

test(
  'the keys do what the toolbar does, and Tab leaves the paper',
  { tag: '@long' },
  async ({ page, signIn }) => {
    await signIn('member')
    await openWide(page)
    const pages = page.getByRole('region', { name: /^Pages of/ })
    const last = (await pageBox(page).getAttribute('aria-label'))!.match(/\d+/)![0]
    const scrolled = () => pages.evaluate((element) => element.scrollTop)
    const zoom = async () => Number.parseInt((await percent(page).textContent())!, 10)
    await pages.focus()

    await page.keyboard.press('End')
    await expect(pageBox(page)).toHaveValue(last)
    await page.keyboard.press('Home')
    await expect(pageBox(page)).toHaveValue('1')
    const top = await scrolled()
    await page.keyboard.press('PageDown')
    await expect.poll(scrolled).toBeGreaterThan(top + 100)
    await page.keyboard.press('PageUp')
    await expect.poll(scrolled).toBeLessThan(top + 100)

    await page.keyboard.press('0')
    const fitted = await zoom()
    await page.keyboard.press('+')
    await expect.poll(zoom).toBeGreaterThan(fitted)
    await page.keyboard.press('0')
    await expect.poll(zoom).toBe(fitted)
    await page.keyboard.press('-')
    await expect.poll(zoom).toBeLessThan(fitted)

    await page.keyboard.press('Control+f')
    const search = page.getByLabel('Search in this document')
    await expect(search).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(search).toHaveCount(0)
    await expect(pages).toBeFocused()

    await page.keyboard.press('f')
    const leave = page.getByRole('button', { name: 'Exit full screen' })
    await expect(leave).toBeVisible()
    await page.keyboard.press('f')
    await expect(leave).toHaveCount(0)

    // Focusable elements in the pages don't trap the keyboard: it leaves after them and comes back
    // before them.
    await expect(async () => {
      // The pages get the focus back once the full screen has ended.
      await pages.focus()
      await page.keyboard.press('Shift+Tab')
      await expect(page.getByRole('button', { name: 'Details' })).toBeFocused({ timeout: 1000 })
    }).toPass({ timeout: 20_000 })
  },
)

test.describe('on a screen with a pixel ratio of three', () => {
  test.use({ deviceScaleFactor: 3 })

  test(
    'no page is rendered on a canvas larger than an iPad allows',
    { tag: '@long' },
    async ({ page, signIn }) => {
      // Wide enough for every tool.
      await page.setViewportSize({ width: 1700, height: 900 })
      await signIn('member', { url: paper })
      const first = page.getByRole('group', { name: 'Page 1', exact: true })
      await expect(first.locator('canvas').first()).toBeVisible()
      await expect(async () => {
        await zoomIn(page).click()
        expect(Number.parseInt((await percent(page).textContent())!, 10)).toBeGreaterThanOrEqual(
          200,
        )
      }).toPass()
      // In full size the page would exceed the pixel limit.
      const { width, height } = await boxOf(first)
      expect(width * height * 9).toBeGreaterThan(maxCanvasPixels)
      const largest = () =>
        page
          .locator('canvas')
          .evaluateAll((all: HTMLCanvasElement[]) =>
            Math.max(...all.map((canvas) => canvas.width * canvas.height)),
          )
      // Until it is rendered again, the page shows the previous small picture.
      await expect.poll(largest).toBeGreaterThan(maxCanvasPixels / 2)
      expect(await largest()).toBeLessThanOrEqual(maxCanvasPixels)
    },
  )
})
