import { hash, randomBytes } from 'node:crypto'
import { type ReleaseToken, releaseTokenPrefix, tokenDays } from '@portal/contract/release-tokens'
import { remoteName } from '@portal/contract/releases'
import * as z from 'zod/mini'
import type { Log } from '../../../platform/log.ts'
import { Refusal } from '../../../refusal.ts'
import { defineCollection } from '../../../platform/store/collection.ts'
import type { DocumentStore, StoreOperations } from '../../../platform/store/document-store.ts'
import { pipelinesCollection } from '../pipelines/trusted-pipelines.ts'

/**
 * Collection `release_tokens`: only the SHA-256 of a secret is stored, from which it can't be
 * guessed.
 */
const storedReleaseToken = z.object({
  name: z.string(),
  remote: remoteName,
  /** SHA-256 of the whole secret, in base64. */
  digest: z.string(),
  createdAt: z.string(),
  createdBy: z.string(),
  owner: z.optional(z.string()),
  /** Absent in tokens from before they expired: the default duration after `createdAt`. */
  expiresAt: z.optional(z.string()),
  revokedAt: z.optional(z.string()),
  revokedBy: z.optional(z.string()),
  /** The trusted pipeline that exchanged it: not valid without that pipeline. */
  pipeline: z.optional(z.string()),
})
export const releaseTokensCollection = defineCollection('release_tokens', storedReleaseToken)

type Stored = z.infer<typeof storedReleaseToken> & { id: string }

/**
 * The tokens, in memory: a revoked one is invalid on every instance a moment later. One that another instance has just
 * created is read from the store.
 */
export function createReleaseTokens({
  store,
  now,
  log,
}: {
  store: DocumentStore
  now: () => Date
  log: Log
}) {
  const tokens = releaseTokensCollection.hot(
    store,
    (id, cause) => log.error('A release token can’t be read: it grants nothing.', { id, cause }),
    'release tokens',
  )
  const pipelines = pipelinesCollection.hot(
    store,
    (id, cause) =>
      log.error('A trusted pipeline can’t be read: its tokens are refused.', { id, cause }),
    'trusted pipelines',
  )
  const stored = releaseTokensCollection.in(store)
  const isTrusted = async (id: string) =>
    (pipelines.get(id) ?? (await pipelinesCollection.raw(store).get(id))) !== undefined
  return {
    get: async (id: string) => {
      if (!tokenId.test(id)) return undefined
      const entry = tokens.get(id) ?? (await stored.get(id))
      if (!entry) return undefined
      const { pipeline } = entry
      const isRevoked =
        entry.revokedAt !== undefined || (pipeline !== undefined && !(await isTrusted(pipeline)))
      return { ...entry, id: pipeline ?? id, isRevoked, hasExpired: hasExpired(entry, now()) }
    },
    ready: Promise.all([tokens.ready, pipelines.ready]),
  }
}

const tokenId = /^[0-9a-f]{12}$/

/** The history identifies tokens and pipelines by their names. */
export async function mustBeNewName(
  transaction: StoreOperations,
  { name, remote, at }: { name: string; remote: string; at: Date },
): Promise<void> {
  const where = { where: { remote } }
  const tokens = await releaseTokensCollection.in(transaction).list(where)
  const isGood = (stored: Stored) =>
    stored.pipeline === undefined && stored.revokedAt === undefined && !hasExpired(stored, at)
  if (tokens.documents.some((document) => document.name === name && isGood(document))) {
    throw new Refusal('conflict', `${remote} already has a release token ${name}.`)
  }
  const pipelines = await pipelinesCollection.in(transaction).list(where)
  if (pipelines.documents.some((document) => document.name === name)) {
    throw new Refusal('conflict', `${remote} already has a trusted pipeline ${name}.`)
  }
}

const day = 86_400_000

/** When a token created now expires, ISO 8601. */
export function expiryAfter(createdAt: string, days: number = tokenDays.usual): string {
  return new Date(Date.parse(createdAt) + days * day).toISOString()
}

export function expiryOf({
  createdAt,
  expiresAt,
}: Pick<Stored, 'createdAt' | 'expiresAt'>): string {
  return expiresAt ?? expiryAfter(createdAt)
}

export function hasExpired(token: Pick<Stored, 'createdAt' | 'expiresAt'>, now: Date): boolean {
  return Date.parse(expiryOf(token)) <= now.getTime()
}

/** 256 random bits can't be guessed, so a plain digest is safe. */
export function newSecret(): { id: string; secret: string } {
  const id = randomBytes(6).toString('hex')
  return { id, secret: `${releaseTokenPrefix}${id}_${randomBytes(32).toString('base64url')}` }
}

export function digestOf(secret: string): string {
  return hash('sha256', secret, 'base64')
}

/** Without the digest. */
export function shownToken({ digest: _digest, ...token }: Stored): ReleaseToken {
  const { id, name, remote, createdAt, createdBy, owner, revokedAt, revokedBy } = token
  return {
    id,
    name,
    remote,
    createdAt,
    createdBy,
    ...(owner === undefined ? {} : { owner }),
    expiresAt: expiryOf(token),
    ...(revokedAt === undefined ? {} : { revokedAt }),
    ...(revokedBy === undefined ? {} : { revokedBy }),
  }
}
