import { mailContent, mailKind, mailState, type MailState } from '@portal/contract/mail'
import * as z from 'zod/mini'
import { leaseOf } from '../../platform/background/lease.ts'
import { defineCollection } from '../../platform/store/collection.ts'

const mailAbout = z.object({
  /** Its permanent key. */
  meeting: z.string(),
  /** The numbers of its events. */
  events: z.array(z.number()),
  isReminder: z.boolean(),
})
/** What a message tells of a meeting. */
export type MailAbout = z.infer<typeof mailAbout>

/** Times are ISO 8601, UTC. */
const storedMail = z.object({
  kind: mailKind,
  /** The recipient's entry of the directory, or account. */
  person: z.string(),
  to: z.object({ name: z.string(), address: z.string() }),
  /** The meeting's permanent key. */
  meeting: z.optional(z.string()),
  subject: z.string(),
  content: mailContent,
  calendar: z.optional(z.object({ method: z.enum(['REQUEST', 'CANCEL']), ics: z.string() })),
  /** What the content is made from, of each meeting: it is made again before it is sent. */
  about: z.optional(z.array(mailAbout)),
  unsubscribable: z.boolean(),
  state: mailState,
  /** When it was queued. */
  at: z.string(),
  /** The state and `at`, to list one state by time with an index of one field. */
  byState: z.string(),
  /** While it waits: when it is sent at the earliest. */
  due: z.optional(z.string()),
  /** It isn't sent after this. */
  until: z.string(),
  /** How often it was begun or refused. */
  attempts: z.number(),
  /** When it was begun, refused or ended last. */
  changedAt: z.optional(z.string()),
  /** The receiver's own text, of the last attempt. */
  reply: z.optional(z.string()),
  /** It was sent again after its arrival was unknown, so an earlier attempt may have arrived even if this one fails. */
  mayHaveArrived: z.optional(z.boolean()),
})
export type StoredMail = z.infer<typeof storedMail>

export const mailsCollection = defineCollection('mails', storedMail)

/** The fields that follow from a state. */
export function inState(state: MailState, at: string): Pick<StoredMail, 'state' | 'byState'> {
  return { state, byState: `${state} ${at}` }
}

/** One document: since when mail is on, the run that sends, and what keeps it from sending. */
const mailRun = z.object({
  /** Absent while mail is off. */
  onSince: z.optional(z.string()),
  lease: z.optional(leaseOf(z.number())),
  /** Since when nothing can be sent, and why. */
  failing: z.optional(
    z.object({ since: z.string(), reason: z.string(), times: z.number(), pausedUntil: z.string() }),
  ),
})
export type MailRun = z.infer<typeof mailRun>

export const mailRunCollection = defineCollection('mail_run', mailRun)
export const mailRunId = 'run'

/** By person: the kinds of mail that they have unsubscribed from. */
export const unsubscribedCollection = defineCollection(
  'mail_unsubscribed',
  z.object({ kinds: z.array(mailKind) }),
)
