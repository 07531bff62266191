import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { commit, contractRange, releaseId, releaseManifest, remoteName } from './releases.ts'

/** Uncompressed sizes in bytes; `files` is a count. */
export const releaseLimits = {
  file: 5 * 1024 * 1024,
  release: 20 * 1024 * 1024,
  files: 200,
} as const

const remote = z.object({ remote: remoteName })
const oneRelease = z.object({ remote: remoteName, release: releaseId })

/** A complete and successful check of a release in a browser: who reported it, and with which shell. */
export const releaseCheck = z.object({
  /** ISO 8601, UTC. */
  at: z.string(),
  /** An e-mail address, or `release token <name>`. */
  by: z.string(),
  /** The build of the shell that the release was checked with. */
  shell: z.string(),
  /** The portal has this shell now. */
  current: z.boolean(),
})
export type ReleaseCheck = z.infer<typeof releaseCheck>

/** A stored release: its `release.json`, who published it and when. */
export const releaseRecord = z.object({
  ...releaseManifest.shape,
  /** The path of its files: `/remotes/meetings/1.0.0-3f2a/`. */
  base: z.string(),
  /** ISO 8601, UTC. */
  publishedAt: z.string(),
  /** An e-mail address, `release token <name>`, or `start` for a build adopted at start. */
  publishedBy: z.string(),
  /** The last check; absent if there was none. */
  checked: z.optional(releaseCheck),
})
export type ReleaseRecord = z.infer<typeof releaseRecord>

/** `release.json`, with the contract range and commit. */
export const publishedManifest = z.object({ ...releaseManifest.shape, contractRange, commit })
export type PublishedManifest = z.infer<typeof publishedManifest>

const releaseFileParams = z.object({
  remote: remoteName,
  /** SHA-384 of the bytes, in hex. */
  sha384: z.string().check(z.regex(/^[0-9a-f]{96}$/)),
})

export const uploadReleaseFile = endpoint({
  method: 'PUT',
  path: '/api/releases/{remote}/files/{sha384}',
  summary:
    'Uploads one file of a release before it is published. Repeating it changes nothing; a file not published within a day may be deleted.',
  params: releaseFileParams,
  upload: { type: 'application/octet-stream', most: releaseLimits.file },
  reply: z.object({ sha384: z.string(), size: z.number() }),
})

export const readReleaseFile = endpoint({
  method: 'GET',
  path: '/api/releases/{remote}/files/{sha384}',
  summary:
    'An uploaded file, so that missing and damaged files can be found before the release is published.',
  params: releaseFileParams,
  bytes: { type: 'application/octet-stream' },
})

export const publishRelease = endpoint({
  method: 'POST',
  path: '/api/releases/{remote}/records',
  summary:
    'Publishes a release whose files have been uploaded. It is immutable, and runs nowhere until it is promoted. Repeating the request returns the same answer.',
  params: remote,
  body: publishedManifest,
  reply: releaseRecord,
})

export const listReleases = endpoint({
  method: 'GET',
  path: '/api/releases/{remote}/records',
  summary: 'The releases of a remote, newest first; for admins and holders of its token.',
  params: remote,
  reply: z.object({ releases: z.array(releaseRecord) }),
})

export const getRelease = endpoint({
  method: 'GET',
  path: '/api/releases/{remote}/records/{release}',
  summary: 'One release of a remote; for admins and holders of its token.',
  params: oneRelease,
  reply: releaseRecord,
})

export const noteCheck = endpoint({
  method: 'POST',
  path: '/api/releases/{remote}/records/{release}/check',
  summary:
    'Reports that a release was checked completely in a browser without an error. Without it, or once the portal has a different shell, only an admin may promote the release. Repeating it changes nothing.',
  params: oneRelease,
  body: z.object({
    /** The build of the shell it was checked with, as in `/api/portal`. */
    shell: z.string().check(z.regex(/^[\w-]{1,64}$/)),
  }),
  reply: releaseRecord,
})
