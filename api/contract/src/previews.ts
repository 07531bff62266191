import * as z from 'zod/mini'
import { emailAddress } from './email-address.ts'
import { endpoint } from './endpoint.ts'
import { releaseId, remoteName } from './releases.ts'
import { vitalMetric } from './vitals.ts'

/** How long a preview lasts, in days. */
export const previewDays = { least: 1, usual: 7, most: 30 } as const
export const mostPreviewPeople = 20
/** @deprecated Import it from `@portal/domain/preview-words`. */
export { fewestPreviewers } from '@portal/domain/preview-words'

/** The secret of a preview's link: 32 random bytes. */
export const previewSecret = z.string().check(z.regex(/^[\w-]{43}$/))

/** The SHA-256 of a link's secret, in hex: names a preview without opening it. */
export const previewId = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/** A release in its previews compared with the stable one. All of its previews count together. */
export const previewComparison = z.object({
  /** The stable release; absent if there is none. */
  stable: z.optional(z.string()),
  /** Uncompressed sizes of the files that browsers may load, in bytes. */
  bytes: z.object({ preview: z.number(), stable: z.optional(z.number()) }),
  /** Sessions of its previewers in the last days; absent while they are of too few people to show. */
  visits: z.optional(z.object({ good: z.number(), failed: z.number() })),
  /** 75th percentiles on routes that both were measured on; absent while too few people were measured. */
  speed: z.optional(
    z.array(z.object({ metric: vitalMetric, preview: z.number(), stable: z.number() })),
  ),
})
export type PreviewComparison = z.infer<typeof previewComparison>

/** A release that the people it names may run before it is promoted. */
export const releasePreview = z.object({
  id: z.string(),
  remote: z.string(),
  release: z.string(),
  /** E-mail addresses in lower case. */
  people: z.array(z.string()),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  /** An e-mail address, or `release token <name>`. */
  createdBy: z.string(),
  /** ISO 8601, UTC. */
  expiresAt: z.string(),
})
export type ReleasePreview = z.infer<typeof releasePreview>

export const comparedPreview = z.object({ ...releasePreview.shape, comparison: previewComparison })
export type ComparedPreview = z.infer<typeof comparedPreview>

const params = z.object({ remote: remoteName, id: previewId })

export const listPreviews = endpoint({
  method: 'GET',
  path: '/api/releases/{remote}/previews',
  callers: 'adminsAndReleaseToken',
  summary: 'The running previews of a remote, newest first; for admins and holders of its token.',
  params: z.object({ remote: remoteName }),
  reply: z.object({ previews: z.array(comparedPreview) }),
})

export const startPreview = endpoint({
  method: 'PUT',
  path: '/api/releases/{remote}/previews/{id}',
  callers: 'adminsAndReleaseToken',
  fresh: true,
  summary:
    'Lets the named people run a published release in tabs that open its link, until it expires. The id is the SHA-256 of the secret in the link, which the portal never stores. Refused if its team hasn’t tested the release under the portal’s current shell. People with admin rights run it only once an admin has approved the release. Repeating the request changes nothing.',
  params,
  body: z.object({
    release: releaseId,
    people: z.array(emailAddress).check(z.minLength(1), z.maxLength(mostPreviewPeople)),
    days: z._default(
      z.number().check(z.int(), z.gte(previewDays.least), z.lte(previewDays.most)),
      previewDays.usual,
    ),
  }),
  reply: releasePreview,
})

export const endPreview = endpoint({
  method: 'DELETE',
  path: '/api/releases/{remote}/previews/{id}',
  callers: 'adminsAndReleaseToken',
  summary:
    'Ends a preview with the next page load. Repeating it changes nothing; for admins and holders of the remote’s token.',
  params,
  fresh: 'takesAway',
})
