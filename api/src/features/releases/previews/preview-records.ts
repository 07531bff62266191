import { createHash } from 'node:crypto'
import { releaseId, remoteName } from '@portal/contract/releases'
import * as z from 'zod/mini'
import { defineCollection } from '../../../platform/store/collection.ts'
import type { StoreOperations } from '../../../platform/store/document-store.ts'

/**
 * Collection `release_previews`, id is the SHA-256 of the link's secret in hex: with the store alone nobody can open
 * one. It is kept for a while after its end, so that its link can say why it no longer works.
 */
const storedPreview = z.object({
  remote: remoteName,
  release: releaseId,
  /** Comparable e-mail addresses, sorted; none once it was ended. */
  people: z.array(z.string()),
  createdAt: z.string(),
  createdBy: z.string(),
  expiresAt: z.string(),
  endedAt: z.optional(z.string()),
})
export type StoredPreview = z.infer<typeof storedPreview>
export const previewsCollection = defineCollection('release_previews', storedPreview)

/** How long a link can say that its preview has ended, in ms. */
const rememberedFor = 30 * 86_400_000

export function previewIdOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

export function isRunning({ expiresAt, endedAt }: StoredPreview, now: Date): boolean {
  return endedAt === undefined && Date.parse(expiresAt) > now.getTime()
}

/** Whether a release must stay because somebody previews it. */
export async function hasRunningPreview(
  transaction: StoreOperations,
  { remote, release, now }: { remote: string; release: string; now: Date },
): Promise<boolean> {
  const previews = previewsCollection.in(transaction)
  const { documents } = await previews.list({ where: { release } })
  return documents.some((document) => document.remote === remote && isRunning(document, now))
}

/** Deletes the previews of a release that no longer exists. */
export async function forgetPreviewsOf(
  transaction: StoreOperations,
  remote: string,
  release: string,
): Promise<void> {
  const previews = previewsCollection.in(transaction)
  const { documents } = await previews.list({ where: { release } })
  for (const { id } of documents.filter((document) => document.remote === remote))
    await previews.delete(id)
}

/** Deletes the previews that ended long ago. */
export async function forgetOldPreviews(store: StoreOperations, now: Date): Promise<void> {
  const previews = previewsCollection.in(store)
  const { documents } = await previews.list()
  const isOld = ({ expiresAt, endedAt = expiresAt }: StoredPreview) =>
    Date.parse(endedAt) + rememberedFor <= now.getTime()
  for (const { id } of documents.filter(isOld)) await previews.delete(id)
}
