import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { releaseId, remoteName } from './releases.ts'

/**
 * What the portal makes of a candidate: nobody has run it, no session has failed, too few have, those of one person
 * alone have, many have but not clearly more than of the stable one, or clearly more.
 */
export const healthVerdict = z.enum(['unseen', 'fine', 'few', 'onePerson', 'unclear', 'failing'])
export type HealthVerdict = z.infer<typeof healthVerdict>

export const healthHour = z.object({
  /** When it began, ISO 8601, UTC. */
  hour: z.string(),
  /** Sessions in which the release ran well. */
  good: z.number(),
  /** Sessions in which it failed, however it did before or after. */
  failed: z.number(),
})
export type HealthHour = z.infer<typeof healthHour>

/** How one release did. A session counts once, in the hour it was first told of or first failed. */
export const releaseHealth = z.object({
  release: z.string(),
  /** Where the pointer has it now. */
  place: z.enum(['candidate', 'stable', 'lastGood', 'denied']),
  good: z.number(),
  failed: z.number(),
  /** How many people's sessions have failed. */
  failedPeople: z.number(),
  /** Hours with sessions, in order of time. */
  hours: z.array(healthHour),
})
export type ReleaseHealth = z.infer<typeof releaseHealth>

/** Since the candidate's last step; of each person the newest three sessions. */
export const judgedRelease = z.object({
  release: z.string(),
  sessions: z.number(),
  failed: z.number(),
  failedPeople: z.number(),
})
export type JudgedRelease = z.infer<typeof judgedRelease>

export const remoteHealth = z.object({
  remote: z.string(),
  /** From when on sessions are shown, ISO 8601, UTC. */
  since: z.string(),
  /** In the pointer’s order: candidate, stable, the last good ones, and the last three that were denied. */
  releases: z.array(releaseHealth),
  /** Absent where there is no candidate. */
  judged: z.optional(
    z.object({
      verdict: healthVerdict,
      candidate: judgedRelease,
      stable: z.optional(judgedRelease),
    }),
  ),
})
export type RemoteHealth = z.infer<typeof remoteHealth>

export const getHealth = endpoint({
  method: 'GET',
  path: '/api/releases/{remote}/health',
  summary:
    'How a remote’s releases did in browsers, hour by hour, and what is made of its candidate; for admins and holders of its token. At most 200 sessions an hour are counted.',
  params: z.object({ remote: remoteName }),
  query: z.object({
    days: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(30)), 7),
  }),
  reply: remoteHealth,
})

/** What the portal did by itself and an admin should know of. */
export const releaseNotice = z.object({
  remote: z.string(),
  /** It was denied, because it failed. */
  release: z.string(),
  /** With the numbers. */
  reason: z.string(),
  /** ISO 8601, UTC. */
  at: z.string(),
})
export type ReleaseNotice = z.infer<typeof releaseNotice>

/** A release that a token promoted to the QA cohort, and that waits for an admin's approval. */
export const candidateNotice = z.object({
  remote: z.string(),
  release: z.string(),
  /** Who promoted it: `release token <name>`. */
  by: z.string(),
  /** ISO 8601, UTC. */
  at: z.string(),
})
export type CandidateNotice = z.infer<typeof candidateNotice>

export const listNotices = endpoint({
  method: 'GET',
  path: '/api/release-notices',
  summary:
    'Which releases the portal has denied by itself, until an admin dismisses it, and which candidates wait for an admin’s approval; for admins.',
  reply: z.object({
    notices: z.array(releaseNotice),
    candidates: z.optional(z.array(candidateNotice)),
  }),
})

export const dismissNotice = endpoint({
  method: 'DELETE',
  path: '/api/release-notices/{remote}/{release}',
  summary:
    'Takes the notices about a release away for every admin; the history keeps what they told. For admins.',
  params: z.object({ remote: remoteName, release: releaseId }),
})
