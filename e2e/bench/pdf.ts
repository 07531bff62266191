import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import { listDocuments } from '@portal/contract/documents'
import { getSyncStatus, triggerSync } from '@portal/contract/sync'
import getPort from 'get-port'
import { findBrowser } from '../../scripts/browser.ts'
import { buildAll } from '../../scripts/build.ts'
import { runPortal } from '../../scripts/portal.ts'
import { browserArgs } from '../support/browser-args.ts'
import { timeToFirstPage } from './first-page.ts'
import { median, quantile } from './numbers.ts'
import { layouts, writePaper } from './papers.ts'
import { adminToken, callWith, signInByPassword } from './session.ts'
import { slowLine, throttle } from './throttle.ts'

/**
 * Measures from the click on a document to its first page on the screen, for files of 1, 10 and 100
 * MB in several layouts, after they are synced and the viewer's code is loaded.
 */
const sizes = [1, 10, 100]
const rounds = Number(process.env['ROUNDS'] ?? 7)
const list = '/resources/governance/docs'

await buildAll()
const folder = mkdtempSync(path.join(tmpdir(), 'bench-pdf-'))
const portal = await runPortal({ port: await getPort(), dataFolder: folder })
try {
  const papers = await drop()
  await sync()
  await measure(papers)
} finally {
  await portal.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function drop(): Promise<string[]> {
  const names: string[] = []
  for (const size of sizes) {
    for (const layout of layouts()) {
      const name = `Bench ${size} MB ${layout}.pdf`
      const file = path.join(folder, 'drive', name)
      await writePaper(file, size, layout)
      names.push(name)
      console.log(`made ${name}: ${(statSync(file).size / 1e6).toFixed(1)} MB`)
    }
  }
  return names
}

async function sync(): Promise<void> {
  const call = callWith(portal.url, await adminToken(portal.url))
  const began = performance.now()
  // A sync may skip a file that was written a moment ago.
  for (let found = 0; found < sizes.length * layouts().length;) {
    await call(triggerSync)
    while ((await call(getSyncStatus)).status === 'running') await delay(500)
    found = (await call(listDocuments)).filter(({ name }) => name.startsWith('Bench ')).length
  }
  console.log(`synced in ${((performance.now() - began) / 1000).toFixed(1)} s`)
}

async function measure(names: string[]): Promise<void> {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: browserArgs })
  const context = await browser.newContext({
    baseURL: portal.url,
    viewport: { width: 1280, height: 800 },
  })
  await signInByPassword(await context.newPage(), list)
  const times = new Map<string, number[]>()
  for (let round = 0; round < rounds; round += 1) {
    // A new page has no document cached; the visit before the measured ones loads the viewer
    // itself.
    const page = await context.newPage()
    await page.goto(list)
    await timeToFirstPage(page, 'Bylaws')
    await page.goBack()
    const session = await throttle(page)
    await session.send('Network.setCacheDisabled', { cacheDisabled: true })
    for (const name of names) {
      times.set(name, [...(times.get(name) ?? []), await timeToFirstPage(page, titleOf(name))])
      await page.goBack()
    }
    await page.close()
  }
  await browser.close()
  const load = loadavg()[0]!.toFixed(1)
  console.log(
    `\nFirst page at a document's first opening, ${rounds} rounds, ${slowLine.mbps} Mbps, ${slowLine.latency} ms, CPU ×${slowLine.cpu}, load ${load}:`,
  )
  for (const [name, all] of times) {
    const text = `${median(all).toFixed(0)} ms (${quantile(all, 0.25).toFixed(0)}–${quantile(all, 0.75).toFixed(0)})`
    console.log(`  ${name.padEnd(34)} ${text}`)
  }
}

/** The list shows it without the file's ending. */
function titleOf(name: string): string {
  return name.replace('.pdf', '')
}
