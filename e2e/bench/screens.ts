import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import getPort from 'get-port'
import { findBrowser } from '../../scripts/browser.ts'
import { buildAll } from '../../scripts/build.ts'
import type { RunningPortal } from '../../scripts/portal.ts'
import { runSettledPortal } from '../support/settled-portal.ts'
import { browserArgs } from '../support/browser-args.ts'
import { stepTimeout } from './deadline.ts'
import { median, quantile } from './numbers.ts'
import { currentQuarter, follow, followed, open, quiet, walk } from './screens-walk.ts'
import { signInByPassword } from './session.ts'
import { slowLine } from './throttle.ts'
import { noteVitals, readLargestPaint, readVitals, type Vitals } from './vitals.ts'

/**
 * Web vitals for a member with a slow connection and a slow machine: the dashboard's largest paint,
 * layout shifts, how long an interaction waits for its paint, and how soon a hovered link shows its
 * page. `node e2e/bench/screens.ts walk` runs one part; the parts are dashboard, pages, walk and
 * links.
 */
const rounds = Number(process.env['ROUNDS'] ?? 5)
const wanted = process.argv.slice(2)
/**
 * Most readers are in the foundation's time zone, and the page greets them by it before its code
 * runs.
 */
const timezoneId = 'America/Los_Angeles'
const goals = { cold: 500, warm: 300, interaction: 80, shift: 0.01, link: 100 }
const { year, quarter } = currentQuarter()
const materials = `/meetings/${year}/q/${quarter}`
const pages = [
  '/',
  '/calendar',
  materials,
  `${materials}/agenda`,
  `${materials}/budget/overview`,
  `${materials}/objectives`,
  '/meetings/mission-vision-values',
  '/governance',
  '/governance/travel-expense-policy',
  '/communications',
  '/my-notes',
  '/resources/governance/docs',
  '/resources/view/governance-bylaws',
  '/directory',
]
const windows = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
]

/** The worst of a part's rounds, printed under its numbers. */
type Worst = { value: number; lines: string[] }
const worst = new Map<string, Worst>()
const numbers = new Map<string, number[]>()

await buildAll()
const folder = mkdtempSync(path.join(tmpdir(), 'bench-screens-'))
// Waits until the API's background work after a first start is done.
const portal = await runSettledPortal({
  port: await getPort(),
  dataFolder: folder,
})
const browser = await chromium.launch({ executablePath: findBrowser(), args: browserArgs })
try {
  const signedIn = await signInOnce(browser, portal)
  const parts = { dashboard, pages: everyPage, walk: runWalk, links }
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, part] of Object.entries(parts)) {
      if (wanted.length === 0 || wanted.includes(name)) await part(signedIn)
    }
  }
  tell()
} finally {
  await browser.close()
  await portal.stop()
  rmSync(folder, { recursive: true, force: true })
}

type SignedIn = Awaited<ReturnType<BrowserContext['storageState']>>

/** A member's stored sign-in, with which a later visit begins. */
async function signInOnce(within: Browser, { url }: RunningPortal): Promise<SignedIn> {
  const context = await within.newContext({ baseURL: url, timezoneId })
  context.setDefaultTimeout(stepTimeout)
  const page = await context.newPage()
  await signInByPassword(page, '/directory')
  await page.getByText('Ingrid Sørensen').first().waitFor()
  const state = await context.storageState({ indexedDB: true })
  await context.close()
  return state
}

/** A browser of that member with an empty cache. */
async function profile(storageState: SignedIn, viewport = windows[0]!): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: portal.url,
    storageState,
    viewport,
    timezoneId,
  })
  context.setDefaultTimeout(stepTimeout)
  return context
}

/** A profile that records web vitals. */
async function watched(...args: Parameters<typeof profile>): Promise<BrowserContext> {
  const context = await profile(...args)
  await noteVitals(context)
  return context
}

