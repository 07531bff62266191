import { Refusal } from '../../refusal.ts'
import type { Stored } from '../../platform/store/document-store.ts'
import { staleMessage } from '../../platform/store/refuse-stale.ts'
import type { MappingsInMemory } from './mappings-in-memory.ts'

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
