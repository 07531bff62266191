import { isEmailOfDomain } from '@portal/contract/email-address'
import { type Call, createCall, isApiError } from '@portal/contract/client'
import {
  forgetToken,
  briefReleases,
  getPortal,
  type PageData,
  type Person,
  type PortalConfig,
  syncToken,
} from '@portal/contract/portal'
import { noteSecondFactor } from '@portal/contract/second-factor'
import { callAsMember } from './call-as-member.ts'
import { callWithRights } from './call-with-rights.ts'
import { deviceReader } from './device-reader.ts'
import type { Identity, SignedInAccount } from './firebase.ts'
import type { NeedsCode } from './firebase-second-factor.ts'
import type { SignInMethod } from './sign-in-method.ts'
import { nextPath } from './next-path.ts'
import { pendingSignOut } from './pending-sign-out.ts'
import { CookieMissing, reopened } from './reopened.ts'
import type { CodeStep, FactorSetUp, SecondStep } from './second-step.ts'
import { setSession, useSession } from './session-store.ts'
import {
  accessRestricted,
  signedOutElsewhere,
  signInEnded,
  signInMessage,
} from './sign-in-messages.ts'

export type Session = {
  /** A call that needs another sign-in waits for it. */
  call: Call
  /** Resolves with what else is needed, if anything is. Rejects with the sentence to show. */
  signIn: (method: SignInMethod) => Promise<SecondStep | undefined>
  /** How the reader signed in, and so how to confirm that it is them. */
  signedInBy: () => Promise<SignInMethod['kind']>
  /** The reader signs in once more; resolves and rejects like `signIn`. */
  reauthenticate: (method: SignInMethod) => Promise<CodeStep | undefined>
  /** Begins to set up a second factor for the reader. Rejects with the sentence to show. */
  startSetUp: () => Promise<FactorSetUp>
  /** Shows the API's current state of the reader. */
  refreshReader: () => Promise<void>
  signOut: () => Promise<void>
  /** Renews the cookie that identifies the reader of files; false if it can't. */
  renewCookie: () => Promise<boolean>
}

