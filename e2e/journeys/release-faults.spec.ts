import { getPortal } from '@portal/contract/portal'
import type { ComposedRemote } from '@portal/contract/releases'
import type { Page } from '@playwright/test'
import { adminToken, callWith } from '../bench/session.ts'
import { expect, type Fixtures, test } from '../support/fixtures.ts'
import { pacedServer } from '../support/paced-server.ts'
import { partFaults, plant, type ReleaseFault, releaseFaults } from '../support/release-faults.ts'
import { secondReleases } from '../support/releases.ts'

// Dozens of pages per journey: recording takes longer than the journey, and a failure includes the
// page's text.
test.use({ trace: 'off' })

type Screen = { path: string; heading: RegExp; link: string }

/** A page of each remote, and its menu entry. */
const screens: Record<string, Screen> = {
  meetings: { path: '/calendar', heading: /^Board Calendar$/, link: 'Board Calendar' },
  governance: { path: '/governance', heading: /^Governance/, link: 'Governance & Policies' },
  directory: { path: '/directory', heading: /Directory$/, link: 'Board & Staff Directory' },
  admin: { path: '/admin', heading: /^Admin/, link: 'Admin' },
}
const names = Object.keys(screens)

/** Deadlines add up: of the release in front, of each fallback, and of the first render. */
const longTimeout = { timeout: 60_000 }

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' })

async function shows(page: Page, name: string): Promise<void> {
  const heading = page.getByRole('heading', { level: 1, name: screens[name]!.heading })
  await expect(heading).toBeVisible(longTimeout)
}

/**
 * The longest wait of a reader, in ms: the silence of a fallback and the time of its first render,
 * a start, a file that the page preloads, and the silence of the release in front. On a machine
 * that is busy with other journeys a complete release may exceed them too.
 */
const deadlines = { standIn: 5000, start: 8000, preload: 3000, silence: 10_000 }

/** Extends every deadline except the one that detects the fault. */
async function takeTime(page: Page, { waits }: ReleaseFault): Promise<void> {
  const { standIn, start, ...shown } = deadlines
  const lengthened = [standIn, start, ...(waits ? [] : Object.values(shown))]
  await page.addInitScript((delays) => {
    const startTimer = globalThis.setTimeout
    const later = (run: () => void, ms?: number) =>
      startTimer(run, ms !== undefined && delays.includes(ms) ? ms * 10 : ms)
    globalThis.setTimeout = later as typeof startTimer
  }, lengthened)
}

/** Another part of the portal, by the menu of the same page. */
async function expectOthersWork(page: Page, name: string): Promise<void> {
  const other = names[(names.indexOf(name) + 1) % names.length]!
  await menu(page).getByRole('link', { name: screens[other]!.link, exact: true }).click()
  await shows(page, other)
}

/** Which releases of a remote loaded a script in this page. */
function scriptsOf(page: Page, name: string): Promise<string[]> {
  return page.evaluate(
    (base) =>
      performance
        .getEntriesByType('resource')
        .map((entry) => new URL(entry.name).pathname)
        .filter((path) => path.startsWith(base) && path.endsWith('.js'))
        .map((path) => path.split('/')[3]!),
    `/remotes/${name}/`,
  )
}

/** A portal in which every remote has a stable and a last good release, read by an admin. */
async function readyPortal(
  { ownPortal, signIn, page }: Pick<Fixtures, 'ownPortal' | 'signIn'> & { page: Page },
  folder: string,
) {
  const portal = await ownPortal({ RELEASES_FOLDER: secondReleases(folder) })
  const { composition } = await callWith(portal.url, await adminToken(portal.url))(getPortal)
  await signIn('admin', { url: portal.url })
  const remoteOf = (name: string) => composition.remotes.find((remote) => remote.name === name)!
  const halting = await pacedServer(portal.url, 'stops halfway')
  // An open page has a mark in the storage until it ends.
  await page.goto('about:blank')
  const storageState = await page.context().storageState({ indexedDB: true })
  /** A tab with a storage of its own: a browser remembers which releases have stopped in it. */
  const inOwnTab = async (use: (tab: Page) => Promise<void>) => {
    const context = await page.context().browser()!.newContext({ storageState })
    try {
      await use(await context.newPage())
    } finally {
      await context.close()
    }
  }
  /**
   * Every fault on each remote, each in its own page; those that wait for a deadline run in parallel with the others.
   */
  const everyRow = async (
    row: (page: Page, remote: ComposedRemote, fault: ReleaseFault) => Promise<void>,
    isMeant: (fault: ReleaseFault) => boolean = () => true,
  ) => {
    const failures: string[] = []
    const faults = Object.entries(releaseFaults(halting.url)).filter(([, fault]) => isMeant(fault))
    const rows = faults.flatMap(([what, fault]) => names.map((name) => ({ what, fault, name })))
    const lane = async (left: typeof rows) => {
      for (let next = left.shift(); next; next = left.shift()) {
        const { what, fault, name } = next
        await inOwnTab(async (tab) => {
          try {
            await row(tab, remoteOf(name), fault)
          } catch (error) {
            failures.push(
              `${name}, ${what}: ${String(error)}\n${await tab.innerText('body').catch(String)}`,
            )
          }
        })
      }
    }
    const quick = rows.filter(({ fault }) => !fault.waits)
    const waiting = rows.filter(({ fault }) => fault.waits)
    await Promise.all([quick, quick, waiting, waiting].map(lane))
    halting.close()
    expect(failures).toEqual([])
  }
  return { url: portal.url, everyRow, inOwnTab, remoteOf }
}

