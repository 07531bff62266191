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
  const isHere = ['localhost', '127.0.0.1', '::1'].includes(read.SMTP_HOST)
  if (read.SMTP_ENCRYPTION === 'none' && !isHere) {
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
