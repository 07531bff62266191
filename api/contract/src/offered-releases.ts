import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { composedRelease } from './releases.ts'

/** Where a remote's pointer names a release. */
export const releasePlace = z.enum(['stable', 'candidate', 'last good'])
export type ReleasePlace = z.infer<typeof releasePlace>

/** A release that somebody may be running at this moment. */
export const offeredRelease = z.object({ ...composedRelease.shape, places: z.array(releasePlace) })
export type OfferedRelease = z.infer<typeof offeredRelease>

export const listOfferedReleases = endpoint({
  method: 'GET',
  path: '/api/offered-releases',
  summary:
    'Every release of every remote that runs for anyone or may stand in, and what they run on; for admins and holders of any release token. A release is held against it before it is published, and a new shell or API before it is deployed.',
  reply: z.object({
    /** Of the API's contract. */
    contractVersion: z.string(),
    /** The version of each module that the shell shares; absent where the shell comes from a developer's server. */
    provided: z.optional(z.record(z.string(), z.string())),
    releases: z.array(offeredRelease),
  }),
})
