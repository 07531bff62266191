import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { remoteName } from './releases.ts'

/** The prefix of release tokens, which distinguishes them from ID tokens and lets secret scanners find them. */
export const releaseTokenPrefix = 'portal_release_'

/** Lets a team's CI publish and promote releases of one remote. The secret itself isn't stored. */
export const releaseToken = z.object({
  id: z.string(),
  /** The name shown in the history: `meetings ci`. */
  name: z.string(),
  /** The only remote it is valid for. */
  remote: z.string(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  /** An admin's e-mail address. */
  createdBy: z.string(),
  /** The admin who answers for it now, if another one than its maker. */
  owner: z.optional(z.string()),
  /** ISO 8601, UTC. Not valid from then on. */
  expiresAt: z.optional(z.string()),
  /** Not valid from then on. */
  revokedAt: z.optional(z.string()),
  revokedBy: z.optional(z.string()),
})
export type ReleaseToken = z.infer<typeof releaseToken>

/** Lifetime of a token in days. */
export const tokenDays = { least: 1, usual: 90, most: 365 } as const

export const listReleaseTokens = endpoint({
  method: 'GET',
  path: '/api/release-tokens',
  callers: 'admins',
  summary: 'Every release token, newest first, revoked ones too; for admins.',
  reply: z.object({ tokens: z.array(releaseToken) }),
})

export const createReleaseToken = endpoint({
  method: 'POST',
  path: '/api/release-tokens',
  callers: 'admins',
  fresh: true,
  summary:
    'Creates a token that can publish one remote and promote it to the QA cohort, and further once an admin has approved the release. The secret is only returned here.',
  body: z.object({
    name: z
      .string()
      .check(
        z.regex(/^[\w.-]+( [\w.-]+)*$/, 'Letters, digits, dots, dashes and single spaces'),
        z.maxLength(60),
      ),
    remote: remoteName,
    /** Lifetime in days. */
    days: z._default(
      z.number().check(z.int(), z.gte(tokenDays.least), z.lte(tokenDays.most)),
      tokenDays.usual,
    ),
  }),
  reply: z.object({
    token: releaseToken,
    /** Send it as `Authorization: Bearer …`. */
    secret: z.string(),
  }),
})

export const revokeReleaseToken = endpoint({
  method: 'DELETE',
  path: '/api/release-tokens/{id}',
  callers: 'admins',
  summary: 'Revokes a release token permanently, with immediate effect.',
  params: z.object({ id: z.string().check(z.regex(/^[0-9a-f]{12}$/)) }),
  fresh: 'takesAway',
})
