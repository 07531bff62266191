import { devices, type Page } from '@playwright/test'
import { boxOf } from '../support/box-of.ts'
import { countEffort } from '../support/effort.ts'
import { enterByPassword, expect, test } from '../support/fixtures.ts'
import { newPerson } from '../support/own-person.ts'
import { drawByPen } from '../support/touches.ts'

const { defaultBrowserType: _, ...iPad } = devices['iPad (gen 7)']

const pages = (page: Page) => page.getByRole('region', { name: /^Pages of/ })
const paperName = (page: Page) => page.getByRole('heading', { level: 1 })

/** Three strokes in the middle of the page that is in view. */
async function writeByPencil(page: Page) {
  const { x, y, width, height } = await boxOf(pages(page))
  const stroke = Array.from({ length: 12 }, (_unused, at) => ({
    x: x + width * (0.3 + at / 40),
    y: y + height * 0.5 + Math.sin(at) * 8,
  }))
  // The page is drawn before its code listens for pencils.
  await expect(async () => {
    await drawByPen(page, stroke)
    await expect(page.locator('.noteMarks .ink').first()).toBeAttached({ timeout: 3000 })
  }).toPass()
}

test(
  'a chair’s evening on an iPad takes at most ten taps: continue, write by pencil, end of the paper, next, search, print',
  { tag: '@long' },
  async ({ browser, baseURL }) => {
    const person = await newPerson(baseURL!, 'Robin Yew')
    const context = await browser.newContext({ ...iPad, baseURL: baseURL! })
    const page = await context.newPage()
    await page.addInitScript(() => {
      window.print = () => document.documentElement.setAttribute('data-printed', 'yes')
    })
    await page.goto('/')
    await enterByPassword(page, person)
    const start = page.getByRole('link', { name: /^(Start|Continue) reading/ })
    await expect(start).toBeVisible()
    const effort = await countEffort(page)
    // What is counted listens from the next page on.
    await page.reload()

    await start.tap()
    await expect(page.locator('canvas').first()).toBeVisible()
    const first = await paperName(page).textContent()
    await writeByPencil(page)
    await page.getByRole('button', { name: 'Done' }).tap()

    const end = page.getByRole('group', { name: /^After / })
    await end.getByRole('button', { name: 'Mark as read' }).scrollIntoViewIfNeeded()
    await end.getByRole('button', { name: 'Mark as read' }).tap()
    await expect(end.getByRole('button', { name: 'Mark as unread' })).toBeVisible()
    await end.getByRole('link', { name: /^Next: / }).tap()
    await expect(paperName(page)).not.toHaveText(first!)
    await expect(page.locator('canvas').first()).toBeVisible()

    await page.getByRole('toolbar').getByRole('button', { name: 'Search', exact: true }).tap()
    await page.getByRole('searchbox', { name: 'Search in this document' }).fill('the')
    await expect(page.getByText(/^1 of \d+/)).toBeVisible()
    await page.getByRole('toolbar').getByRole('button', { name: 'Print', exact: true }).tap()
    await expect(page.locator('html')).toHaveAttribute('data-printed', 'yes')

    const { clicks, fields } = effort()
    test
      .info()
      .annotations.push({ type: 'effort', description: `${clicks} taps, ${fields} fields` })
    expect(clicks).toBeGreaterThan(5)
    expect(clicks).toBeLessThanOrEqual(10)
    expect(fields).toBe(1)
    await context.close()
  },
)
