import { isEmailOfDomain } from '@portal/contract/email-address'
import { type Call, createCall, isApiError } from '@portal/contract/client'
import {
  forgetToken,
  getPortal,
  type PageData,
  type PortalConfig,
  syncToken,
} from '@portal/contract/portal'
import type { Identity } from './firebase.ts'
import type { SignInMethod } from './sign-in-method.ts'
import { pendingSignOut } from './pending-sign-out.ts'
import { setSession, useSession } from './session-store.ts'
import { accessRestricted, signInMessage } from './sign-in-messages.ts'

export type Session = {
  call: Call
  /** Rejects with the sentence to show. */
  signIn: (method: SignInMethod) => Promise<void>
  signOut: () => Promise<void>
}

type SessionOptions = {
  page: PageData
  /**
   * Loads the sign-in SDK; called when it is first needed, and after the first paint at the latest.
   */
  loadIdentity: (config: PortalConfig) => Promise<Identity>
  /** Clears what other parts of the page cache for the reader. */
  forget: () => void
  /**
   * Opens an address in a new document without any running code of this one; by default the current
   * address.
   */
  openPage: (address?: string) => void
}

/** How long sign-out waits for the API and the SDK, in ms. */
const signOutTimeout = 3000

/**
 * The reader's session. A reload with a valid cookie paints from the page's own data; the SDK joins
 * later.
 */
export function createSession({ page, loadIdentity, forget, openPage }: SessionOptions): Session {
  let identity: Promise<Identity> | undefined
  let leaving = false
  let ending: Promise<void> | undefined
  let lastReader = page.portal?.person.uid
  /** The page has run releases that are served to people without admin rights. */
  let hasServedMember = page.portal?.person.isAdmin === false
  const others = new BroadcastChannel('portal-session')

  const getIdentity = () => {
    identity ??= loadIdentity(page.config).catch((error: unknown) => {
      identity = undefined
      throw error
    })
    return identity
  }

  const call = createCall({
    token: async ({ fresh, method }) => {
      const isCookieEnough =
        method === 'GET' && !fresh && useSession.getState().status === 'signed in'
      if (isCookieEnough && !identity) return undefined
      const { idToken } = await getIdentity()
      const token = await idToken(fresh)
      if (fresh && !token) expire()
      return token
    },
  })

  const enter = async (): Promise<void> => {
    await call(syncToken)
    const portal = await call(getPortal)
    const { uid } = portal.person
    pendingSignOut.set(false)
    const isAnotherReader = lastReader !== undefined && lastReader !== uid
    const { isAdmin } = portal.person
    if (isAnotherReader) forget()
    if (isAnotherReader || (isAdmin && hasServedMember)) {
      // Releases are chosen per reader: what runs for one never acts for another, and unapproved
      // code never with an admin's rights.
      openPage()
      return new Promise<never>(() => {})
    }
    lastReader = uid
    if (!isAdmin) hasServedMember = true
    setSession({ status: 'signed in', portal })
  }

  const leave = (notice?: string) => {
    forget()
    setSession({ status: 'signed out', asked: useSession.getState().status === 'loading', notice })
  }

  /**
   * Ends the session on this device. If a server can't be reached, the next visit notifies it before
   * it shows a page.
   */
  const end = async () => {
    leaving = true
    pendingSignOut.set(true)
    // The API first, with the token that the SDK is about to drop; each one ends even if the other
    // fails.
    const notified = call(forgetToken)
    const ends = await Promise.allSettled([
      notified,
      Promise.race([notified.catch(() => {}), later(signOutTimeout)])
        .then(getIdentity)
        .then(({ signOut }) => signOut()),
    ])
    leaving = false
    if (ends.every(({ status }) => status === 'fulfilled')) pendingSignOut.set(false)
  }

  /** Follows the SDK's state of the reader: the cookie is updated with every new token. */
  const follow = async () => {
    const { onToken, signOut } = await getIdentity()
    onToken(async (token) => {
      const { status } = useSession.getState()
      if (leaving) return
      if (!token) return status === 'loading' ? leave() : expire()
      if (status === 'signed in') return void (await call(syncToken).catch(() => {}))
      // A sign-out pending from the last visit, or a sign-in from another tab.
      try {
        await enter()
      } catch (error) {
        if (status !== 'loading') return
        // An unreachable server is no reason to ask for the password again.
        if (!isApiError(error) || error.status === 401 || error.status === 403) await signOut()
        leave(isApiError(error) ? error.message : undefined)
      }
    })
  }

  others.addEventListener('message', () => leave())
  if (pendingSignOut.get()) {
    leave()
    ending = end()
    void ending.then(follow).catch(() => {})
  } else if (page.portal) {
    setSession({ status: 'signed in', portal: page.portal })
    whenIdle(() => void follow().catch(() => {}))
  } else {
    void follow().catch(() =>
      leave('Unable to connect to server. Please check your connection and try again.'),
    )
  }

  return {
    call,
    async signIn(method) {
      await ending
      const { signIn, signOut } = await getIdentity()
      const { domain } = page.config.foundation
      leaving = true
      try {
        const account = await signIn(method)
        if (account.provider === 'google.com' && !isEmailOfDomain(account.email ?? '', domain)) {
          throw new Error(accessRestricted(domain))
        }
        await enter()
      } catch (error) {
        await signOut()
        throw new Error(signInMessage(error), { cause: error })
      } finally {
        leaving = false
      }
    },
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

function later(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

function expire(): void {
  const { status, portal } = useSession.getState()
  if (status === 'signed in') setSession({ status: 'expired', portal })
}

function whenIdle(work: () => void): void {
  const ask =
    globalThis.requestIdleCallback ?? ((callback: () => void) => setTimeout(callback, 1000))
  ask(work, { timeout: 4000 })
}
