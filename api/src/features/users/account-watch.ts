import { createJob, type Job } from '../../platform/background/jobs.ts'
import type { SignIn } from '../../platform/identity/identity.ts'
import type { Log } from '../../platform/log.ts'
import {
  type RevokedSession,
  type RevokedSessions,
  revokeSessions,
  signInsUntil,
} from '../../platform/identity/revoked-sessions.ts'
import type { SignIns } from '../../platform/identity/sign-ins.ts'
import { saveSecondFactor, type SecondFactors } from '../../platform/identity/second-factors.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import { createAccountCreations } from './account-creations.ts'
import { type Account, accountLimits, type Accounts } from '../../platform/identity/accounts.ts'

/** Between checks, in ms: how long a change outside the portal may go unnoticed. */
const interval = 30_000

export type AccountWatch = Job & {
  /** Checks once. */
  check: () => Promise<void>
}

type Parts = {
  accounts: Accounts
  recentSignIns: () => SignIn[]
  revoked: RevokedSessions
  signIns: Pick<SignIns, 'prune'>
  secondFactors: Pick<SecondFactors, 'get'>
  /** Links accounts to their people's entries of the directory. */
  linkMatching: (accounts: Iterable<Account>) => Promise<void>
  store: DocumentStore
  now: () => Date
  log: Log
}

/**
 * Applies changes made to accounts outside the portal: disabled or deleted in the provider's console, a new password,
 * or a second factor that a browser has set up without notifying the API. Links accounts to their entries of the
 * directory, too. Accounts with recent requests are looked up, a hundred per call, so an idle portal makes no calls.
 */
export function createAccountWatch(parts: Parts): AccountWatch {
  const { accounts, recentSignIns, revoked, signIns, secondFactors, linkMatching, store } = parts
  const { now, log } = parts

  /** A revocation that the portal should apply but hasn't yet. */
  const revocationFor = (
    signIn: SignIn,
    account: Account | undefined,
  ): RevokedSession | undefined => {
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
    // Enabled again elsewhere: sign-ins from before the account was disabled stay invalid.
    const isBack = known?.reason === 'disabled'
    return isVoid || isBack
      ? { reason: 'revoked', signInsBefore: validAfter, revokedAt }
      : undefined
  }

  const followSecondFactors = async (batch: Iterable<Account>) => {
    for (const { uid, hasSecondFactor: isOn } of batch) {
      if (isOn === (secondFactors.get(uid)?.isOn ?? false)) continue
      await store.transaction((transaction) =>
        saveSecondFactor(transaction, uid, { isOn, at: now() }),
      )
      log.info('a second factor was changed outside of the portal', { uid, isOn })
    }
  }

  const creations = createAccountCreations(parts)
  let isFirst = true
  const check = async () => {
    if (isFirst) await creations.completeLeft()
    isFirst = false
    await signIns.prune(revoked.hasEnded)
    await revoked.prune()
    const recent = recentSignIns()
    const uids = [...new Set(recent.map(({ uid }) => uid))]
    const byUid = new Map<string, Account>()
    for (let from = 0; from < uids.length; from += accountLimits.many) {
      const some = await accounts.getMany(uids.slice(from, from + accountLimits.many))
      for (const account of some) byUid.set(account.uid, account)
    }
    await followSecondFactors(byUid.values())
    for (const signIn of recent) {
      const revocation = revocationFor(signIn, byUid.get(signIn.uid))
      if (!revocation) continue
      await store.transaction((transaction) => revokeSessions(transaction, signIn.uid, revocation))
      log.info('an account was changed outside of the portal', {
        uid: signIn.uid,
        reason: revocation.reason,
      })
    }
    await linkMatching(byUid.values())
  }

  const job = createJob(
    {
      name: 'account-watch',
      does: 'applies changes that were made to accounts outside the portal, and links accounts to directory entries',
      every: interval,
      first: interval,
      failure: 'Accounts can’t be looked up at the moment.',
      run: check,
    },
    { now, log },
  )
  return { ...job, check }
}
