import type { Person } from '@portal/contract/portal'
import type { HeldRemovals } from '@portal/contract/sync'
import { recordChange } from '../../platform/audit/record-change.ts'
import { Refusal } from '../../refusal.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import { staleMessage } from '../../platform/store/stored-body.ts'
import { type MissingPapers, readMissing, writeMissing } from './missing-papers.ts'
import { readState, type SyncState } from './sync-state.ts'

type Confirmation = {
  store: DocumentStore
  at: Date
  by: Person
  revision: number | 'new'
  heldOf: (list: MissingPapers) => HeldRemovals | undefined
  nameOf: (id: string) => string | undefined
}

/** Maximum number of removed papers' names in an audit entry, which must stay under a megabyte. */
const maxAuditedNames = 1000

const nothingToRemove =
  'There is nothing left to remove: the papers are back in the drive, or another admin has removed them.'

/**
 * Approves the held removals if their list still has this revision; a run then removes the papers. Returns the sync
 * state at that moment.
 */
export function confirmHeld(confirmation: Confirmation): Promise<SyncState | undefined> {
  const { store, at, by, revision, heldOf, nameOf } = confirmation
  return store.transaction(async (transaction) => {
    const state = await readState(transaction)
    const list = await readMissing(transaction)
    // The same confirmation sent again succeeds.
    if (list.confirmed === revision) return state
    const current = heldOf(list)
    if (!current) throw new Refusal('conflict', nothingToRemove)
    if (current.revision !== revision) throw new Refusal('stale', staleMessage, { current })
    const { ids, held: _, removing, ...rest } = list
    const next = { ...rest, ids: [], removing: [...removing, ...ids], confirmed: revision }
    await writeMissing(transaction, list, next)
    const names = ids.flatMap((id) => nameOf(id) ?? [])
    await recordChange(transaction, {
      at,
      by,
      what: 'sync removals confirmed',
      subject: 'drive',
      before: { papers: names.length, names: names.slice(0, maxAuditedNames) },
    })
    return state
  })
}
