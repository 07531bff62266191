import * as z from 'zod/mini'
import type { Log } from '../log.ts'
import { Refusal } from '../refusal.ts'
import { hotCollection } from '../store/collection.ts'
import type { DocumentStore, StoreOperations } from '../store/document-store.ts'
import type { Claims } from './identity.ts'

/** Collection `revoked_sessions`, id is the uid. Every instance watches it, so revocations take effect at once. */
const revokedSession = z.object({
  /** `disabled` applies as long as the account is disabled. */
  reason: z.enum(['disabled', 'deleted', 'revoked']),
  /** Seconds since 1970: tokens of earlier sign-ins are refused. */
  signInsBefore: z.number(),
  revokedAt: z.string(),
})
export type RevokedSession = z.infer<typeof revokedSession>

const revokedSessionsCollection = 'revoked_sessions'

/**
 * Collection `ended_sign_ins`, id `<uid>.<second of the sign-in>`: sign-ins that their owner has ended. Renewed tokens
 * keep the second of their sign-in, so one record covers all of them. Two sign-ins of one person in the same second
 * can't be distinguished and end together.
 */
const endedSignIn = z.object({ endedAt: z.string() })
const endedSignInsCollection = 'ended_sign_ins'

/** Maximum lifetime of a token whose sign-in can't be renewed, plus a margin for clock differences. */
const maxTokenLifetime = (60 + 5) * 60 * 1000

export type RevokedSessions = {
  ready: Promise<void>
  /** Increases with every change. */
  version: () => number
  get: (uid: string) => RevokedSession | undefined
  /** Refuses a token of a revoked or ended sign-in with `unauthenticated`. */
  refuseRevoked: (claims: Pick<Claims, 'uid' | 'signedInAt'>) => void
  /** Ends one sign-in on every instance. Repeating it changes nothing. */
  endSignIn: (signIn: SignInId) => Promise<void>
  /** Deletes revocations that are older than any valid token. */
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
      if (ended.get(idOf({ uid, signedInAt }))) throw signInExpired()
      const found = revoked.get(uid)
      if (!found) return
      if (found.reason === 'disabled') throw accountDisabled()
      if (signedInAt < found.signInsBefore) {
        throw signInExpired()
      }
    },
    async prune() {
      const before = now().getTime() - maxTokenLifetime
      for (const { id, reason, revokedAt, revision } of revoked.all()) {
        if (reason === 'disabled' || Date.parse(revokedAt) > before) continue
        await store.delete(revokedSessionsCollection, id, revision).catch((error: unknown) => {
          // Another instance deleted it first, or the sessions were revoked again.
          const isOver =
            error instanceof Refusal && (error.code === 'notFound' || error.code === 'stale')
          if (!isOver) throw error
        })
      }
    },
  }
}

/** Revokes a person's sign-ins, in the transaction of the change that requires it or on its own. */
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

/** The limit that covers sign-ins up to and including this second; tokens record their sign-in in seconds. */
export function signInsUntil(time: Date): number {
  return Math.floor(time.getTime() / 1000) + 1
}

function idOf({ uid, signedInAt }: SignInId): string {
  return `${uid}.${signedInAt}`
}

function signInExpired(): Refusal {
  return new Refusal('unauthenticated', 'Your sign-in has expired. Please sign in again.')
}

export function accountDisabled(): Refusal {
  return new Refusal(
    'unauthenticated',
    'This account has been disabled. Please contact an administrator.',
  )
}
