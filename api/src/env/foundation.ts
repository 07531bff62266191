import { comparableEmail } from '@portal/contract/email-address'
import { isTimeZone } from '@portal/domain/zone-time'
import * as z from 'zod/mini'
import { email, setting } from './values.ts'

export type FoundationSettings = {
  name: string
  /** Lower case: `larkspur.example`. */
  domain: string
  /** IANA name. */
  timeZone: string
  liaisonEmail: string
  /** Where to report a vulnerability: a `mailto:` or `https:` address. */
  securityContact: string
}

export const foundationEnvironment = {
  FOUNDATION_NAME: setting(
    z._default(z.string().check(z.maxLength(200)), 'Larkspur Foundation'),
    'the foundation’s name, shown on every page',
  ),
  FOUNDATION_DOMAIN: setting(
    z._default(z.pipe(z.string(), z.transform(comparableEmail)), 'larkspur.example'),
    'domain of the foundation’s e-mail addresses; required in production',
  ),
  FOUNDATION_TIME_ZONE: setting(
    z._default(
      z.string().check(z.refine(isTimeZone, 'it is not a time zone, such as America/Los_Angeles')),
      'America/Los_Angeles',
    ),
    'IANA name of the foundation’s time zone',
  ),
  LIAISON_EMAIL: setting(
    z.optional(email),
    'contact for people without an account',
    '`liaison@` the domain',
  ),
  SECURITY_CONTACT: setting(
    z.optional(
      z
        .string()
        .check(
          z.regex(
            /^(https:\/\/|mailto:[^@\s]+@)[\x21-\x7e]+$/,
            'it is neither mailto: with an e-mail address nor an address that begins with https://',
          ),
        ),
    ),
    'where strangers report a vulnerability, for `/.well-known/security.txt`: `mailto:` or `https:`',
    '`LIAISON_EMAIL`',
  ),
  DEFAULT_ADMIN_EMAIL: setting(
    z.optional(email),
    'the first admin; required in production',
    'the sample’s',
  ),
}

const environment = z.object(foundationEnvironment)

export function foundationSettings(read: z.output<typeof environment>): FoundationSettings {
  const liaisonEmail = read.LIAISON_EMAIL ?? `liaison@${read.FOUNDATION_DOMAIN}`
  return {
    name: read.FOUNDATION_NAME,
    domain: read.FOUNDATION_DOMAIN,
    timeZone: read.FOUNDATION_TIME_ZONE,
    liaisonEmail,
    securityContact: read.SECURITY_CONTACT ?? `mailto:${liaisonEmail}`,
  }
}
