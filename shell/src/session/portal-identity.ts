import { createCall, isApiError } from '@portal/remote-kit/client'
import {
  confirmFactorSetUp,
  finishAtIssuer,
  forgetRenewal,
  renewToken,
  signInByCode,
  signInByPassword,
  startAtIssuer,
  startFactorSetUp,
} from '@portal/contract/own-sign-in'
import type { Reply } from '@portal/contract/endpoint'
import type { Identity, NeedsCode, SignedInAccount, SignInMethod } from './identity.ts'

type Token = Reply<typeof renewToken>
type Outcome = Reply<typeof signInByPassword>

/** A token is renewed this long before it expires, in ms. */
const margin = 5 * 60_000
/** How long to wait after a renewal that couldn't reach the server, in ms: doubled each time. */
const [shortestWait, longestWait] = [30_000, 16 * 60_000]

/** Whether this browser has a renewal, in a cookie that scripts can't read. */
const mark = 'portal.signed-in'

/** The portal's own sign-in for the session. The token is in this page's memory only. */
export function openIdentity(): Identity {
  const call = createCall({})
  const tabs = new BroadcastChannel('portal-identity')
  const listeners = new Set<(token: string | undefined) => void>()
  let current: Token | undefined
  let renewing: Promise<void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const show = (next: Token | undefined) => {
    clearTimeout(timer)
    current = next
    if (next) localStorage.setItem(mark, 'true')
    else localStorage.removeItem(mark)
    if (next) renewIn(Date.parse(next.expiresAt) - Date.now() - margin, shortestWait)
    for (const listener of listeners) listener(next?.token)
  }

  const renewIn = (ms: number, nextWait: number) => {
    timer = setTimeout(
      () => void renew().catch(() => renewIn(nextWait, Math.min(2 * nextWait, longestWait))),
      Math.max(ms, 1000),
    )
  }

  /** Simultaneous callers share one renewal. Rejects if the server can't be reached. */
  const renew = () => {
    renewing ??= call(renewToken)
      .then(show, (error: unknown) => {
        const hasEnded = isApiError(error) && (error.status === 401 || error.status === 403)
        if (!hasEnded) throw error
        show(undefined)
      })
      .finally(() => (renewing = undefined))
    return renewing
  }

  const opened = localStorage.getItem(mark) === null ? Promise.resolve() : renew()
  // The next caller tries again.
  opened.catch(() => renewIn(shortestWait, 2 * shortestWait))
  // Another tab has signed in or out.
  tabs.addEventListener('message', () => {
    if (localStorage.getItem(mark) === null) show(undefined)
    else void renew().catch(() => undefined)
  })

  const enter = (started: Token): SignedInAccount => {
    show(started)
    announce()
    return { email: started.email, provider: started.provider }
  }
  const announce = () => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
    tabs.postMessage('changed')
  }
  const untilCode = <T>(
    outcome: Outcome,
    as: string | undefined,
    result: (account: SignedInAccount) => T,
  ): T | NeedsCode<T> => {
    if (outcome.kind === 'signedIn') return result(enter(outcome))
    const { step } = outcome
    return {
      giveCode: async (code) =>
        result(enter(await call(signInByCode, { body: { step, code, as } }))),
    }
  }
  const attempt = async (method: SignInMethod, as?: string): Promise<Outcome> => {
    if (method.kind === 'password') {
      const { email, password } = method
      return call(signInByPassword, { body: { email, password, as } })
    }
    await askProvider(async () => (await call(startAtIssuer, { body: { as } })).url)
    return call(finishAtIssuer, { body: { as } })
  }
  const mustBeSignedIn = async (): Promise<Token> => {
    await opened.catch(() => undefined)
    if (!current) await renew()
    if (!current) throw new Error('Nobody is signed in.')
    return current
  }

  return {
    async idToken(fresh) {
      await opened.catch(() => undefined)
      if (localStorage.getItem(mark) === null && !current) return undefined
      const isOld = !current || Date.parse(current.expiresAt) - Date.now() < margin
      if (fresh || isOld) await renew()
      return current?.token
    },
    onToken(listener) {
      const begin = async () => {
        await opened.catch(() => undefined)
        listeners.add(listener)
        listener(current?.token)
      }
      void begin()
    },
    signIn: async (method) => untilCode(await attempt(method), undefined, (account) => account),
    signedInBy: async () =>
      (await mustBeSignedIn()).provider === 'password' ? 'password' : 'google',
    async reauthenticate(method) {
      const { uid } = await mustBeSignedIn()
      return untilCode(await attempt(method, uid), uid, () => undefined)
    },
    async startSetUp() {
      const { token } = await mustBeSignedIn()
      const { step, secret, uri } = await call(startFactorSetUp, { body: { token } })
      return {
        secret,
        uri,
        async confirm(code) {
          enter(await call(confirmFactorSetUp, { body: { token, step, code } }))
        },
      }
    },
    async signOut() {
      await opened.catch(() => undefined)
      await call(forgetRenewal)
      show(undefined)
      announce()
    },
  }
}

/**
 * How long to wait for a window that seems closed, in ms: a provider's page can also cut its connection to this one.
 */
const closedTime = 8000
/** How often to check whether it is closed, in ms. */
const lookEvery = 500

/** Opens the OpenID provider in a window, and resolves once the person is back from there. */
async function askProvider(addressOf: () => Promise<string>): Promise<void> {
  // At once: a browser allows it only as part of the click.
  const opened = open('', 'portal-sign-in', 'popup,width=500,height=600')
  if (!opened) throw withCode('auth/popup-blocked')
  const channel = new BroadcastChannel('portal-sign-in')
  try {
    opened.location.href = await addressOf()
    await new Promise<void>((resolve, reject) => {
      channel.addEventListener('message', () => resolve())
      const look = setInterval(() => {
        if (!opened.closed) return
        clearInterval(look)
        setTimeout(() => reject(withCode('auth/popup-closed-by-user')), closedTime)
      }, lookEvery)
      channel.addEventListener('message', () => clearInterval(look))
    })
  } catch (error) {
    opened.close()
    throw error
  } finally {
    channel.close()
  }
}

/** `signInMessage` has the sentence. */
function withCode(code: string): Error {
  return Object.assign(new Error(code), { code })
}
