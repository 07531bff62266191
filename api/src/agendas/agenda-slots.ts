import type { ResourceMapping } from '@portal/contract/mappings'
import type { Quarter } from '@portal/contract/quarter'
import type { Actor } from '../audit/record-change.ts'
import type { StoreOperations } from '../store/document-store.ts'

/** The slots that lead members to the agendas. They belong to the mappings. */
export type AgendaSlots = {
  /** Rises with every change that `showsNative` may depend on. */
  version: () => number
  /** Whether members are led to the quarter's native agenda, once it is published. */
  showsNative: (quarter: Quarter) => boolean
  /**
   * A quarter's slot inside a transaction. Reading and writing are apart because in a transaction every read comes
   * before the first write.
   */
  read: (inside: StoreOperations, quarter: Quarter) => Promise<AgendaSlot>
}

export type AgendaSlot = {
  mapping: ResourceMapping | undefined
  /** Whether members are led to the native agenda, once it is published. */
  showsNative: boolean
  /** Whether members see a Drive document or an embed in it. */
  showsDrive: boolean
  /** Makes the native agenda the slot's source; returns the slot's mapping. */
  showNative: (by: Actor, at: Date) => Promise<ResourceMapping>
}
