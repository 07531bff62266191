import type { ReleaseManifest, ReleaseScreen } from '@portal/contract/releases'
import { addressOf } from '@portal/domain/screen-addresses'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { findBrowser } from '../../../../scripts/browser.ts'
import { browserEnvironment } from './browser-environment.ts'
import { CommandFailure } from './command.ts'
import { type ExposedRoutes, readRoutes, startedScreens } from './exposed-routes.ts'
import { type FrameCheck, openFrameCheck } from './frame-check.ts'
import { settlesRenders } from './settled-renders.ts'
import {
  firstOf,
  isLoaded,
  isShown,
  lastGoodKey,
  renderTimeout,
  routeDeadline,
  tryAgain,
} from './shown-page.ts'
import type { StubHost } from './stub-host.ts'
import { type Fault, watchPage } from './watch-page.ts'
import { setTimeout as delay } from 'node:timers/promises'

const hour = 3_600_000

/** The shell's pages that have slots for remotes. */
const pageOfSlot: Record<string, string> = { dashboard: '/' }

export type Mounted = { addresses: string[]; faults: string[] }

export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: browserHere(),
    // Chromium's own sandbox doesn't work as root, nor in containers that may not create namespaces.
    args: process.getuid?.() === 0 || isWithoutSandbox() ? ['--no-sandbox'] : [],
    env: browserEnvironment(process.env),
  })
}

function isWithoutSandbox(): boolean {
  return process.env['CHROMIUM_SANDBOX'] === 'off'
}

function browserHere(): string {
  try {
    return findBrowser()
  } catch (cause) {
    throw new CommandFailure((cause as Error).message, { cause })
  }
}

/**
 * Opens every screen and every slot component of the release that the host runs, each on its own
 * page.
 */
export async function mountScreens(
  browser: Browser,
  host: StubHost,
  release: ReleaseManifest,
): Promise<Mounted> {
  const context = await browser.newContext({ baseURL: host.url })
  try {
    await signIn(context, host, release)
    const frame = await openFrameCheck(context, release)
    const unknownSlots = release.slots.filter(({ slot }) => !Object.hasOwn(pageOfSlot, slot))
    const faults = unknownSlots.map(
      ({ component, slot }) => `${component}: the shell has no slot called ${slot}.`,
    )
    const pages = release.slots.flatMap(({ slot }) => pageOfSlot[slot] ?? [])
    const first = release.routes.find((route) => !route.includes(':')) ?? pages[0] ?? '/'
    const screens = await exposedScreens(context, host, release, first)
    if (typeof screens === 'string') return { addresses: [], faults: [...faults, screens] }
    const headings = new Map<string, string | undefined>(pages.map((page) => [page, undefined]))
    for (const { path, heading } of screens) headings.set(addressOf(path, host.params), heading)
    for (const [address, heading] of headings) {
      const page = { address, heading }
      const seen = await mount(context, release, page, frame)
      // The shell has deadlines, which a busy machine may miss once: a real fault fails the second
      // time too.
      const isUnsure = seen.faults.length > 0 && !seen.isCertain
      const { faults: confirmed } = isUnsure ? await mount(context, release, page, frame) : seen
      faults.push(...confirmed.map((fault) => `${address}: ${fault}`))
    }
    return { addresses: [...headings.keys()], faults }
  } finally {
    await context.close()
  }
}

/** Opens the page as a reader of the release's audience, without requests to other sites. */
async function signIn(
  context: BrowserContext,
  host: StubHost,
  { name, audience }: ReleaseManifest,
): Promise<void> {
  const { idToken, email, uid, apiKey } = host.signIn(audience)
  await context.addCookies([{ name: '__session', value: idToken, url: host.url }])
  await context.route(/./, (route) => {
    const url = new URL(route.request().url())
    if (url.origin !== host.url && url.protocol.startsWith('http')) return route.abort()
    if (!url.pathname.startsWith('/identitytoolkit.googleapis.com/')) return route.fallback()
    return route.fulfill({ json: { users: [{ localId: uid, email, emailVerified: true }] } })
  })
  // As the sign-in SDK stores it. Removes what the previous page recorded about the release.
  const expirationTime = Date.now() + hour
  const user = {
    uid,
    email,
    emailVerified: true,
    isAnonymous: false,
    providerData: [],
    stsTokenManager: { accessToken: idToken, refreshToken: 'none', expirationTime },
    apiKey,
    appName: '[DEFAULT]',
  }
  await context.addInitScript(
    ({ key, kept, noted }) => {
      // Embedded content belongs to another site, and its storage is inaccessible.
      if (globalThis.top !== globalThis.self) return
      localStorage.setItem(key, kept)
      localStorage.removeItem(noted)
    },
    {
      key: `firebase:authUser:${apiKey}:[DEFAULT]`,
      kept: JSON.stringify(user),
      noted: lastGoodKey(name),
    },
  )
}

