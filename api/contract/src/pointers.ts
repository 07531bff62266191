import * as z from 'zod/mini'
import { emailAddress } from './email-address.ts'
import { endpoint } from './endpoint.ts'
import { menuPlace, releaseId, remoteName, slotContribution, slotPlace } from './releases.ts'
import { releaseLimits } from './publishing.ts'
import { longText } from './texts.ts'

/** @deprecated Import them from `@portal/contract/compositions`. */
export {
  findCompositions,
  getComposition,
  personComposition,
  type PersonComposition,
} from './compositions.ts'

/**
 * The steps of a candidate: the QA cohort, then also the remote's own team, then a percentage of all people. After the
 * last step it is the stable release.
 */
export const promotionPlan = ['qa', 'team', '10', '50', '100'] as const

// The schema's own `options` would list numeric strings first.
export const promotionStep = z.enum(promotionPlan)
export type PromotionStep = z.infer<typeof promotionStep>

export const releaseChannel = z.enum(['stable', 'candidate'])

/** The steps beyond the QA cohort, for which a release token needs an admin's approval. */
export const approvalSteps = ['team', '10', '50', '100'] as const
export const approvalStep = z.enum(approvalSteps)
export type ApprovalStep = z.infer<typeof approvalStep>

/** An admin's approval: the release may run for people with admin rights, and go beyond the QA cohort. */
export const releaseApproval = z.object({
  release: z.string(),
  /** The approved step; absent if the approval covers all steps. */
  step: z.optional(promotionStep),
  /** ISO 8601, UTC. */
  at: z.string(),
  /** An admin's e-mail address, or `start` for a build adopted from the portal's own image. */
  by: z.string(),
})
export type ReleaseApproval = z.infer<typeof releaseApproval>

/** Which releases of a remote run, and for whom. */
export const releasePointer = z.object({
  remote: z.string(),
  /** Absent until a first release was promoted to everyone, or if the only one was denied. */
  stable: z.optional(z.string()),
  candidate: z.optional(
    z.object({
      release: z.string(),
      step: promotionStep,
      /** Percentage of all people, in addition to the cohorts. */
      share: z.number(),
      /** ISO 8601, UTC. */
      since: z.string(),
    }),
  ),
  /** Fallbacks for the stable release, newest first, up to three. */
  lastGood: z.array(z.string()),
  /** Releases that are never offered again. */
  denied: z.array(z.string()),
  /** Oldest first. People with admin rights are only served approved releases. */
  approvals: z.optional(z.array(releaseApproval)),
  /** Present while the emergency stop is active: no release is served to anyone. */
  stopped: z.optional(
    z.object({
      /** An admin's e-mail address. */
      by: z.string(),
      /** ISO 8601, UTC. */
      at: z.string(),
      reason: z.string(),
    }),
  ),
  revision: z.number(),
})
export type ReleasePointer = z.infer<typeof releasePointer>

/** One change of a pointer. Entries are never changed. */
export const releaseMove = z.object({
  /** The pointer's revision after the change. */
  number: z.number(),
  remote: z.string(),
  what: z.enum([
    'adopted',
    'promoted',
    'rolled back',
    'denied',
    'approved',
    'stopped',
    'started again',
  ]),
  channel: releaseChannel,
  /** The channel's release before and after; absent for none. */
  from: z.optional(z.string()),
  to: z.optional(z.string()),
  step: z.optional(promotionStep),
  /** For a denial or an approval: the release. */
  release: z.optional(z.string()),
  reason: z.optional(z.string()),
  /** The objections that an admin has overridden. */
  despite: z.optional(z.string()),
  /** ISO 8601, UTC. */
  at: z.string(),
  /** An e-mail address, `release token <name>`, or the portal itself: `start`, or `health` after failures. */
  by: z.string(),
})
export type ReleaseMove = z.infer<typeof releaseMove>

const params = z.object({ remote: remoteName })
/** The admin has read the objections and overrides them. */
const anyway = z.optional(z.boolean())
const reason = longText(500).check(z.trim(), z.minLength(1))

export const listPointers = endpoint({
  method: 'GET',
  path: '/api/releases',
  callers: 'admins',
  summary: 'Which releases of which remote run, and for whom; for admins.',
  reply: z.object({ pointers: z.array(releasePointer) }),
})

