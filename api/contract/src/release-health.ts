import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { releaseId, remoteName } from './releases.ts'
import { vitalMetric } from './vitals.ts'

/**
 * The portal's verdict on a candidate: nobody has run it, no session has failed, too few have failed, only one person's
 * sessions have failed, many have failed but not clearly more than with the stable release, or clearly more.
 */
export const healthVerdict = z.enum(['unseen', 'fine', 'few', 'onePerson', 'unclear', 'failing'])
export type HealthVerdict = z.infer<typeof healthVerdict>

export const healthHour = z.object({
  /** When it began, ISO 8601, UTC. */
  hour: z.string(),
  /** Sessions in which the release ran without a failure. */
  good: z.number(),
  /** Sessions in which it failed at least once. */
  failed: z.number(),
})
export type HealthHour = z.infer<typeof healthHour>

/** How fast a release was: three quarters of the pages had this value or a lower one. */
export const releaseSpeed = z.object({
  metric: vitalMetric,
  /** In the metric's unit. */
  p75: z.number(),
  pages: z.number(),
})
export type ReleaseSpeed = z.infer<typeof releaseSpeed>

/** How one release ran. A session counts once, in the hour of its first report or first failure. */
export const releaseHealth = z.object({
  release: z.string(),
  /** Its current place in the pointer. */
  place: z.enum(['candidate', 'stable', 'lastGood', 'denied']),
  good: z.number(),
  failed: z.number(),
  /** Number of people whose sessions have failed. */
  failedPeople: z.number(),
  /** How many of the failed sessions failed first at this stage, as far as it is known. */
  stages: z.optional(z.record(z.string(), z.number())),
  /** Hours with sessions, in order of time. */
  hours: z.array(healthHour),
  /** The measured metrics; absent if there are none. */
  speed: z.optional(z.array(releaseSpeed)),
})
export type ReleaseHealth = z.infer<typeof releaseHealth>

/** Since the candidate's last step; counts the latest three sessions of each person. */
export const evaluatedRelease = z.object({
  release: z.string(),
  sessions: z.number(),
  failed: z.number(),
  failedPeople: z.number(),
})
export type EvaluatedRelease = z.infer<typeof evaluatedRelease>

/** Two releases in one metric, on routes that both were measured on. */
export const comparedVital = z.object({
  metric: vitalMetric,
  /** The 75th percentiles, with the stable release's routes in the candidate's proportions. */
  candidate: z.number(),
  stable: z.number(),
  isSlower: z.boolean(),
})
export type ComparedVital = z.infer<typeof comparedVital>

/**
 * The candidate's speed compared with the stable release's, since its last step. Leaves out the cohorts and the QA
 * accounts, whose devices weren't chosen at random. `few` if too few people were measured to tell.
 */
export const comparedSpeed = z.object({
  verdict: z.enum(['few', 'similar', 'slower']),
  people: z.object({ candidate: z.number(), stable: z.number() }),
  metrics: z.array(comparedVital),
})
export type ComparedSpeed = z.infer<typeof comparedSpeed>

export const remoteHealth = z.object({
  remote: z.string(),
  /** The start of the reported period, ISO 8601, UTC. */
  since: z.string(),
  /** In the pointer’s order: candidate, stable, the last good ones, and the last three denied ones. */
  releases: z.array(releaseHealth),
  /** Absent if there is no candidate. */
  judged: z.optional(
    z.object({
      verdict: healthVerdict,
      candidate: evaluatedRelease,
      stable: z.optional(evaluatedRelease),
      /** Absent without a stable release. */
      speed: z.optional(comparedSpeed),
    }),
  ),
})
export type RemoteHealth = z.infer<typeof remoteHealth>

export const getHealth = endpoint({
  method: 'GET',
  path: '/api/releases/{remote}/health',
  callers: 'adminsAndReleaseToken',
  summary:
    'How a remote’s releases ran in browsers, by hour, how fast they were, and the verdict on its candidate; for admins and holders of its token. At most 200 sessions per hour are counted.',
  params: z.object({ remote: remoteName }),
  query: z.object({
    days: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(30)), 7),
  }),
  reply: remoteHealth,
})

/** Lines begin at 1, columns as well. */
const scriptPlace = z.object({ file: z.string(), line: z.number(), column: z.number() })

