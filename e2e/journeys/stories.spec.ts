import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { buildStories } from '../../scripts/build-stories.ts'
import {
  expectAccessible,
  expectAccessibleInBoth,
  expectNoOverflow,
} from '../support/accessible.ts'
import { everyCombination, sweep, windows } from '../support/counts.ts'
import { expect, test } from '../support/fixtures.ts'
import { serveFolder } from '../support/static-server.ts'

const textSizes = ['A++', 'A+', 'A']
/** The same on every page; the index is looked at whole. */
const exceptNavigation = { except: ['nav[aria-label="Components"]'] }
// Recording hundreds of checks costs more than they do.
test.use({ trace: 'off' })

/** What the stories that draw a PDF show last. */
const drawn: Record<string, string> = {
  'document-dialog': '.pdfViewer canvas',
  'document-viewer': '.pdfViewer canvas',
  'mapping-content/document': '.pdfViewer canvas',
  'mapping-content/in-a-dialog': '.pdfViewer canvas',
  'pdf-pane': '.pdfViewer canvas',
  'pdf-controls': '[role=toolbar]',
  'contents-panel': 'button:has-text("Outlook")',
  'thumbnails-panel': 'button[aria-label="Page 5"]',
}

/** Components that the pages of `accessibility.spec.ts` show, where axe looks at them in every run. */
const onPages = [
  'agenda-head',
  'agenda-outline',
  'avatar',
  'badge',
  'body-name',
  'button',
  'card',
  'combobox',
  'combobox-picker',
  'document-viewer',
  'download-link',
  'email-address',
  'end-of-paper',
  'field',
  'item-description',
  'item-papers-list',
  'opening-picture',
  'page-announcer',
  'page-box',
  'page-header',
  'paper-picture',
  'pdf-controls',
  'pdf-pane',
  'person-name',
  'reading-view',
  'segmented',
  'skeleton',
  'status',
  'switch',
  'table',
  'tabs',
  'tool-button',
  'viewer-toolbar',
  'visually-hidden',
]

/** Components that a visited story of another one shows, by that one. */
const insideOf: Record<string, string[]> = {
  dialog: ['confirm-dialog', 'document-dialog', 'paper-dialog', 'mapping-content', 'scroll-area'],
  menu: ['more-menu', 'pressed-menu'],
  'paper-notes': [
    'color-buttons',
    'loaded-notes',
    'note-entry',
    'note-refusal',
    'note-steps',
    'notes-panel',
    'side-panel',
    'unplaced-note',
  ],
}

/** Every page of stories in `test --long`, otherwise one of each component that nothing else shows. */
function visited(all: string[]): string[] {
  if (everyCombination) return all
  const componentOf = (address: string) => address.split('/')[0]!
  const names = [...new Set(all.map(componentOf))]
  const shown = [...onPages, ...Object.values(insideOf).flat()]
  expect(names).toEqual(expect.arrayContaining([...shown, ...Object.keys(insideOf)]))
  return names
    .filter((name) => !shown.includes(name))
    .map((name) => all.find((address) => componentOf(address) === name)!)
}

// The stories are built once for all tests of this file.
test.describe.configure({ mode: 'default' })

let stories: { url: string; close: () => void }
let folder: string

test.beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'board-portal-stories-'))
  await buildStories(folder)
  stories = await serveFolder(folder)
})

test.afterAll(() => {
  stories.close()
  rmSync(folder, { recursive: true })
})