test(
  'any faulty release of a remote is replaced by its last good one, and the other remotes work',
  { tag: '@long' },
  async ({ page, ownPortal, signIn }, info) => {
    test.setTimeout(420_000)
    const { url, everyRow } = await readyPortal({ page, ownPortal, signIn }, info.outputDir)
    await everyRow(async (tab, { name, releases }, fault) => {
      const [stable, lastGood] = releases
      await takeTime(tab, fault)
      await plant(tab, url, [stable!], fault)
      await tab.goto(`${url}${screens[name]!.path}`, { waitUntil: 'commit' })
      await shows(tab, name)
      expect(await scriptsOf(tab, name)).toContain(lastGood!.release)
      await expectOthersWork(tab, name)
    })
  },
)

/** Presses Try Again once nothing is broken any longer: the page loads without a reload. */
async function expectRecovery(page: Page, name: string): Promise<void> {
  await page.evaluate(() => Object.assign(globalThis, { isStillThis: true }))
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await menu(page).getByRole('link', { name: screens[name]!.link, exact: true }).click()
  const again = page.getByRole('main').getByRole('button', { name: 'Try Again' })
  const heading = page.getByRole('heading', { level: 1, name: screens[name]!.heading })
  await expect(again.or(heading).first()).toBeVisible(longTimeout)
  if (await again.isVisible()) await again.click()
  await shows(page, name)
  expect(await page.evaluate(() => 'isStillThis' in globalThis)).toBe(true)
}

test(
  'a remote without a working release shows an error in its place, the other remotes work, and it recovers without a reload',
  { tag: '@long' },
  async ({ page, ownPortal, signIn }, info) => {
    test.setTimeout(420_000)
    const { url, everyRow } = await readyPortal({ page, ownPortal, signIn }, info.outputDir)
    await everyRow(
      async (tab, { name, releases }, fault) => {
        await plant(tab, url, releases, fault)
        await tab.goto(`${url}${screens[name]!.path}`, { waitUntil: 'commit' })
        const again = tab.getByRole('main').getByRole('button', { name: 'Try Again' })
        await expect(again).toBeVisible(longTimeout)
        await expectOthersWork(tab, name)
        // A script or record that is itself wrong stays wrong for the page's lifetime.
        if (fault.file) await expectRecovery(tab, name)
      },
      ({ isRepaired }) => !isRepaired,
    )
  },
)

/** By remote, what its part of the dashboard shows. */
const shownParts: Record<string, string> = {
  meetings: 'Upcoming Meeting',
  governance: 'Quick actions',
}

test(
  'a faulty part of the dashboard is replaced by that of the last good release, next to the parts of other remotes',
  { tag: '@long' },
  async ({ page, ownPortal, signIn }, info) => {
    test.setTimeout(420_000)
    const { url, inOwnTab, remoteOf } = await readyPortal(
      { page, ownPortal, signIn },
      info.outputDir,
    )
    for (const name of Object.keys(shownParts)) {
      for (const [what, fault] of Object.entries(partFaults)) {
        await test.step(`${name}, ${what}`, () =>
          inOwnTab(async (tab) => {
            const [stable, lastGood] = remoteOf(name).releases
            await takeTime(tab, fault)
            await plant(tab, url, [stable!], fault)
            await tab.goto(url, { waitUntil: 'commit' })
            await expect.poll(() => scriptsOf(tab, name), longTimeout).toContain(lastGood!.release)
            for (const part of Object.values(shownParts)) {
              await expect(tab.getByRole('main').getByText(part).first()).toBeVisible(longTimeout)
            }
            await expect(tab.getByText('A part', { exact: true })).toHaveCount(0)
          }))
      }
    }
  },
)
