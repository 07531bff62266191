import * as z from 'zod/mini'
import { emailAddress } from './email-address.ts'
import { endpoint } from './endpoint.ts'
import { composition, releaseId, remoteName } from './releases.ts'

/**
 * Who runs a candidate, step by step: the QA cohort, the remote's own team too, then that part of everyone in percent.
 * With the last one it is the stable release.
 */
export const promotionPlan = ['qa', 'team', '10', '50', '100'] as const

// Its own `options` put what looks like a number first.
export const promotionStep = z.enum(promotionPlan)
export type PromotionStep = z.infer<typeof promotionStep>

export const releaseChannel = z.enum(['stable', 'candidate'])

/** The steps beyond the QA cohort: a release token takes a release there once an admin has approved it. */
export const approvalSteps = ['team', '10', '50', '100'] as const
export const approvalStep = z.enum(approvalSteps)
export type ApprovalStep = z.infer<typeof approvalStep>

/** An admin's word that a release may run for people with admin rights, and go beyond the QA cohort. */
export const releaseApproval = z.object({
  release: z.string(),
  /** The one step it was given for; absent where it covers all of them. */
  step: z.optional(promotionStep),
  /** ISO 8601, UTC. */
  at: z.string(),
  /** An admin's e-mail address, or `start` for a build that the portal adopted from its own image. */
  by: z.string(),
})
export type ReleaseApproval = z.infer<typeof releaseApproval>

/** Which releases of a remote run, and for whom. */
export const releasePointer = z.object({
  remote: z.string(),
  /** Absent until a first release was promoted to everyone, or where the only one was denied. */
  stable: z.optional(z.string()),
  candidate: z.optional(
    z.object({
      release: z.string(),
      step: promotionStep,
      /** Of all users, in percent; the cohorts come on top. */
      share: z.number(),
      /** ISO 8601, UTC. */
      since: z.string(),
    }),
  ),
  /** May stand in for the stable one, newest first, up to three. */
  lastGood: z.array(z.string()),
  /** Never offered again. */
  denied: z.array(z.string()),
  /** Oldest first. Nobody with admin rights is served a release that isn't among them. */
  approvals: z.optional(z.array(releaseApproval)),
  /** The emergency stop is on: nobody is served any release. */
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

/** One change of a pointer. Entries are only ever added. */
export const releaseMove = z.object({
  /** The revision that the pointer had afterwards. */
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
  /** What the channel held before and after; absent for nothing. */
  from: z.optional(z.string()),
  to: z.optional(z.string()),
  step: z.optional(promotionStep),
  /** Of a denial or an approval: which release. */
  release: z.optional(z.string()),
  reason: z.optional(z.string()),
  /** What stood against it, where an admin has overruled that. */
  despite: z.optional(z.string()),
  /** ISO 8601, UTC. */
  at: z.string(),
  /** An e-mail address, `release token <name>`, or the portal itself: `start`, or `health` of what failed. */
  by: z.string(),
})
export type ReleaseMove = z.infer<typeof releaseMove>

const params = z.object({ remote: remoteName })
/** An admin has read what stands against it, and overrules that. */
const anyway = z.optional(z.boolean())
const reason = z.string().check(z.trim(), z.minLength(1), z.maxLength(500))

export const listPointers = endpoint({
  method: 'GET',
  path: '/api/releases',
  summary: 'Which releases of which remote run, and for whom; for admins.',
  reply: z.object({ pointers: z.array(releasePointer) }),
})

export const getPointer = endpoint({
  method: 'GET',
  path: '/api/releases/{remote}/pointer',
  summary: 'Which releases of a remote run, and for whom; for admins and holders of its token.',
  params,
  reply: releasePointer,
})

export const promoteRelease = endpoint({
  method: 'POST',
  path: '/api/releases/{remote}/promote',
  summary:
    'Takes a published release one step further: the QA cohort, the own team, 10, 50 and 100 %. A token goes step by step, and beyond the QA cohort only with an admin’s approval; an admin may skip steps, and approves the release by promoting it. New loads follow at once. Refused where nobody has said that the release was tried on the shell that the portal has, and while a step beyond the QA cohort hasn’t lasted the remote’s minimum time, unless an admin says `anyway`.',
  params,
  body: z.object({ release: releaseId, step: promotionStep, reason, anyway }),
  revised: true,
  reply: releasePointer,
})

export const rollbackRelease = endpoint({
  method: 'POST',
  path: '/api/releases/{remote}/rollback',
  summary:
    'Takes the candidate back, or puts the newest last good release in the stable one’s place. No build is needed, and new loads follow at once. Refused where that one couldn’t run here any more or collides with another remote, unless an admin says `anyway`.',
  params,
  body: z.object({ channel: releaseChannel, reason, anyway }),
  revised: true,
  reply: releasePointer,
})

export const denyRelease = endpoint({
  method: 'POST',
  path: '/api/releases/{remote}/deny',
  summary:
    'Never offers a release again, to anyone and for good; where it ran, the newest last good one that can run takes its place. Refused where there is none: that is what the emergency stop is for.',
  params,
  body: z.object({ release: releaseId, reason }),
  revised: true,
  reply: releasePointer,
})

export const approveRelease = endpoint({
  method: 'POST',
  path: '/api/releases/{remote}/approve',
  summary:
    'Approves a published release: people with admin rights may be served it, and the remote’s token may take it beyond the QA cohort. Where the remote’s policy is `every step`, the step must be named. For admins.',
  params,
  body: z.object({ release: releaseId, step: z.optional(approvalStep), reason }),
  revised: true,
  reply: releasePointer,
})

export const stopRemote = endpoint({
  method: 'POST',
  path: '/api/releases/{remote}/stop',
  summary:
    'The emergency stop: from the next load on nobody is served any release of the remote, and a sentence stands in its place. Undone by `resume`. A remote for admins can’t be stopped. For admins.',
  params,
  body: z.object({ reason }),
  revised: true,
  reply: releasePointer,
})

export const resumeRemote = endpoint({
  method: 'POST',
  path: '/api/releases/{remote}/resume',
  summary: 'Ends a remote’s emergency stop: its releases run again as before. For admins.',
  params,
  body: z.object({ reason }),
  revised: true,
  reply: releasePointer,
})

/** What a remote's releases need before they go beyond the QA cohort. */
export const releasePolicy = z.object({
  /** Whether one approval takes a release to everyone, or each step needs its own. */
  approval: z.enum(['once', 'every step']),
  /** How long each step beyond the QA cohort lasts at least. */
  stepMinutes: z.number(),
  /** 0 while nobody has saved one: approval once, 60 minutes. */
  revision: z.number(),
})
export type ReleasePolicy = z.infer<typeof releasePolicy>

export const getPolicy = endpoint({
  method: 'GET',
  path: '/api/releases/{remote}/policy',
  summary:
    'What a remote’s releases need before they go beyond the QA cohort; for admins and holders of its token.',
  params,
  reply: releasePolicy,
})

/** In minutes: a week. */
const longestStep = 7 * 24 * 60

export const savePolicy = endpoint({
  method: 'PUT',
  path: '/api/releases/{remote}/policy',
  summary: 'Sets what a remote’s releases need before they go beyond the QA cohort; for admins.',
  params,
  body: z.object({
    approval: releasePolicy.shape.approval,
    stepMinutes: z.number().check(z.int(), z.gte(0), z.lte(longestStep)),
  }),
  revised: true,
  reply: releasePolicy,
})

export const listMoves = endpoint({
  method: 'GET',
  path: '/api/releases/{remote}/history',
  summary: 'Every change of a remote’s pointer, newest first; for admins and holders of its token.',
  params,
  query: z.object({
    /** `all` lists approvals and emergency stops as well, which callers from before there were any don't know. */
    include: z.optional(z.enum(['all'])),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 50),
    /** The last entry's `number` of the page before. */
    before: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000_000_000))),
  }),
  reply: z.object({ moves: z.array(releaseMove) }),
})

