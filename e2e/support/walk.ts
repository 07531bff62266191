import { menuOf } from '@portal/domain/menu'
import { type PageData, pageDataElement } from '@portal/contract/portal'
import type {
  ComposedRelease,
  ComposedRemote,
  Composition,
  ReleaseManifest,
} from '@portal/contract/releases'
import { addressOf } from '@portal/domain/screen-addresses'
import { quarterId } from '@portal/domain/ids'
import type { Quarter } from '@portal/domain/quarter'
import { expect, type Page } from '@playwright/test'

/** A page that is opened, and its heading if that is always the same. */
export type Stop = { path: string; heading?: string | undefined }

/** The shell's own pages. */
export const shellStops: Stop[] = [
  { path: '/account', heading: 'Your Account' },
  { path: '/search', heading: 'Search' },
  { path: '/no/such/page' },
  { path: '/' },
]

/** The composition that a page is made of, with the whole of each release that is listed in brief. */
export async function compositionOf(page: Page): Promise<Composition> {
  const data = await page.locator(`#${pageDataElement}`).textContent()
  const { composition } = (JSON.parse(data!) as PageData).portal!
  const whole = async (release: ComposedRelease): Promise<ComposedRelease> => {
    if (!release.brief) return release
    const record = await page.request.get(`${release.base}release.json`)
    return { ...((await record.json()) as ReleaseManifest), base: release.base }
  }
  const remotes = composition.remotes.map(async (remote) => ({
    ...remote,
    releases: await Promise.all(remote.releases.map(whole)),
  }))
  return { ...composition, remotes: await Promise.all(remotes) }
}

/** Every screen and menu entry that a remote's release declares. */
export function stopsOf({ releases }: ComposedRemote, { year, quarter }: Quarter): Stop[] {
  const { screens, routes, navigation } = releases[0]!
  const params = {
    year: String(year),
    quarter: String(quarter),
    // A quarterly meeting has an id, too.
    meeting: quarterId({ year, quarter }),
    materialType: 'cash-flow-summary',
    policyType: 'bylaws',
    resourceId: 'bylaws',
  }
  // An older release declares only what it owns.
  const declared: Stop[] =
    screens ?? routes.filter((path) => !path.includes(':')).map((path) => ({ path }))
  const stops = declared.map(({ path, heading }) => ({
    // Which values an optional parameter may have isn't known here.
    path: addressOf(path.replace(/\/:\w+\?/g, ''), params),
    heading,
  }))
  const menu = navigation.filter(({ to }) => !stops.some(({ path }) => path === to))
  return [...stops, ...menu.map(({ to }) => ({ path: to }))]
}

/** Expects the menu to have the entries of a composition and no others. */
export async function expectMenu(page: Page, composition: Composition): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Main' })
  const labels = menuOf(composition).map(({ label }) => label)
  await expect(menu.getByRole('link')).toContainText(labels)
}

/** Changes the address without a reload, and doesn’t wait for the screen. */
export async function changeAddress(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => {
    history.pushState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

/** Opens another screen without a reload, and waits until its heading has replaced the shown one. */
export async function walkTo(page: Page, path: string): Promise<void> {
  // A page that has just been loaded again may have no heading yet.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(() => {
    document.querySelector('h1')!.dataset['left'] = ''
  })
  await changeAddress(page, path)
  await expect(page.locator('h1[data-left]'), path).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
  await expect(page.locator('main [aria-busy="true"]'), path).toHaveCount(0)
}
