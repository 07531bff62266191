import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { listDocuments } from '@portal/contract/documents'
import { getSyncStatus, triggerSync } from '@portal/contract/sync'
import { createUser } from '@portal/contract/users'
import getPort from 'get-port'
import { findBrowser } from '../../scripts/browser.ts'
import { buildAll } from '../../scripts/build.ts'
import { browserArgs } from '../support/browser-args.ts'
import { runSettledPortal } from '../support/settled-portal.ts'
import { writePaper } from '../support/story-paper.ts'
import { timeToFirstPage } from './first-page.ts'
import { withDeadline } from './deadline.ts'
import { addManyNotes, notedPages, notesPerPage } from './many-notes.ts'
import { median, quantile, ratioText } from './numbers.ts'
import { adminToken, callWith, passwordToken, signInByPassword } from './session.ts'
import { slowLine, throttle } from './throttle.ts'

/**
 * 500 notes on a paper of 100 pages, against the same paper without notes, in interleaved rounds: the time from the click
 * to the first page, and the time of each frame while the reader scrolls through all pages.
 */
const rounds = Number(process.env['ROUNDS'] ?? 7)
const pageCount = 100
const list = '/resources/governance/docs'
const title = 'Bench noted'
const goals = { firstPage: 1.05, frame: 16.7 }
/** How far the pages scroll in a frame, in CSS pixels: 4 pages of the paper a second. */
const scrollStep = 70

const readers = {
  noted: {
    email: 'noted@larkspur.example',
    password: 'plum-orchard-1-quiet',
    displayName: 'Noted Reader',
  },
  plain: {
    email: 'plain@larkspur.example',
    password: 'plum-orchard-2-quiet',
    displayName: 'Plain Reader',
  },
}
type Kind = keyof typeof readers
const kinds = ['plain', 'noted'] as const

await buildAll()
const folder = mkdtempSync(path.join(tmpdir(), 'bench-notes-'))
const portal = await runSettledPortal({ port: await getPort(), dataFolder: folder })
const browser = await chromium.launch({ executablePath: findBrowser(), args: browserArgs })
try {
  await prepare()
  const contexts = {
    plain: await signedIn(browser, 'plain'),
    noted: await signedIn(browser, 'noted'),
  }
  await measure(contexts)
} finally {
  await browser.close()
  await portal.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** The paper, its two readers, and the notes of one of them. */
async function prepare(): Promise<void> {
  const pages = notedPages(pageCount)
  await writePaper(path.join(folder, 'drive', `${title}.pdf`), pages)
  const call = callWith(portal.url, await adminToken(portal.url))
  for (const body of Object.values(readers)) await call(createUser, { body })
  let paper: { id: string } | undefined
  // A sync may skip a file that was written a moment ago.
  while (!paper) {
    await call(triggerSync)
    while ((await call(getSyncStatus)).status === 'running') await delay(500)
    paper = (await call(listDocuments)).find(({ name }) => name === `${title}.pdf`)
  }
  const member = callWith(portal.url, await passwordToken(portal.url, readers.noted))
  const count = await addManyNotes(member, paper.id, pages)
  console.log(`${count} notes on ${pageCount} pages, ${rounds} rounds`)
}

async function signedIn(within: Browser, kind: Kind): Promise<BrowserContext> {
  const context = await within.newContext({
    baseURL: portal.url,
    viewport: { width: 1280, height: 800 },
  })
  context.setDefaultTimeout(120_000)
  const page = await context.newPage()
  await signInByPassword(page, list, readers[kind])
  await page.close()
  return context
}

async function measure(contexts: Record<Kind, BrowserContext>): Promise<void> {
  const firstPages: Record<Kind, number[]> = { plain: [], noted: [] }
  const frames: Record<Kind, number[]> = { plain: [], noted: [] }
  const medians: Record<Kind, number[]> = { plain: [], noted: [] }
  for (let round = 0; round < rounds; round += 1) {
    // The kind that comes first alternates.
    for (const kind of round % 2 === 0 ? kinds : kinds.toReversed()) {
      const page = await contexts[kind].newPage()
      await page.goto(list)
      // The visit before the measured one loads the viewer itself.
      await timeToFirstPage(page, 'Bylaws')
      await page.locator('.textLayer span').first().waitFor()
      await page.goBack()
      const session = await throttle(page)
      firstPages[kind].push(await timeToFirstPage(page, title))
      await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
      if (kind === 'noted') await page.waitForFunction(hasMarks, notesPerPage)
      const own = await withDeadline('Scrolling', scrollThrough(page, scrollStep))
      frames[kind].push(...own)
      medians[kind].push(median(own))
      await page.close()
    }
  }
  tell(
    'first page',
    firstPages,
    `${ratioText(firstPages.noted, firstPages.plain)}, goal ${goals.firstPage}×`,
  )
  tell(
    'frame',
    frames,
    `${ratioText(medians.noted, medians.plain)}, goal ${goals.frame} ms at the median`,
  )
  console.log(
    `load ${loadavg()[0]!.toFixed(1)}; first pages at ${slowLine.mbps} Mbps, ${slowLine.latency} ms, CPU ×${slowLine.cpu}`,
  )
}

function tell(what: string, times: Record<Kind, number[]>, result: string): void {
  const text = (values: number[]) =>
    `${median(values).toFixed(1)} ms, 95th percentile ${quantile(values, 0.95).toFixed(1)} ms`
  console.log(`${what}: with notes ${text(times.noted)}; without ${text(times.plain)}; ${result}`)
}

/** Runs in the page: whether the notes of the first page are shown. */
function hasMarks(count: number): boolean {
  const marked = [...CSS.highlights.values()].reduce((sum, { size }) => sum + size, 0)
  return marked + document.querySelectorAll('.noteMarks > g > g').length >= count
}

/** Scrolls through the paper; returns the time of each frame in ms. Fails if a page showed none of the notes it has. */
function scrollThrough(page: Page, step: number): Promise<number[]> {
  return page.evaluate(
    (distance) =>
      new Promise<number[]>((resolve) => {
        const pages = document.querySelector('.pdfViewer')!.parentElement!
        const times: number[] = []
        let last = performance.now()
        const next = (now: number) => {
          times.push(now - last)
          last = now
          if (pages.scrollTop + pages.clientHeight >= pages.scrollHeight - 1)
            return resolve(times.slice(1))
          pages.scrollBy(0, distance)
          requestAnimationFrame(next)
        }
        requestAnimationFrame(next)
      }),
    step,
  )
}
