import { memberViewText } from '@portal/contract/member-view'
import { isApiError } from '@portal/remote-kit/client'
import {
  forgetToken,
  briefReleases,
  getPortal,
  type PageData,
  type Person,
  type PortalConfig,
} from '@portal/contract/portal'
import { deviceReader, CookieMissing, reopened } from './device-memory.ts'
import { createExpectedChanges } from './expected-changes.ts'
import type { Identity, SignInMethod } from './identity.ts'
import { nextPath } from './next-path.ts'
import { createSessionCalls, expire, type SessionCalls } from './session-calls.ts'
import { setSession, useSession } from './session-store.ts'
import { signedOutElsewhere, signInEnded } from './sign-in-messages.ts'
import { createSignInSteps, type SignInSteps } from './sign-in-steps.ts'

export type Session = SignInSteps &
  Pick<SessionCalls, 'call' | 'renewCookie' | 'refreshReader'> & {
    /** How the reader signed in, and so how to confirm that it is them. */
    signedInBy: () => Promise<SignInMethod['kind']>
    signOut: () => Promise<void>
  }

type SessionOptions = {
  page: PageData
  /**
   * Loads the sign-in SDK; called when it is first needed, and after the first paint at the latest.
   */
  loadIdentity: (config: PortalConfig) => Promise<Identity>
  /** Clears what other parts of the page store for the reader; unsaved work can be kept. */
  forget: (options?: { keepUnsaved: boolean }) => void
  /**
   * Opens an address in a new document without any running code of this one; by default the current
   * address.
   */
  openPage: (address?: string) => void
  /** Asks the reader to confirm that it is them; false if they don't. */
  confirmReader: () => Promise<boolean>
  /** Whether the reader has done anything since the last call. */
  isActive: () => boolean
  /** The trace of a request, if requests are traced. */
  traceparent?: () => string | undefined
}

/** How long sign-out waits for the API and the SDK, in ms. */
const signOutTimeout = 3000

/**
 * The reader's session. A reload with a valid cookie paints from the page's own data; the SDK joins
 * later.
 */
