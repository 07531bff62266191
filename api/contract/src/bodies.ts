import { bodyColors, bodyLimits, isBodyId } from '@portal/domain/bodies'
import { isDay } from '@portal/domain/days'
import {
  majorities,
  minutesApprovals,
  noticeKinds,
  quorumShares,
  ruleLimits,
  type RuleProfile,
  rulePresets,
  stricterMajorities,
  writtenActions,
} from '@portal/domain/rule-profiles'
import { offices, termLimits } from '@portal/domain/terms'
import * as z from 'zod/mini'
import { directoryEntry } from './directory.ts'
import { endpoint } from './endpoint.ts'
import { longText, shortText } from './texts.ts'

const choice = <T extends string>(choices: Record<T, unknown>) =>
  z.enum(Object.keys(choices) as T[])

const noticeDays = z.int().check(z.gte(0), z.lte(ruleLimits.noticeDays))

export const ruleProfile = z.object({
  preset: choice(rulePresets),
  confirmed: z.boolean(),
  quorum: z.discriminatedUnion('by', [
    z.object({ by: z.literal('share'), share: choice(quorumShares) }),
    z.object({
      by: z.literal('number'),
      number: z.int().check(z.gte(1), z.lte(ruleLimits.number)),
    }),
  ]),
  majority: choice(majorities),
  stricter: z
    .array(
      z.object({
        motion: shortText(ruleLimits.motion).check(z.minLength(1)),
        needs: choice(stricterMajorities),
      }),
    )
    .check(z.maxLength(ruleLimits.stricter)),
  abstentionsCount: z.boolean(),
  castingVote: z.boolean(),
  writtenAction: choice(writtenActions),
  notice: z.object({
    regular: noticeDays,
    special: noticeDays,
    annual: noticeDays,
  } satisfies Record<keyof typeof noticeKinds, unknown>),
  secretBallots: z.boolean(),
  minutes: choice(minutesApprovals),
}) satisfies z.core.$ZodType<RuleProfile>

/** What members see of a body. */
export const shownBody = z.object({
  id: z.string(),
  name: z.string(),
  purpose: z.optional(z.string()),
  /** Always shown with the name. */
  color: z.optional(choice(bodyColors)),
})
export type ShownBody = z.infer<typeof shownBody>

/** The board or a committee. */
export const body = z.object({
  ...shownBody.shape,
  state: z.enum(['active', 'dissolved']),
  /** Who sees its meetings: every member, or anyone with a term in it today. */
  openTo: z.enum(['members', 'terms']),
  rules: ruleProfile,
  /** Absent for the board until it is saved for the first time. */
  revision: z.optional(z.number()),
})
export type Body = z.infer<typeof body>

/** What members see of a term. `person` is the id of an entry of the directory. */
export const shownTerm = z.object({
  person: z.string(),
  body: z.string(),
  office: z.enum(offices),
  voting: z.boolean(),
  /** `YYYY-MM-DD`, both inclusive, in the foundation's zone. Without `to`, the term is open. */
  from: z.string(),
  to: z.optional(z.string()),
})
export type ShownTerm = z.infer<typeof shownTerm>

export const term = z.object({
  id: z.string(),
  ...shownTerm.shape,
  /** The person's name; the last known one if their entry was deleted. */
  name: z.string(),
  appointedBy: z.optional(z.string()),
  revision: z.number(),
})
export type Term = z.infer<typeof term>

export const listBodies = endpoint({
  method: 'GET',
  path: '/api/bodies',
  callers: 'members',
  summary:
    'The board and the active committees, and the current terms of the people in the directory.',
  reply: z.object({ bodies: z.array(shownBody), terms: z.array(shownTerm) }),
})

const bodyParams = z.object({
  id: z.string().check(z.maxLength(bodyLimits.id), z.refine(isBodyId)),
})

export const listBodyPeople = endpoint({
  method: 'GET',
  path: '/api/bodies/{id}/people',
  callers: 'members',
  summary: 'The directory entries of who is in office in a body today, by office and name.',
  params: bodyParams,
  reply: z.array(directoryEntry),
})

export const listTerms = endpoint({
  method: 'GET',
  path: '/api/admin/bodies',
  callers: 'admins',
  summary: 'Every body with its rules, and every term: past, current and upcoming.',
  reply: z.object({ bodies: z.array(body), terms: z.array(term) }),
})

/** The first save of a committee adds it (`If-None-Match: *`). The board can’t be dissolved. */
export const saveBody = endpoint({
  method: 'PUT',
  path: '/api/bodies/{id}',
  callers: 'admins',
  summary:
    'Adds a committee, or changes a body’s name, purpose, color, rules or state. Absent fields keep their value.',
  params: bodyParams,
  body: z.object({
    name: z.optional(shortText(bodyLimits.name)),
    /** An empty text removes it. */
    purpose: z.optional(longText(bodyLimits.purpose)),
    /** `none` removes it. */
    color: z.optional(choice({ ...bodyColors, none: '' })),
    state: z.optional(body.shape.state),
    rules: z.optional(ruleProfile),
  }),
  reply: body,
  revised: true,
  fresh: 'content',
})

const day = z.string().check(z.maxLength(10), z.refine(isDay, 'A day such as 2026-11-12'))

const ofPerson = {
  person: z.string().check(z.minLength(1), z.maxLength(200)),
  body: bodyParams.shape.id,
}

const described = {
  office: shownTerm.shape.office,
  voting: z.boolean(),
  from: day,
  to: z.optional(day),
  /** The resolution that appointed the person. */
  appointedBy: z.optional(shortText(termLimits.appointedBy)),
}

/** Repeating the request duplicates nothing: a term equal to a stored one is that one. */
export const addTerms = endpoint({
  method: 'POST',
  path: '/api/terms',
  callers: 'admins',
  summary:
    'Adds terms of people in the directory, all or none. A person holds an office of a body once at a time.',
  body: z.object({
    terms: z
      .array(z.object({ ...ofPerson, ...described }))
      .check(z.minLength(1), z.maxLength(termLimits.added)),
  }),
  /** In the order of the request. */
  reply: z.object({ terms: z.array(term) }),
  fresh: true,
})

const termParams = z.object({ id: z.string().check(z.minLength(1), z.maxLength(100)) })

export const saveTerm = endpoint({
  method: 'PUT',
  path: '/api/terms/{id}',
  callers: 'admins',
  summary: 'Replaces a term’s office, vote, dates and resolution; without `to`, it is open.',
  params: termParams,
  body: z.object(described),
  reply: term,
  revised: true,
  fresh: true,
})

export const endTermsOfPerson = endpoint({
  method: 'POST',
  path: '/api/directory/{id}/end-terms',
  callers: 'admins',
  summary:
    'Ends every term of a person in the directory, also of one without an account: terms in office get today as their last day, and those that would begin later are deleted. Repeating it changes nothing.',
  params: z.object({ id: ofPerson.person }),
  fresh: true,
})

export const deleteTerm = endpoint({
  method: 'DELETE',
  path: '/api/terms/{id}',
  callers: 'admins',
  summary:
    'Deletes a term that was never true; one that is over gets its last day. Repeating the request succeeds.',
  params: termParams,
  reply: z.object({ id: z.string() }),
  revised: true,
  fresh: true,
})
