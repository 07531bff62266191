import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { getPointer, promoteRelease } from '@portal/contract/pointers'
import { getHealth } from '@portal/contract/release-health'
import { createReleaseToken } from '@portal/contract/release-tokens'
import { createUser } from '@portal/contract/users'
import { type Browser, chromium, type Page } from '@playwright/test'
import getPort from 'get-port'
import { openSqliteStore } from '../../api/src/adapters/sqlite/sqlite-document-store.ts'
import { pointersCollection } from '../../api/src/features/releases/release-records.ts'
import { findBrowser } from '../../scripts/browser.ts'
import { buildAll } from '../../scripts/build.ts'
import { runPortal } from '../../scripts/portal.ts'
import { browserArgs } from '../support/browser-args.ts'
import { gateRunnerKey, passTrials } from '../support/gate-runner.ts'
import { publishAgain } from '../support/publish-again.ts'
import { changed } from '../support/releases.ts'
import { runSettledPortal } from '../support/settled-portal.ts'
import { median } from './numbers.ts'
import { adminToken, callWith, signInByPassword } from './session.ts'
import { throttle } from './throttle.ts'

/**
 * Two candidates of one remote, each run by half of the people in a real browser: an equal one, and one whose screen
 * takes 30 % longer. The portal must keep the first and stop the second. `PEOPLE=60 node e2e/bench/canary.ts`
 */
const people = Number(process.env['PEOPLE'] ?? 60)
const pagesEach = 3
const remote = 'directory'
const shown = '/directory'
const params = { remote }

const folder = mkdtempSync(path.join(tmpdir(), 'board-portal-bench-canary-'))
await buildAll()
const options = {
  port: await getPort(),
  dataFolder: path.join(folder, 'data'),
  env: { GATE_RUNNER_KEY: gateRunnerKey },
}
let portal = await runSettledPortal(options)
const call = callWith(portal.url, await adminToken(portal.url))
const { secret } = await call(createReleaseToken, { body: { name: 'bench', remote } })
const machine = callWith(portal.url, secret)
const readers = Array.from({ length: people }, (_, n) => ({
  email: `bench-${n}@larkspur.example`,
  displayName: `Reader ${n}`,
  password: `plum-orchard-${n}-quiet`,
}))
for (const body of readers) await call(createUser, { body })

const browser = await chromium.launch({ executablePath: findBrowser(), args: browserArgs })
try {
  const usual = median(await openPages(browser, readers.slice(0, 6)))
  const delay = Math.round(usual * 0.3)
  console.log(`${people} people, ${pagesEach} cached pages each, load ${loadavg()[0]!.toFixed(1)}`)
  console.log(`The stable release's largest paint: ${usual.toFixed(0)} ms`)
  await compare('equal', '8.1.0')
  await compare(`slower by ${delay} ms`, '8.2.0', delay)
} finally {
  await browser.close()
  await portal.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function compare(name: string, version: string, delay?: number): Promise<void> {
  const release = await publishAgain(machine, remote, version, {}, (source, global) =>
    delay === undefined ? source : changed(source, global, slowedBy(delay)),
  )
  await passTrials(portal.url)
  const { revision } = await call(getPointer, { params })
  await call(promoteRelease, {
    params,
    body: { release, step: '50', reason: 'A bench' },
    revision,
  })
  await beginWithTheHour()
  await openPages(browser, readers)
  const { denied, candidate } = await call(getPointer, { params })
  const stopped = denied.includes(release)
  const health = await call(getHealth, { params })
  const speeds = health.releases
    .flatMap(({ place, speed }) => {
      const paint = speed?.find(({ metric }) => metric === 'lcp')
      return paint ? [`${place} ${paint.p75.toFixed(0)} ms (${paint.pages} pages)`] : []
    })
    .join(', ')
  console.log(`${name}: ${stopped ? 'stopped' : 'kept'}. 75th percentiles: ${speeds}`)
  const verdict = health.judged?.speed
  if (candidate && verdict) {
    const { candidate: own, stable } = verdict.people
    console.log(`  compared: ${verdict.verdict}, ${own} people with ${stable}`)
  }
}

/** Only whole hours after a promotion are compared: makes it the beginning of the current one. */
async function beginWithTheHour(): Promise<void> {
  await portal.stop()
  const store = openSqliteStore({ path: path.join(options.dataFolder, 'portal.sqlite') })
  const pointers = pointersCollection.in(store)
  const { revision, candidate, ...pointer } = (await pointers.get(remote))!
  const hour = new Date()
  hour.setMinutes(0, 0, 0)
  await pointers.update(
    remote,
    { ...pointer, candidate: { ...candidate!, since: hour.toISOString() } },
    revision,
  )
  await store.close()
  portal = await runPortal(options)
}

/** The change of a remote whose screens come later. */
function slowedBy(delay: number): string {
  return `(remote) => ({
    ...remote,
    routes: remote.routes.map((route) => ({
      ...route,
      lazy: async () => {
        await new Promise((resolve) => setTimeout(resolve, ${delay}))
        return route.lazy()
      },
    })),
  })`
}

/** Everyone opens the screen once to cache it, then some times more. Returns the largest paints in ms. */
async function openPages(within: Browser, who: typeof readers): Promise<number[]> {
  const paints: number[] = []
  for (const { email, password } of who) {
    const context = await within.newContext({ baseURL: portal.url })
    const page = await context.newPage()
    await signInByPassword(page, shown, { email, password })
    await opened(page)
    await page.goto(shown)
    await opened(page)
    const network = await throttle(page)
    for (let n = 0; n < pagesEach; n += 1) {
      await page.goto(shown)
      await opened(page)
      paints.push(await largestPaint(page))
    }
    // Leaving sends the last page's values.
    await page.goto('about:blank')
    await network.detach()
    await context.close()
  }
  return paints
}

async function opened(page: Page): Promise<void> {
  await page.getByText('Ingrid Sørensen').first().waitFor()
  // The watch, which measures, starts when the page is idle.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('heart-worker')),
  )
  await page.waitForLoadState('networkidle')
}

function largestPaint(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)!.startTime)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        })
      }),
  )
}
