import { routePattern } from '@portal/contract/outcomes'
import { releaseId, remoteName } from '@portal/contract/releases'
import { vitalMetric } from '@portal/contract/vitals'
import * as z from 'zod/mini'
import { defineCollection } from '../../../platform/store/collection.ts'
import type { DocumentStore } from '../../../platform/store/document-store.ts'

/**
 * One tab in which a release ran. Nobody is named: session and person are hashes, computed per
 * release.
 */
const countedSession = z.object({
  id: z.string(),
  person: z.string(),
  /** When it was first reported, or first failed; in ms since 1970. */
  at: z.number(),
  failed: z.boolean(),
  /** Where it failed first; absent in older records. */
  stage: z.optional(z.string()),
  /** Whether the person was chosen to run candidates. */
  chosen: z.optional(z.boolean()),
  /** Its vitals are in the histograms. */
  measured: z.optional(z.boolean()),
})
export type CountedSession = z.infer<typeof countedSession>

/** How often each value of a metric was measured on a route in one hour: nobody's own value can be found in it. */
const vitalHistogram = z.object({
  /** Since 1970. */
  hour: z.number(),
  metric: vitalMetric,
  route: routePattern,
  /** Whether it is of people who were chosen to run candidates. */
  chosen: z.boolean(),
  /** By bucket. */
  counts: z.record(z.string(), z.number()),
})
export type VitalHistogram = z.infer<typeof vitalHistogram>

/** Collection `release_health`, id `{remote}@{release}@{day in UTC}`. */
const healthDay = z.object({
  remote: remoteName,
  release: releaseId,
  /** `2026-11-22`; used to find old days. */
  day: z.string(),
  sessions: z.array(countedSession),
  /** Absent before anything was measured. */
  vitals: z.optional(z.array(vitalHistogram)),
})
export const healthCollection = defineCollection('release_health', healthDay)
/** The same, of previewed releases in their previews. */
export const previewHealthCollection = defineCollection('preview_health', healthDay)

/** Collection `release_notices`, id `{remote}@{release}`: deleted when an admin dismisses it. */
const storedNotice = z.object({
  remote: remoteName,
  release: releaseId,
  reason: z.string(),
  at: z.string(),
})
export const noticesCollection = defineCollection('release_notices', storedNotice)

export function healthKey(remote: string, release: string, day: string): string {
  return `${remote}@${release}@${day}`
}

export function utcDayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

/** How long outcomes can be queried, in ms. */
const keptFor = 31 * 86_400_000

/** Deletes the days that can't be queried any more; returns how many. */
export async function forgetOldHealth(store: DocumentStore, now: Date): Promise<number> {
  const to = utcDayOf(now.getTime() - keptFor)
  let count = 0
  for (const collection of [healthCollection, previewHealthCollection]) {
    const days = collection.in(store)
    const { documents } = await days.list({ orderBy: 'day', to, limit: 1000 })
    for (const { id } of documents) await days.delete(id)
    count += documents.length
  }
  return count
}