test('axe finds nothing in any component story', async ({ context }) => {
  test.setTimeout(300_000)
  const errors: string[] = []
  const visit = async (size: string) => {
    const page = await context.newPage()
    page.on('pageerror', (error) => errors.push(`${page.url()}: ${error.message}`))
    await page.goto(`${stories.url}/?text-size=${encodeURIComponent(size)}`)
    const all = await addresses(page)
    expect(all.length).toBeGreaterThan(60)
    if (everyCombination) await expectAccessibleInBoth(page, `the index in ${size}`)
    for (const [index, address] of visited(all).entries()) {
      // The pairs of colors are tested in both schemes with the tokens.
      if (!everyCombination) {
        await page.emulateMedia({ colorScheme: index % 2 === 0 ? 'light' : 'dark' })
      }
      await open(page, address)
      const check = everyCombination ? expectAccessibleInBoth : expectAccessible
      await check(page, `${address} in ${size}`, exceptNavigation)
      await expectNoOverflow(page, `${address} in ${size}`)
    }
  }
  await Promise.all(sweep(textSizes, 3).map(visit))
  expect(errors).toEqual([])
})

test('messages cover nothing that can be pressed in a dialog of any size', async ({ page }) => {
  const dialogs = ['large-dialog', 'slide-over', 'question', 'dialog', 'full-dialog']
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const textSize of sweep(['A++', 'A'], 2)) {
    await page.goto(`${stories.url}/?text-size=${encodeURIComponent(textSize)}`)
    for (const dialog of everyCombination ? dialogs : dialogs.slice(0, 2)) {
      const address = `toast-region/over-a-${dialog}`
      await open(page, address)
      await expect(page.getByText('Agenda saved')).toBeVisible()
      for (const viewport of sweep(windows, 2)) {
        await page.setViewportSize(viewport)
        await quiet(page)
        const covered = await coveredInDialog(page)
        expect.soft(covered, `${address}, ${viewport.width} px, ${textSize}`).toEqual([])
      }
    }
  }
})

test('the stories’ page switches theme and text size, and keeps them in its address', async ({
  page,
}) => {
  await page.goto(stories.url)
  await page.getByRole('link', { name: 'Badge' }).click()
  await expect(page.getByText('Published')).toBeVisible()
  await page.getByRole('radio', { name: 'Dark' }).check()
  await page.getByRole('radio', { name: 'A++' }).check()
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark')
  await expect(page.locator('html')).toHaveCSS('font-size', '21px')
  await expect(page.getByRole('heading', { level: 1, name: 'Badge' })).toBeVisible()
})

/** Buttons of the dialog that something else covers at a corner or in the middle, scrolled to first. */
function coveredInDialog(page: Page): Promise<string[]> {
  return page.locator('[role=dialog], [role=alertdialog]').evaluate((dialog) => {
    const buttons = [...dialog.querySelectorAll('button')]
    if (buttons.length < 20) return ['The story has too few buttons.']
    return buttons
      .filter((button) => {
        button.scrollIntoView({ block: 'nearest' })
        const { left, right, top, bottom } = button.getBoundingClientRect()
        const points = [
          [left + 8, top + 8],
          [right - 8, bottom - 8],
          [(left + right) / 2, (top + bottom) / 2],
        ] as const
        return points.some(([x, y]) => !button.contains(document.elementFromPoint(x, y)))
      })
      .map((button) => button.textContent)
  })
}

/** The page of every component, or of each of its stories where it shows one at a time: `dialog/small`. */
async function addresses(page: Page): Promise<string[]> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const links = page.getByRole('main').getByRole('link')
  return links.evaluateAll((all) => all.map((link) => link.getAttribute('href')!.slice(2)))
}

async function open(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    location.hash = `#/${to}`
  }, address)
  const [component] = address.split('/')
  const last = drawn[address] ?? drawn[component!]
  await expect(page.locator('h1').first()).toBeAttached()
  if (last) await expect(page.locator(last).first()).toBeVisible()
  await quiet(page)
}

/** Nothing has changed in the page for three frames. */
async function quiet(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        let frames = 0
        const observer = new MutationObserver(() => (frames = 0))
        observer.observe(document, { subtree: true, childList: true, attributes: true })
        const count = () => {
          frames += 1
          if (frames < 4) return requestAnimationFrame(count)
          observer.disconnect()
          return resolve()
        }
        requestAnimationFrame(count)
      }),
  )
}
