import { type Call, createCall, isApiError } from '@portal/contract/client'
import {
  forgetToken,
  getPortal,
  type PageData,
  type PortalConfig,
  syncToken,
} from '@portal/contract/portal'
import type { Identity, SignInWay } from './firebase.ts'
import { isFoundationEmail } from './foundation-email.ts'
import { setSession, useSession } from './session-store.ts'
import { accessRestricted, signInMessage } from './sign-in-messages.ts'

export type Session = {
  call: Call
  /** Rejects with the sentence to show. */
  signIn: (way: SignInWay) => Promise<void>
  signOut: () => Promise<void>
}

type SessionOptions = {
  page: PageData
  /** Fetches the sign-in SDK; called when it is first needed, and after the first paint at the latest. */
  loadIdentity: (config: PortalConfig) => Promise<Identity>
  /** Clears what other parts of the page remember of the reader. */
  forget: () => void
}

/** Who is reading. A reload with a valid cookie paints from the page's own data; the SDK joins later. */
export function createSession({ page, loadIdentity, forget }: SessionOptions): Session {
  let identity: Promise<Identity> | undefined
  let leaving = false
  const others = new BroadcastChannel('portal-session')

  const theIdentity = () => {
    identity ??= loadIdentity(page.config).catch((error: unknown) => {
      identity = undefined
      throw error
    })
    return identity
  }

  const call = createCall({
    token: async ({ fresh, method }) => {
      const cookieWillDo =
        method === 'GET' && !fresh && useSession.getState().status === 'signed in'
      if (cookieWillDo && !identity) return undefined
      const { idToken } = await theIdentity()
      const token = await idToken(fresh)
      if (fresh && !token) expire()
      return token
    },
  })

  const enter = async () => {
    await call(syncToken)
    setSession({ status: 'signed in', portal: await call(getPortal) })
  }

  const leave = (notice?: string) => {
    forget()
    setSession({ status: 'signed out', notice })
  }

  /** What the SDK says of the reader, now and whenever it changes: the cookie follows every new token. */
  const follow = async () => {
    const { onToken, signOut } = await theIdentity()
    onToken(async (token) => {
      const { status } = useSession.getState()
      if (leaving) return
      if (!token) return status === 'loading' ? leave() : expire()
      if (status === 'signed in') return void (await call(syncToken).catch(() => {}))
      if (status !== 'loading') return
      try {
        await enter()
      } catch (error) {
        await signOut()
        leave(isApiError(error) ? error.message : undefined)
      }
    })
  }

  others.addEventListener('message', () => leave())
  if (page.portal) {
    setSession({ status: 'signed in', portal: page.portal })
    whenIdle(() => void follow().catch(() => {}))
  } else {
    void follow().catch(() =>
      leave('Unable to connect to server. Please check your connection and try again.'),
    )
  }

  return {
    call,
    async signIn(way) {
      const { signIn, signOut } = await theIdentity()
      const { domain } = page.config.foundation
      leaving = true
      try {
        const account = await signIn(way)
        if (account.provider === 'google.com' && !isFoundationEmail(account.email, domain)) {
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
      leaving = true
      try {
        // The cookie goes even when the SDK can't be reached, and the reverse.
        await Promise.allSettled([
          call(forgetToken),
          theIdentity().then(({ signOut }) => signOut()),
        ])
      } finally {
        leaving = false
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
        others.postMessage('signed out')
        leave()
      }
    },
  }
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
