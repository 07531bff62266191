import { uploadDays, uploadOutcome, uploadStart } from '@portal/contract/uploads'
import * as z from 'zod/mini'
import type { BlobStore } from '../../platform/files/blob-store.ts'
import { defineCollection } from '../../platform/store/collection.ts'
import type { StoreOperations } from '../../platform/store/document-store.ts'

/** An upload as the store holds it; its parts are blobs. */
const storedUpload = z.object({
  ...uploadStart.shape,
  mimeType: z.string(),
  /** The uid of the admin who began it, the only one who may continue it. */
  by: z.string(),
  /** ISO 8601, UTC. */
  begunAt: z.string(),
  /** The keys of the closed items or places that had its slot when it was begun. */
  closedItems: z.optional(z.array(z.string())),
  /** Once it is complete. */
  result: z.optional(z.object({ outcome: uploadOutcome.shape.outcome, documentId: z.string() })),
})
export type StoredUpload = z.infer<typeof storedUpload>
export const uploadsCollection = defineCollection('uploads', storedUpload)

/** In ms. */
export const uploadTime = uploadDays * 86_400_000

/** The prefix of the keys of uploads' parts, or of one upload's. */
export const partsPrefix = (id?: string) => (id === undefined ? 'uploads/' : `uploads/${id}/`)
export const partKey = (id: string, part: number, sha256: string) =>
  `${partsPrefix(id)}${part}-${sha256}`

/** The upload, part and hash in a part's key. */
export function partOfKey(key: string): { id: string; part: number; sha256: string } {
  const [, id = '', name = ''] = key.split('/')
  const [part = '', sha256 = ''] = name.split('-')
  return { id, part: Number(part), sha256 }
}

/** What a person has begun to upload; their uid is in `by`. */
export async function uploadsOf(store: StoreOperations, by: string) {
  const { documents } = await uploadsCollection.in(store).list({ where: { by } })
  return documents
}

/** Deletes a person's uploads with their parts. Papers that are complete stay. */
export async function forgetUploads(
  { store, blobs }: { store: StoreOperations; blobs: BlobStore },
  by: string,
): Promise<void> {
  for (const { id } of await uploadsOf(store, by)) {
    for await (const key of blobs.keys(partsPrefix(id))) await blobs.delete(key)
    await uploadsCollection.in(store).delete(id)
  }
}