export function createSession(options: SessionOptions): Session {
  const { page, loadIdentity, forget, openPage, confirmReader, isActive, traceparent } = options
  let identity: Promise<Identity> | undefined
  let ending: Promise<void> | undefined
  /** A new document is being opened. */
  let isReplaced = false
  const others = new BroadcastChannel('portal-session')
  const changes = createExpectedChanges()

  const getIdentity = () => {
    identity ??= loadIdentity(page.config).catch((error: unknown) => {
      identity = undefined
      throw error
    })
    return identity
  }

  const calls = createSessionCalls({
    served: page.portal?.person,
    getIdentity,
    isIdentityLoading: () => identity !== undefined,
    changes,
    openPage,
    confirmReader,
    isActive,
    traceparent,
  })
  const { callAtOnce, syncCookie } = calls

  const enter = async (): Promise<void> => {
    await syncCookie()
    const portal = await callAtOnce(getPortal, briefReleases)
    pendingSignOut.set(false)
    forgetOthersWork(portal.person.uid)
    if (continuesFor(portal.person)) return setSession({ status: 'signed in', portal })
    // The security policy names the releases that a page may run, so it comes with a page of the reader's own. Code
    // that runs for one reader never acts for another, and unapproved code never has an admin's rights.
    if (!isReplaced) {
      if (reopened.get()) {
        reopened.set(false)
        throw new CookieMissing()
      }
      reopened.set(true)
      isReplaced = true
      openPage(requestedPage())
    }
    return new Promise<never>(() => {})
  }

  /** Whether the served page can continue: its session has expired, and this is its reader. */
  const continuesFor = (person: Person): boolean => {
    const served = page.portal?.person
    const hasSameRights =
      served?.isAdmin === person.isAdmin && memberViewText(served) === memberViewText(person)
    return served?.uid === person.uid && hasSameRights && useSession.getState().status === 'expired'
  }

  /** Unsaved work outlives an expired sign-in, but not the sign-in of another reader. */
  const forgetOthersWork = (uid: string) => {
    const other = deviceReader.get()
    if (other !== undefined && other !== uid) forget()
    deviceReader.set(uid)
  }

  const leave = (
    notice?: string,
    { keepUnsaved = false, isRequested = useSession.getState().status === 'loading' } = {},
  ) => {
    forget({ keepUnsaved })
    if (!keepUnsaved) deviceReader.clear()
    setSession({ status: 'signed out', isRequested, notice })
  }

  /** The reader didn't sign out in this tab, so they see the reason, and return to the page after signing in. */
  const followSignOut = () => {
    const { status, portal } = useSession.getState()
    if (portal) leave(signedOutElsewhere, { isRequested: true })
    else if (status === 'loading') leave()
  }

  /** Nobody is signed in any more; a reader who hasn't signed out sees the reason. */
  const leaveIfEnded = () => {
    const isEnded = deviceReader.get() !== undefined
    leave(isEnded ? signInEnded : undefined, { keepUnsaved: isEnded })
  }

  /**
   * Ends the session on this device. If a server can't be reached, the next visit notifies it before
   * it shows a page.
   */
  const end = async () => {
    pendingSignOut.set(true)
    const ends = await changes.during(() => {
      // The API first, with the token that the SDK is about to drop; each one ends even if the other
      // fails.
      const notified = callAtOnce(forgetToken)
      return Promise.allSettled([
        notified,
        Promise.race([notified.catch(() => {}), later(signOutTimeout)])
          .then(getIdentity)
          .then(({ signOut }) => signOut()),
      ])
    })
    if (ends.every(({ status }) => status === 'fulfilled')) pendingSignOut.set(false)
  }

  /** Follows the SDK's state of the reader: the cookie is updated with every new token. */
  const follow = async () => {
    const { onToken, signOut } = await getIdentity()
    onToken(async (newToken) => {
      const { status } = useSession.getState()
      if (changes.areExpected()) return
      if (!newToken) return status === 'loading' ? leaveIfEnded() : void expire()
      if (status === 'signed in') return void (await syncCookie().catch(() => {}))
      // A sign-out pending from the last visit, or a sign-in from another tab.
      try {
        await enter()
      } catch (error) {
        if (status !== 'loading') return
        // An unreachable server is no reason to ask for the password again.
        if (!isApiError(error) || error.status === 401 || error.status === 403) {
          // The SDK reports the end as well, but doesn't know the reason.
          await changes.during(signOut)
        }
        const isMeant = isApiError(error) || error instanceof CookieMissing
        const keepUnsaved = !isApiError(error) || error.status !== 403
        leave(isMeant ? error.message : undefined, { keepUnsaved })
      }
    })
  }

  others.addEventListener('message', followSignOut)
  if (pendingSignOut.get()) {
    leave()
    ending = end()
    void ending.then(follow).catch(() => {})
  } else if (page.portal) {
    reopened.set(false)
    forgetOthersWork(page.portal.person.uid)
    setSession({ status: 'signed in', portal: page.portal })
    whenIdle(() => void follow().catch(() => {}))
  } else {
    void follow().catch(() =>
      leave('Unable to connect to server. Please check your connection and try again.'),
    )
  }

  const steps = createSignInSteps({
    domain: page.config.foundation.domain,
    getIdentity,
    calls,
    changes,
    enter,
    confirmReader,
  })
  return {
    ...steps,
    call: calls.call,
    renewCookie: calls.renewCookie,
    refreshReader: calls.refreshReader,
    async signIn(method) {
      await ending
      return steps.signIn(method)
    },
    signedInBy: async () => (await getIdentity()).signedInBy(),
    async signOut() {
      ending = end()
      await Promise.race([ending, later(signOutTimeout + 500)])
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
      others.postMessage('signed out')
      leave()
      if (!pendingSignOut.get()) openPage('/login')
    },
  }
}

/**
 * The address to open for the reader: on the sign-in page, the address that was requested. Undefined for the current
 * one.
 */
function requestedPage(): string | undefined {
  const { pathname, search, origin } = location
  return pathname === '/login' ? nextPath(search, origin) : undefined
}

function later(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

function whenIdle(work: () => void): void {
  const ask =
    globalThis.requestIdleCallback ?? ((callback: () => void) => setTimeout(callback, 1000))
  ask(work, { timeout: 4000 })
}

const key = 'portal.pending-sign-out'

/** A sign-out that couldn't reach the API or the SDK: this device's next visit completes it. */
const pendingSignOut = {
  get: () => localStorage.getItem(key) === 'true',
  set: (owed: boolean) => (owed ? localStorage.setItem(key, 'true') : localStorage.removeItem(key)),
}
