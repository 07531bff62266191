import { uploadDays, uploadOutcome, uploadStart } from '@portal/contract/uploads'
import * as z from 'zod/mini'
import { defineCollection } from '../../platform/store/collection.ts'

/** An upload as the store holds it; its parts are blobs. */
const storedUpload = z.object({
  ...uploadStart.shape,
  mimeType: z.string(),
  /** The uid of the admin who began it, the only one who may continue it. */
  by: z.string(),
  /** ISO 8601, UTC. */
  begunAt: z.string(),
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
