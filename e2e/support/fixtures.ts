import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Quarter, quarterOf } from '@portal/domain/quarter'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import getPort from 'get-port'
import { openPortalHost, type PortalHost } from '../../scripts/hosted-portals.ts'
import { portalSettings, runPortal, type RunOptions } from '../../scripts/portal.ts'
import { gateRunnerKey } from './gate-runner.ts'
import { type ProductionPortal, standInGoogle, startProductionPortal } from './production-portal.ts'
import { type ServedReleases, watchServed } from './served-releases.ts'

export { expect }

/** The people who sign in, by role. */
export const people = {
  admin: { name: 'Ruth Abelman', email: 'ruth.abelman@larkspur.example' },
  staff: { name: 'Wei Chen', email: 'wei.chen@larkspur.example' },
  // For a portal that isn't started here, the accounts in the environment.
  member: process.env['QA_MEMBER_EMAIL']
    ? {
        name: '',
        email: process.env['QA_MEMBER_EMAIL'],
        password: process.env['QA_MEMBER_PASSWORD'] ?? '',
      }
    : {
        name: 'Maria Lopez',
        email: 'maria.lopez@larkspur.example',
        password: 'larkspur-board-2026',
      },
} as const

export type Who = keyof typeof people

export type OwnPortal = {
  url: string
  emulatorUrl: string
  dataFolder: string
  stop: () => Promise<void>
  /** Stops the API and starts it again on the same data, at the same address. */
  restart: () => Promise<void>
}

type HostedPortal = OwnPortal & {
  /** Moves the portal’s clock to a later time, hour by hour, and does at each what is due about mails. */
  moveTo: (time: Date) => Promise<void>
}

type PortalProcess = OwnPortal & {
  /** Ends the process at once, and starts another one on the same data, at the same address. */
  kill: () => Promise<void>
}

export type Fixtures = {
  /**
   * Signs in, and waits for the dashboard or the requested page: through the sign-in screen the
   * first time, later from the saved session.
   */
  signIn: (who: Who, options?: { page?: Page; url?: string }) => Promise<void>
  /** A portal that this journey may change, with a copy of the sample's data. `startsAt` sets its clock. */
  ownPortal: (env?: NodeJS.ProcessEnv, options?: { startsAt?: Date }) => Promise<HostedPortal>
  /** The same in a process of its own, which the journey may kill. */
  portalProcess: () => Promise<PortalProcess>
  /** A new copy of the sample's data, and the settings of a portal on it. */
  ownData: (env?: NodeJS.ProcessEnv) => OwnData
  /** Policy violations of the page; checked after every journey that opens it. */
  complaints: string[]
  /**
   * The releases that the page was served; checked after every journey that can run against a
   * deployed portal: those of the composition `QA_COMPOSITION` (`QA_ADMIN_COMPOSITION` for an
   * admin), with which every page is then opened, or else the reader's own.
   */
  served: ServedReleases
}

type OwnData = { port: number; dataFolder: string; env: NodeJS.ProcessEnv }

type WorkerFixtures = {
  sessions: Map<Who, Session>
  /** The process of the portals that this worker's journeys start. */
  portalHost: () => PortalHost
  google: ReturnType<typeof standInGoogle>
  /**
   * A portal in production mode with these files in its drive, by name. Its tokens are signed by the
   * worker's own key, which replaces Google's.
   */
  productionPortal: (
    env?: NodeJS.ProcessEnv,
    papers?: Record<string, Uint8Array>,
  ) => Promise<ProductionPortal>
}

type Session = Awaited<ReturnType<BrowserContext['storageState']>> & {
  savedAt?: number
  /** The signed-in people as the sign-in SDK keeps them, by their keys. */
  users?: [key: string, user: string][]
}

/** Acts that need a recent sign-in are made within 15 minutes of it. In ms. */
const recent = 8 * 60_000

