import { resolve } from 'node:path'
import { comparableEmail } from '@portal/domain/email-address'
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
  /** Absolute paths of pictures. */
  logoFile: string | undefined
  signInPictureFile: string | undefined
  /** Lower case, six digits: `#1d4f45`. */
  accent: string | undefined
}

export const foundationEnvironment = {
  FOUNDATION_NAME: setting(
    z._default(z.string().check(z.maxLength(200)), 'Larkspur Foundation'),
    'the foundation’s name, shown on every page',
  ),
  FOUNDATION_LOGO: setting(
    z.optional(z.string()),
    'path of the foundation’s logo, made for a white background: PNG, JPEG, WebP or GIF, at most 2 MB',
    'a monogram of the name',
  ),
  FOUNDATION_ACCENT: setting(
    z.optional(
      z
        .string()
        .check(
          z.trim(),
          z.toLowerCase(),
          z.regex(/^#([0-9a-f]{3}|[0-9a-f]{6})$/, 'it is not a color, such as #1d4f45'),
        ),
    ),
    'the foundation’s color, for buttons, links and the menu; its lightness is adapted where it could not be read',
    'dark green',
  ),
  FOUNDATION_SIGN_IN_PICTURE: setting(
    z.optional(z.string()),
    'path of a picture that is shown next to the sign-in: PNG, JPEG, WebP or GIF, at most 10 MB',
    'none',
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
    logoFile: read.FOUNDATION_LOGO && resolve(read.FOUNDATION_LOGO),
    signInPictureFile: read.FOUNDATION_SIGN_IN_PICTURE && resolve(read.FOUNDATION_SIGN_IN_PICTURE),
    accent: read.FOUNDATION_ACCENT && sixDigits(read.FOUNDATION_ACCENT),
  }
}

function sixDigits(color: string): string {
  return color.length === 4 ? color.replace(/[^#]/g, '$&$&') : color
}
