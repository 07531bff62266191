import { overrideParameters, type OverriddenRemote } from '@portal/contract/overrides'
import type { PageData } from '@portal/contract/portal'
import { dismissNotice, restartScreens, showNotice } from '../frame/interface-store.ts'
import { useSession } from '../session/session-store.ts'
import { overrideNotice } from './override-notice.tsx'
import { overrideKey, remoteChanged } from './override-request.ts'
import { type ComposedRelease, type Composition, releaseManifest } from '@portal/contract/releases'
import { fetchUnlessSilent } from '@portal/shared-ui/silence'
import * as z from 'zod/mini'

const triesKey = 'portal.override-tries'

/** A browser that keeps no cookie would reload forever. */
const maxAttempts = 3

/**
 * Returns the page that this tab requests. A page's security policy is sent with it, so a page that was served for
 * another request is fetched again; then this returns undefined, and nothing must be started.
 */
export async function enterOverride(page: PageData): Promise<PageData | undefined> {
  const wanted = consumeFromAddress() ?? sessionStorage.getItem(overrideKey) ?? ''
  const { override, portal } = page
  if (wanted === '') {
    clearOverride()
    if (!override) return page
    location.reload()
    return undefined
  }
  sessionStorage.setItem(overrideKey, wanted)
  if (override?.asked === wanted) return await served(page)
  // The API decides by person, and signing in opens a new page.
  if (!portal) return page
  return askAgain(wanted) ? undefined : page
}

/**
 * An address with an override was typed into a running tab: the browser confirms before unsaved
 * work is left.
 */
export function followAddress(): void {
  const wanted = consumeFromAddress()
  if (wanted === undefined) return
  if (wanted === '') return leaveOverride()
  sessionStorage.setItem(overrideKey, wanted)
  askAgain(wanted)
}

/** Back to the usual releases. */
export function leaveOverride(): void {
  clearOverride()
  location.reload()
}

/** The page is the requested one. */
async function served(page: PageData): Promise<PageData> {
  sessionStorage.removeItem(triesKey)
  const override = page.override!
  const { portal } = page
  if (!portal) return page
  let isForNext = false
  // The next person who signs in on this page gets the usual releases, unless they are to try the link.
  useSession.subscribe(({ status }) => {
    if (status !== 'signed out') return
    if (isForNext) sessionStorage.setItem(overrideKey, override.asked)
    else clearOverride()
    dismissNotice('override')
  })
  const notice = {
    override,
    composition: portal.composition,
    leave: leaveOverride,
    keepForNext: () => void (isForNext = true),
  }
  if (override.refused !== undefined || override.grantable) {
    if (override.refused !== undefined) clearOverride()
    showNotice('override', overrideNotice(notice))
    return page
  }
  const { releases, failures } = await localReleases(override.remotes)
  addEventListener(remoteChanged, restartScreens)
  showNotice('override', overrideNotice({ ...notice, failures }))
  return { ...page, portal: { ...portal, composition: withReleases(portal.composition, releases) } }
}

/**
 * The override in the address, which is removed from it; empty if it asks for the usual releases.
 */
function consumeFromAddress(): string | undefined {
  const url = new URL(location.href)
  const hash = new URLSearchParams(url.hash.slice(1))
  for (const parameters of [hash, url.searchParams]) {
    for (const name of overrideParameters) {
      const value = parameters.get(name)
      if (value === null) continue
      for (const other of overrideParameters) {
        hash.delete(other)
        url.searchParams.delete(other)
      }
      url.hash = hash.toString()
      history.replaceState(history.state, '', url)
      return value === '' ? '' : `${name}=${value}`
    }
  }
  return undefined
}

/** Requests the page again with the override. False after too many attempts. */
function askAgain(wanted: string): boolean {
  const tries = Number(sessionStorage.getItem(triesKey) ?? 0) + 1
  if (tries > maxAttempts) {
    clearOverride()
    return false
  }
  sessionStorage.setItem(triesKey, String(tries))
  const at = wanted.indexOf('=')
  const url = new URL(location.href)
  url.searchParams.set(wanted.slice(0, at), wanted.slice(at + 1))
  location.replace(url)
  return true
}

function clearOverride(): void {
  sessionStorage.removeItem(overrideKey)
  sessionStorage.removeItem(triesKey)
}

/** In ms. */
const silenceLimit = 3000

type LocalReleases = {
  releases: ComposedRelease[]
  /** A sentence for each server that didn't have its remote. */
  failures: string[]
}

/**
 * The releases of servers on this machine. Only this browser can reach them: the portal may be
 * anywhere.
 */
export async function localReleases(remotes: OverriddenRemote[]): Promise<LocalReleases> {
  const releases: ComposedRelease[] = []
  const failures: string[] = []
  await Promise.all(
    remotes.map(async ({ name, address }) => {
      if (address === undefined) return
      try {
        releases.push(await releaseAt(name, address))
      } catch (error) {
        console.error(error)
        failures.push(
          `${address} doesn’t have ${name}, so it runs as usual. Is “portal dev ${name}” running?`,
        )
      }
    }),
  )
  return { releases, failures }
}

/**
 * The composition with these releases replacing their remotes or added to the others, without
 * fallbacks.
 */
export function withReleases(composition: Composition, releases: ComposedRelease[]): Composition {
  if (releases.length === 0) return composition
  const names = new Set(releases.map(({ name }) => name))
  const origins = releases.map(({ name, base }) => `${name}@${base}`).join(', ')
  return {
    id: `${composition.id} with ${origins}`,
    remotes: [
      ...composition.remotes.filter(({ name }) => !names.has(name)),
      ...releases.map((release) => ({
        name: release.name,
        releases: [{ ...release, ...settingsOf(composition, release) }],
      })),
    ],
  }
}

/** A developer's release runs with what was set for the one that it replaces. */
function settingsOf({ remotes }: Composition, { name }: ComposedRelease) {
  const settingValues = remotes.find((remote) => remote.name === name)?.releases[0]?.settingValues
  return settingValues && { settingValues }
}

async function releaseAt(name: string, address: string): Promise<ComposedRelease> {
  const url = `${address}/release.json`
  const response = await fetchUnlessSilent(url, { cache: 'no-store' }, { silenceLimit })
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  const manifest = z.parse(releaseManifest, await response.json())
  if (manifest.name !== name) throw new Error(`${address} serves the remote ${manifest.name}`)
  return { ...manifest, base: `${address}/`, dev: true }
}
