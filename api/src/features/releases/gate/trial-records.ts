import { releaseId, remoteName } from '@portal/contract/releases'
import * as z from 'zod/mini'
import { defineCollection } from '../../../platform/store/collection.ts'

/**
 * Collection `release_trials`, id `{remote}@{release}@{shell}`: releases that the gate runner should try under a build
 * of the shell. Deleted with the verdict, which the release's record keeps.
 */
const storedTrial = z.object({
  remote: remoteName,
  release: releaseId,
  shell: z.string(),
  queuedAt: z.string(),
  /** How often a runner took it. */
  attempts: z.number(),
  /** Absent until a runner takes it. */
  lease: z.optional(z.object({ runner: z.string(), expiresAt: z.string() })),
  /** Why the last attempt gave no verdict, if its runner could report that. */
  log: z.optional(z.array(z.string())),
})
export type StoredTrial = z.infer<typeof storedTrial>
export const trialsCollection = defineCollection('release_trials', storedTrial)

/** Collection `trial_notices`, id `{remote}@{release}`: a failed release that people are offered. */
const storedTrialNotice = z.object({
  remote: remoteName,
  release: releaseId,
  fault: z.string(),
  at: z.string(),
})
export const trialNoticesCollection = defineCollection('trial_notices', storedTrialNotice)

export function trialKey(remote: string, release: string, shell: string): string {
  return `${remote}@${release}@${shell}`
}
