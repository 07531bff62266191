import type { SignIn } from '../identity/identity.ts'
import type { Log } from '../log.ts'
import {
  type RevokedSession,
  type RevokedSessions,
  revokeSessions,
  signInsUntil,
} from '../identity/revoked-sessions.ts'
import { Refusal } from '../refusal.ts'
import type { DocumentStore } from '../store/document-store.ts'
import { type Account, accountLimits, type Accounts } from './accounts.ts'

/** Seconds between two looks: how long what is done outside of the portal may stay unnoticed. */
const interval = 30

export type AccountWatch = {
  /** Looks once. */
  check: () => Promise<void>
  /** Looks every half minute until told to stop, which waits for the look under way. */
  start: () => () => Promise<void>
}

type Parts = {
  accounts: Accounts
  recentSignIns: () => SignIn[]
  revoked: RevokedSessions
  store: DocumentStore
  now: () => Date
  log: Log
}

/**
 * What is done to an account outside of the portal (disabled or deleted in the provider's console, a password chosen
 * anew) holds here too: those who have asked for something lately are looked up, a hundred a call. A portal that
 * nobody uses asks the provider nothing.
 */
export function createAccountWatch(parts: Parts): AccountWatch {
  const { accounts, recentSignIns, revoked, store, now, log } = parts

  /** What the portal should know of a sign-in and doesn't yet. */
  const newsOf = (signIn: SignIn, account: Account | undefined): RevokedSession | undefined => {
    const known = revoked.get(signIn.uid)
    const revokedAt = now().toISOString()
    const signInsBefore = signInsUntil(now())
    if (!account) {
      return known?.reason === 'deleted'
        ? undefined
        : { reason: 'deleted', signInsBefore, revokedAt }
    }
    if (account.disabled) {
      return known?.reason === 'disabled'
        ? undefined
        : { reason: 'disabled', signInsBefore, revokedAt }
    }
    const { validAfter } = account
    const isVoid = signIn.signedInAt < validAfter && (known?.signInsBefore ?? 0) < validAfter
    // Enabled again elsewhere: sign-ins from before it was disabled stay void.
    const isBack = known?.reason === 'disabled'
    return isVoid || isBack
      ? { reason: 'revoked', signInsBefore: validAfter, revokedAt }
      : undefined
  }

  const check = async () => {
    await revoked.prune()
    const signIns = recentSignIns()
    const uids = [...new Set(signIns.map(({ uid }) => uid))]
    const found = new Map<string, Account>()
    for (let from = 0; from < uids.length; from += accountLimits.many) {
      const some = await accounts.getMany(uids.slice(from, from + accountLimits.many))
      for (const account of some) found.set(account.uid, account)
    }
    for (const signIn of signIns) {
      const news = newsOf(signIn, found.get(signIn.uid))
      if (!news) continue
      await store.transaction((inside) => revokeSessions(inside, signIn.uid, news))
      log.info('an account was changed outside of the portal', {
        uid: signIn.uid,
        reason: news.reason,
      })
    }
  }

  let isUnable = false
  const checkAndTell = async () => {
    try {
      await check()
      isUnable = false
    } catch (cause) {
      if (!(cause instanceof Refusal)) throw cause
      // Said once: the next look tries again, and again.
      if (!isUnable)
        log.warn('Accounts can’t be looked up at the moment.', { cause: cause.message })
      isUnable = true
    }
  }

  return {
    check,
    start() {
      let looking = Promise.resolve()
      let isLooking = false
      const timer = setInterval(() => {
        if (isLooking) return
        isLooking = true
        looking = checkAndTell()
          .catch((cause: unknown) => log.error('defect', { cause }))
          .finally(() => (isLooking = false))
      }, interval * 1000)
      timer.unref()
      return async () => {
        clearInterval(timer)
        await looking
      }
    },
  }
}
