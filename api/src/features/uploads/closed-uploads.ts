import type { Person } from '@portal/contract/portal'
import type { UploadStart } from '@portal/contract/uploads'
import { slotOf } from '@portal/domain/ids'
import type { StoreOperations } from '../../platform/store/document-store.ts'
import { Refusal } from '../../refusal.ts'
import type { SyncedDocument, SyncedDocumentsService } from '../documents/documents-feature.ts'
import type { StoredUpload } from './stored-upload.ts'
import { notingDeletedPaper, type VisibilityService } from '../visibility/visibility-feature.ts'

type Parts = {
  documents: Pick<SyncedDocumentsService, 'get'>
  visibility: Pick<
    VisibilityService,
    'isClosedSlot' | 'isClosedTo' | 'mayReadPaper' | 'readerOf' | 'restrictions'
  >
}

type Target = Pick<UploadStart, 'replaces' | 'slot'>
type Begun = Pick<StoredUpload, 'slot' | 'closedItems'>

/** What uploads may do with the papers of closed items. */
export function createClosedUploads({ documents, visibility }: Parts) {
  const mayRead = (person: Person, paper: SyncedDocument & { id: string }) =>
    visibility.mayReadPaper(visibility.readerOf(person), paper)
  const itemsOf = (slot: string | undefined) =>
    visibility
      .restrictions()
      .flatMap(({ key, slots }) => (slot !== undefined && slots.includes(slot) ? [key] : []))
  return {
    mayRead,

    /** What is stored of an upload that is begun for a closed item: the item may lose the slot before it is complete. */
    begun({ slot }: Target): Pick<StoredUpload, 'closedItems'> {
      const closedItems = itemsOf(slot)
      return closedItems.length > 0 ? { closedItems } : {}
    },

    /** Refuses a paper or a slot of a closed item that the person may not read, at the start and at the completion. */
    refuse(person: Person, { replaces, slot }: Target): void {
      const paper = replaces === undefined ? undefined : documents.get(replaces)
      if (paper && !mayRead(person, paper)) {
        throw new Refusal('notFound', `Document not found: ${replaces}`)
      }
      const place = slot === undefined ? undefined : slotOf(slot)
      if (slot !== undefined && !place) throw new Refusal('invalid', `There is no slot ${slot}.`)
      if (!place || !visibility.isClosedTo(visibility.readerOf(person), place)) return
      throw new Refusal(
        'forbidden',
        'This paper belongs to a closed session. Only an admin who may see it can add a file.',
      )
    },

    /** What is stored of a new paper so that it is closed from the beginning. */
    fieldsOf({
      slot,
      closedItems = [],
    }: Begun): Pick<SyncedDocument, 'closed_for' | 'closed_items'> {
      const items = [...new Set([...closedItems, ...itemsOf(slot)])]
      return slot !== undefined && items.length > 0 ? { closed_for: slot, closed_items: items } : {}
    },

    /**
     * Keeps a paper that is deleted closed in the audit: its slot may never have had it. Reads inside a transaction;
     * the result writes.
     */
    async deleting(
      transaction: StoreOperations,
      { id: paper, closed_for: slot, closed_items: own }: SyncedDocument & { id: string },
    ): Promise<() => Promise<void>> {
      const items = visibility
        .restrictions()
        .filter(({ key, slots }) =>
          own ? own.includes(key) : slot !== undefined && slots.includes(slot),
        )
      const writes: (() => Promise<void>)[] = []
      for (const { key: item } of items) {
        writes.push(await notingDeletedPaper(transaction, { item, paper }))
      }
      return async () => {
        for (const write of writes) await write()
      }
    },
  }
}

export type ClosedUploads = ReturnType<typeof createClosedUploads>
