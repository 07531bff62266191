import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { composedRelease, releaseManifest } from './releases.ts'
import { releaseSupport } from './shell-manifest.ts'

/** The role that a remote's pointer gives a release. */
export const releasePlace = z.enum(['stable', 'candidate', 'last good'])
export type ReleasePlace = z.infer<typeof releasePlace>

/** A release that people may be running now. */
export const offeredRelease = z.object({
  ...composedRelease.shape,
  usedNames: releaseManifest.shape.usedNames,
  places: z.array(releasePlace),
})
export type OfferedRelease = z.infer<typeof offeredRelease>

export const listOfferedReleases = endpoint({
  method: 'GET',
  path: '/api/offered-releases',
  callers: 'adminsAndReleaseToken',
  summary:
    'Every release of every remote that people run or that is a fallback, and what the portal provides for them; for admins and holders of any release token. Used to check a release before it is published, and a new shell or API before it is deployed.',
  reply: z.object({
    /** The version of the API's contract. */
    contractVersion: z.string(),
    /** The version of each module that the shell shares; absent for a shell from a dev server. */
    provided: z.optional(z.record(z.string(), z.string())),
    /** What the portal serves of earlier packages, and until when. */
    support: z.optional(releaseSupport),
    releases: z.array(offeredRelease),
  }),
})