export const test = base.extend<Fixtures, WorkerFixtures>({
  sessions: [
    async ({}, use) => {
      const kept = new Map<Who, Session>()
      // An admin signs in with Google, which no journey can: a person has saved the session.
      const file = process.env['QA_ADMIN_SESSION']
      if (file) kept.set('admin', JSON.parse(readFileSync(file, 'utf8')) as Session)
      await use(kept)
    },
    { scope: 'worker' },
  ],

  baseURL: async ({}, use) => use(process.env['PORTAL_URL']),

  google: [async ({}, use) => use(standInGoogle()), { scope: 'worker' }],

  portalHost: [
    async ({ google }, use) => {
      let host: PortalHost | undefined
      await use(() => (host ??= openPortalHost(google.hostOptions)))
      await host?.stop()
    },
    { scope: 'worker' },
  ],

  productionPortal: [
    async ({ google, portalHost }, use) =>
      use((env, papers) =>
        startProductionPortal({ host: portalHost(), tokenOf: google.tokenOf }, env, papers),
      ),
    { scope: 'worker' },
  ],

  complaints: async ({}, use) => use([]),

  served: async ({ context }, use, { tags }) => {
    const isAdmins = tags.includes('@deployed-admin')
    if (!isAdmins && !tags.includes('@deployed')) return use(unwatched)
    const composition = process.env[isAdmins ? 'QA_ADMIN_COMPOSITION' : 'QA_COMPOSITION']
    await use(await watchServed(context, composition || undefined))
  },

  // Both watch the page from its start. A journey without a page opens no browser.
  page: async ({ page, complaints, served }, use) => {
    page.on('console', (message) => {
      if (/Content.Security.Policy|TrustedHTML|TrustedScript/i.test(message.text()))
        complaints.push(message.text())
    })
    await use(page)
    expect(complaints, 'the page broke its own security policy').toEqual([])
    await served.check()
  },

  signIn: async ({ page, sessions, baseURL }, use) => {
    await use(async (who, { page: other, url = '/' } = {}) => {
      const tab = other ?? page
      const context = tab.context()
      const kept = sessions.get(who)
      const isOld = kept?.savedAt !== undefined && Date.now() - kept.savedAt > recent
      const isNew = (await context.cookies()).length === 0
      const { origin } = new URL(url, baseURL)
      if (kept?.users && !isOld && isNew) await giveSession(tab, kept, origin)
      else if (kept || !isNew) {
        // Somebody else may be signed in.
        const state = isOld || !kept ? { cookies: [], origins: [] } : kept
        // An open page of the portal would hold the database that has to be replaced.
        await tab.goto('about:blank')
        await context.setStorageState(at(origin, state))
      }
      await tab.goto(url)
      const inside = tab
        .getByRole('navigation', { name: 'Main' })
        .or(tab.getByRole('button', { name: 'Open menu' }))
        // A paper that is being read has the page.
        .or(tab.locator('[data-reading]'))
      const outside = tab.getByRole('button', { name: 'Sign in with Google' })
      await expect(inside.or(outside)).toBeVisible()
      // A saved session doesn't last if a journey has ended the person's sessions.
      if (await outside.isVisible()) {
        if (who === 'admin' && process.env['QA_ADMIN_SESSION']) throw new Error(sessionEnded)
        await enter(tab, who)
      }
      await expect(inside).toBeVisible()
      if (kept && !isOld) return
      const saved = await context.storageState({ indexedDB: true })
      // The page may still be loading again with its first release.
      const users = await usersOf(tab).catch(() => tab.waitForLoadState().then(() => usersOf(tab)))
      sessions.set(who, { ...saved, savedAt: Date.now(), users })
    })
  },

  ownData: async ({}, use) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'board-portal-own-'))
    let count = 0
    await use((env = {}) => {
      const dataFolder = path.join(folder, `data-${count++}`)
      cpSync(process.env['PORTAL_SEEDED']!, dataFolder, {
        recursive: true,
        preserveTimestamps: true,
      })
      // The same object: a journey may change it before a restart.
      Object.assign(env, { GATE_RUNNER_KEY: env['GATE_RUNNER_KEY'] ?? gateRunnerKey })
      return { port: 0, dataFolder, env }
    })
    rmSync(folder, { recursive: true, force: true })
  },

  ownPortal: async ({ ownData, portalHost }, use) => {
    const emulatorUrl = process.env['PORTAL_EMULATOR']!
    const stops: (() => Promise<void>)[] = []
    await use(async (env, options) => {
      const data = ownData(env)
      const start = () => portalHost().start(portalSettings(data, emulatorUrl), options)
      let running = await start()
      const { url } = running
      data.port = Number(new URL(url).port)
      const stop = () => running.stop()
      stops.push(stop)
      return {
        url,
        emulatorUrl,
        dataFolder: data.dataFolder,
        stop,
        moveTo: (time) => running.moveTo(time),
        restart: async () => {
          await running.stop()
          running = await start()
        },
      }
    })
    await Promise.all(stops.map((stop) => stop()))
  },

  portalProcess: async ({ ownData }, use) => {
    const emulator = { url: process.env['PORTAL_EMULATOR']!, stop: async () => {} }
    const stops: (() => Promise<void>)[] = []
    await use(async () => {
      const options: RunOptions = { ...ownData(), port: await getPort(), emulator }
      let running = await runPortal(options)
      const stop = () => running.stop()
      stops.push(stop)
      return {
        url: running.url,
        emulatorUrl: emulator.url,
        dataFolder: options.dataFolder,
        stop,
        restart: async () => {
          await running.stop()
          running = await runPortal(options)
        },
        kill: async () => {
          running.process.kill('SIGKILL')
          await running.ended
          running = await runPortal(options)
        },
      }
    })
    await Promise.all(stops.map((stop) => stop()))
  },
})

