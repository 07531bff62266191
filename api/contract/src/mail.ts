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
