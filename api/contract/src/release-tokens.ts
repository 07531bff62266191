import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { remoteName } from './releases.ts'

/** How a release token begins: it is told from an ID token by it, and found by scanners of leaked secrets. */
export const releaseTokenPrefix = 'portal_release_'

/** What lets a team's own machine publish and promote releases of one remote. The secret itself is kept nowhere. */
export const releaseToken = z.object({
  id: z.string(),
  /** What the history calls it: `meetings ci`. */
  name: z.string(),
  /** The one remote it is for. */
  remote: z.string(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  /** An admin's e-mail address. */
  createdBy: z.string(),
  /** ISO 8601, UTC. From then on it opens nothing. */
  expiresAt: z.optional(z.string()),
  /** From then on it opens nothing. */
  revokedAt: z.optional(z.string()),
  revokedBy: z.optional(z.string()),
})
export type ReleaseToken = z.infer<typeof releaseToken>

/** How many days a token is good for. */
export const tokenDays = { least: 1, usual: 90, most: 365 } as const

export const listReleaseTokens = endpoint({
  method: 'GET',
  path: '/api/release-tokens',
  summary: 'Every release token, newest first, revoked ones too; for admins.',
  reply: z.object({ tokens: z.array(releaseToken) }),
})

export const createReleaseToken = endpoint({
  method: 'POST',
  path: '/api/release-tokens',
  summary:
    'Makes a token that publishes one remote and promotes it to the QA cohort, and further once an admin has approved the release. Its secret is in this answer and nowhere else.',
  body: z.object({
    name: z
      .string()
      .check(
        z.regex(/^[\w.-]+( [\w.-]+)*$/, 'Letters, digits, dots, dashes and single spaces'),
        z.maxLength(60),
      ),
    remote: remoteName,
    /** How many days it is good for. */
    days: z._default(
      z.number().check(z.int(), z.gte(tokenDays.least), z.lte(tokenDays.most)),
      tokenDays.usual,
    ),
  }),
  reply: z.object({
    token: releaseToken,
    /** To be sent as `Authorization: Bearer …`. */
    secret: z.string(),
  }),
})

export const revokeReleaseToken = endpoint({
  method: 'DELETE',
  path: '/api/release-tokens/{id}',
  summary: 'Makes a release token good for nothing, at once and for good.',
  params: z.object({ id: z.string().check(z.regex(/^[0-9a-f]{12}$/)) }),
})
