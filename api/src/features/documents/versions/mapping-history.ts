import type { MappedSlot } from '@portal/contract/paper-versions'
import { newestChangesOf } from '../../../platform/audit/recorded-changes.ts'
import type { MappedSlot as Slot } from '../../mappings/mappings-feature.ts'
import type { StoreOperations } from '../../../platform/store/document-store.ts'

/** More changes of one slot are not read: who mapped its paper is then unknown. */
const mostChanges = 100

/** Who mapped a paper to its slots and when, by the audit: the change since which each slot has had it. */
export function mappedSlots(
  store: StoreOperations,
  paper: string,
  slots: readonly Slot[],
): Promise<MappedSlot[]> {
  return Promise.all(
    slots.map(async ({ id, title }) => {
      const changes = await newestChangesOf(store, id, mostChanges)
      const other = changes.findIndex(({ after }) => after?.['documentId'] !== paper)
      const isCut = other === -1 && changes.length === mostChanges
      const mapped = isCut ? undefined : changes[(other === -1 ? changes.length : other) - 1]
      if (!mapped) return { id, title }
      const { at, by } = mapped
      return { id, title, at, ...(by.email === undefined ? {} : { by: by.email }) }
    }),
  )
}
