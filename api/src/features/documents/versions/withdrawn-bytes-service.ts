import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { StoreOperations } from '../../../platform/store/document-store.ts'
import { readVersion, type Withdrawal, withdrawal } from './stored-version.ts'

export const withdrawnCollection = 'withdrawn_bytes'

/** A withdrawal is of bytes in one paper: the same file in another paper is not affected. */
export const withdrawnBytes = z.extend(withdrawal, {
  paper: z.string(),
  sha256: z.string(),
  /** Files of these bytes may be left to delete. */
  left: z.optional(z.boolean()),
  /** Quotations of these bytes are withdrawn from notes too; `left` while some may have to be. */
  quotations: z.optional(z.enum(['left', 'withdrawn'])),
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

/** Of these versions of a paper, those that were withdrawn with their quotations. */
export async function withdrawnWithQuotations(
  store: Pick<StoreOperations, 'get' | 'list'>,
  paper: string,
  numbers: Iterable<number>,
): Promise<Set<number>> {
  const withdrawn = new Set<number>()
  for (const number of numbers) {
    const version = await readVersion(store, paper, number)
    const found =
      version && (await store.get(withdrawnCollection, withdrawnId(paper, version.sha256)))
    if (z.safeParse(withdrawnBytes, found).data?.quotations) withdrawn.add(number)
  }
  return withdrawn
}
