import type { StoreOperations } from '../../platform/store/document-store.ts'
import { noticeChoicesCollection, noticeProgressCollection } from './stored-notices.ts'

/** Deletes how a person wanted to be written to, and what they were told. Notices that were sent formally stay. */
export async function forgetNotices(store: StoreOperations, person: string): Promise<void> {
  await noticeChoicesCollection.in(store).delete(person)
  await noticeProgressCollection.in(store).delete(person)
}
