import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { defineCollection } from '../../../platform/store/collection.ts'
import type { StoreOperations } from '../../../platform/store/document-store.ts'
import { readVersion, type Withdrawal, withdrawal } from './stored-version.ts'

/** A withdrawal is of bytes in one paper: the same file in another paper is not affected. */
export const storedWithdrawal = z.extend(withdrawal, {
  paper: z.string(),
  sha256: z.string(),
  /** Some files of these bytes may not have been deleted yet. */
  left: z.optional(z.boolean()),
  /** Quotations of these bytes are withdrawn from notes too; `left` while some may still exist. */
  quotations: z.optional(z.enum(['left', 'withdrawn'])),
})
export type StoredWithdrawal = z.infer<typeof storedWithdrawal>
export const withdrawalsCollection = defineCollection('withdrawn_bytes', storedWithdrawal)

export function withdrawalId(paper: string, sha256: string): string {
  return createHash('sha256')
    .update(JSON.stringify([paper, sha256]))
    .digest('hex')
}

/** The withdrawal of these bytes from a paper. It is valid as long as the paper's number is. */
export async function withdrawalOf(
  store: StoreOperations,
  paper: string,
  sha256: string,
): Promise<Withdrawal | undefined> {
  const stored = await withdrawalsCollection.raw(store).get(withdrawalId(paper, sha256))
  return stored && z.safeParse(withdrawal, stored).data
}

/** The given versions of a paper that were withdrawn with their quotations. */
export async function withdrawnWithQuotations(
  store: StoreOperations,
  paper: string,
  numbers: Iterable<number>,
): Promise<Set<number>> {
  const withdrawn = new Set<number>()
  for (const number of numbers) {
    const version = await readVersion(store, paper, number)
    const id = version && withdrawalId(paper, version.sha256)
    const recorded = id === undefined ? undefined : await withdrawalsCollection.in(store).find(id)
    if (recorded?.quotations) withdrawn.add(number)
  }
  return withdrawn
}

/** When a version of any paper was last withdrawn, ISO 8601; empty if none was. */
export async function lastWithdrawalAt(store: StoreOperations): Promise<string> {
  const newest = { orderBy: 'at', descending: true, limit: 1 }
  const [last] = (await withdrawalsCollection.raw(store).list(newest)).documents
  return last === undefined ? '' : String(last['at'])
}
