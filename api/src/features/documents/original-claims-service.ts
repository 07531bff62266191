import type { DocumentStore, StoreOperations } from '../../platform/store/document-store.ts'

const claimsCollection = 'claimed_originals'

/** How long a claim lasts, in ms: far longer than it takes to store a paper. */
const claimTime = 86_400_000

/**
 * Keeps the files of an original (SHA-256 in hex) from being collected as unused before a document names them: it is
 * stored outside of a sync, whose run may be collecting at the same time.
 */
export function claimOriginal(store: DocumentStore, sha256: string, now: Date): Promise<void> {
  return store.transaction(async (inside) => {
    const before = await inside.get(claimsCollection, sha256)
    const claim = { claimedAt: now.toISOString() }
    if (before) await inside.update(claimsCollection, sha256, claim, before.revision)
    else await inside.create(claimsCollection, sha256, claim)
  })
}

/**
 * Claims the original of an earlier version, in a transaction. A portal of a release that knows no versions, which runs
 * next to this one while it is deployed, collects what no document names; it respects claims.
 */
export async function claimVersion(
  inside: StoreOperations,
  sha256: string,
  now: Date,
): Promise<void> {
  if (await inside.get(claimsCollection, sha256)) return
  await inside.create(claimsCollection, sha256, { claimedAt: now.toISOString(), ofVersion: true })
}

/** Gives up the claim of a version that has ended, in a transaction; an upload's claim stays. */
export async function unclaimVersion(inside: StoreOperations, sha256: string): Promise<void> {
  const claim = await inside.get(claimsCollection, sha256)
  if (claim?.['ofVersion'] === true) await inside.delete(claimsCollection, sha256)
}

export async function isClaimed(inside: StoreOperations, sha256: string): Promise<boolean> {
  return (await inside.get(claimsCollection, sha256)) !== undefined
}

export async function deleteOldClaims(store: DocumentStore, now: Date): Promise<void> {
  const { documents } = await store.list(claimsCollection)
  for (const { id, revision, claimedAt } of documents) {
    if (now.getTime() - Date.parse(String(claimedAt)) < claimTime) continue
    await store.delete(claimsCollection, id, revision)
  }
}