const emails = z.array(emailAddress).check(z.maxLength(200))

/** Who runs a remote's candidates first, by e-mail address in lower case. */
export const releaseCohorts = z.object({
  qa: z.array(z.string()),
  team: z.array(z.string()),
  /** 0 while nobody has named any. */
  revision: z.number(),
})
export type ReleaseCohorts = z.infer<typeof releaseCohorts>

export const getCohorts = endpoint({
  method: 'GET',
  path: '/api/releases/{remote}/cohorts',
  summary: 'Who runs a remote’s candidates first; for admins.',
  params,
  reply: releaseCohorts,
})

export const saveCohorts = endpoint({
  method: 'PUT',
  path: '/api/releases/{remote}/cohorts',
  summary:
    'Says who runs a remote’s candidates first: the QA cohort, and the remote’s own team; for admins.',
  params,
  body: z.object({ qa: emails, team: emails }),
  revised: true,
  reply: releaseCohorts,
})

export const getComposition = endpoint({
  method: 'GET',
  path: '/api/compositions/{id}',
  summary: 'A composition as its id names it, however the pointers stand by now.',
  params: z.object({ id: z.string().check(z.minLength(1), z.maxLength(4000)) }),
  reply: composition,
})

/** What an account is sent at its next load. */
export const personComposition = z.object({
  uid: z.string(),
  email: z.string(),
  displayName: z.optional(z.string()),
  /** The composition's id. */
  composition: z.string(),
  remotes: z.array(
    z.object({
      name: z.string(),
      /** In loading order: the first one runs, the others may stand in for it. */
      releases: z.array(z.string()),
    }),
  ),
})
export type PersonComposition = z.infer<typeof personComposition>

export const findCompositions = endpoint({
  method: 'GET',
  path: '/api/compositions',
  summary: 'Which composition the accounts of an e-mail address are sent; for admins.',
  query: z.object({
    email: emailAddress,
  }),
  reply: z.object({ people: z.array(personComposition) }),
})