/** The screens of the running code; a sentence if the release doesn't start. */
async function exposedScreens(
  context: BrowserContext,
  host: StubHost,
  release: ReleaseManifest,
  address: string,
): Promise<ReleaseScreen[] | string> {
  const page = await context.newPage()
  const watched = watchPage(page)
  try {
    const read = await whileAnswering(page, () => routesOn(page, release, address))
    const stopped = 'stopped' in read ? [`${address}: ${read.stopped}`] : []
    return startedScreens('result' in read ? read.result : undefined, {
      release: release.release,
      url: host.url,
      seen: [...watched.faults(), ...stopped],
      thrown: watched.thrown(),
    })
  } finally {
    await page.close()
  }
}

async function routesOn(
  page: Page,
  release: ReleaseManifest,
  address: string,
): Promise<ExposedRoutes> {
  const left = routeDeadline()
  await page.goto(address)
  // A path that a remote owns needn't be a page, so it may show nothing of the remote.
  await firstOf(page, ([global]) => Object.hasOwn(globalThis, global!), [release.global], left())
  // A screen that is shown may request without end, and the container has been started then.
  const loaded = isLoaded(page, left())
  const shown = isShown(page, release, address, left())
  await Promise.race([loaded, shown.then((isThere) => isThere || loaded)])
  const read = () => page.evaluate(readRoutes, { global: release.global, limit: left() })
  const exposed = await read()
  if (exposed && 'routes' in exposed) return exposed
  // The shell may just be loading it a second time: then it shows the failure, and reports it.
  const timeout = Math.min(left(), failureTimeout)
  await tryAgain(page)
    .waitFor({ timeout })
    .catch(() => undefined)
  return read()
}

/** How long the shell may take to show that a release doesn't start, in ms. */
const failureTimeout = 10_000

/** An address, and the heading that its route declares. */
type Opened = { address: string; heading: string | undefined }

/** `isCertain`: the faults can't come from a busy machine. */
type Seen = { faults: Fault[]; isCertain: boolean }

async function mount(
  context: BrowserContext,
  release: ReleaseManifest,
  opened: Opened,
  frame: FrameCheck,
): Promise<Seen> {
  const page = await context.newPage()
  const watched = watchPage(page)
  const activity = frame.watch(page)
  try {
    const seen = await whileAnswering(page, async () => {
      const faults = await faultsOf(page, release, opened, watched.loadingFault)
      if (faults.length === 0) faults.push(...(await frame.faultsOf(page, activity)))
      return [...new Set([...(await watched.seen()), ...faults])]
    })
    if ('result' in seen) return { faults: seen.result, isCertain: watched.isCertain() }
    return { faults: [...watched.faults(), seen.stopped], isCertain: true }
  } finally {
    await page.close()
  }
}

/** The faults that show only after some time, within the deadline of one address. */
async function faultsOf(
  page: Page,
  release: ReleaseManifest,
  { address, heading }: Opened,
  loadingFault: (seconds: number) => Fault,
): Promise<Fault[]> {
  const seconds = renderTimeout / 1000
  const left = routeDeadline()
  await page.goto(address)
  const isThere = await isShown(page, release, address, left())
  const loading = isLoaded(page, left())
  const settles = await settlesRenders(page, loading)
  if (!(await loading)) return [loadingFault(seconds)]
  if (!settles) return ['it renders without end']
  const hasFailed = await tryAgain(page).isVisible()
  if (hasFailed) return []
  if (isThere) return heading === undefined ? [] : headingFaults(page, heading)
  return [`nothing of ${release.release} was shown within ${seconds} s`]
}

async function headingFaults(page: Page, heading: string): Promise<Fault[]> {
  const shown = await page.getByRole('heading', { level: 1 }).allInnerTexts()
  const isRight = shown.length === 1 && shown[0]!.trim() === heading
  return isRight ? [] : [`its heading is “${shown.join('”, “')}”, but its route says “${heading}”`]
}

/**
 * How long a page may not answer before it counts as stopped, in ms; the same as for a reader's tab
 * (decision 0059).
 */
const answerTimeout = 10_000

const interval = 500

type WhileAnswering<T> = { result: T } | { stopped: string }

/**
 * Runs work on a page as long as the page answers. One that is caught in a loop answers nothing and
 * can't be waited for: its code is ended, so that the page can be closed.
 */
async function whileAnswering<T>(page: Page, work: () => Promise<T>): Promise<WhileAnswering<T>> {
  const session = await page.context().newCDPSession(page)
  const done = new AbortController()
  let answered = performance.now()
  const ask = () =>
    session.send('Runtime.evaluate', { expression: '0' }).then(
      () => (answered = performance.now()),
      () => {},
    )
  const silence = async (): Promise<WhileAnswering<T>> => {
    while (performance.now() - answered < answerTimeout) {
      // A ping before a navigation may get no answer; the next one does.
      void ask()
      await delay(interval, undefined, { signal: done.signal })
    }
    await session.send('Runtime.terminateExecution').catch(() => {})
    return { stopped: `the page stopped answering for ${answerTimeout / 1000} s` }
  }
  const working = work().then((result) => ({ result }))
  try {
    return await Promise.race([working, silence()])
  } finally {
    done.abort()
    // Anything that still waits for the closed page fails.
    working.catch(() => {})
  }
}
