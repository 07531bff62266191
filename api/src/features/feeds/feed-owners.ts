import type { Person } from '@portal/contract/portal'
import { personOfAccount } from '../../access.ts'
import { type AccountKinds, shownKind } from '../../platform/identity/account-kinds.ts'
import type { Accounts } from '../../platform/identity/accounts.ts'
import type { LastDays } from '../../platform/identity/last-days.ts'
import type { RevokedSessions } from '../../platform/identity/revoked-sessions.ts'

type Parts = {
  accounts: Pick<Accounts, 'get'>
  lists: {
    admins: { current: () => ReadonlySet<string> }
    kinds: Pick<AccountKinds, 'get'>
    revoked: Pick<RevokedSessions, 'get'>
    lastDays: Pick<LastDays, 'hasEnded'>
  }
  domain: string
}

export type FeedOwners = {
  /** Whether a person's access has ended, as every instance knows within a second. */
  hasEnded: (uid: string) => boolean
  /** The person as if they had signed in; undefined if they can't any more. */
  personOf: (uid: string, signal: AbortSignal) => Promise<Person | undefined>
}

/** The people whose feeds are read without a sign-in: with the rights that they would have with one. */
export function createFeedOwners({ accounts, lists, domain }: Parts): FeedOwners {
  const isShutOut = (uid: string) => {
    const reason = lists.revoked.get(uid)?.reason
    return reason === 'disabled' || reason === 'deleted' || lists.lastDays.hasEnded(uid)
  }
  const hasEnded = (uid: string) => {
    const assisted = lists.kinds.get(uid)?.assists
    return isShutOut(uid) || (assisted !== undefined && isShutOut(assisted.account))
  }
  return {
    hasEnded,
    async personOf(uid, signal) {
      if (hasEnded(uid)) return undefined
      const account = await accounts.get(uid, signal)
      const kind = lists.kinds.get(uid)
      if (!account) return undefined
      return personOfAccount(account, domain, {
        designated: lists.admins.current(),
        kind: kind && shownKind(kind),
      })
    },
  }
}
