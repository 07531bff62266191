import type { DocumentStore } from '../../platform/store/document-store.ts'
import { StoreOpenError } from '../../platform/store/store-open-error.ts'

/** Records which archive is being restored; deleted once it is restored and its audit is verified. */
export const importCollection = 'portal_import'
export const importId = 'state'

/** Refuses to start on an incomplete import, or on an archive whose audit was tampered with. */
export async function refuseUnfinishedImport(store: Pick<DocumentStore, 'get'>): Promise<void> {
  if (!(await store.get(importCollection, importId))) return
  throw new StoreOpenError(
    'An export was restored into this portal only in part: restore the same archive again, or start with empty storage.',
  )
}
