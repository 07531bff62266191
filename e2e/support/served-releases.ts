import type { BrowserContext } from '@playwright/test'
import { expect } from '@playwright/test'
import {
  getPortal,
  type PageData,
  pageDataElement,
  type PortalReply,
} from '@portal/contract/portal'

/** One loaded page: its composition, and the release files it has requested since. */
type Loaded = { data?: PageData; files: Set<string> }
type SeenPage = { id: string; data?: string; files: string[] }

export type ServedReleases = {
  /** Fails if a page was made of other releases than the requested ones, or ran others. */
  check: () => Promise<void>
  /** Releases of a remote whose files were loaded by a requested page. */
  releasesOf: (remote: string) => string[]
}

/** The key under which the shell stores a tab's override. */
const wishKey = 'portal.override'

/**
 * Watches which releases are served in every tab of a context: those of a composition, which every
 * tab then requests as a reader's would, or else what the API returns for this person. A fallback
 * counts as another release.
 */
export async function watchServed(
  context: BrowserContext,
  composition: string | undefined,
): Promise<ServedReleases> {
  const wish = composition === undefined ? undefined : `composition=${composition}`
  const pages = new Map<string, Loaded>()
  const record = ({ id, data, files }: SeenPage) => {
    const page = pages.get(id) ?? { files: new Set() }
    pages.set(id, page)
    if (data) page.data = JSON.parse(data) as PageData
    for (const file of files) page.files.add(file)
  }
  await context.exposeBinding('reportSeenPage', (_, seen: SeenPage) => record(seen))
  await context.addInitScript(reportServed, { wish, wishKey, element: pageDataElement })

  /**
   * The pages with the requested composition; a tab that requests one loads the usual page first.
   */
  const requested = () =>
    [...pages.values()].filter(
      ({ data }) => data && (wish === undefined || data.override?.asked === wish),
    )

  const usual = async (): Promise<string | undefined> => {
    const response = await context.request.get(getPortal.path)
    // A signed-out reader gets none.
    if (response.status() === 401) return undefined
    return ((await response.json()) as PortalReply).composition.id
  }

  return {
    async check() {
      const open = context.pages().filter((page) => page.url().startsWith('http'))
      await Promise.all(open.map((page) => page.evaluate(() => globalThis.tellRest())))
      const id = composition ?? (await usual())
      if (id === undefined) return
      const first = firstReleases(id)
      const signedIn = [...pages.values()].some(({ data }) => data?.portal)
      if (signedIn) expect(requested(), 'no page was served as requested').not.toEqual([])
      for (const { data, files } of requested()) {
        expect(data!.override?.refused, 'the composition was refused').toBeUndefined()
        if (data!.portal) {
          expect(data!.portal.composition.id, 'the page was made of another composition').toBe(id)
        }
        const others = [...files]
          .map(releaseOf)
          .filter(([name, release]) => first[name] !== release)
        expect(others, `the page ran other releases than those of ${id}`).toEqual([])
      }
    },
    releasesOf(remote) {
      const files = requested().flatMap(({ files: theirs }) => [...theirs].map(releaseOf))
      return [...new Set(files.filter(([name]) => name === remote).map(([, release]) => release))]
    },
  }
}

/** By remote, the release that runs if no fallback is needed. */
function firstReleases(composition: string): Record<string, string> {
  const named = composition.split('~').map((part) => part.split('@') as [string, string])
  return Object.fromEntries(named.map(([name, releases]) => [name, releases.split('_')[0]!]))
}

/** `/remotes/meetings/1.0.0-a/container.js` → meetings, 1.0.0-a. */
function releaseOf(path: string): [name: string, release: string] {
  const [, , name, release] = path.split('/')
  return [name!, release!]
}

declare global {
  // oxlint-disable-next-line no-var -- the way to declare a global
  var reportSeenPage: (seen: SeenPage) => Promise<void>
  // oxlint-disable-next-line no-var -- the way to declare a global
  var tellRest: () => Promise<void>
}

type InPage = { wish: string | undefined; wishKey: string; element: string }

/** Runs in every page before the portal does. */
function reportServed({ wish, wishKey: key, element }: InPage): void {
  if (window !== window.top || !location.protocol.startsWith('http')) return
  if (wish !== undefined) sessionStorage.setItem(key, wish)
  const id = `${performance.timeOrigin} ${Math.random()}`
  const filesIn = (entries: PerformanceEntry[]) =>
    entries.map(({ name }) => new URL(name).pathname).filter((path) => path.startsWith('/remotes/'))
  const data = () => document.getElementById(element)?.textContent ?? ''
  globalThis.tellRest = () =>
    reportSeenPage({ id, data: data(), files: filesIn(performance.getEntriesByType('resource')) })
  new PerformanceObserver((list) => {
    const files = filesIn(list.getEntries())
    if (files.length > 0) void reportSeenPage({ id, files })
  }).observe({ type: 'resource', buffered: true })
  addEventListener('DOMContentLoaded', () => void reportSeenPage({ id, data: data(), files: [] }))
}
