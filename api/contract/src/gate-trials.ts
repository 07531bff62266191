import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { trialResult } from './publishing.ts'
import { releaseId, releaseManifest, remoteName } from './releases.ts'

/** The header of the operator's key, which only the gate runner holds. */
export const gateRunnerHeader = 'x-gate-runner-key'

/** Of one verdict; a fault is a sentence. */
export const trialLimits = { faults: 50, fault: 1000 } as const

const params = z.object({ remote: remoteName, release: releaseId })
const shellBuild = z.string().check(z.regex(/^[\w-]{1,64}$/))
/** Who holds the trial: proves that it wasn't given to another runner meanwhile. */
const lease = z.number().check(z.int(), z.gte(1), z.lte(1_000_000_000))
const runner = z.string().check(z.regex(/^[!-~]{1,100}$/))

/** A release for a gate runner to try. */
export const gateTrial = z.object({
  remote: z.string(),
  release: z.string(),
  /** The portal's build of the shell, under which it is tried. */
  shell: z.string(),
  lease: z.number(),
  /** ISO 8601, UTC: then another runner gets it, unless the lease is renewed. */
  expiresAt: z.string(),
  /** The release's `release.json`. */
  manifest: releaseManifest,
})
export type GateTrial = z.infer<typeof gateTrial>

export const takeTrial = endpoint({
  method: 'POST',
  path: '/api/gate-trials/take',
  callers: 'gateRunner',
  summary:
    'The next release to be tried under the portal’s shell, under a lease; absent if there is none. For the operator’s gate runner.',
  body: z.object({
    /** Its name, for people: `portal-1:4711`. */
    runner,
  }),
  reply: z.object({ trial: z.optional(gateTrial) }),
  fresh: 'program',
})

export const renewTrial = endpoint({
  method: 'POST',
  path: '/api/gate-trials/{remote}/{release}/renew',
  callers: 'gateRunner',
  summary:
    'Extends the lease of a trial; refused once another runner has it. For the operator’s gate runner.',
  params,
  body: z.object({ shell: shellBuild, lease }),
  reply: z.object({ lease: z.number(), expiresAt: z.string() }),
  fresh: 'program',
})

export const endTrial = endpoint({
  method: 'POST',
  path: '/api/gate-trials/{remote}/{release}/verdict',
  callers: 'gateRunner',
  summary:
    'The verdict on a release: it ran under the portal’s shell, or it failed. `no verdict` reports why the runner couldn’t try it: it is tried again, and the last report becomes the result of the last attempt. Refused once another runner has the trial; repeating it changes nothing. For the operator’s gate runner.',
  params,
  body: z.object({
    shell: shellBuild,
    lease,
    runner,
    result: z.enum([...trialResult.options, 'no verdict']),
    /** With `no verdict`, why there is none: the runner’s log. */
    faults: z
      .array(z.string().check(z.minLength(1), z.maxLength(trialLimits.fault)))
      .check(z.maxLength(trialLimits.faults)),
  }),
  fresh: 'program',
})
