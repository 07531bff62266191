import type { ReleaseManifest } from '@portal/contract/releases'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { findBrowser } from '../../../../scripts/browser.ts'
import { CommandFailure } from './command.ts'
import { addressesOf, type RouteShape, routePatterns } from './route-addresses.ts'
import type { StubHost } from './stub-host.ts'
import { type Complaint, watchPage } from './watch-page.ts'

/** Until a screen stands, in ms. */
const patience = 60_000
const hour = 3_600_000

/** Which of the shell's pages holds a place for remotes' parts. */
const pageOfSlot: Record<string, string> = { dashboard: '/' }

export type Mounted = { addresses: string[]; faults: string[] }

export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: browserHere(),
    // Its own sandbox is refused to root, as which containers run it; it shows what this workspace has built.
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

/** Opens every screen and every part of the release that the host runs, each on a page of its own. */
export async function mountScreens(
  browser: Browser,
  host: StubHost,
  release: ReleaseManifest,
): Promise<Mounted> {
  const context = await browser.newContext({ baseURL: host.url })
  try {
    await signIn(context, host, release)
    const strange = release.slots.filter(({ slot }) => !Object.hasOwn(pageOfSlot, slot))
    const faults = strange.map(
      ({ component, slot }) => `${component}: the shell has no place called ${slot}.`,
    )
    const pages = release.slots.flatMap(({ slot }) => pageOfSlot[slot] ?? [])
    const first = release.routes.find((route) => !route.includes(':')) ?? pages[0] ?? '/'
    const patterns = await exposedRoutes(context, release, first)
    if (typeof patterns === 'string') return { addresses: [], faults: [...faults, patterns] }
    const addresses = [...new Set([...addressesOf(patterns, host.params), ...pages])]
    for (const address of addresses) {
      const seen = await mount(context, release, address)
      // The shell has deadlines, which a busy machine may miss once: what is broken is so the second time too.
      const complaints = seen.length > 0 ? await mount(context, release, address) : seen
      faults.push(...complaints.map((complaint) => `${address}: ${complaint}`))
    }
    return { addresses, faults }
  } finally {
    await context.close()
  }
}

/** As somebody whom the release is for. Nothing is asked of the world outside. */
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
  // As the sign-in's SDK keeps it. What the last page has noted of the release is no word about this one.
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
      // What a screen embeds is another's page, and its storage is closed.
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

/** Where the shell notes that a release of the remote works: at the first commit of a screen or a part. */
function lastGoodKey(remote: string): string {
  return `portal.last-good.${remote}`
}

/** The route table of the running code, not of any source; a sentence where it doesn't run. */
async function exposedRoutes(
  context: BrowserContext,
  release: ReleaseManifest,
  address: string,
): Promise<string[] | string> {
  const page = await context.newPage()
  const watched = watchPage(page)
  try {
    await page.goto(address)
    // A path that a remote owns needn't be a page of its own, so that nothing of it may be shown here.
    await firstOf(page, ([global]) => Object.hasOwn(globalThis, global!), [release.global])
    await page.waitForLoadState('networkidle', { timeout: patience })
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
    const why = watched.complaints().join('; ')
    return `${release.release} doesn’t start in the shell${why ? `: ${why}` : '.'}`
  } finally {
    await page.close()
  }
}

async function mount(
  context: BrowserContext,
  release: ReleaseManifest,
  address: string,
): Promise<Complaint[]> {
  const page = await context.newPage()
  const watched = watchPage(page)
  try {
    await page.goto(address)
    const isThere = await ran(page, release)
    await page.waitForLoadState('networkidle', { timeout: patience })
    const seen = await watched.seen()
    if (seen.length > 0 || isThere) return seen
    return [`nothing of ${release.release} was shown within ${patience / 1000} s`]
  } finally {
    await page.close()
  }
}

/** Whether the shell has seen the release work on this page. */
function ran(page: Page, { name, release }: ReleaseManifest): Promise<boolean> {
  const noted = ([key, release]: string[]) => localStorage.getItem(key!) === release
  return firstOf(page, noted, [lastGoodKey(name), release])
}

/** Whether something comes true on a page before anything on it offers to try again, or too much time has gone. */
function firstOf(
  page: Page,
  isTrue: (words: string[]) => boolean,
  words: string[],
): Promise<boolean> {
  const failed = page.getByRole('button', { name: 'Try Again' }).first()
  return Promise.race([
    page.waitForFunction(isTrue, words, { timeout: patience }).then(() => true),
    failed.waitFor({ timeout: patience }).then(() => false),
  ]).catch(() => false)
}
