import { routePattern } from '@portal/contract/outcomes'
import { releaseId, remoteName } from '@portal/contract/releases'
import * as z from 'zod/mini'
import { defineCollection } from '../../../platform/store/collection.ts'
import type { StoreOperations } from '../../../platform/store/document-store.ts'
import { releaseKey } from '../release-records.ts'

const storedFrame = z.object({
  from: z.enum(['release', 'portal', 'otherRemote']),
  file: z.string(),
  line: z.number(),
  column: z.number(),
  name: z.optional(z.string()),
})
export type StoredFrame = z.infer<typeof storedFrame>

const errorGroup = z.object({
  id: z.string(),
  /** Of the newest one, without what people may have typed. */
  message: z.string(),
  kind: z.optional(z.string()),
  route: z.optional(routePattern),
  frames: z.array(storedFrame),
  count: z.number(),
  /** Hours since 1970. */
  first: z.number(),
  last: z.number(),
  /** Hashes, computed per release like those in the health records. */
  people: z.array(z.string()),
})
export type ErrorGroup = z.infer<typeof errorGroup>

/** Collection `release_errors`, id `{remote}@{release}`: deleted with the release. */
const storedErrors = z.object({
  remote: remoteName,
  release: releaseId,
  groups: z.array(errorGroup),
  others: z.number(),
})
export const errorsCollection = defineCollection('release_errors', storedErrors)
/** The same, of previewed releases in their previews. */
export const previewErrorsCollection = defineCollection('preview_errors', storedErrors)

/** Deletes the errors of a release that no longer exists. */
export async function forgetErrorsOf(
  transaction: StoreOperations,
  remote: string,
  release: string,
): Promise<void> {
  for (const collection of [errorsCollection, previewErrorsCollection])
    await collection.in(transaction).delete(releaseKey(remote, release))
}
