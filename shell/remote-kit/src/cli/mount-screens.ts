import type { ReleaseManifest } from '@portal/contract/releases'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { findBrowser } from '../../../../scripts/browser.ts'
import { CommandFailure } from './command.ts'
import { addressesOf, type RouteShape, routePatterns } from './route-addresses.ts'
import type { StubHost } from './stub-host.ts'
import { type Fault, watchPage } from './watch-page.ts'

/** Timeout for a screen to render, in ms. */
const renderTimeout = 60_000
const hour = 3_600_000

/** The shell's pages that have slots for remotes. */
const pageOfSlot: Record<string, string> = { dashboard: '/' }

export type Mounted = { addresses: string[]; faults: string[] }

export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: browserHere(),
    // Chromium's own sandbox doesn't work as root, which containers run as; the pages are this
    // workspace's own builds.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
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
    const unknownSlots = release.slots.filter(({ slot }) => !Object.hasOwn(pageOfSlot, slot))
    const faults = unknownSlots.map(
      ({ component, slot }) => `${component}: the shell has no slot called ${slot}.`,
    )
    const pages = release.slots.flatMap(({ slot }) => pageOfSlot[slot] ?? [])
    const first = release.routes.find((route) => !route.includes(':')) ?? pages[0] ?? '/'
    const patterns = await exposedRoutes(context, release, first)
    if (typeof patterns === 'string') return { addresses: [], faults: [...faults, patterns] }
    const addresses = [...new Set([...addressesOf(patterns, host.params), ...pages])]
    for (const address of addresses) {
      const seen = await mount(context, release, address)
      // The shell has deadlines, which a busy machine may miss once: a real fault fails the second
      // time too.
      const confirmed = seen.length > 0 ? await mount(context, release, address) : seen
      faults.push(...confirmed.map((fault) => `${address}: ${fault}`))
    }
    return { addresses, faults }
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
  // As the sign-in SDK stores it. Removes what the last page recorded of the release.
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

/**
 * Where the shell records that a release of the remote works: at the first commit of a screen or a
 * part.
 */
function lastGoodKey(remote: string): string {
  return `portal.last-good.${remote}`
}

/**
 * The route table of the running code, not of its sources; a sentence if the release doesn't start.
 */
async function exposedRoutes(
  context: BrowserContext,
  release: ReleaseManifest,
  address: string,
): Promise<string[] | string> {
  const page = await context.newPage()
  const watched = watchPage(page)
  try {
    await page.goto(address)
    // A path that a remote owns needn't be a page, so it may show nothing of the remote.
    await firstOf(page, ([global]) => Object.hasOwn(globalThis, global!), [release.global])
    await page.waitForLoadState('networkidle', { timeout: renderTimeout })
    const shapes = await page.evaluate(async (global) => {
      type Container = { get: (name: string) => Promise<() => { default: { routes: unknown[] } }> }
      const container = (globalThis as unknown as Record<string, Container>)[global]
      if (!container) return undefined
      const shapeOf = (route: unknown): unknown => {
        const { path, index, children } = route as Record<string, unknown>
        return { path, index, children: (children as unknown[] | undefined)?.map(shapeOf) }
      }
      return (await container.get('./remote'))().default.routes.map(shapeOf)
    }, release.global)
    if (shapes) return routePatterns(shapes as RouteShape[])
    const why = watched.faults().join('; ')
    return `${release.release} doesn’t start in the shell${why ? `: ${why}` : '.'}`
  } finally {
    await page.close()
  }
}

async function mount(
  context: BrowserContext,
  release: ReleaseManifest,
  address: string,
): Promise<Fault[]> {
  const page = await context.newPage()
  const watched = watchPage(page)
  try {
    await page.goto(address)
    const isThere = await ran(page, release)
    await page.waitForLoadState('networkidle', { timeout: renderTimeout })
    const seen = await watched.seen()
    if (seen.length > 0 || isThere) return seen
    return [`nothing of ${release.release} was shown within ${renderTimeout / 1000} s`]
  } finally {
    await page.close()
  }
}

/** Whether the shell has seen the release work on this page. */
function ran(page: Page, { name, release }: ReleaseManifest): Promise<boolean> {
  const noted = ([key, stored]: string[]) => localStorage.getItem(key!) === stored
  return firstOf(page, noted, [lastGoodKey(name), release])
}

/**
 * Whether a condition becomes true on a page before anything on it offers Try Again, or the time is
 * over.
 */
function firstOf(
  page: Page,
  isTrue: (words: string[]) => boolean,
  words: string[],
): Promise<boolean> {
  const failed = page.getByRole('button', { name: 'Try Again' }).first()
  return Promise.race([
    page.waitForFunction(isTrue, words, { timeout: renderTimeout }).then(() => true),
    failed.waitFor({ timeout: renderTimeout }).then(() => false),
  ]).catch(() => false)
}
