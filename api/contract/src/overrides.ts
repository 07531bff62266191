import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { releaseId, remoteName } from './releases.ts'

/**
 * What a tab may ask its page for in place of its reader's usual composition, by the query of any page's address:
 * other releases (`mf=meetings@1.2.0-a,directory@http://localhost:3011`), or a whole composition by its id.
 */
export const overrideParameters = ['mf', 'composition'] as const

const localAddress = z.string().check(z.regex(/^https?:\/\/localhost(:\d{1,5})?$/))

/** A remote that this tab runs another release of: a published one, or the one of a developer's server. */
export const overriddenRemote = z.object({
  name: remoteName,
  release: z.optional(z.string()),
  /** Of a server on the reader's own machine, which the reader's browser alone can ask. */
  address: z.optional(localAddress),
})
export type OverriddenRemote = z.infer<typeof overriddenRemote>

/** What became of a tab's wish; comes with the page that was asked for it. */
export const pageOverride = z.object({
  /** As it was asked: `mf=meetings@1.2.0-a`, `composition=meetings@1.2.0-a_1.1.0-b`. */
  asked: z.string(),
  /** What runs in place of the usual; empty for a composition, and where the wish was refused. */
  remotes: z.array(overriddenRemote),
  /** How long it is granted, ISO 8601, UTC; absent where nobody counts. */
  until: z.optional(z.string()),
  /** Why the portal runs as usual, in a sentence. */
  refused: z.optional(z.string()),
  /** Published releases that this person may have for an hour, by `startOverride`. */
  grantable: z.optional(z.array(z.object({ remote: remoteName, release: releaseId }))),
})
export type PageOverride = z.infer<typeof pageOverride>

export const startOverride = endpoint({
  method: 'POST',
  path: '/api/overrides',
  summary:
    'Lets an admin run a published release for an hour, in the tabs that ask for it, whatever the pointers say.',
  body: z.object({ remote: remoteName, release: releaseId }),
  reply: z.object({
    remote: z.string(),
    release: z.string(),
    /** ISO 8601, UTC. */
    until: z.string(),
  }),
})
