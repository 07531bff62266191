import type { Person } from '@portal/contract/portal'
import type { HeldRemovals } from '@portal/contract/sync'
import { recordChange } from '../audit/record-change.ts'
import { Refusal } from '../refusal.ts'
import type { DocumentStore } from '../store/document-store.ts'
import { staleSentence } from '../store/refuse-stale.ts'
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

/** Names that the audit keeps of removed papers: an entry holds less than a megabyte. */
const mostAudited = 1000

const nothingWaits =
  'Nothing waits to be removed: the papers are back in the drive, or another admin has removed them.'

/**
 * Lets the held papers be removed, if their list still has this revision; the removal itself is a run's. Answers with
 * the state of the sync at that moment.
 */
export function confirmHeld(confirmation: Confirmation): Promise<SyncState | undefined> {
  const { store, at, by, revision, heldOf, nameOf } = confirmation
  return store.transaction(async (inside) => {
    const state = await readState(inside)
    const list = await readMissing(inside)
    // One that is sent again finds its own result.
    if (list.confirmed === revision) return state
    const current = heldOf(list)
    if (!current) throw new Refusal('conflict', nothingWaits)
    if (current.revision !== revision) throw new Refusal('stale', staleSentence, { current })
    const { ids, held: _, removing, ...rest } = list
    const next = { ...rest, ids: [], removing: [...removing, ...ids], confirmed: revision }
    await writeMissing(inside, list, next)
    const names = ids.flatMap((id) => nameOf(id) ?? [])
    await recordChange(inside, {
      at,
      by,
      what: 'sync removals confirmed',
      subject: 'drive',
      before: { papers: names.length, names: names.slice(0, mostAudited) },
    })
    return state
  })
}
