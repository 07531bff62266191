import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { listDocuments } from '@portal/contract/documents'
import { type SavedNote, saveNotes } from '@portal/contract/notes'
import { search } from '@portal/contract/search'
import type { BrowserContext, Page } from '@playwright/test'
import sharp from 'sharp'
import { callWith, memberToken } from '../bench/session.ts'
import { currentQuarter } from '../support/fixtures.ts'
import { controlsOf, differenceOf, mostDifference } from './picture-difference.ts'
import { drawn, type Viewer } from './screens.ts'

const target = path.resolve(import.meta.dirname, '../../docs/pictures')
/** The headings and controls of the pictured screens. */
const controlsFile = path.join(target, 'controls.json')
const { year, quarter } = currentQuarter()

type PicturedScreen = {
  name: string
  viewer: Viewer
  path: string
  scheme: 'light' | 'dark'
  /** Waits until the screen shows what it has. */
  act: (page: Page) => Promise<unknown>
}

/** The README's pictures. All of them are of the same size. */
const shown: PicturedScreen[] = [
  {
    name: 'dashboard',
    viewer: 'member',
    path: '/',
    scheme: 'light',
    act: (page) =>
      page
        .getByRole('link', { name: /^Read / })
        .nth(1)
        .waitFor(),
  },
  {
    name: 'materials',
    viewer: 'member',
    path: `/meetings/${year}/q/${quarter}?material=budget-vs-actual`,
    scheme: 'light',
    act: drawn,
  },
  {
    name: 'readiness',
    viewer: 'admin',
    path: '/admin',
    scheme: 'dark',
    act: (page) => page.getByRole('button', { name: /\d+ ready/ }).waitFor(),
  },
  {
    name: 'search',
    viewer: 'member',
    path: '/search?q=grants',
    scheme: 'light',
    act: (page) => page.getByRole('listitem').filter({ hasText: 'Page' }).first().waitFor(),
  },
  {
    name: 'my-notes',
    viewer: 'member',
    path: '/my-notes',
    scheme: 'light',
    act: (page) => page.getByText(questions[0].text).waitFor(),
  },
]
const size = { width: 1280, height: 800 }

/** What the member of the pictures has marked and written. */
const questions = [
  {
    words: 'commitment private assets spend-down policy requires',
    exact: 'No new commitment to private assets',
    color: 'yellow',
    text: 'How long until the last fund is wound up?',
  },
  {
    words: 'grants budget keeps four percent unassigned summer',
    exact: 'four percent unassigned until the summer',
    color: 'green',
    text: 'Is this the same share as last year?',
  },
  {
    words: 'salaries budgeted health premiums lease fixed',
    exact: 'Salaries are budgeted with three percent',
    color: 'pink',
    text: '',
  },
] as const

/** Writes the notes that one of the pictures shows. */
export async function preparePictures(portalUrl: string): Promise<void> {
  const member = callWith(portalUrl, await memberToken(portalUrl))
  for (const [index, { words, exact, color, text }] of questions.entries()) {
    const { hits } = await member(search, { query: { q: words } })
    const paper = hits.find(({ page }) => page !== undefined)
    if (!paper) throw new Error(`No paper of the sample contains “${words}”.`)
    const documents = await member(listDocuments)
    const { version = 1 } = documents.find(({ id }) => id === paper.id)!
    const note: SavedNote = {
      id: `00000000-0000-4000-8000-00000000000${index}`,
      createdAt: new Date().toISOString(),
      color,
      text,
      target: {
        version,
        selector: [
          {
            type: 'FragmentSelector',
            conformsTo: 'http://tools.ietf.org/rfc/rfc3778',
            value: `page=${paper.page}`,
          },
          { type: 'TextQuoteSelector', exact, prefix: '', suffix: '' },
        ],
      },
    }
    const body = { documentId: paper.id, erasures: 0, notes: [note], removed: [] }
    await member(saveNotes, { body })
  }
}

/** Takes the README's pictures, and records the controls of their screens. */
export async function takePictures(contexts: Record<Viewer, BrowserContext>): Promise<void> {
  mkdirSync(target, { recursive: true })
  const controls: Record<string, string[]> = {}
  await forEachPicture(contexts, async (name, page) => {
    const { size: bytes } = await sharp(await pictureOf(page))
      .webp({ quality: 82, effort: 6 })
      .toFile(fileOf(name))
    controls[name] = await controlsOf(page)
    console.log(`docs/pictures/${name}.webp: ${(bytes / 1000).toFixed(0)} kB`)
  })
  writeFileSync(controlsFile, `${JSON.stringify(controls, null, 2)}\n`)
}

/** What has changed on the screens of the README's pictures since they were taken, in sentences. */
export async function changesOfPictures(
  contexts: Record<Viewer, BrowserContext>,
): Promise<string[]> {
  const recorded = JSON.parse(readFileSync(controlsFile, 'utf8')) as Record<string, string[]>
  const changes: string[] = []
  await forEachPicture(contexts, async (name, page) => {
    const [before, now] = [recorded[name] ?? [], await controlsOf(page)]
    const added = now.filter((control) => !before.includes(control))
    const removed = before.filter((control) => !now.includes(control))
    const difference = await differenceOf(await pictureOf(page), fileOf(name))
    if (added.length > 0) changes.push(`${name} has ${added.join(', ')}.`)
    if (removed.length > 0) changes.push(`${name} no longer has ${removed.join(', ')}.`)
    if (difference > mostDifference) {
      changes.push(`${(difference * 100).toFixed(0)} % of ${name} looks different.`)
    }
    console.log(`Compared ${name}: ${(difference * 100).toFixed(1)} % looks different`)
  })
  return changes
}

const pictureOf = (page: Page) => page.screenshot({ animations: 'disabled' })
const fileOf = (name: string) => path.join(target, `${name}.webp`)

async function forEachPicture(
  contexts: Record<Viewer, BrowserContext>,
  use: (name: string, page: Page) => Promise<void>,
): Promise<void> {
  for (const { name, viewer, path: at, scheme, act } of shown) {
    const page = await contexts[viewer].newPage()
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme: scheme })
    await page.goto(at)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await act(page)
    await page.waitForLoadState('networkidle')
    await use(name, page)
    await page.close()
  }
}
