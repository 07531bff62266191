import type { Person } from '@portal/contract/portal'
import type { SignIn as ListedSignIn } from '@portal/contract/sign-ins'
import { recordChange } from '../audit/record-change.ts'
import type { Accounts } from './accounts.ts'
import type { DocumentStore } from '../store/document-store.ts'
import { type SignIn, signInId } from './identity.ts'
import { type SignInRule, signInRuleOf } from './sign-in-limits.ts'
import { type RevokedSessions, revokeSessions, signInsUntil } from './revoked-sessions.ts'
import type { SignInRecord, SignIns } from './sign-ins.ts'

export type SignInsService = {
  /** The person's own sign-ins, the last used first; `current` is the one that makes the request. */
  list: (person: Person, current: SignIn) => { signIns: ListedSignIn[] }
  /** Ends one of the person's own sign-ins. An unknown id changes nothing. */
  end: (person: Person, id: string) => Promise<void>
  /** Ends all of the person's own sign-ins. */
  endAll: (person: Person) => Promise<void>
  /** How many sign-ins of an account could still be used. */
  count: (uid: string, rule: SignInRule) => number
}

type Parts = {
  store: DocumentStore
  accounts: Pick<Accounts, 'revokeSessions'>
  signIns: Pick<SignIns, 'of'>
  revoked: Pick<RevokedSessions, 'endSignIn' | 'hasEnded'>
  now: () => Date
}

export function createSignInsService(parts: Parts): SignInsService {
  const { store, accounts, signIns, revoked, now } = parts

  /** The latest sign-in of each session. */
  const open = (uid: string, rule: SignInRule): SignInRecord[] => {
    const latest = new Map<string, SignInRecord>()
    for (const record of signIns.of(uid, rule)) {
      if (revoked.hasEnded(record)) continue
      const other = latest.get(record.session)
      if (!other || other.signedInAt < record.signedInAt) latest.set(record.session, record)
    }
    return [...latest.values()].toSorted((a, b) => b.lastUsedAt.localeCompare(a.lastUsedAt))
  }

  return {
    list(person, current) {
      const { uid } = person
      const rule = signInRuleOf(person)
      const own = signIns.of(uid, rule).find((record) => signInId(record) === signInId(current))
      return {
        signIns: open(uid, rule).map((record) => ({
          id: record.session,
          device: record.device,
          ...(record.location === undefined ? {} : { location: record.location }),
          startedAt: record.startedAt,
          lastUsedAt: record.lastUsedAt,
          isCurrent: record.session === own?.session,
        })),
      }
    },
    async end(person, id) {
      const { uid, email } = person
      const own = signIns.of(uid, signInRuleOf(person))
      const records = own.filter(({ session }) => session === id)
      for (const record of records)
        await revoked.endSignIn(record, { email, device: record.device })
    },
    async endAll(person) {
      const { uid } = person
      const { validAfter } = await accounts.revokeSessions(uid)
      const at = now()
      const signInsBefore = Math.max(signInsUntil(at), validAfter)
      const revokedAt = at.toISOString()
      await store.transaction(async (transaction) => {
        await revokeSessions(transaction, uid, { reason: 'revoked', signInsBefore, revokedAt })
        await recordChange(transaction, {
          at,
          by: person,
          what: 'signed out everywhere',
          subject: uid,
        })
      })
    },
    count: (uid, rule) => open(uid, rule).length,
  }
}
