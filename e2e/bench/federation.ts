import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createUser } from '@portal/contract/users'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import getPort from 'get-port'
import { startAuthEmulator } from '../../scripts/auth-emulator.ts'
import { findBrowser } from '../../scripts/browser.ts'
import { buildAll, buildRemote } from '../../scripts/build.ts'
import { type RunningPortal, runPortal } from '../../scripts/portal.ts'
import { remotes } from '../../scripts/remotes.ts'
import { browserArgs } from '../support/browser-args.ts'
import { runSettledPortal } from '../support/settled-portal.ts'
import { median, ratioText } from './numbers.ts'
import { withDeadline } from './deadline.ts'
import { buildOneBundle } from './one-bundle/build.ts'
import { member, signInByPassword } from './session.ts'
import { slowLine, throttle } from './throttle.ts'

/**
 * The cost of federation: the shipped portal compared with the same sources built as one bundle, in
 * interleaved rounds in one Chromium, and with accounts of the portal's own instead of Firebase's. A page has loaded
 * when the named text is painted. `node e2e/bench/federation.ts /directory` measures only that page.
 */
const rounds = Number(process.env['ROUNDS'] ?? 15)
const foreignMajor = 'federated, one remote with React 18'
type MeasuredPage = {
  name: string
  path: string
  text: string
  also: string
  /** The only variant that has it. */
  only?: string
}
const pages: MeasuredPage[] = [
  { name: 'dashboard (two remotes)', path: '/', text: 'Board Materials', also: 'Upcoming Meeting' },
  {
    name: 'directory (one remote)',
    path: '/directory',
    text: 'Ingrid Sørensen',
    also: 'Maria Lopez',
  },
  {
    name: 'polls (one remote, React 18)',
    path: '/polls',
    text: 'Should the spring meeting be in Oakland?',
    also: 'votes with React 18',
    only: foreignMajor,
  },
]
const adminKey = 'bench-admin-key-0123456789-0123456789'
const branding = path.resolve(import.meta.dirname, '../../api/sample/branding')
/** A portal that signs people in itself, with the looks of the sample. */
const ownAccounts = {
  IDENTITY: 'portal',
  SAMPLE: 'false',
  ADMIN_API_KEY: adminKey,
  FOUNDATION_LOGO: path.join(branding, 'logo.png'),
  FOUNDATION_SIGN_IN_PICTURE: path.join(branding, 'sign-in.webp'),
}
const wanted = process.argv.length > 2 ? process.argv.slice(2) : pages.map((page) => page.path)

type Variant = {
  name: string
  portal: RunningPortal
  storage: Awaited<ReturnType<BrowserContext['storageState']>>
}
type PageLoad = { ms: number; requests: number; bytes: number }
type Kind = 'cold' | 'warm'

