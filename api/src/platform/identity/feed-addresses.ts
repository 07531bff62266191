import { createHmac, hash, randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import type { Log } from '../log.ts'
import { defineCollection } from '../store/collection.ts'
import type { DocumentStore, StoreOperations } from '../store/document-store.ts'

/**
 * Collection `feeds`, id is the uid: the address of a person's calendar feed, of which only the SHA-256 is stored, and
 * their choice. Every instance watches it, so an address that has ended is unknown everywhere within a second.
 */
const storedFeed = z.object({
  meetingsBy: z.optional(z.enum(['invitations', 'feed'])),
  address: z.optional(
    z.object({
      /** SHA-256 of the secret, in base64url. */
      digest: z.string(),
      /** The secret is made from it and from the caller's own random text: neither alone is enough. */
      salt: z.string(),
      /** ISO 8601, UTC. */
      createdAt: z.string(),
    }),
  ),
})
export type StoredFeed = z.infer<typeof storedFeed>
type Address = NonNullable<StoredFeed['address']>

export const feedsCollection = defineCollection('feeds', storedFeed)

export type FeedAddresses = {
  ready: Promise<void>
  get: (uid: string) => StoredFeed | undefined
  /** Whose feed a secret opens. */
  ownerOf: (secret: string) => string | undefined
}

export function createFeedAddresses({
  store,
  log,
}: {
  store: DocumentStore
  log: Log
}): FeedAddresses {
  const feeds = feedsCollection.hot(
    store,
    (id, cause) => log.error('a stored document can’t be read', { id, cause }),
    'addresses of calendar feeds',
  )
  let known: { version: number; owners: Map<string, string> } | undefined
  const owners = () => {
    if (known?.version !== feeds.version()) {
      const pairs = feeds
        .all()
        .flatMap(({ id, address }): [string, string][] => (address ? [[address.digest, id]] : []))
      known = { version: feeds.version(), owners: new Map(pairs) }
    }
    return known.owners
  }
  return {
    ready: feeds.ready,
    get: feeds.get,
    ownerOf: (secret) => owners().get(digestOf(secret)),
  }
}

/** A new address of 256 random bits of the portal's and the caller's random text. */
export function newAddress(nonce: string, createdAt: string): { secret: string; address: Address } {
  const salt = randomBytes(32).toString('base64url')
  const secret = secretOf(salt, nonce)
  return { secret, address: { digest: digestOf(secret), salt, createdAt } }
}

/** The secret of an address for anyone who sends the text that it was made with; undefined for anyone else. */
export function sameSecret({ salt, digest }: Address, nonce: string): string | undefined {
  const secret = secretOf(salt, nonce)
  return digestOf(secret) === digest ? secret : undefined
}

/** What a person is told about their feed; undefined if nothing is stored. */
export async function ownFeedOf(
  store: StoreOperations,
  uid: string,
): Promise<{ addressMadeAt?: string; meetingsBy?: 'invitations' | 'feed' } | undefined> {
  const stored = await feedsCollection.in(store).get(uid)
  if (!stored?.address && !stored?.meetingsBy) return undefined
  const { address, meetingsBy } = stored
  return {
    ...(address ? { addressMadeAt: address.createdAt } : {}),
    ...(meetingsBy ? { meetingsBy } : {}),
  }
}

/** Deletes what is stored about a person's feed, with the account. */
export async function forgetFeed(transaction: StoreOperations, uid: string): Promise<void> {
  await feedsCollection.in(transaction).delete(uid)
}

function secretOf(salt: string, nonce: string): string {
  return createHmac('sha256', salt).update(nonce).digest('base64url')
}

function digestOf(secret: string): string {
  return hash('sha256', secret, 'base64url')
}