export const getPointer = endpoint({
  method: 'GET',
  path: '/api/releases/{remote}/pointer',
  callers: 'adminsAndReleaseToken',
  summary: 'Which releases of a remote run, and for whom; for admins and holders of its token.',
  params,
  reply: releasePointer,
})

export const promoteRelease = endpoint({
  method: 'POST',
  path: '/api/releases/{remote}/promote',
  callers: 'adminsAndReleaseToken',
  summary:
    'Promotes a published release by one step: the QA cohort, the remote’s team, 10, 50 and 100 %. A token must go step by step, and needs an admin’s approval beyond the QA cohort; an admin may skip steps, and approves the release by promoting it. Takes effect with the next page load. Refused if a step beyond the QA cohort hasn’t lasted the remote’s minimum time, and if the release wasn’t tried under the portal’s current shell: by its team for the QA cohort, by the portal’s own gate runner for every further step. An admin may send `anyway`.',
  params,
  body: z.object({ release: releaseId, step: promotionStep, reason, anyway }),
  revised: true,
  reply: releasePointer,
  fresh: true,
})

export const rollbackRelease = endpoint({
  method: 'POST',
  path: '/api/releases/{remote}/rollback',
  callers: 'adminsAndReleaseToken',
  summary:
    'Withdraws the candidate, or replaces the stable release by the newest last good one. Needs no build and takes effect with the next page load. Refused if that release can’t run here any more or conflicts with another remote, unless an admin sends `anyway`.',
  params,
  body: z.object({ channel: releaseChannel, reason, anyway }),
  revised: true,
  reply: releasePointer,
  fresh: true,
})

export const denyRelease = endpoint({
  method: 'POST',
  path: '/api/releases/{remote}/deny',
  callers: 'adminsAndReleaseToken',
  fresh: true,
  summary:
    'Permanently stops offering a release to anyone; where it ran, the newest last good release that can run replaces it. Refused if there is none; use the emergency stop then.',
  params,
  body: z.object({ release: releaseId, reason }),
  revised: true,
  reply: releasePointer,
})

export const approveRelease = endpoint({
  method: 'POST',
  path: '/api/releases/{remote}/approve',
  callers: 'admins',
  fresh: true,
  summary:
    'Approves a published release: people with admin rights may be served it, and the remote’s token may take it beyond the QA cohort. If the remote’s policy is `every step`, the step must be named. For admins.',
  params,
  body: z.object({ release: releaseId, step: z.optional(approvalStep), reason }),
  revised: true,
  reply: releasePointer,
})

export const stopRemote = endpoint({
  method: 'POST',
  path: '/api/releases/{remote}/stop',
  callers: 'admins',
  summary:
    'The emergency stop: from the next page load, no release of the remote is served, and a notice is shown instead. Undone by `resume`. A remote for admins can’t be stopped. For admins.',
  params,
  body: z.object({ reason }),
  revised: true,
  reply: releasePointer,
  fresh: 'takesAway',
})

export const resumeRemote = endpoint({
  method: 'POST',
  path: '/api/releases/{remote}/resume',
  callers: 'admins',
  summary: 'Ends a remote’s emergency stop: its releases run again as before. For admins.',
  params,
  body: z.object({ reason }),
  revised: true,
  reply: releasePointer,
  fresh: true,
})

/** The team's own server: the API forwards requests below `/api/remotes/{remote}/` to it. */
export const remoteBackend = z.object({
  /** Scheme, host and port: `https://news.example.org`. */
  origin: z.string().check(z.maxLength(200), z.regex(/^https?:\/\/[a-z0-9.-]+(:\d{1,5})?$/)),
})
export type RemoteBackend = z.infer<typeof remoteBackend>

const most = (bytes: number) => z.optional(z.number().check(z.int(), z.gte(1), z.lte(bytes)))

/** What its releases may weigh, in bytes without compression. The team's own budgets can only be stricter. */
export const remoteBudgets = z.object({
  /** Of each file that browsers load; absent for the portal's limit. */
  file: most(releaseLimits.file),
  /** Of all of them together. */
  total: most(releaseLimits.release),
})
export type RemoteBudgets = z.infer<typeof remoteBudgets>

