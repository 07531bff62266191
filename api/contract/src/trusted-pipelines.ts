import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { releaseToken } from './release-tokens.ts'
import { remoteName } from './releases.ts'

const line = (most: number, pattern: RegExp, message: string) =>
  z.string().check(z.maxLength(most), z.regex(pattern, message))

/** The exact claims that a CI job's token needs, so that the job may release one remote. */
const pinnedClaims = {
  /** The CI provider, as `iss` in its tokens: `https://token.actions.githubusercontent.com`. */
  issuer: line(
    200,
    /^https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?$/,
    'The provider’s address, such as https://token.actions.githubusercontent.com',
  ),
  /** The only `aud`: this portal's address. */
  audience: line(200, /^[\x21-\x7e]+$/, 'An address, such as https://portal.example.org'),
  /** `owner/name`. */
  repository: line(200, /^[\w.-]+\/[\w.-]+$/, 'The form owner/name'),
  /** The number that stays with a repository when it is renamed, and isn't given to another. */
  repositoryId: line(20, /^\d+$/, 'Digits only'),
  /** `refs/heads/main`. */
  ref: line(200, /^refs\/(heads|tags)\/[^\s~^:?*[\\]+$/, 'The form refs/heads/main'),
  /** The file in `.github/workflows`: `release.yml`. Any workflow of the branch if absent. */
  workflow: z.optional(line(100, /^[\w.-]+\.ya?ml$/, 'A file name, such as release.yml')),
  /** A deployment environment, whose approvals and rules the CI provider enforces. */
  environment: z.optional(line(100, /^\S(.*\S)?$/, 'The environment’s name')),
}

/** A CI pipeline that releases one remote without a stored secret. */
export const trustedPipeline = z.object({
  id: z.string(),
  /** The name shown in the history: `meetings main`. */
  name: z.string(),
  /** The only remote that it releases. */
  remote: z.string(),
  ...pinnedClaims,
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  /** An admin's e-mail address. */
  createdBy: z.string(),
  /** The admin who answers for it now, if another one than its maker. */
  owner: z.optional(z.string()),
})
export type TrustedPipeline = z.infer<typeof trustedPipeline>

/** How long an exchanged release token is valid, in minutes. */
export const exchangedTokenMinutes = 30

export const listTrustedPipelines = endpoint({
  method: 'GET',
  path: '/api/trusted-pipelines',
  callers: 'admins',
  summary: 'Every CI pipeline that may release a remote without a stored token; for admins.',
  reply: z.object({ pipelines: z.array(trustedPipeline) }),
})

export const trustPipeline = endpoint({
  method: 'POST',
  path: '/api/trusted-pipelines',
  callers: 'admins',
  fresh: true,
  summary:
    'Lets a CI pipeline exchange its provider’s OIDC token for a release token of one remote. Repeating it changes nothing.',
  body: z.object({
    name: z
      .string()
      .check(
        z.regex(/^[\w.-]+( [\w.-]+)*$/, 'Letters, digits, dots, dashes and single spaces'),
        z.maxLength(60),
      ),
    remote: remoteName,
    ...pinnedClaims,
  }),
  reply: z.object({ pipeline: trustedPipeline }),
})

export const removeTrustedPipeline = endpoint({
  method: 'DELETE',
  path: '/api/trusted-pipelines/{id}',
  callers: 'admins',
  fresh: true,
  summary:
    'Stops trusting a CI pipeline, with immediate effect: the tokens that it has exchanged are invalid, too.',
  params: z.object({ id: z.string().check(z.regex(/^[0-9a-f]{12}$/)) }),
})

export const exchangeToken = endpoint({
  method: 'POST',
  path: '/api/release-tokens/exchange',
  callers: 'ownToken',
  summary: `Exchanges the OIDC token of a CI job, once, for a release token of one remote that is valid for ${exchangedTokenMinutes} minutes.`,
  body: z.object({
    remote: remoteName,
    /** The provider's signed JWT. */
    token: line(12_000, /^[\w-]+\.[\w-]+\.[\w-]*$/, 'A signed token (JWT)'),
  }),
  reply: z.object({
    token: z.pick(releaseToken, { id: true, name: true, remote: true, expiresAt: true }),
    /** Send it as `Authorization: Bearer …`. */
    secret: z.string(),
  }),
  fresh: 'program',
})
