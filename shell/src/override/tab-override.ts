import { overrideParameters } from '@portal/contract/overrides'
import type { PageData } from '@portal/contract/portal'
import { dismissNotice, restartScreens, showNotice } from '../frame/interface-store.ts'
import { useSession } from '../session/session-store.ts'
import { localReleases, withReleases } from './local-releases.ts'
import { overrideNotice } from './override-notice.tsx'
import { wishKey } from './override-wish.ts'

const triesKey = 'portal.override-tries'
/** A browser that keeps no cookie would ask for ever. */
const mostTries = 3

/** Of a remote's development build, after it has exchanged what was edited. */
const remoteChanged = 'portal:remote-changed'

/**
 * Makes of the served page the one that this tab asks for. The page's security policy is sent with it, so a page that
 * was served for another wish is asked for once more: undefined then, and nothing is to be started.
 */
export async function enterOverride(page: PageData): Promise<PageData | undefined> {
  const asked = takeFromAddress() ?? sessionStorage.getItem(wishKey) ?? ''
  const { override, portal } = page
  if (asked === '') {
    forgetWish()
    if (!override) return page
    location.reload()
    return undefined
  }
  sessionStorage.setItem(wishKey, asked)
  if (override?.asked === asked) return await served(page)
  if (portal) return askAgain(asked) ? undefined : page
  // Who asks is judged by who they are.
  const stop = useSession.subscribe(({ status }) => {
    if (status !== 'signed in') return
    stop()
    askAgain(asked)
  })
  return page
}

/** An address with a wish was typed into a tab that runs: the browser asks before unsaved work is left. */
export function followAddress(): void {
  const asked = takeFromAddress()
  if (asked === undefined) return
  if (asked === '') return leaveOverride()
  sessionStorage.setItem(wishKey, asked)
  askAgain(asked)
}

/** Back to what the reader usually runs. */
export function leaveOverride(): void {
  forgetWish()
  location.reload()
}

/** The page is the one that was asked for. */
async function served(page: PageData): Promise<PageData> {
  sessionStorage.removeItem(triesKey)
  const override = page.override!
  const { portal } = page
  if (!portal) return page
  // Whoever signs in next in this page gets what is theirs.
  useSession.subscribe(({ status }) => {
    if (status !== 'signed out') return
    forgetWish()
    dismissNotice('override')
  })
  const notice = { override, composition: portal.composition, leave: leaveOverride }
  if (override.refused !== undefined || override.grantable) {
    if (override.refused !== undefined) forgetWish()
    showNotice('override', overrideNotice(notice))
    return page
  }
  const { releases, failures } = await localReleases(override.remotes)
  addEventListener(remoteChanged, restartScreens)
  showNotice('override', overrideNotice({ ...notice, failures }))
  return { ...page, portal: { ...portal, composition: withReleases(portal.composition, releases) } }
}

/** What the address asks for, which is taken out of it; empty where it asks for the usual. */
function takeFromAddress(): string | undefined {
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

/** Asks for the page once more, by what it is to run. False where that was in vain too often. */
function askAgain(asked: string): boolean {
  const tries = Number(sessionStorage.getItem(triesKey) ?? 0) + 1
  if (tries > mostTries) {
    forgetWish()
    return false
  }
  sessionStorage.setItem(triesKey, String(tries))
  const at = asked.indexOf('=')
  const url = new URL(location.href)
  url.searchParams.set(asked.slice(0, at), asked.slice(at + 1))
  location.replace(url)
  return true
}

function forgetWish(): void {
  sessionStorage.removeItem(wishKey)
  sessionStorage.removeItem(triesKey)
}
