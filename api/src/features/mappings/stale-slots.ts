import { Refusal } from '../../refusal.ts'
import type { Stored } from '../../platform/store/document-store.ts'
import { staleMessage, bodyOf, isSameBody } from '../../platform/store/stored-body.ts'
import type { MappingsInMemory } from './mappings-in-memory.ts'
import { slotOf } from '@portal/domain/ids'
import * as z from 'zod/mini'
import { recordChange } from '../../platform/audit/record-change.ts'
import { changedSince, type Restoring } from '../../platform/audit/restoring.ts'
import { withHistory } from './mapping-change.ts'
import { mappingsCollection, storedMapping } from './stored-mapping.ts'
import { unmapped } from './unmap-slot.ts'

export type StoredSlot = Stored<Record<string, unknown>>

type Stated = { id: string; revision: number | 'new'; current: StoredSlot | undefined }

/** Refuses a request about many slots if any of them has changed since its revision; shows all that have, by id. */
export function refuseStaleSlots(
  slots: readonly Stated[],
  shownOf: MappingsInMemory['shownOf'],
): void {
  const stale = slots.filter(({ revision, current }) => (current?.revision ?? 'new') !== revision)
  if (stale.length === 0) return
  const stored = stale.flatMap(({ id, current }) => (current ? [[id, shownOf(current)]] : []))
  throw new Refusal('stale', staleMessage, { current: Object.fromEntries(stored) })
}

export function refuseRepeatedIds(ids: readonly string[]): void {
  if (new Set(ids).size < ids.length) {
    throw new Refusal('invalid', 'A slot can be named only once.')
  }
}

/** Makes a slot what it was before a change, inside a transaction; see `Restoring`. */
export function restoringMapping(now: () => Date): Restoring {
  return async (transaction, person, change, revision) => {
    const { id: entry, what, subject, before, after } = change
    const slot = slotOf(subject)
    const current = await mappingsCollection.raw(transaction).get(subject)
    if (!slot || !current || !isSameBody(bodyOf(current), after ?? {})) throw changedSince()
    if (revision !== undefined && current.revision !== revision) throw changedSince()
    const shown = z.parse(storedMapping, current)
    // A slot that had no mapping gets one without content: revisions of a mapping don't begin again.
    const earlier = before ? z.parse(storedMapping, before) : unmapped(shown, slot)
    const next = withHistory(shown, earlier, now())
    return async () => {
      await mappingsCollection.raw(transaction).update(subject, next, current.revision)
      await recordChange(transaction, {
        at: now(),
        by: person,
        what: 'change undone',
        subject,
        before: shown,
        after: next,
        undoes: { entry, what },
      })
    }
  }
}
