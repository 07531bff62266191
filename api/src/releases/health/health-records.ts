import { releaseId, remoteName } from '@portal/contract/releases'
import * as z from 'zod/mini'

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
})
export type CountedSession = z.infer<typeof countedSession>

/** Collection `release_health`, id `{remote}@{release}@{day in UTC}`. */
export const healthDay = z.object({
  remote: remoteName,
  release: releaseId,
  /** `2026-11-22`; used to find old days. */
  day: z.string(),
  sessions: z.array(countedSession),
})
export const healthCollection = 'release_health'

/** Collection `release_notices`, id `{remote}@{release}`: deleted when an admin dismisses it. */
export const storedNotice = z.object({
  remote: remoteName,
  release: releaseId,
  reason: z.string(),
  at: z.string(),
})
export const noticesCollection = 'release_notices'

export function healthKey(remote: string, release: string, day: string): string {
  return `${remote}@${release}@${day}`
}

export function utcDayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}
