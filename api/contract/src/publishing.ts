import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import {
  commit,
  contractRange,
  releaseFile,
  releaseId,
  releaseManifest,
  remoteName,
} from './releases.ts'
import { supportedDay } from './shell-manifest.ts'

/** Uncompressed sizes in bytes; `files` is a count. */
export const releaseLimits = {
  file: 5 * 1024 * 1024,
  release: 20 * 1024 * 1024,
  files: 200,
} as const

/** Of the source maps of a release, in bytes: they are parsed when a stack is shown. */
export const sourceMapLimits = { file: 2 * 1024 * 1024, all: 8 * 1024 * 1024 } as const

const remote = z.object({ remote: remoteName })
const oneRelease = z.object({ remote: remoteName, release: releaseId })

/**
 * Its team’s own report that the release passed every check, and with which shell. It is enough for the QA cohort, and
 * for nothing beyond.
 */
export const releaseCheck = z.object({
  /** ISO 8601, UTC. */
  at: z.string(),
  /** An e-mail address, or `release token <name>`. */
  by: z.string(),
  /** The build of the shell that the release was checked with. */
  shell: z.string(),
  /** The portal’s gate runner has passed the release under the shell that the portal has now. */
  current: z.boolean(),
  /** The portal has had the same shell since the report: enough for the QA cohort. */
  forQa: z.optional(z.boolean()),
})
export type ReleaseCheck = z.infer<typeof releaseCheck>

export const trialResult = z.enum(['passed', 'failed'])

/** The verdict of the portal's own gate runner, which has opened every screen of the release under the portal's shell. */
export const releaseTrial = z.object({
  /** ISO 8601, UTC. */
  at: z.string(),
  /** The portal's build of the shell that it was tried under. */
  shell: z.string(),
  /** The runner's name. */
  runner: z.string(),
  result: trialResult,
  /** A sentence each; none if it passed. */
  faults: z.array(z.string()),
  /** The portal has this shell now. */
  current: z.boolean(),
})
export type ReleaseTrial = z.infer<typeof releaseTrial>

/**
 * What the gate runner is doing about a release: it is waiting, it is being tried, or nobody can try it. `not needed`:
 * the portal's shell comes from a development server.
 */
export const trialState = z.object({
  state: z.enum(['waiting', 'trying', 'no runner', 'not needed']),
  /** ISO 8601, UTC. */
  since: z.optional(z.string()),
})
export type TrialState = z.infer<typeof trialState>

/** Of one release. */
export const namedAddressLimits = { most: 300, length: 200 } as const

/** An address that the code of a release contains as text. */
export const namedAddress = z.object({
  /** A path of the API, or the origin of another site. */
  address: z.string(),
  /** Nobody but admins may call anything at this path. */
  onlyAdmins: z.optional(z.literal(true)),
})
export type NamedAddress = z.infer<typeof namedAddress>

/** A stored release: its `release.json`, who published it and when. */
export const releaseRecord = z.object({
  ...releaseManifest.shape,
  /** The path of its files: `/remotes/meetings/1.0.0-3f2a/`. */
  base: z.string(),
  /** ISO 8601, UTC. */
  publishedAt: z.string(),
  /** An e-mail address, `release token <name>`, or `start` for a build adopted at start. */
  publishedBy: z.string(),
  /** Absent for a release that was published before the portal noted them. */
  named: z.optional(z.array(namedAddress)),
  /** Its team's last report; absent if there was none. */
  checked: z.optional(releaseCheck),
  /** The gate runner's last verdict; absent if there was none. */
  tried: z.optional(releaseTrial),
  /** Absent if it isn't about to be tried. */
  trial: z.optional(trialState),
  /** What it uses that the portal serves for a limited time; absent if there is none. */
  ending: z.optional(
    z.array(
      z.object({
        /** `@portal/remote-kit 1`, or `Field of @portal/shared-ui/field`. */
        what: z.string(),
        until: supportedDay,
        /** What its team does about it. */
        action: z.string(),
      }),
    ),
  ),
})
export type ReleaseRecord = z.infer<typeof releaseRecord>

/** `release.json`, with the contract range and commit. */
export const publishedManifest = z.object({
  ...releaseManifest.shape,
  contractRange,
  commit,
  /**
   * Source maps of its scripts (`container.js.map`), uploaded like its files. They resolve the stacks of its errors; no
   * browser is served one. Those of a release that has some already are ignored.
   */
  maps: z.optional(z.array(releaseFile).check(z.maxLength(releaseLimits.files))),
})
export type PublishedManifest = z.infer<typeof publishedManifest>

const releaseFileParams = z.object({
  remote: remoteName,
  /** SHA-384 of the bytes, in hex. */
  sha384: z.string().check(z.regex(/^[0-9a-f]{96}$/)),
})

export const uploadReleaseFile = endpoint({
  method: 'PUT',
  path: '/api/releases/{remote}/files/{sha384}',
  callers: 'adminsAndReleaseToken',
  summary:
    'Uploads one file of a release before it is published. Repeating it changes nothing; a file not published within a day may be deleted.',
  params: releaseFileParams,
  upload: { type: 'application/octet-stream', most: releaseLimits.file },
  reply: z.object({ sha384: z.string(), size: z.number() }),
  fresh: 'program',
})

export const readReleaseFile = endpoint({
  method: 'GET',
  path: '/api/releases/{remote}/files/{sha384}',
  callers: 'adminsAndReleaseToken',
  summary:
    'An uploaded file, so that missing and damaged files can be found before the release is published.',
  params: releaseFileParams,
  bytes: { type: 'application/octet-stream' },
})

export const publishRelease = endpoint({
  method: 'POST',
  path: '/api/releases/{remote}/records',
  callers: 'adminsAndReleaseToken',
  summary:
    'Publishes a release whose files have been uploaded. It is immutable, and runs nowhere until it is promoted. Repeating the request returns the same answer.',
  params: remote,
  body: publishedManifest,
  reply: releaseRecord,
  fresh: 'program',
})

export const listReleases = endpoint({
  method: 'GET',
  path: '/api/releases/{remote}/records',
  callers: 'adminsAndReleaseToken',
  summary: 'The releases of a remote, newest first; for admins and holders of its token.',
  params: remote,
  reply: z.object({ releases: z.array(releaseRecord) }),
})

export const getRelease = endpoint({
  method: 'GET',
  path: '/api/releases/{remote}/records/{release}',
  callers: 'adminsAndReleaseToken',
  summary: 'One release of a remote; for admins and holders of its token.',
  params: oneRelease,
  reply: releaseRecord,
})

export const noteCheck = endpoint({
  method: 'POST',
  path: '/api/releases/{remote}/records/{release}/check',
  callers: 'adminsAndReleaseToken',
  summary:
    'Its team’s report that a release was checked completely in a browser without an error. It is enough for the QA cohort until the portal has a different shell; every further step needs the verdict of the portal’s own gate runner. Repeating it changes nothing.',
  params: oneRelease,
  body: z.object({
    /** The build of the shell it was checked with, as in `/api/portal`. */
    shell: z.string().check(z.regex(/^[\w-]{1,64}$/)),
  }),
  reply: releaseRecord,
  fresh: 'program',
})