export const errorFrame = z.object({
  ...scriptPlace.shape,
  /** The function’s name in the script. */
  name: z.optional(z.string()),
  /** Whose script it is. `portal`: the shell’s or the browser’s. */
  from: z.enum(['release', 'portal', 'otherRemote']),
  /** The place in the release’s sources; absent without a source map. */
  source: z.optional(scriptPlace),
})
export type ErrorFrame = z.infer<typeof errorFrame>

/** Errors of a release with the same name at the same places. */
export const releaseErrorGroup = z.object({
  id: z.string(),
  /** Of the newest one. `…` replaces what people may have typed. */
  message: z.string(),
  /** Set if the release failed without an error: `empty`, `runaway`, `unresponsive`. */
  kind: z.optional(z.string()),
  /** Where it failed without an error: a route’s pattern. */
  route: z.optional(z.string()),
  /** Absent in previews until three people had it, as is `people`. */
  count: z.optional(z.number()),
  /** How many had it; at most 100 are counted. */
  people: z.optional(z.number()),
  /** The hours in which it occurred first and last, ISO 8601, UTC. */
  first: z.string(),
  last: z.string(),
  /** The innermost one first. */
  frames: z.array(errorFrame),
})
export type ReleaseErrorGroup = z.infer<typeof releaseErrorGroup>

export const releaseErrorList = z.object({
  /** Those seen last are first. */
  groups: z.array(releaseErrorGroup),
  /** How many errors are in no group, because there were too many different ones. */
  others: z.number(),
})
export type ReleaseErrorList = z.infer<typeof releaseErrorList>

export const releaseErrors = z.object({
  remote: z.string(),
  release: z.string(),
  /** Whether the release was published with source maps. */
  hasMaps: z.boolean(),
  /** Of people who are offered it. */
  usual: releaseErrorList,
  /** Of its previewers. */
  previews: releaseErrorList,
})
export type ReleaseErrors = z.infer<typeof releaseErrors>

export const getReleaseErrors = endpoint({
  method: 'GET',
  path: '/api/releases/{remote}/records/{release}/errors',
  callers: 'adminsAndReleaseToken',
  summary:
    'The errors of one release in browsers and in its previews, with resolved stacks, and people as numbers; for admins and holders of its token. At most 50 different ones are listed.',
  params: z.object({ remote: remoteName, release: releaseId }),
  reply: releaseErrors,
})

/** An automatic action of the portal that admins should know of. */
export const releaseNotice = z.object({
  remote: z.string(),
  /** The release that was denied because it failed. */
  release: z.string(),
  /** Includes the numbers. */
  reason: z.string(),
  /** ISO 8601, UTC. */
  at: z.string(),
})
export type ReleaseNotice = z.infer<typeof releaseNotice>

/** A release that a token promoted to the QA cohort, waiting for an admin's approval. */
export const candidateNotice = z.object({
  remote: z.string(),
  release: z.string(),
  /** Who promoted it: `release token <name>`. */
  by: z.string(),
  /** ISO 8601, UTC. */
  at: z.string(),
})
export type CandidateNotice = z.infer<typeof candidateNotice>

/** A release that people are offered, and that failed when the portal's gate runner tried it. */
export const failedTrialNotice = z.object({
  remote: z.string(),
  release: z.string(),
  /** The first fault. */
  fault: z.string(),
  /** ISO 8601, UTC. */
  at: z.string(),
})
export type FailedTrialNotice = z.infer<typeof failedTrialNotice>

export const listNotices = endpoint({
  method: 'GET',
  path: '/api/release-notices',
  callers: 'admins',
  summary:
    'Releases that the portal has denied automatically, until an admin dismisses the notice, candidates that wait for an admin’s approval, and releases in use that its gate runner found broken; for admins.',
  reply: z.object({
    notices: z.array(releaseNotice),
    candidates: z.optional(z.array(candidateNotice)),
    failedTrials: z.optional(z.array(failedTrialNotice)),
  }),
})

export const dismissNotice = endpoint({
  method: 'DELETE',
  path: '/api/release-notices/{remote}/{release}',
  callers: 'admins',
  summary:
    'Dismisses the notices about a release for all admins; the history keeps their content. For admins.',
  params: z.object({ remote: remoteName, release: releaseId }),
  fresh: 'content',
})