const folder = mkdtempSync(path.join(tmpdir(), 'bench-federation-'))
await buildAll()
const emulator = await startAuthEmulator(path.join(folder, 'identity'), 'demo-board-portal')
const browser = await chromium.launch({ executablePath: findBrowser(), args: browserArgs })
const variants: Variant[] = []
try {
  const sample = await makeSample()
  variants.push(await variant('federated', {}, sample))
  variants.push(await variant('federated, IDENTITY=portal', ownAccounts, sample))
  variants.push(await variant(foreignMajor, await withPolls()))
  variants.push(await variant('one bundle', await buildOneBundle('inside', folder)))
  variants.push(await variant('one bundle, lazy screens', await buildOneBundle('lazy', folder)))
  console.log(
    `${rounds} rounds, ${slowLine.mbps} Mbps, ${slowLine.latency} ms, CPU ×${slowLine.cpu}`,
  )
  for (const page of pages.filter(({ path: at }) => wanted.includes(at))) await compare(page)
} finally {
  await browser.close()
  await Promise.all(variants.map(({ portal }) => portal.stop()))
  await emulator.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Makes the data of the sample, which only a portal with the emulator can. */
async function makeSample(): Promise<string> {
  const dataFolder = path.join(folder, 'sample')
  const portal = await runSettledPortal({ port: await getPort(), dataFolder, emulator })
  await portal.stop()
  return dataFolder
}

async function variant(name: string, env: NodeJS.ProcessEnv, data?: string): Promise<Variant> {
  const dataFolder = path.join(folder, name.replaceAll(/\W+/g, '-'))
  if (data !== undefined) cpSync(data, dataFolder, { recursive: true, preserveTimestamps: true })
  const portal = await runPortal({ port: await getPort(), dataFolder, env, emulator })
  if (env['IDENTITY'] === 'portal') await createMember(portal.url)
  const context = await browser.newContext({ baseURL: portal.url })
  const page = await context.newPage()
  await signInByPassword(page, '/directory')
  await page.getByText('Ingrid Sørensen').first().waitFor()
  const storage = await context.storageState({ indexedDB: true })
  await context.close()
  return { name, portal, storage }
}

/** Its accounts aren't part of the sample's data. */
async function createMember(url: string): Promise<void> {
  const response = await fetch(`${url}${createUser.path}`, {
    method: createUser.method,
    headers: { 'content-type': 'application/json', 'x-admin-key': adminKey },
    body: JSON.stringify(member),
  })
  if (!response.ok) throw new Error(`The account was refused with ${response.status}.`)
}

/** The settings of a portal that also has the journeys' remote with React 18. */
async function withPolls(): Promise<NodeJS.ProcessEnv> {
  const polls = await buildRemote('polls', path.resolve(import.meta.dirname, '../remotes/polls'))
  const usual = remotes().map(({ dir }) => path.join(dir, 'dist'))
  return { RELEASES_FOLDER: [...usual, polls].join(',') }
}

async function compare(page: MeasuredPage): Promise<void> {
  const compared = variants.filter(({ name }) => page.only === undefined || name === page.only)
  const seen = new Map<string, Record<Kind, PageLoad[]>>(
    compared.map(({ name }) => [name, { cold: [], warm: [] }]),
  )
  for (let round = -1; round < rounds; round += 1) {
    // The variants take turns going first.
    for (const at of compared.keys()) {
      const chosen = compared[(at + round + compared.length) % compared.length]!
      const visited = await visitTwice(browser, chosen, page)
      if (round < 0) continue
      seen.get(chosen.name)!.cold.push(visited.cold)
      seen.get(chosen.name)!.warm.push(visited.warm)
    }
  }
  console.log(`\n${page.name}, ${page.path}`)
  const base = seen.get('one bundle')
  for (const [name, visits] of seen) {
    for (const kind of ['cold', 'warm'] as const) {
      const ms = (all: PageLoad[]) => all.map((load) => load.ms)
      const [requests, bytes] = (['requests', 'bytes'] as const).map((key) =>
        median(visits[kind].map((load) => load[key])),
      )
      const baseBytes = base && median(base[kind].map((load) => load.bytes))
      const ratio = base ? ratioText(ms(visits[kind]), ms(base[kind])) : ''
      const share = baseBytes ? ` (${(bytes! / baseBytes).toFixed(2)}×)` : ''
      console.log(
        `  ${name.padEnd(36)} ${kind}  ${median(ms(visits[kind])).toFixed(0).padStart(5)} ms  ` +
          `${ratio.padEnd(20)} ${requests} requests  ${(bytes! / 1024).toFixed(0)} KiB${share}`,
      )
    }
  }
}

/** A first visit with an empty cache, then a second one in the same browser profile. */
async function visitTwice(
  within: Browser,
  { portal, storage }: Variant,
  target: MeasuredPage,
): Promise<Record<Kind, PageLoad>> {
  const context = await within.newContext({
    baseURL: portal.url,
    storageState: storage,
    viewport: { width: 1280, height: 800 },
    serviceWorkers: 'block',
  })
  try {
    const page = await context.newPage()
    const cold = await visit(page, target)
    const warm = await visit(page, target)
    return { cold, warm }
  } finally {
    await context.close()
  }
}

async function visit(page: Page, { path: target, text, also }: MeasuredPage): Promise<PageLoad> {
  await page.goto('about:blank')
  const network = await throttle(page)
  const tally = { requests: 0, bytes: 0 }
  let last = performance.now()
  network.on('Network.requestWillBeSent', () => (last = performance.now()))
  network.on('Network.loadingFinished', ({ encodedDataLength }) => {
    last = performance.now()
    if (encodedDataLength > 0) tally.requests += 1
    tally.bytes += encodedDataLength
  })
  await page.goto(target, { waitUntil: 'commit' })
  const shown = page.evaluate(
    (shownText) =>
      new Promise<number>((resolve) => {
        const look = () => {
          const words = document.body?.innerText ?? ''
          if (shownText.every((part) => words.includes(part))) {
            requestAnimationFrame(() => resolve(performance.now()))
          } else requestAnimationFrame(look)
        }
        look()
      }),
    [text, also],
  )
  const ms = await withDeadline(`Showing ${target}`, shown)
  // Loading after the first paint counts as well; otherwise a slow variant would look light.
  while (performance.now() - last < 1500) await delay(100)
  await network.detach()
  return { ms, ...tally }
}
