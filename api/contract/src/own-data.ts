import { nobodyElseReceives } from '@portal/domain/privacy-promise'
import * as z from 'zod/mini'
import { directoryEntry } from './directory.ts'
import { endpoint } from './endpoint.ts'
import { noticeChoices } from './notices.ts'
import { meetingsBy } from './feeds.ts'

/** How many changes and accesses a person's own data has, the newest first. */
export const ownDataEntries = 500

const recorded = z.object({
  /** ISO 8601, UTC. */
  at: z.string(),
  what: z.string(),
  subject: z.string(),
  /** Whether the person did it; otherwise it was done to their account or entry. */
  isOwn: z.boolean(),
})

/** What the portal has about a person, apart from their notes and what they have read. */
export const ownData = z.object({
  uid: z.string(),
  email: z.string(),
  /** Of their calendar feed, without its address; absent if there is neither an address nor a choice. */
  feed: z.optional(
    z.object({
      /** When its address was made, ISO 8601, UTC. */
      addressMadeAt: z.optional(z.string()),
      meetingsBy: z.optional(meetingsBy),
    }),
  ),
  /** Absent if no entry is linked to the account. */
  entry: z.optional(directoryEntry),
  /** In the board and its committees; absent if there are none. */
  terms: z.optional(
    z.array(
      z.object({
        body: z.string(),
        office: z.string(),
        voting: z.boolean(),
        /** A day, ISO 8601. */
        from: z.string(),
        to: z.optional(z.string()),
        appointedBy: z.optional(z.string()),
      }),
    ),
  ),
  /** To items of meetings, with their last day; absent if there are none. */
  invitations: z.optional(
    z.array(z.object({ meeting: z.string(), items: z.array(z.string()), until: z.string() })),
  ),
  /** To meetings; absent if there are none. */
  replies: z.optional(
    z.array(
      z.object({
        /** The meeting's permanent key. */
        meeting: z.string(),
        answer: z.string(),
        note: z.optional(z.string()),
        /** The meeting's time that the reply was given for. */
        given: z.object({ date: z.string(), time: z.string(), endTime: z.string() }),
        /** How it reached the portal. */
        source: z.string(),
        at: z.string(),
      }),
    ),
  ),
  /** How they want to be written to about meetings; absent if they never chose. */
  notices: z.optional(noticeChoices),
  /** Mailed to their calendar, with what it was told last; absent if there are none. */
  calendarInvitations: z.optional(
    z.array(
      z.object({
        title: z.string(),
        address: z.string(),
        /** When it was mailed last; ISO 8601, UTC. */
        at: z.string(),
        withdrawn: z.boolean(),
      }),
    ),
  ),
  /** The meetings whose formal notice they have waived; absent if there are none. */
  waivedNotices: z.optional(z.array(z.object({ meeting: z.string(), at: z.string() }))),
  /** Asked about meetings, without quotations and answers; absent if there are none. */
  questions: z.optional(
    z.array(
      z.object({ meeting: z.string(), text: z.string(), state: z.string(), askedAt: z.string() }),
    ),
  ),
  /** Of consent items; absent if there are none. */
  flags: z.optional(z.array(z.object({ meeting: z.string(), item: z.string(), at: z.string() }))),
  /** Messages that the portal mailed to the person, the newest first; absent if there are none. */
  mails: z.optional(
    z.array(
      z.object({ at: z.string(), subject: z.string(), address: z.string(), state: z.string() }),
    ),
  ),
  /** Recorded sign-ins, ended ones too, until they are deleted. */
  signIns: z.array(
    z.object({
      device: z.string(),
      location: z.optional(z.string()),
      startedAt: z.string(),
      lastUsedAt: z.string(),
    }),
  ),
  lastVisitAt: z.optional(z.string()),
  /** From the audit, without what was there before and after. */
  changes: z.array(recorded),
  /** Sign-ins, sign-outs and downloads. */
  accesses: z.array(recorded),
})
export type OwnData = z.infer<typeof ownData>

export const getOwnData = endpoint({
  method: 'GET',
  path: '/api/own-data',
  callers: 'readers',
  personal: true,
  summary: `What the portal has about the caller: their entry, terms, questions, sign-ins, and what the audit has by them and about them, at most ${ownDataEntries} of each. ${nobodyElseReceives('it')}`,
  reply: ownData,
})
