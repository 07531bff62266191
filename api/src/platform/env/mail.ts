import * as z from 'zod/mini'
import type { FoundationSettings } from './foundation.ts'
import { email, hostNameSetting, serverKey, setting, SettingsError } from './values.ts'

/** Where mail goes, and from whom. */
export type MailSettings = (
  | { kind: 'off' }
  /** Into the folder `outbox` of the data folder. */
  | { kind: 'outbox' }
  | {
      kind: 'smtp'
      host: string
      port: number
      /** `tls`: from the first byte. `starttls`: before the sign-in. */
      encryption: 'tls' | 'starttls' | 'none'
      user: string | undefined
      password: string | undefined
      /** How long the server may take for an answer, in ms. */
      timeout: number
    }
) & {
  from: { name: string; address: string; replyTo: string | undefined }
  /** Mails a minute, at most. */
  perMinute: number
  dkimSelector: string | undefined
  /** How many days the outbox keeps a mail. */
  days: number
  /** The mailbox that calendars' answers are read from. */
  replies: RepliesSettings | undefined
}

type RepliesSettings = {
  host: string
  port: number
  encryption: 'tls' | 'starttls' | 'none'
  user: string
  password: string
  folder: string
  /** Where answers are sent to, with a text of their own after a plus sign. */
  address: string
}

export const mailEnvironment = {
  MAIL: setting(
    z.optional(z.enum(['off', 'outbox', 'smtp'])),
    'where mail goes: nowhere, into the folder `outbox` of the data folder, or to a mail server; see [mail.md](mail.md)',
    '`off` in production, otherwise `outbox`',
  ),
  MAIL_FROM: setting(
    z.optional(email),
    'address that mails come from; bounces go there',
    '`LIAISON_EMAIL`',
  ),
  MAIL_FROM_NAME: setting(
    z.optional(z.string().check(z.maxLength(100))),
    'name that mails come from',
    '`FOUNDATION_NAME`',
  ),
  MAIL_REPLY_TO: setting(z.optional(email), 'address that people’s answers go to', '`MAIL_FROM`'),
  MAIL_DKIM_SELECTOR: setting(
    z.optional(z.string().check(z.regex(/^[\w-]+(\.[\w-]+)*$/), z.maxLength(63))),
    'name under which the domain of `MAIL_FROM` publishes its DKIM key: the doctor looks for it there',
    'the usual names',
  ),
  MAIL_PER_MINUTE: setting(
    z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(6000)), 120),
    'mails a minute, at most',
  ),
  MAIL_DAYS: setting(
    z._default(z.coerce.number().check(z.int(), z.gte(30), z.lte(3650)), 400),
    'days after which the outbox deletes a mail; formal notices stay',
  ),
  SMTP_HOST: setting(z.optional(hostNameSetting), 'the mail server, for `MAIL=smtp`'),
  SMTP_PORT: setting(
    z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(65_535))),
    'its port',
    '587 for `starttls`, otherwise 465',
  ),
  SMTP_ENCRYPTION: setting(
    z._default(z.enum(['tls', 'starttls', 'none']), 'tls'),
    'how the connection is encrypted: from its first byte, or before the sign-in; `none` is only for a server on this machine',
  ),
  SMTP_USER: setting(z.optional(z.string()), 'user at the mail server', 'no sign-in'),
  SMTP_PASSWORD: setting(z.optional(z.string()), 'password at the mail server; a secret'),
  SMTP_TIMEOUT: setting(
    z._default(z.coerce.number().check(z.int(), z.gte(5), z.lte(600)), 60),
    'seconds that the mail server may take for an answer; a mail whose answer takes longer is *unknown*',
  ),
  MAIL_REPLIES_HOST: setting(
    z.optional(hostNameSetting),
    'the IMAP server of a mailbox that receives what calendar programs answer to invitations; see [replies.md](replies.md)',
    'people reply in the portal and by links',
  ),
  MAIL_REPLIES_PORT: setting(
    z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(65_535))),
    'its port',
    '143 for `starttls`, otherwise 993',
  ),
  MAIL_REPLIES_ENCRYPTION: setting(
    z._default(z.enum(['tls', 'starttls', 'none']), 'tls'),
    'as `SMTP_ENCRYPTION`',
  ),
  MAIL_REPLIES_USER: setting(z.optional(z.string()), 'user at the IMAP server'),
  MAIL_REPLIES_PASSWORD: setting(z.optional(z.string()), 'password at the IMAP server; a secret'),
  MAIL_REPLIES_FOLDER: setting(
    z._default(z.string().check(z.minLength(1), z.maxLength(200)), 'INBOX'),
    'the folder that is read',
  ),
  MAIL_REPLIES_ADDRESS: setting(
    z.optional(email),
    'address of the mailbox; it must also receive mail to `name+anything@domain`',
    '`MAIL_FROM`',
  ),
  LINK_KEY: setting(
    z.optional(serverKey()),
    'secret that signs the links in mails and the addresses of calendar feeds',
    'a random one in the database',
  ),
}

