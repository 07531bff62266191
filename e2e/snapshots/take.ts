import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { settingCookie, type TextSize, textSizes } from '@portal/contract/device-settings'
import getPort from 'get-port'
import { findBrowser } from '../../scripts/browser.ts'
import { buildAll } from '../../scripts/build.ts'
import { browserArgs } from '../support/browser-args.ts'
import { enter } from '../support/fixtures.ts'
import { runSettledPortal } from '../support/settled-portal.ts'
import { adminScreens } from './admin-screens.ts'
import { writeIndex, writeSheets } from './contact-sheets.ts'
import { memberScreens, strangerScreens } from './member-screens.ts'
import { openScreen } from './open-screen.ts'
import { changesOfPictures, preparePictures, takePictures } from './pictures.ts'
import { prepareScreens } from './prepare-screens.ts'
import type { Screen, Viewer } from './screens.ts'

/**
 * Takes a picture of every screen of the sample at four widths, light and dark, in `test-results/snapshots`, and those
 * of the README. `--sizes=A,A+,A++` takes them at each of these text sizes, by default A;
 * `--looks=834-dark,390-light-A++ --only=admin` takes some of the screens, `--pictures` only those of the README;
 * `--check` compares the README's with their screens.
 */
const { values: options } = parseArgs({
  options: {
    looks: { type: 'string' },
    sizes: { type: 'string', default: 'A' },
    only: { type: 'string' },
    pictures: { type: 'boolean' },
    check: { type: 'boolean' },
  },
})
const wanted = new RegExp(options.only ?? '')
const target = path.resolve(import.meta.dirname, '../../test-results/snapshots')
const screensOf: Record<Viewer, Screen[]> = {
  stranger: strangerScreens,
  member: memberScreens,
  admin: adminScreens,
}
const viewers = Object.keys(screensOf) as Viewer[]

type Look = {
  width: number
  height: number
  scheme: 'light' | 'dark'
  size: TextSize
  folder: string
}
const windows = [
  { width: 1280, height: 800 },
  { width: 1112, height: 834 },
  { width: 834, height: 1112 },
  { width: 390, height: 844 },
]
const sizes = textSizes.filter((size) => options.sizes.split(',').includes(size))
const looks: Look[] = windows
  .flatMap((window) => (['light', 'dark'] as const).map((scheme) => ({ ...window, scheme })))
  .flatMap((look) => sizes.map((size) => ({ ...look, size })))
  .map((look) => ({ ...look, folder: path.join(target, nameOf(look)) }))
  .filter(
    ({ folder }) => !options.looks || options.looks.split(',').includes(path.basename(folder)),
  )
const missed: string[] = []
let turn: Promise<unknown> = Promise.resolve()

const data = mkdtempSync(path.join(tmpdir(), 'snapshots-'))
const portal = await portalToShow()
const browser = await chromium.launch({ executablePath: findBrowser(), args: browserArgs })
try {
  // Before the pictures of all screens, which show more than the sample.
  if (!options.looks && !options.only) await showPictures()
  if (!options.pictures && !options.check) await takeAll()
} finally {
  await browser.close()
  await portal.stop()
  rmSync(data, { recursive: true, force: true })
}
if (missed.length > 0) {
  console.log(`Not taken:\n  ${missed.join('\n  ')}`)
  process.exitCode = 1
}

/** A running portal, which its owner stops, or one with the sample alone. */
async function portalToShow(): Promise<{ url: string; stop: () => Promise<void> }> {
  const url = process.env['PORTAL_URL']
  if (url) return { url, stop: async () => {} }
  await buildAll()
  return runSettledPortal({ port: await getPort(), dataFolder: data })
}

async function showPictures(): Promise<void> {
  await preparePictures(portal.url)
  if (!options.check) return takePictures(await signedIn())
  const changes = await changesOfPictures(await signedIn())
  if (changes.length === 0) return
  console.log(
    `The README shows earlier screens. Take them again with \`npx -y pnpm@12 snapshots --pictures\`.\n  ${changes.join('\n  ')}`,
  )
  process.exitCode = 1
}

