import * as z from 'zod/mini'
import { defineCollection } from '../../platform/store/collection.ts'
import type { DocumentStore, StoreOperations } from '../../platform/store/document-store.ts'

const claimsCollection = defineCollection(
  'claimed_originals',
  z.object({ claimedAt: z.string(), ofVersion: z.optional(z.boolean()) }),
)

/** How long a claim lasts, in ms: far longer than it takes to store a paper. */
const claimTime = 86_400_000

/**
 * Keeps the files of an original (SHA-256 in hex) from being collected as unused before a document names them: it is
 * stored outside of a sync, whose run may be collecting at the same time.
 */
export function claimOriginal(store: DocumentStore, sha256: string, now: Date): Promise<void> {
  return store.transaction(async (transaction) => {
    const claims = claimsCollection.in(transaction)
    await claims.put(sha256, { claimedAt: now.toISOString() }, await claims.get(sha256))
  })
}

/**
 * Claims the original of an earlier version, in a transaction. A portal of a release that knows no versions, which runs
 * next to this one while it is deployed, collects what no document names; it respects claims.
 */
export async function claimVersion(
  transaction: StoreOperations,
  sha256: string,
  now: Date,
): Promise<void> {
  const claims = claimsCollection.in(transaction)
  if (await claims.get(sha256)) return
  await claims.create(sha256, { claimedAt: now.toISOString(), ofVersion: true })
}

/** Gives up the claim of a version that has ended, in a transaction; an upload's claim stays. */
export async function unclaimVersion(transaction: StoreOperations, sha256: string): Promise<void> {
  const claims = claimsCollection.in(transaction)
  const claim = await claims.get(sha256)
  if (claim?.ofVersion === true) await claims.delete(sha256)
}

export async function isClaimed(transaction: StoreOperations, sha256: string): Promise<boolean> {
  return (await claimsCollection.in(transaction).get(sha256)) !== undefined
}

export async function deleteOldClaims(store: DocumentStore, now: Date): Promise<void> {
  // A claim that can't be read protects nothing.
  const claims = claimsCollection.raw(store)
  const { documents } = await claims.list()
  for (const { id, revision, claimedAt } of documents) {
    if (now.getTime() - Date.parse(String(claimedAt)) < claimTime) continue
    await claims.delete(id, revision)
  }
}