const environment = z.object(mailEnvironment)

export function mailSettings(
  read: z.output<typeof environment>,
  foundation: Pick<FoundationSettings, 'name' | 'liaisonEmail'>,
  production: boolean,
): MailSettings {
  const address = read.MAIL_FROM ?? foundation.liaisonEmail
  const from = {
    name: read.MAIL_FROM_NAME ?? foundation.name,
    address,
    replyTo: read.MAIL_REPLY_TO,
  }
  const common = {
    replies: repliesSettings(read, address),
    from,
    perMinute: read.MAIL_PER_MINUTE,
    dkimSelector: read.MAIL_DKIM_SELECTOR,
    days: read.MAIL_DAYS,
  }
  const kind = read.MAIL ?? (production ? 'off' : 'outbox')
  if (kind !== 'smtp') return { kind, ...common }
  if (read.SMTP_HOST === undefined) {
    throw new SettingsError('MAIL=smtp needs SMTP_HOST, the name of the mail server.')
  }
  if ((read.SMTP_USER === undefined) !== (read.SMTP_PASSWORD === undefined)) {
    throw new SettingsError('SMTP_USER and SMTP_PASSWORD belong together: set both, or neither.')
  }
  if (read.SMTP_ENCRYPTION === 'none' && !isHere(read.SMTP_HOST)) {
    throw new SettingsError(
      'SMTP_ENCRYPTION=none is only allowed with SMTP_HOST=localhost: everyone on the way could read the mails and the password.',
    )
  }
  return {
    kind,
    ...common,
    host: read.SMTP_HOST,
    port: read.SMTP_PORT ?? (read.SMTP_ENCRYPTION === 'starttls' ? 587 : 465),
    encryption: read.SMTP_ENCRYPTION,
    user: read.SMTP_USER,
    password: read.SMTP_PASSWORD,
    timeout: read.SMTP_TIMEOUT * 1000,
  }
}

function repliesSettings(
  read: z.output<typeof environment>,
  from: string,
): RepliesSettings | undefined {
  const { MAIL_REPLIES_HOST: host, MAIL_REPLIES_ENCRYPTION: encryption } = read
  const { MAIL_REPLIES_USER: user, MAIL_REPLIES_PASSWORD: password } = read
  if (host === undefined) return undefined
  if (user === undefined || password === undefined) {
    throw new SettingsError(
      'MAIL_REPLIES_HOST needs MAIL_REPLIES_USER and MAIL_REPLIES_PASSWORD, which sign in to the mailbox.',
    )
  }
  if (encryption === 'none' && !isHere(host)) {
    throw new SettingsError(
      'MAIL_REPLIES_ENCRYPTION=none is only allowed with MAIL_REPLIES_HOST=localhost: everyone on the way could read the replies and the password.',
    )
  }
  const address = read.MAIL_REPLIES_ADDRESS ?? from
  const name = address.slice(0, address.lastIndexOf('@'))
  if (name.length > longestName || name.includes('+')) {
    throw new SettingsError(
      `MAIL_REPLIES_ADDRESS needs a name of at most ${longestName} characters without a plus sign: the portal appends a text of its own to it.`,
    )
  }
  const port = read.MAIL_REPLIES_PORT ?? (encryption === 'starttls' ? 143 : 993)
  return { host, port, encryption, user, password, folder: read.MAIL_REPLIES_FOLDER, address }
}

/** A name before the @ has at most 64 characters (RFC 5321), of which the portal's own text and its plus sign take 25. */
const longestName = 39

function isHere(host: string): boolean {
  return ['localhost', '127.0.0.1', '::1'].includes(host)
}
