import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { StoreOperations } from '../../store/document-store.ts'
import { type Withdrawal, withdrawal } from './stored-version.ts'

export const withdrawnCollection = 'withdrawn_bytes'

/** A withdrawal is of bytes in one paper: the same file in another paper is not affected. */
export const withdrawnBytes = z.extend(withdrawal, {
  paper: z.string(),
  sha256: z.string(),
  /** Files of these bytes may be left to delete. */
  left: z.optional(z.boolean()),
})
export type WithdrawnBytes = z.infer<typeof withdrawnBytes>

export function withdrawnId(paper: string, sha256: string): string {
  return createHash('sha256')
    .update(JSON.stringify([paper, sha256]))
    .digest('hex')
}

/** The withdrawal of these bytes from a paper, which holds for as long as the paper's number does. */
export async function withdrawalOf(
  store: Pick<StoreOperations, 'get'>,
  paper: string,
  sha256: string,
): Promise<Withdrawal | undefined> {
  const found = await store.get(withdrawnCollection, withdrawnId(paper, sha256))
  return found && z.safeParse(withdrawal, found).data
}