const sessionEnded =
  'The session in QA_ADMIN_SESSION has ended: keep another one, as docs/qa.md says.'

const unwatched: ServedReleases = { check: async () => {}, releasesOf: () => [] }

/**
 * Only the sign-in, as the browser stores it, for a portal at another address with the same
 * accounts.
 */
function at(origin: string, { cookies, origins }: Session): Session {
  return { cookies, origins: origins.map((kept) => ({ ...kept, origin, localStorage: [] })) }
}

/** What the sign-in SDK has stored in this page's database. */
function usersOf(page: Page): Promise<[string, string][]> {
  return page.evaluate(async () => {
    const ended = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(new Error('The sign-in can’t be read.')))
      })
    const database = await ended(indexedDB.open('firebaseLocalStorageDb'))
    const store = database.transaction('firebaseLocalStorage').objectStore('firebaseLocalStorage')
    const records = (await ended(store.getAll())) as { fbase_key: string; value: unknown }[]
    database.close()
    return records
      .filter(({ fbase_key }) => fbase_key.startsWith('firebase:authUser:'))
      .map(({ fbase_key, value }): [string, string] => [fbase_key, JSON.stringify(value)])
  })
}

/**
 * Signs a new browser context in, as `setStorageState` would, but without a page of its own: in this
 * one, at an address without portal code.
 */
async function giveSession(page: Page, { cookies, users = [] }: Session, origin: string) {
  await page.context().addCookies(cookies)
  await page.goto(`${origin}/healthz`)
  await page.evaluate(
    (given) =>
      new Promise<void>((resolve, reject) => {
        const fail = () => reject(new Error('The sign-in can’t be stored.'))
        const opening = indexedDB.open('firebaseLocalStorageDb', 1)
        opening.addEventListener('upgradeneeded', () =>
          opening.result.createObjectStore('firebaseLocalStorage', { keyPath: 'fbase_key' }),
        )
        opening.addEventListener('error', fail)
        opening.addEventListener('success', () => {
          const database = opening.result
          const writing = database.transaction('firebaseLocalStorage', 'readwrite')
          for (const [fbase_key, user] of given)
            writing.objectStore('firebaseLocalStorage').put({ fbase_key, value: JSON.parse(user) })
          writing.addEventListener('error', fail)
          writing.addEventListener('complete', () => {
            database.close()
            resolve()
          })
        })
      }),
    users,
  )
}

/** Opens the page like a new tab: this one caches the directory and calendar for five minutes. */
export async function visitAgain(page: Page): Promise<void> {
  await page.evaluate(() => sessionStorage.clear())
  await page.reload()
}

/**
 * Deletes the stored sign-in from the browser, as if it had expired or been cleared. Leaves the
 * page blank.
 */
export async function forgetSignIn(page: Page): Promise<void> {
  // On a page without portal code, which would renew the cookie or hold the database open.
  await page.goto('/healthz')
  await page.context().clearCookies()
  await page.evaluate(async () => {
    const deleted = (name: string) =>
      new Promise((resolve, reject) => {
        const request = indexedDB.deleteDatabase(name)
        request.addEventListener('success', resolve)
        request.addEventListener('error', reject)
      })
    await Promise.all((await indexedDB.databases()).map(({ name }) => deleted(name!)))
  })
}

/** Fills in the sign-in page. */
export async function enter(page: Page, who: Who): Promise<void> {
  const person = people[who]
  if ('password' in person) return enterByPassword(page, person)
  await page.getByRole('button', { name: 'Sign in with Google' }).click()
  await page.getByRole('dialog').getByRole('button', { name: person.email }).click()
}

/** The same for an account outside the sample. */
export async function enterByPassword(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in with Email & Password' }).click()
}

/** The current quarter by the sample foundation's time zone. */
export function currentQuarter(): Quarter {
  return quarterOf(new Date(), 'America/Los_Angeles')
}
