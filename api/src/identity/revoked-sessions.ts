import * as z from 'zod/mini'
import type { Log } from '../log.ts'
import { Refusal } from '../refusal.ts'
import { hotCollection } from '../store/collection.ts'
import type { DocumentStore, StoreOperations } from '../store/document-store.ts'
import type { Claims } from './identity.ts'

/** Collection `revoked_sessions`, id is the uid: every instance watches it, so it acts at once on all of them. */
const revokedSession = z.object({
  /** Why: `disabled` holds for as long as the account is. */
  reason: z.enum(['disabled', 'deleted', 'revoked']),
  /** Seconds since 1970: tokens of sign-ins made before this moment are refused. */
  signInsBefore: z.number(),
  revokedAt: z.string(),
})
export type RevokedSession = z.infer<typeof revokedSession>

const revokedSessionsCollection = 'revoked_sessions'

/**
 * Collection `ended_sign_ins`, id `<uid>.<second of the sign-in>`: sign-ins that their owner has ended. A token's
 * renewals keep the second of its sign-in, so the record outlives every one of them. Two sign-ins of one person in
 * the same second can't be told apart, and end together.
 */
const endedSignIn = z.object({ endedAt: z.string() })
const endedSignInsCollection = 'ended_sign_ins'

/** The longest a token lives once its sign-in can't be renewed, and some minutes for clocks that differ. */
const longestLife = (60 + 5) * 60 * 1000

export type RevokedSessions = {
  ready: Promise<void>
  /** Rises with every change. */
  version: () => number
  get: (uid: string) => RevokedSession | undefined
  /** Refuses with `unauthenticated` a token whose sign-in was taken back. */
  refuseRevoked: (claims: Pick<Claims, 'uid' | 'signedInAt'>) => void
  /** Ends one sign-in, on every instance. Ending it again changes nothing. */
  endSignIn: (signIn: SignInId) => Promise<void>
  /** Forgets revocations that no living token can be older than. */
  prune: () => Promise<void>
}

type SignInId = Pick<Claims, 'uid' | 'signedInAt'>

type Options = { store: DocumentStore; now: () => Date; log: Log }

export function createRevokedSessions({ store, now, log }: Options): RevokedSessions {
  const broken = (id: string, cause: unknown) =>
    log.error('a stored document can’t be read', { id, cause })
  const revoked = hotCollection(store, revokedSessionsCollection, revokedSession, broken)
  const ended = hotCollection(store, endedSignInsCollection, endedSignIn, broken)
  return {
    ready: Promise.all([revoked.ready, ended.ready]).then(() => undefined),
    version: () => revoked.version() + ended.version(),
    get: revoked.get,
    async endSignIn(signIn) {
      const record = { endedAt: now().toISOString() }
      await store.create(endedSignInsCollection, idOf(signIn), record).catch((error: unknown) => {
        if (!(error instanceof Refusal && error.code === 'conflict')) throw error
      })
    },
    refuseRevoked({ uid, signedInAt }) {
      if (ended.get(idOf({ uid, signedInAt }))) throw signInOver()
      const found = revoked.get(uid)
      if (!found) return
      if (found.reason === 'disabled') throw accountDisabled()
      if (signedInAt < found.signInsBefore) {
        throw signInOver()
      }
    },
    async prune() {
      const before = now().getTime() - longestLife
      for (const { id, reason, revokedAt, revision } of revoked.all()) {
        if (reason === 'disabled' || Date.parse(revokedAt) > before) continue
        await store.delete(revokedSessionsCollection, id, revision).catch((error: unknown) => {
          // Another instance was faster, or the sessions were revoked once more.
          const isOver =
            error instanceof Refusal && (error.code === 'notFound' || error.code === 'stale')
          if (!isOver) throw error
        })
      }
    },
  }
}

/** Takes back a person's sign-ins: in the transaction of the change that asks for it, or alone. */
export async function revokeSessions(
  inside: StoreOperations,
  uid: string,
  session: RevokedSession,
): Promise<void> {
  const found = await inside.get(revokedSessionsCollection, uid)
  if (!found) {
    await inside.create(revokedSessionsCollection, uid, session)
    return
  }
  const before = Number(found['signInsBefore'] ?? 0)
  const later = Math.max(session.signInsBefore, Number.isFinite(before) ? before : 0)
  const next = { ...session, signInsBefore: later }
  await inside.update(revokedSessionsCollection, uid, next, found.revision)
}

/** Sign-ins up to and with this second, as tokens tell their sign-in by the second. */
export function signInsUntil(time: Date): number {
  return Math.floor(time.getTime() / 1000) + 1
}

function idOf({ uid, signedInAt }: SignInId): string {
  return `${uid}.${signedInAt}`
}

function signInOver(): Refusal {
  return new Refusal('unauthenticated', 'Your sign-in has expired. Please sign in again.')
}

export function accountDisabled(): Refusal {
  return new Refusal(
    'unauthenticated',
    'This account has been disabled. Please contact an administrator.',
  )
}
