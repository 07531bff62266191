import * as z from 'zod/mini'
import { recordAccess } from '../audit/record-access.ts'
import type { Log } from '../log.ts'
import { defineCollection } from '../store/collection.ts'
import type { DocumentStore, StoreOperations } from '../store/document-store.ts'
import { ignoring } from '../../refusal.ts'
import { accountDisabled, signInExpired } from './sign-in-limits.ts'
import { type SignIn, signInId } from './identity.ts'
import { deleteRecordsOf, oldestSignIn } from './sign-ins.ts'

/** Collection `revoked_sessions`, id is the uid. Every instance watches it, so revocations take effect at once. */
const revokedSession = z.object({
  /** `disabled` applies as long as the account is disabled. */
  reason: z.enum(['disabled', 'deleted', 'revoked']),
  /** Seconds since 1970: tokens of earlier sign-ins are refused. */
  signInsBefore: z.number(),
  revokedAt: z.string(),
})
export type RevokedSession = z.infer<typeof revokedSession>

const revokedSessionsCollection = defineCollection('revoked_sessions', revokedSession)

/**
 * Collection `ended_sign_ins`, with the ids of `sign_ins`: sign-ins that their owner has ended. Renewed tokens keep the
 * second of their sign-in, so one record covers all of them.
 */
const endedSignIn = z.object({ endedAt: z.string() })
const endedSignInsCollection = defineCollection('ended_sign_ins', endedSignIn)

/** Maximum lifetime of a token whose sign-in can't be renewed, plus a margin for clock differences. */
const maxTokenLifetime = (60 + 5) * 60 * 1000

export type RevokedSessions = {
  ready: Promise<void>
  /** Increases with every change. */
  version: () => number
  get: (uid: string) => RevokedSession | undefined
  /** Refuses a token of a revoked or ended sign-in with `unauthenticated`. */
  refuseRevoked: (signIn: SignIn) => void
  /** Ends one sign-in on every instance. Repeating it changes nothing. */
  endSignIn: (signIn: SignIn, by: SignedOut) => Promise<void>
  hasEnded: (signIn: SignIn) => boolean
  /** Deletes revocations that are older than any valid token, and ended sign-ins that are too old anyway. */
  prune: () => Promise<void>
}

/** The owner, and the browser and system of the sign-in. */
type SignedOut = { email: string; device: string }

type Parts = { store: DocumentStore; now: () => Date; log: Log }

export function createRevokedSessions({ store, now, log }: Parts): RevokedSessions {
  const broken = (id: string, cause: unknown) =>
    log.error('a stored document can’t be read', { id, cause })
  const revoked = revokedSessionsCollection.hot(store, broken, 'ended sign-ins')
  const ended = endedSignInsCollection.hot(store, broken, 'ended sign-ins')
  const startedBefore = signInsUntil(now())
  /** A damaged record may have ended any sign-in from before the start. */
  const mayHaveEnded = (signIn: SignIn) =>
    (revoked.hasDamage() || ended.hasDamage()) && signIn.signedInAt < startedBefore
  const hasEnded = (signIn: SignIn) =>
    mayHaveEnded(signIn) ||
    ended.get(signInId(signIn)) !== undefined ||
    signIn.signedInAt < (revoked.get(signIn.uid)?.signInsBefore ?? 0)
  return {
    ready: Promise.all([revoked.ready, ended.ready]).then(() => undefined),
    version: () => revoked.version() + ended.version(),
    get: revoked.get,
    async endSignIn(signIn, { email, device }) {
      const at = now()
      const ending = store.transaction(async (transaction) => {
        await endedSignInsCollection.in(transaction).create(signInId(signIn), {
          endedAt: at.toISOString(),
        })
        const by = { uid: signIn.uid, email }
        await recordAccess(transaction, { at, by, what: 'signed out', subject: device })
      })
      await ending.catch(ignoring('conflict'))
    },
    hasEnded,
    refuseRevoked(signIn) {
      if (revoked.get(signIn.uid)?.reason === 'disabled') throw accountDisabled()
      if (hasEnded(signIn)) throw signInExpired()
    },
    async prune() {
      const before = now().getTime() - maxTokenLifetime
      for (const { id, revision, updatedAt: _, ...session } of revoked.all()) {
        const { reason, revokedAt } = session
        if (isAhead(session, now())) {
          const next = { ...session, signInsBefore: signInsUntil(now()) }
          await revokedSessionsCollection
            .in(store)
            .update(id, next, revision)
            .catch(ignoring('notFound', 'stale'))
          continue
        }
        if (reason === 'disabled' || Date.parse(revokedAt) > before) continue
        // Another instance may have deleted it first, or the sessions were revoked again.
        await revokedSessionsCollection
          .in(store)
          .delete(id, revision)
          .catch(ignoring('notFound', 'stale'))
      }
      const oldest = oldestSignIn(now())
      for (const { id } of ended.all()) {
        const signedInAt = Number(id.slice(id.lastIndexOf('.') + 1))
        if (signedInAt >= oldest) continue
        await endedSignInsCollection.in(store).delete(id).catch(ignoring('notFound'))
      }
    },
  }
}

/**
 * Whether a clock that was more than an hour ahead has written it. It would refuse the person's sign-ins until then; from
 * now on it refuses those so far.
 */
function isAhead({ signInsBefore }: RevokedSession, now: Date): boolean {
  return signInsBefore > signInsUntil(now) + 3600
}

/** Revokes a person's sign-ins, in the transaction of the change that requires it or on its own. */
export async function revokeSessions(
  transaction: StoreOperations,
  uid: string,
  session: RevokedSession,
): Promise<void> {
  // A revocation that can't be read is replaced.
  const stored = await revokedSessionsCollection.raw(transaction).get(uid)
  const before = Number(stored?.['signInsBefore'] ?? 0)
  const later = Math.max(session.signInsBefore, Number.isFinite(before) ? before : 0)
  const next = { ...session, signInsBefore: later }
  await revokedSessionsCollection.in(transaction).put(uid, next, stored)
}

/** Deletes the records of the sign-ins that a person has ended. */
export async function forgetEndedSignIns(store: StoreOperations, uid: string): Promise<void> {
  await deleteRecordsOf(endedSignInsCollection.raw(store), uid)
}

/** The limit that covers sign-ins up to and including this second; tokens record their sign-in in seconds. */
export function signInsUntil(time: Date): number {
  return Math.floor(time.getTime() / 1000) + 1
}
