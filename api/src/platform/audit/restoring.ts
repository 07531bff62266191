import { changeInWords } from '@portal/domain/audit-words'
import type { Person } from '@portal/contract/portal'
import { Refusal } from '../../refusal.ts'
import type { StoreOperations } from '../store/document-store.ts'
import { type Change, recordChange } from './record-change.ts'
import { originalKind, type RecordedChange } from './recorded-changes.ts'

/**
 * Undoes a change, or refuses if its subject has changed since. Reads inside the transaction; the result writes,
 * because in a transaction every read comes before the first write.
 */
export type Restoring = (
  transaction: StoreOperations,
  person: Person,
  change: RecordedChange,
  /** The revision that the change must have made, if it is known. */
  revision?: number,
) => Promise<() => Promise<void>>

/** Records that a change was undone, in the transaction that undoes it. */
export async function recordUndo(
  transaction: StoreOperations,
  change: RecordedChange,
  undo: Pick<Change, 'at' | 'by' | 'before' | 'after'>,
): Promise<void> {
  const { id: entry, what, subject } = change
  const of = originalKind(change)
  await recordChange(transaction, {
    ...undo,
    what: 'change undone',
    subject,
    undoes: { entry, what, ...(of === what ? {} : { of }) },
  })
}

/** `later` is the newest change, if it is recorded. */
export function changedSince(later?: RecordedChange): Refusal {
  const by = later?.by.email === undefined ? '' : ` by ${later.by.email}`
  const change = later ? ` (“${changeInWords(later.what)}”${by})` : ''
  return new Refusal(
    'conflict',
    `This has been changed since${change}, so it can’t be undone. Undo the later change first, in the audit.`,
  )
}

export function undoneAlready(): Refusal {
  return new Refusal(
    'conflict',
    'This was undone already, and has been changed since. The audit shows the later changes.',
  )
}
