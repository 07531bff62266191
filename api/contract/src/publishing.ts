import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { commit, contractRange, releaseId, releaseManifest, remoteName } from './releases.ts'

/** In bytes, uncompressed; `files` is how many. */
export const releaseLimits = {
  file: 5 * 1024 * 1024,
  release: 20 * 1024 * 1024,
  files: 200,
} as const

const remote = z.object({ remote: remoteName })
const oneRelease = z.object({ remote: remoteName, release: releaseId })

/** That a release was tried whole, in a browser, and had no fault: by whose word, and under which shell. */
export const releaseCheck = z.object({
  /** ISO 8601, UTC. */
  at: z.string(),
  /** An e-mail address, or `release token <name>`. */
  by: z.string(),
  /** The build of the shell that it was tried under. */
  shell: z.string(),
  /** It was tried under the shell that the portal has now, or while the portal had it. */
  current: z.boolean(),
})
export type ReleaseCheck = z.infer<typeof releaseCheck>

/** A release as the portal keeps it: what `release.json` said, who brought it and when. */
export const releaseRecord = z.object({
  ...releaseManifest.shape,
  /** Where its files lie: `/remotes/meetings/1.0.0-3f2a/`. */
  base: z.string(),
  /** ISO 8601, UTC. */
  publishedAt: z.string(),
  /** An e-mail address, `release token <name>`, or `start` for a build that the portal took in by itself. */
  publishedBy: z.string(),
  /** The last time; absent where nobody has said so yet. */
  checked: z.optional(releaseCheck),
})
export type ReleaseRecord = z.infer<typeof releaseRecord>

/** `release.json`, with what a release says besides of where it comes from and what it was built for. */
export const publishedManifest = z.object({ ...releaseManifest.shape, contractRange, commit })
export type PublishedManifest = z.infer<typeof publishedManifest>

const releaseFileParams = z.object({
  remote: remoteName,
  /** Of the bytes, in hex. */
  sha384: z.string().check(z.regex(/^[0-9a-f]{96}$/)),
})

export const uploadReleaseFile = endpoint({
  method: 'PUT',
  path: '/api/releases/{remote}/files/{sha384}',
  summary:
    'Takes in one file of a release that is about to be published. Sending it again changes nothing; one that isn’t published within a day may be forgotten.',
  params: releaseFileParams,
  upload: { type: 'application/octet-stream', most: releaseLimits.file },
  reply: z.object({ sha384: z.string(), size: z.number() }),
})

export const readReleaseFile = endpoint({
  method: 'GET',
  path: '/api/releases/{remote}/files/{sha384}',
  summary:
    'A file that was sent, as it is kept: which ones lack, and whether those that are there are right, is known before a release is registered.',
  params: releaseFileParams,
  bytes: { type: 'application/octet-stream' },
})

export const publishRelease = endpoint({
  method: 'POST',
  path: '/api/releases/{remote}/records',
  summary:
    'Registers a release whose files have been sent. It never changes afterwards, and runs nowhere until it is promoted; the same again is answered as before.',
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
    'Says that a release was tried whole, in a browser, and had no fault. Without it, or once the portal has another shell, only an admin may promote the release. The same again changes nothing.',
  params: oneRelease,
  body: z.object({
    /** Which build of the shell it was tried under, as `/api/portal` names builds. */
    shell: z.string().check(z.regex(/^[\w-]{1,64}$/)),
  }),
  reply: releaseRecord,
})
