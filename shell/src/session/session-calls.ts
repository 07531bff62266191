import { type Call, createCall, isApiError, type ApiError } from '@portal/remote-kit/client'
import {
  briefReleases,
  getPortal,
  type Person,
  syncToken,
  type PortalReply,
} from '@portal/contract/portal'
import type { ExpectedChanges } from './expected-changes.ts'
import type { Identity } from './identity.ts'
import { setSession, useSession } from './session-store.ts'
import { memberViewText } from '@portal/contract/member-view'
import { memberViewSentences } from '@portal/domain/member-view'

export type SessionCalls = {
  /** A call that needs another sign-in waits for it. */
  call: Call
  /** For signing in and out, which must not wait for a sign-in. */
  callAtOnce: Call
  /** Gives the browser the cookie of the current token. */
  syncCookie: () => Promise<unknown>
  /** Renews the cookie, once for all files that are missing at the same time; false if it failed. */
  renewCookie: () => Promise<boolean>
  /** Shows the API's current state of the reader. */
  refreshReader: () => Promise<void>
}

type SessionCallsOptions = {
  /** The reader that the page was served for, if there is one. */
  served: Person | undefined
  getIdentity: () => Promise<Identity>
  isIdentityLoading: () => boolean
  changes: Pick<ExpectedChanges, 'areExpected'>
  openPage: () => void
  confirmReader: () => Promise<boolean>
  isActive: () => boolean
  traceparent: (() => string | undefined) | undefined
}

/** How the page calls the API for its reader. */
export function createSessionCalls(options: SessionCallsOptions): SessionCalls {
  const { served, getIdentity, isIdentityLoading, changes, openPage, confirmReader } = options
  const { isActive, traceparent } = options
  const memberView = memberViewText(served)

  const token = async ({ fresh, method }: { fresh: boolean; method: string }) => {
    const isCookieEnough =
      method === 'GET' && !fresh && useSession.getState().status === 'signed in'
    if (isCookieEnough && !isIdentityLoading()) return undefined
    const { idToken } = await getIdentity()
    return idToken(fresh)
  }
  const common = { token, isBackground: () => !isActive(), memberView, traceparent }
  const callAtOnce = createCall(common)

  const refreshReader = async () => {
    const portal = await callAtOnce(getPortal, briefReleases)
    const { status } = useSession.getState()
    if (status === 'signed in') setSession({ status, portal })
  }

  const ownCall = callWithRights(
    createCall({
      ...common,
      async signInAgain(refusal) {
        if (refusal.code === 'reauthenticate') return confirmReader()
        if (changes.areExpected() || !expire(refusal.isProblem && refusal.message)) return false
        return signedInOrOut()
      },
    }),
    {
      isAdmin: () => useSession.getState().portal?.person.isAdmin === true,
      onDoubt: () => void refreshReader().catch(() => {}),
    },
  )

  /** An iPad calls itself a Mac. */
  const touch = navigator.maxTouchPoints > 0 ? '1' : '0'
  const syncCookie = () => callAtOnce(syncToken, { query: { touch } })

  let renewal: Promise<boolean> | undefined
  const renewCookie = () => {
    renewal ??= syncCookie()
      .then(
        () => true,
        () => false,
      )
      .finally(() => (renewal = undefined))
    return renewal
  }

  const call = memberView ? callAsMember(ownCall, () => openPage()) : ownCall
  return { call, callAtOnce, syncCookie, renewCookie, refreshReader }
}

/** Asks a signed-in reader to sign in again on the page. False if nobody was signed in. */
export function expire(notice?: string): boolean {
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

type Rights = {
  /** Whether the reader is known as an admin. */
  isAdmin: () => boolean
  /** Called when a response shows that an admin may have lost their rights. */
  onDoubt: () => void
}

/** Notices an admin whose rights end while the page is open, by a refused call or by the API's current state of them. */
function callWithRights(call: Call, { isAdmin, onDoubt }: Rights): Call {
  const noticing = async (...[target, input, options]: Parameters<Call>) => {
    try {
      const reply: unknown = await call(target, input, options)
      // Not the same object: a remote may have its own copy of the contract.
      const isReader = target.method === 'GET' && target.path === getPortal.path
      if (isReader && isAdmin() && !(reply as PortalReply).person.isAdmin) onDoubt()
      return reply
    } catch (error) {
      if (isApiError(error) && error.code === 'forbidden' && isAdmin()) onDoubt()
      throw error
    }
  }
  return noticing as Call
}

/**
 * For a page that views the portal as a member. The API refuses every change; this refuses them too, in case an API
 * without such views answers meanwhile, and then calls `onEnd`.
 */
function callAsMember(call: Call, onEnd: () => void): Call {
  const checked = async (...[target, input, options]: Parameters<Call>) => {
    if (target.method !== 'GET' && !target.qaMayCall) throw readOnly()
    const reply: unknown = await call(target, input, options)
    // Not the same object: a remote may have its own copy of the contract.
    const isReader = target.method === 'GET' && target.path === getPortal.path
    if (isReader && (reply as PortalReply).person.viewsAs === undefined) onEnd()
    return reply
  }
  return checked as Call
}

function readOnly(): ApiError {
  return Object.assign(new Error(memberViewSentences.readOnly), {
    name: 'ApiError' as const,
    code: 'forbidden' as const,
    status: 403,
    requestId: '',
    isProblem: true as const,
  })
}
