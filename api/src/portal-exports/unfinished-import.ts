import type { DocumentStore } from '../store/document-store.ts'
import { StoreOpenError } from '../store/store-open-error.ts'

/** Which archive is being restored into this portal; deleted when it is restored and its audit verified. */
export const importCollection = 'portal_import'
export const importId = 'state'

/** Refuses to start on the part of an archive, or on one whose audit has been tampered with. */
export async function refuseUnfinishedImport(store: Pick<DocumentStore, 'get'>): Promise<void> {
  if (!(await store.get(importCollection, importId))) return
  throw new StoreOpenError(
    'An export was restored into this portal only in part: restore the same archive again, or start with empty storage.',
  )
}
