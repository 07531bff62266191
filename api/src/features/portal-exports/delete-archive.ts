import type { BlobStore } from '../../platform/files/blob-store.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import { exportFileId, exportFilesCollection, exportKeys } from './stored-export.ts'

/** Deletes an archive's bytes and the records of its files. Idempotent. */
export async function deleteArchive(
  { store, blobs }: { store: DocumentStore; blobs: BlobStore },
  id: string,
): Promise<void> {
  const keys: string[] = []
  for await (const key of blobs.keys(exportKeys(id))) keys.push(key)
  for (const key of keys) await blobs.delete(key)
  const query = { orderBy: 'id', from: exportFileId(id, 0), to: `${id}.`, limit: 500 }
  for (;;) {
    const { documents } = await exportFilesCollection.raw(store).list(query)
    for (const found of documents) await exportFilesCollection.raw(store).delete(found.id)
    if (documents.length < query.limit) return
  }
}
