import type { AccessKind } from '@portal/domain/audit-words'
import type { StoreOperations } from '../store/document-store.ts'
import { accessCollection } from './audit-collections.ts'
import { type Actor, addEntry } from './record-change.ts'

/** An access that changed nothing. Reading papers in the viewer is private and never recorded. */
export type Access = {
  at: Date
  by: Actor
  what: AccessKind
  /** For sign-ins and sign-outs the device, for a download the document's id, otherwise `users` or `audit`. */
  subject: string
  /** Names the subject or its circumstances: a document's name, a location. */
  after?: Record<string, unknown>
  /** For a refused sign-in: its message, and the number of refusals since the previous entry. */
  reason?: string
  times?: number
}

/** Writes one entry of the access log, in the transaction of the sign-in or on its own. */
export async function recordAccess(transaction: StoreOperations, access: Access): Promise<void> {
  const { after, ...rest } = access
  await addEntry(transaction, accessCollection, { ...rest, before: null, after: after ?? null })
}