async function takeAll(): Promise<void> {
  const began = performance.now()
  await prepareScreens(portal.url)
  const queue = [...looks]
  const work = async () => {
    // A separate browser storage: drafts of one page would be offered on another.
    const contexts = await signedIn()
    for (let look = queue.shift(); look; look = queue.shift()) await takePicture(contexts, look)
  }
  await Promise.all([work(), work()])
  const names = viewers.flatMap((viewer) => screensOf[viewer].map(({ name }) => name))
  const all = looks.map(({ folder }) => path.basename(folder))
  const fileOf = (look: string, name: string) => path.join(target, look, `${name}.png`)
  const has = (look: string, name: string) => existsSync(fileOf(look, name))
  for (const look of all) {
    const some = names.filter((name) => has(look, name))
    const pictures = some.map((name) => ({ name, file: fileOf(look, name) }))
    await writeSheets(path.join(target, look), pictures)
  }
  await writeIndex(target, names, all, has)
  const seconds = ((performance.now() - began) / 1000).toFixed(0)
  console.log(`${path.join(target, 'index.html')}, in ${seconds} s`)
}

async function signedIn(): Promise<Record<Viewer, BrowserContext>> {
  const open = () =>
    browser.newContext({
      baseURL: portal.url,
      timezoneId: 'America/Los_Angeles',
      locale: 'en-US',
      reducedMotion: 'reduce',
    })
  const contexts = { stranger: await open(), member: await open(), admin: await open() }
  for (const who of ['member', 'admin'] as const) {
    const page = await contexts[who].newPage()
    await page.goto('/login')
    await enter(page, who)
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
    await page.close()
  }
  return contexts
}

async function takePicture(contexts: Record<Viewer, BrowserContext>, look: Look): Promise<void> {
  mkdirSync(look.folder, { recursive: true })
  for (const viewer of viewers) {
    const screens = screensOf[viewer].filter(
      ({ name, only }) => wanted.test(name) && (!only || (only === 'narrow') === look.width < 768),
    )
    for (const screen of screens) {
      const page = await contexts[viewer].newPage()
      await take(page, screen, look).catch((error: Error) =>
        missed.push(
          `${path.basename(look.folder)} ${screen.name}: ${error.message.split('\n')[0]}`,
        ),
      )
      // Nothing carries over from one screen to the next: drafts, the collapsed menu.
      await page.evaluate(() => localStorage.clear())
      await contexts[viewer].clearCookies({ name: /^portal\./ })
      await page.close()
    }
  }
}

/** Of its folder, such as `834-dark`, or `834-dark-A++` for a text size that a reader chooses. */
function nameOf({ width, scheme, size }: Omit<Look, 'folder'>): string {
  return `${width}-${scheme}${size === 'A' ? '' : `-${size}`}`
}

async function take(page: Page, screen: Screen, look: Look): Promise<void> {
  page.setDefaultTimeout(15_000)
  const setting = settingCookie('text-size', look.size, { secure: false })
  const [name = '', value = ''] = setting.split(';')[0]!.split('=')
  await page.context().addCookies([{ name, value, url: portal.url }])
  await page.setViewportSize({ width: look.width, height: look.height })
  await page.emulateMedia({ colorScheme: look.scheme })
  await openScreen(page, screen)
  await alone(() =>
    page.screenshot({
      path: path.join(look.folder, `${screen.name}.png`),
      fullPage: !screen.window,
      animations: 'disabled',
    }),
  )
}

/** One picture at a time: with two at once, Chromium draws one in tiles of the other's width. */
async function alone(work: () => Promise<unknown>): Promise<void> {
  const mine = turn.then(work)
  turn = mine.catch(() => undefined)
  await mine
}