type SessionOptions = {
  page: PageData
  /**
   * Loads the sign-in SDK; called when it is first needed, and after the first paint at the latest.
   */
  loadIdentity: (config: PortalConfig) => Promise<Identity>
  /** Clears what other parts of the page store for the reader, except for unsaved work if that is asked. */
  forget: (options?: { keepUnsaved: boolean }) => void
  /**
   * Opens an address in a new document without any running code of this one; by default the current
   * address.
   */
  openPage: (address?: string) => void
  /** Asks the reader to confirm that it is them; false if they don't. */
  confirmReader: () => Promise<boolean>
  /** Whether the reader has done anything since it was last asked. */
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
  let leaving = false
  let ending: Promise<void> | undefined
  /** A new document is on its way. */
  let isReplaced = false
  const others = new BroadcastChannel('portal-session')

  const getIdentity = () => {
    identity ??= loadIdentity(page.config).catch((error: unknown) => {
      identity = undefined
      throw error
    })
    return identity
  }

  const token = async ({ fresh, method }: { fresh: boolean; method: string }) => {
    const isCookieEnough =
      method === 'GET' && !fresh && useSession.getState().status === 'signed in'
    if (isCookieEnough && !identity) return undefined
    const { idToken } = await getIdentity()
    return idToken(fresh)
  }
  const isBackground = () => !isActive()
  const memberView = page.portal?.person.viewsAs
  const ownCall = callWithRights(
    createCall({
      token,
      isBackground,
      memberView,
      traceparent,
      async signInAgain(refusal) {
        if (refusal.code === 'reauthenticate') return confirmReader()
        if (leaving || !expire(refusal.isProblem && refusal.message)) return false
        return signedInOrOut()
      },
    }),
    {
      isAdmin: () => useSession.getState().portal?.person.isAdmin === true,
      onDoubt: () => void refreshReader().catch(() => {}),
    },
  )
  const call = memberView ? callAsMember(ownCall, () => openPage()) : ownCall
  /** For signing in and out, which must not wait for a sign-in. */
  const callAtOnce = createCall({ token, isBackground, memberView, traceparent })

  /** An iPad calls itself a Mac. */
  const touch = navigator.maxTouchPoints > 0 ? '1' : '0'
  const syncCookie = () => callAtOnce(syncToken, { query: { touch } })

  const enter = async (): Promise<void> => {
    await syncCookie()
    const portal = await callAtOnce(getPortal, briefReleases)
    pendingSignOut.set(false)
    forgetOthersWork(portal.person.uid)
    if (continuesFor(portal.person)) return setSession({ status: 'signed in', portal })
    // The security policy names the releases that a page may run, so it comes with a page of the
    // reader's own. What runs for one never acts for another, and unapproved code never with an
    // admin's rights.
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
  const continuesFor = ({ uid, isAdmin, viewsAs }: Person): boolean => {
    const served = page.portal?.person
    const hasSameRights = served?.isAdmin === isAdmin && served.viewsAs === viewsAs
    return served?.uid === uid && hasSameRights && useSession.getState().status === 'expired'
  }

  let renewal: Promise<boolean> | undefined
  /** Once for all files that are missing at the same time. */
  const renewCookie = () => {
    renewal ??= syncCookie()
      .then(
        () => true,
        () => false,
      )
      .finally(() => (renewal = undefined))
    return renewal
  }

  /** Unsaved work outlives an expired sign-in, but not the sign-in of another reader. */
  const forgetOthersWork = (uid: string) => {
    const other = deviceReader.get()
    if (other !== undefined && other !== uid) forget()
    deviceReader.set(uid)
  }

  const leave = (
    notice?: string,
    { keepUnsaved = false, asked = useSession.getState().status === 'loading' } = {},
  ) => {
    forget({ keepUnsaved })
    if (!keepUnsaved) deviceReader.clear()
    setSession({ status: 'signed out', asked, notice })
  }

  /** This tab's reader didn't leave the page, so they see why it has gone and return to it. */
  const followSignOut = () => {
    const { status, portal } = useSession.getState()
    if (portal) leave(signedOutElsewhere, { asked: true })
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
    leaving = true
    pendingSignOut.set(true)
    // The API first, with the token that the SDK is about to drop; each one ends even if the other
    // fails.
    const notified = callAtOnce(forgetToken)
    const ends = await Promise.allSettled([
      notified,
      Promise.race([notified.catch(() => {}), later(signOutTimeout)])
        .then(getIdentity)
        .then(({ signOut }) => signOut()),
    ])
    leaving = false
    if (ends.every(({ status }) => status === 'fulfilled')) pendingSignOut.set(false)
  }

  /** Enters with the account that has signed in, unless something else is needed first. */
  const admit = async (
    account: SignedInAccount | NeedsCode<SignedInAccount>,
  ): Promise<SecondStep | undefined> => {
    if ('giveCode' in account) {
      const { giveCode } = account
      return {
        kind: 'code',
        giveCode: (code) => orSignedOut(async () => void (await admit(await giveCode(code)))),
      }
    }
    const { domain } = page.config.foundation
    if (account.provider === 'google.com' && !isEmailOfDomain(account.email ?? '', domain)) {
      throw new Error(accessRestricted(domain))
    }
    try {
      await enter()
      return undefined
    } catch (error) {
      // The provider hasn't asked for a code, so there is nothing to ask for before the app is set up.
      if (!isApiError(error) || error.code !== 'secondFactorRequired') throw error
      const cancel = async () => (await getIdentity()).signOut()
      return { kind: 'set up', setUp: await beginSetUp(enter), cancel }
    }
  }

  /** `onSet` is called once the API has recorded the factor. */
  const beginSetUp = async (onSet: () => Promise<void>): Promise<FactorSetUp> => {
    const { startSetUp } = await getIdentity()
    const { confirm, ...shown } = await startSetUp()
    return {
      ...shown,
      confirm: (code) =>
        withSentence(async () => {
          // The token changes meanwhile, and is refused until the API has recorded the factor.
          leaving = true
          try {
            await confirm(code)
            await syncCookie()
            await callAtOnce(noteSecondFactor)
            await onSet()
          } finally {
            leaving = false
          }
        }),
    }
  }

  const refreshReader = async () => {
    const portal = await callAtOnce(getPortal, briefReleases)
    const { status } = useSession.getState()
    if (status === 'signed in') setSession({ status, portal })
  }

  /** If it fails, nobody is signed in. */
  const orSignedOut = async <T>(work: () => Promise<T>): Promise<T> => {
    leaving = true
    try {
      return await withSentence(work)
    } catch (error) {
      await (await getIdentity()).signOut()
      throw error
    } finally {
      leaving = false
    }
  }

  /** Follows the SDK's state of the reader: the cookie is updated with every new token. */
  const follow = async () => {
    const { onToken, signOut } = await getIdentity()
    onToken(async (newToken) => {
      const { status } = useSession.getState()
      if (leaving) return
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
          leaving = true
          await signOut().finally(() => (leaving = false))
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

  return {
    call,
    renewCookie,
    async signIn(method) {
      await ending
      const { signIn } = await getIdentity()
      return orSignedOut(async () => admit(await signIn(method)))
    },
    signedInBy: async () => (await getIdentity()).signedInBy(),
    reauthenticate: (method) =>
      withSentence(async () => {
        const needsCode = await (await getIdentity()).reauthenticate(method)
        if (!needsCode) {
          await syncCookie()
          return undefined
        }
        return {
          kind: 'code',
          giveCode: (code) =>
            withSentence(async () => {
              await needsCode.giveCode(code)
              await syncCookie()
            }),
        }
      }),
    startSetUp: () =>
      withSentence(async () => {
        try {
          return await beginSetUp(refreshReader)
        } catch (error) {
          // The provider asks for a recent sign-in, like the API does for other acts.
          const isTooOld = (error as { code?: unknown }).code === 'auth/requires-recent-login'
          if (!isTooOld || !(await confirmReader())) throw error
          return beginSetUp(refreshReader)
        }
      }),
    refreshReader,
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

/** The address to open for the reader: on the sign-in page, the one that asked for it. Undefined for this one. */
function requestedPage(): string | undefined {
  const { pathname, search, origin } = location
  return pathname === '/login' ? nextPath(search, origin) : undefined
}

/** Fails with the sentence to show. */
async function withSentence<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new Error(signInMessage(error), { cause: error })
  }
}

function later(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** False if nobody was signed in. */
function expire(notice?: string): boolean {
  const { status, portal } = useSession.getState()
  if (status === 'signed in') setSession({ status: 'expired', portal, notice })
  return status === 'signed in' || status === 'expired'
}

/** Resolves once an expired session continues or ends, with whether it continues. */
function signedInOrOut(): Promise<boolean> {
  return new Promise((resolve) => {
    const stop = useSession.subscribe(({ status }) => {
      if (status === 'expired') return
      stop()
      resolve(status === 'signed in')
    })
  })
}

function whenIdle(work: () => void): void {
  const ask =
    globalThis.requestIdleCallback ?? ((callback: () => void) => setTimeout(callback, 1000))
  ask(work, { timeout: 4000 })
}
