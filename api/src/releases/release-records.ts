import { releaseId, releaseManifest, remoteName } from '@portal/contract/releases'
import * as z from 'zod/mini'

/** Collection `releases`, id `{remote}@{release}`: an adopted release never changes. */
export const adoptedRelease = z.object({
  manifest: releaseManifest,
  /** Files that lie beside themselves in Brotli. */
  compressed: z.array(z.string()),
  adoptedAt: z.string(),
})
export const releasesCollection = 'releases'

/** Collection `release_pointers`, id is the remote's name: which release runs, and which ones may stand in. */
export const releasePointer = z.object({
  stable: releaseId,
  /** Newest first, up to three. */
  lastGood: z.array(releaseId),
})
export const pointersCollection = 'release_pointers'

/** Collection `release_history`: every move of a pointer. */
export const releaseMove = z.object({
  remote: remoteName,
  channel: z.literal('stable'),
  from: z.optional(releaseId),
  to: releaseId,
  movedAt: z.string(),
  /** `start` where the portal adopted a build by itself. */
  by: z.string(),
})
export const historyCollection = 'release_history'

export const lastGoodLimit = 3

export function releaseKey(remote: string, release: string): string {
  return `${remote}@${release}`
}

/** Where a release's files lie in the blob store. */
export function releaseBlob(remote: string, release: string, file: string): string {
  return `remotes/${remote}/${release}/${file}`
}
