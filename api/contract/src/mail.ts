import { endpoint } from './endpoint.ts'
import * as z from 'zod/mini'

/** What a mail is about. A person can unsubscribe from a kind, except those that `unsubscribableKinds` leaves out. */
export const mailKinds = [
  'digest',
  'reminder',
  'formal-notice',
  'calendar',
  'reply-request',
  'question',
  'account',
  'test',
] as const
export const mailKind = z.enum(mailKinds)
export type MailKind = z.infer<typeof mailKind>

const line = z.object({
  text: z.string(),
  /** A second line, such as a date or a place. */
  detail: z.optional(z.string()),
  href: z.optional(z.string()),
  /** For the mail’s reader alone: admins see how many private lines there are. */
  isPrivate: z.optional(z.boolean()),
})
export type MailLine = z.infer<typeof line>

const block = z.union([
  z.object({ type: z.literal('heading'), text: z.string() }),
  z.object({
    type: z.literal('paragraph'),
    text: z.string(),
    isPrivate: z.optional(z.boolean()),
  }),
  z.object({ type: z.literal('list'), lines: z.array(line) }),
  z.object({ type: z.literal('button'), text: z.string(), href: z.string() }),
  /** A button with a link for choosing a password, which is made while the mail is sent and stored nowhere. */
  z.object({ type: z.literal('passwordButton'), text: z.string(), account: z.string() }),
])
export type MailBlock = z.infer<typeof block>

/** What a mail shows below its subject, in this order. It has titles and links, never a paper’s content. */
export const mailContent = z.object({
  /** Such as `Dear Maria Lopez,`. */
  greeting: z.optional(z.string()),
  blocks: z.array(block),
})
export type MailContent = z.infer<typeof mailContent>

/**
 * `waiting`: it is sent when it is due, or tried again. `sending`: the server receives it. `failed`: it was refused, or
 * given up. `unknown`: whether it has arrived can't be known, because the server’s answer was cut.
 */
export const mailState = z.enum(['waiting', 'sending', 'sent', 'failed', 'unknown'])
export type MailState = z.infer<typeof mailState>

/** A mail as admins see it in the outbox: private lines are counted, and links that act for its reader are gone. */
const listedMail = z.object({
  id: z.string(),
  kind: mailKind,
  /** The recipient’s entry of the directory, or account. */
  person: z.string(),
  name: z.string(),
  address: z.string(),
  subject: z.string(),
  state: mailState,
  /** When it was queued; ISO 8601, UTC, like all times here. */
  at: z.string(),
  /** When it was begun, refused or ended last. */
  changedAt: z.optional(z.string()),
  /** While it waits: when it is sent, or tried again. */
  due: z.optional(z.string()),
  /** The mail server’s own text. */
  reply: z.optional(z.string()),
})
export type ListedMail = z.infer<typeof listedMail>

const shownMail = z.extend(listedMail, {
  from: z.object({ name: z.string(), address: z.string() }),
  content: mailContent,
  /** It has an invitation for calendar programs. */
  hasCalendar: z.boolean(),
  /** It has a link to stop mails of its kind. */
  unsubscribable: z.boolean(),
})
export type ShownMail = z.infer<typeof shownMail>

const mailId = z.object({ id: z.string().check(z.minLength(1), z.maxLength(700)) })

export const listMails = endpoint({
  method: 'GET',
  path: '/api/mails',
  callers: 'admins',
  summary: 'The mails that wait, were sent, failed, or may have arrived, the newest first.',
  query: z.object({
    state: z.optional(mailState),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 50),
    /** The `next` of the previous page. */
    after: z.optional(z.string().check(z.maxLength(2000))),
  }),
  reply: z.object({
    mails: z.array(listedMail),
    next: z.optional(z.string()),
    /** `outbox`: mails are written into a folder, and nobody receives them. */
    mode: z.enum(['off', 'outbox', 'smtp']),
    /** Since when no mail can be sent, and why. */
    failing: z.optional(z.object({ since: z.string(), reason: z.string() })),
  }),
})

export const getMail = endpoint({
  method: 'GET',
  path: '/api/mails/{id}',
  callers: 'admins',
  summary: 'One mail, without its private lines and without links that act for its reader.',
  params: mailId,
  reply: shownMail,
})

export const sendMailAgain = endpoint({
  method: 'POST',
  path: '/api/mails/{id}/send-again',
  callers: 'admins',
  fresh: true,
  summary:
    'Sends a failed mail again. 409 `confirmationRequired` for one that may have arrived, until `evenIfUnknown` confirms it. Repeating the request changes nothing.',
  params: mailId,
  body: z.object({ evenIfUnknown: z.optional(z.boolean()) }),
  reply: listedMail,
})

export const sendTestMail = endpoint({
  method: 'POST',
  path: '/api/mails/test',
  callers: 'admins',
  fresh: true,
  summary: 'Sends a test message to the caller’s own address.',
  body: z.object({
    /** Made by the caller: repeating the request with the same id sends nothing again. */
    id: z.string().check(z.regex(/^[0-9a-f-]{36}$/)),
  }),
  reply: listedMail,
})
