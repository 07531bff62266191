import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { previewComparison, previewId } from './previews.ts'
import { releaseId, remoteName } from './releases.ts'

/**
 * Query parameters with which a tab requests something other than its usual composition: other releases
 * (`mf=meetings@1.2.0-a,directory@http://localhost:3011`), a whole composition by its id, or a preview by its secret.
 */
export const overrideParameters = ['mf', 'composition', 'preview'] as const

const localAddress = z.string().check(z.regex(/^https?:\/\/localhost(:\d{1,5})?$/))

/** A remote with a different release in this tab: a published one, or one from a developer's server. */
export const overriddenRemote = z.object({
  name: remoteName,
  release: z.optional(z.string()),
  /** A server on the person's own machine, which only their browser can reach. */
  address: z.optional(localAddress),
})
export type OverriddenRemote = z.infer<typeof overriddenRemote>

/** The result of a tab's override request; sent with the page. */
export const pageOverride = z.object({
  /** The request: `mf=meetings@1.2.0-a`, `composition=meetings@1.2.0-a_1.1.0-b`. */
  asked: z.string(),
  /** The replaced remotes; empty for a composition, and if the request was refused. */
  remotes: z.array(overriddenRemote),
  /** When it expires, ISO 8601, UTC; absent if it doesn't. */
  until: z.optional(z.string()),
  /** Why the portal runs as usual, in one sentence. */
  refused: z.optional(z.string()),
  /** The preview that runs. */
  preview: z.optional(z.object({ id: previewId, comparison: previewComparison })),
  /** The preview is for other people: one of them may sign in to run it. */
  isForOthers: z.optional(z.literal(true)),
  /** Published releases that this person may request for an hour, with `startOverride`. */
  grantable: z.optional(z.array(z.object({ remote: remoteName, release: releaseId }))),
})
export type PageOverride = z.infer<typeof pageOverride>

export const startOverride = endpoint({
  method: 'POST',
  path: '/api/overrides',
  callers: 'admins',
  summary:
    'Lets an admin run a published release for an hour, in tabs that request it, regardless of the pointers.',
  body: z.object({ remote: remoteName, release: releaseId }),
  reply: z.object({
    remote: z.string(),
    release: z.string(),
    /** ISO 8601, UTC. */
    until: z.string(),
  }),
  fresh: 'own',
})
