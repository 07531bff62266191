import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { defineCollection } from '../../../platform/store/collection.ts'
import type { StoreOperations } from '../../../platform/store/document-store.ts'
import { readVersion, type Withdrawal, withdrawal } from './stored-version.ts'

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
export const withdrawnCollection = defineCollection('withdrawn_bytes', withdrawnBytes)

export function withdrawnId(paper: string, sha256: string): string {
  return createHash('sha256')
    .update(JSON.stringify([paper, sha256]))
    .digest('hex')
}

/** The withdrawal of these bytes from a paper, which holds for as long as the paper's number does. */
export async function withdrawalOf(
  store: StoreOperations,
  paper: string,
  sha256: string,
): Promise<Withdrawal | undefined> {
  const found = await withdrawnCollection.raw(store).get(withdrawnId(paper, sha256))
  return found && z.safeParse(withdrawal, found).data
}

/** Of these versions of a paper, those that were withdrawn with their quotations. */
export async function withdrawnWithQuotations(
  store: StoreOperations,
  paper: string,
  numbers: Iterable<number>,
): Promise<Set<number>> {
  const withdrawn = new Set<number>()
  for (const number of numbers) {
    const version = await readVersion(store, paper, number)
    const id = version && withdrawnId(paper, version.sha256)
    const found = id === undefined ? undefined : await withdrawnCollection.in(store).find(id)
    if (found?.quotations) withdrawn.add(number)
  }
  return withdrawn
}

/** When a version of any paper was last withdrawn, ISO 8601; empty if none was. */
export async function lastWithdrawalAt(store: StoreOperations): Promise<string> {
  const newest = { orderBy: 'at', descending: true, limit: 1 }
  const [last] = (await withdrawnCollection.raw(store).list(newest)).documents
  return last === undefined ? '' : String(last['at'])
}