/** Where its menu entries and parts are, in place of what its releases declare. */
export const remoteOrder = z.object({
  menu: z.optional(z.array(menuPlace).check(z.maxLength(50))),
  parts: z.optional(z.array(slotPlace).check(z.maxLength(50))),
})
export type RemoteOrder = z.infer<typeof remoteOrder>

const allowedSlots = z.array(slotContribution.shape.slot).check(z.maxLength(50))

/** What an admin has set for a remote: what its releases need, and what they may use. */
export const releasePolicy = z.object({
  /** Whether one approval covers all steps, or each step needs its own. */
  approval: z.enum(['once', 'every step']),
  /** Minimum duration of each step beyond the QA cohort. */
  stepMinutes: z.number(),
  /** Absent if the remote has none. */
  backend: z.optional(remoteBackend),
  /** Absent for the team's own, up to the portal's limits. */
  budgets: z.optional(remoteBudgets),
  /** The slots that its releases may fill; absent for any. */
  slots: z.optional(allowedSlots),
  /** Absent for what the releases declare. */
  order: z.optional(remoteOrder),
  /** 0 if none was saved: one approval, 60 minutes. */
  revision: z.number(),
})
export type ReleasePolicy = z.infer<typeof releasePolicy>

export const getPolicy = endpoint({
  method: 'GET',
  path: '/api/releases/{remote}/policy',
  callers: 'adminsAndReleaseToken',
  summary:
    'What a remote’s releases need before they go beyond the QA cohort, and what they may use; for admins and holders of its token.',
  params,
  reply: releasePolicy,
})

/** In minutes: one week. */
const maxStepMinutes = 7 * 24 * 60

/** Absent to leave it as it is, `null` for none. */
function changed<S extends z.core.$ZodType>(schema: S) {
  return z.optional(z.union([schema, z.literal(null)]))
}

export const savePolicy = endpoint({
  method: 'PUT',
  path: '/api/releases/{remote}/policy',
  callers: 'admins',
  summary:
    'Sets what a remote’s releases need before they go beyond the QA cohort, and what they may use; for admins.',
  params,
  body: z.object({
    approval: releasePolicy.shape.approval,
    stepMinutes: z.number().check(z.int(), z.gte(0), z.lte(maxStepMinutes)),
    backend: changed(remoteBackend),
    budgets: changed(remoteBudgets),
    slots: changed(allowedSlots),
    order: changed(remoteOrder),
  }),
  revised: true,
  reply: releasePolicy,
  fresh: true,
})

export const listMoves = endpoint({
  method: 'GET',
  path: '/api/releases/{remote}/history',
  callers: 'adminsAndReleaseToken',
  summary: 'Every change of a remote’s pointer, newest first; for admins and holders of its token.',
  params,
  query: z.object({
    /** `all` includes approvals and emergency stops, which older clients don't know. */
    include: z.optional(z.enum(['all'])),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 50),
    /** The `number` of the previous page's last entry. */
    before: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000_000_000))),
  }),
  reply: z.object({ moves: z.array(releaseMove) }),
})

const emails = z.array(emailAddress).check(z.maxLength(200))

/** Who runs a remote's candidates first, as e-mail addresses in lower case. */
export const releaseCohorts = z.object({
  qa: z.array(z.string()),
  team: z.array(z.string()),
  /** 0 if nobody was named yet. */
  revision: z.number(),
})
export type ReleaseCohorts = z.infer<typeof releaseCohorts>

export const getCohorts = endpoint({
  method: 'GET',
  path: '/api/releases/{remote}/cohorts',
  callers: 'admins',
  summary: 'Who runs a remote’s candidates first; for admins.',
  params,
  reply: releaseCohorts,
})

export const saveCohorts = endpoint({
  method: 'PUT',
  path: '/api/releases/{remote}/cohorts',
  callers: 'admins',
  summary:
    'Sets who runs a remote’s candidates first: the QA cohort, and the remote’s own team; for admins.',
  params,
  body: z.object({ qa: emails, team: emails }),
  revised: true,
  reply: releaseCohorts,
  fresh: true,
})