/** Without the script of web vitals: it would run before the paint that is measured. */
async function dashboard(signedIn: SignedIn): Promise<void> {
  const context = await profile(signedIn)
  for (const kind of ['cold', 'warm'] as const) {
    const { page, network } = await open(context, '/')
    await quiet(network)
    const { at, what, first, firstByte } = await readLargestPaint(page)
    note(`dashboard, largest paint, ${kind}`, at, [
      `${what}; first byte ${firstByte.toFixed(0)} ms, first paint ${first.toFixed(0)} ms`,
      ...network.slowest(),
    ])
    await page.close()
  }
  await context.close()
}

async function everyPage(signedIn: SignedIn): Promise<void> {
  for (const viewport of windows) {
    for (const target of pages) {
      const context = await watched(signedIn, viewport)
      const { page, network } = await open(context, target)
      await quiet(network)
      noteShift(`shift, ${viewport.width} px, ${target}`, await readVitals(page))
      await context.close()
    }
  }
}

async function runWalk(signedIn: SignedIn): Promise<void> {
  const context = await watched(signedIn)
  const { page, network } = await open(context, '/')
  await quiet(network)
  const steps = await walk(page)
  const vitals = await readVitals(page)
  const stepAt = (time: number) => steps.findLast(({ at }) => at <= time)?.name ?? 'before the walk'
  const { value = 0, attribution: slowest } = vitals.interaction ?? {}
  note(
    'walk, slowest interaction (INP)',
    value,
    slowest
      ? [
          `${value} ms = ${slowest.inputDelay.toFixed(0)} delay + ${slowest.processingDuration.toFixed(0)} processing + ` +
            `${slowest.presentationDelay.toFixed(0)} presentation: ${stepAt(slowest.interactionTime ?? 0)}, ` +
            `${slowest.interactionType} on ${slowest.interactionTarget}`,
        ]
      : [],
  )
  noteShift('walk, shift', vitals, stepAt)
  await context.close()
}

/**
 * Opens each link from a freshly loaded dashboard, so that only hovering has loaded anything of its
 * page.
 */
async function links(signedIn: SignedIn): Promise<void> {
  for (const link of followed) {
    const context = await profile(signedIn)
    for (const kind of ['never seen', 'in the cache'] as const) {
      const { page, network } = await open(context, '/')
      await quiet(network)
      const ms = await follow(page, link)
      note(`link to content, ${kind}, ${link.name}`, ms, network.slowest())
      await quiet(network)
      await page.close()
    }
    await context.close()
  }
}

function noteShift(name: string, { shift }: Vitals, stepAt?: (time: number) => string): void {
  const { largestShiftTarget, largestShiftTime = 0, largestShiftValue } = shift?.attribution ?? {}
  const when = `${largestShiftTime.toFixed(0)} ms${stepAt ? `, ${stepAt(largestShiftTime)}` : ''}`
  const lines = [`${largestShiftValue?.toFixed(4)} at ${when}: ${largestShiftTarget}`]
  note(name, shift?.value ?? 0, largestShiftTarget ? lines : [])
}

function note(name: string, value: number, lines: string[]): void {
  numbers.set(name, [...(numbers.get(name) ?? []), value])
  if (value >= (worst.get(name)?.value ?? -1)) worst.set(name, { value, lines })
}

function goalOf(name: string): number {
  if (name.includes('shift')) return goals.shift
  if (name.startsWith('link')) return goals.link
  if (name.startsWith('walk')) return goals.interaction
  return name.endsWith('cold') ? goals.cold : goals.warm
}

function tell(): void {
  console.log(
    `\n${rounds} rounds, ${slowLine.mbps} Mbps, ${slowLine.latency} ms, CPU ×${slowLine.cpu}, load ${loadavg()[0]!.toFixed(1)}. ` +
      'Median (least–most), and what was behind the most.',
  )
  for (const [name, values] of numbers) {
    const goal = goalOf(name)
    const text = (value: number) => (goal < 1 ? value.toFixed(4) : `${value.toFixed(0)} ms`)
    const middle = median(values)
    const spread = `${text(quantile(values, 0))}–${text(quantile(values, 1))}`
    console.log(
      `\n${middle <= goal ? 'within' : 'OVER  '}  ${name}: ${text(middle)} (${spread}), goal ${text(goal)}`,
    )
    const { value, lines } = worst.get(name)!
    if (value > goal / 2) for (const line of lines) console.log(`          ${line}`)
  }
}
