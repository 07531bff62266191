import {
  promotionStep,
  releaseApproval,
  releaseChannel,
  releasePolicy,
} from '@portal/contract/pointers'
import { remoteSettings } from '@portal/contract/remote-settings'
import { trialResult } from '@portal/contract/publishing'
import { releaseFile, releaseId, releaseManifest, remoteName } from '@portal/contract/releases'
import * as z from 'zod/mini'
import { defineCollection } from '../../platform/store/collection.ts'
import type { StoreOperations } from '../../platform/store/document-store.ts'

/** Collection `releases`, id `{remote}@{release}`: an adopted release never changes. */
export const adoptedRelease = z.object({
  manifest: releaseManifest,
  /** Files with a Brotli copy. */
  compressed: z.array(z.string()),
  adoptedAt: z.string(),
  /** The addresses that its code contains. Absent in older records. */
  named: z.optional(z.array(z.string())),
  /**
   * For a release published through the API, whose files are stored by content. Absent for a
   * folder's build.
   */
  published: z.optional(z.object({ by: z.string() })),
  /** The source maps of its scripts, stored like its files. Absent without any. */
  maps: z.optional(z.array(releaseFile)),
  /**
   * When its team last reported that it passed every check, under which build of the shell, and
   * which one the portal had then.
   */
  checked: z.optional(
    z.object({
      at: z.string(),
      by: z.string(),
      shell: z.string(),
      portalShell: z.optional(z.string()),
    }),
  ),
  /** The gate runner's last verdict, and under which build of the portal's shell. */
  tried: z.optional(
    z.object({
      at: z.string(),
      shell: z.string(),
      runner: z.string(),
      result: trialResult,
      faults: z.array(z.string()),
    }),
  ),
  /** Since when no pointer offers it to anyone; absent while one does. */
  leftAt: z.optional(z.string()),
})
export type AdoptedRelease = z.infer<typeof adoptedRelease>
export const releasesCollection = defineCollection('releases', adoptedRelease)

/**
 * Collection `release_pointers`, id is the remote's name: which releases run, and their fallbacks.
 */
export const storedPointer = z.object({
  stable: z.optional(releaseId),
  /** Newest first, up to three. */
  lastGood: z.array(releaseId),
  candidate: z.optional(z.object({ release: releaseId, step: promotionStep, since: z.string() })),
  /** Never offered again. */
  denied: z.optional(z.array(releaseId)),
  /**
   * The approved releases, oldest first. Absent before the first move after approvals were
   * introduced.
   */
  approvals: z.optional(z.array(releaseApproval)),
  /** The emergency stop is active. */
  stopped: z.optional(z.object({ by: z.string(), at: z.string(), reason: z.string() })),
  /** A person has moved it, so a start of the portal no longer moves it. */
  managed: z.optional(z.boolean()),
})
export type StoredPointer = z.infer<typeof storedPointer>
export const pointersCollection = defineCollection('release_pointers', storedPointer)

/** Collection `release_history`, id `{remote}@{the pointer's revision afterwards}`: every move of a pointer. */
const storedMove = z.object({
  remote: remoteName,
  /** Absent if the portal adopted a build. */
  what: z.optional(z.enum(['promoted', 'rolled back', 'denied'])),
  /** Instead of `what`, whose values are limited to those an older API knows. */
  act: z.optional(z.enum(['approved', 'stopped', 'started again'])),
  channel: releaseChannel,
  from: z.optional(releaseId),
  to: z.optional(releaseId),
  step: z.optional(promotionStep),
  release: z.optional(releaseId),
  reason: z.optional(z.string()),
  /** The objections that were overruled. */
  despite: z.optional(z.string()),
  movedAt: z.string(),
  /** `start` if the portal adopted a build. */
  by: z.string(),
})
export const historyCollection = defineCollection('release_history', storedMove)
export type StoredMove = z.infer<typeof storedMove>

/** Collection `release_cohorts`, id is the remote's name: who runs its candidates first, in lower case. */
const storedCohorts = z.object({ qa: z.array(z.string()), team: z.array(z.string()) })
export const cohortsCollection = defineCollection('release_cohorts', storedCohorts)

/** Collection `release_policies`, id is the remote's name: what its releases need beyond the QA cohort, and what they may use. */
const storedPolicy = z.omit(releasePolicy, { revision: true })
export const policiesCollection = defineCollection('release_policies', storedPolicy)
export type StoredPolicy = z.infer<typeof storedPolicy>
export const defaultPolicy: StoredPolicy = { approval: 'once', stepMinutes: 60 }

/** Collection `remote_settings`, id is the remote's name: what was set, also for releases that don't run. */
const storedSettings = z.pick(remoteSettings, { values: true })
export const settingsCollection = defineCollection('remote_settings', storedSettings)

/** For lists of what all remotes have: a document that can't be read stops only its own remote. */
export const readable = { leavesOutDamaged: true } as const

/** Of which remotes the pointer, the policy or the settings don't match their schema: `release_pointers/news`. */
export async function unreadableDocuments(store: StoreOperations): Promise<string[]> {
  const names = [pointersCollection, policiesCollection, settingsCollection].map(async (each) => {
    const { documents } = await each.raw(store).list(readable)
    const read = await each.in(store).findAll(readable)
    const known = new Set(read.documents.map(({ id }) => id))
    return documents.filter(({ id }) => !known.has(id)).map(({ id }) => `${each.name}/${id}`)
  })
  return (await Promise.all(names)).flat()
}

export const lastGoodLimit = 3

export function releaseKey(remote: string, release: string): string {
  return `${remote}@${release}`
}

/** The range of ids of one remote's releases. */
export function keysOfRemote(remote: string): { from: string; to: string } {
  // No character comes between the sign and the next one.
  return { from: `${remote}@`, to: `${remote}A` }
}

/** The blob key of a release's file. */
export function blobOf({ manifest, published }: AdoptedRelease, file: string): string {
  const listed = manifest.files.find((candidate) => candidate.file === file)
  if (!published || !listed) return releaseBlob(manifest.name, manifest.release, file)
  return uploadedBlob(manifest.name, sha384Of(listed.integrity))
}

/** By content: an existing file is correct, so anyone may upload it again. */
export function uploadedBlob(remote: string, sha384: string): string {
  return `release-files/${remote}/${sha384}`
}

/** An integrity's hash in hex. */
export function sha384Of(integrity: string): string {
  return Buffer.from(integrity.slice('sha384-'.length), 'base64').toString('hex')
}

/** Every release that a pointer offers to anyone, in loading order. */
export function offeredBy({ candidate, stable, lastGood }: StoredPointer): string[] {
  const first = [candidate?.release, stable].filter((release) => release !== undefined)
  return [...new Set([...first, ...lastGood])]
}

/** The blob key of a file of a folder's build. */
export function releaseBlob(remote: string, release: string, file: string): string {
  return `remotes/${remote}/${release}/${file}`
}
