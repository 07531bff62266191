import { releaseId } from '@portal/contract/releases'
import * as z from 'zod/mini'
import { defineCollection } from '../../../platform/store/collection.ts'
import type { StoreOperations } from '../../../platform/store/document-store.ts'
import { approvedReleases } from './release-approvals.ts'
import type { StoredPointer } from '../release-records.ts'

/** Collection `candidate_notices`, id is the remote's name: a candidate that waits for an admin's approval. */
const storedCandidateNotice = z.object({
  release: releaseId,
  /** Who promoted it. */
  by: z.string(),
  at: z.string(),
})
export const candidateNoticesCollection = defineCollection(
  'candidate_notices',
  storedCandidateNotice,
)

type Move = { before: StoredPointer; next: StoredPointer; at: Date; by: string }

/**
 * Creates a notice of a new unapproved candidate; it is deleted with the candidate, and once it is
 * approved.
 */
export async function updateCandidateNotice(
  transaction: StoreOperations,
  remote: string,
  { before, next, at, by }: Move,
): Promise<void> {
  const notices = candidateNoticesCollection.in(transaction)
  const release = next.candidate?.release
  const stored = await notices.get(remote)
  if (release === undefined || approvedReleases(next).has(release)) {
    if (stored) await notices.delete(remote, stored.revision)
    return
  }
  // A dismissed notice doesn't come back while the same candidate waits.
  if (before.candidate?.release === release) return
  const notice = { release, by, at: at.toISOString() }
  await notices.put(remote, notice, stored)
}
