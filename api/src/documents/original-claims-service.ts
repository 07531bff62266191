import type { DocumentStore, StoreOperations } from '../store/document-store.ts'

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

export async function isClaimed(inside: StoreOperations, sha256: string): Promise<boolean> {
  return (await inside.get(claimsCollection, sha256)) !== undefined
}

export async function deleteOldClaims(store: DocumentStore, now: Date): Promise<void> {
  const { documents } = await store.list(claimsCollection)
  for (const { id, revision, claimedAt } of documents) {
    if (now.getTime() - Date.parse(String(claimedAt)) < claimTime) continue
    // oxlint-disable-next-line no-await-in-loop -- few are left, and none is urgent
    await store.delete(claimsCollection, id, revision)
  }
}
