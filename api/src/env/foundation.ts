import * as z from 'zod/mini'
import { email } from './values.ts'

export type FoundationSettings = {
  name: string
  /** Lower case: `larkspur.example`. */
  domain: string
  /** IANA name. */
  timeZone: string
  liaisonEmail: string
}

export const foundationEnvironment = {
  FOUNDATION_NAME: z._default(z.string().check(z.maxLength(200)), 'Larkspur Foundation'),
  FOUNDATION_DOMAIN: z._default(z.string().check(z.trim(), z.toLowerCase()), 'larkspur.example'),
  FOUNDATION_TIME_ZONE: z._default(
    z.string().check(z.refine(isTimeZone, 'it is not a time zone, such as America/Los_Angeles')),
    'America/Los_Angeles',
  ),
  LIAISON_EMAIL: z.optional(email),
  DEFAULT_ADMIN_EMAIL: z.optional(email),
}

const environment = z.object(foundationEnvironment)

export function foundationSettings(read: z.output<typeof environment>): FoundationSettings {
  return {
    name: read.FOUNDATION_NAME,
    domain: read.FOUNDATION_DOMAIN,
    timeZone: read.FOUNDATION_TIME_ZONE,
    liaisonEmail: read.LIAISON_EMAIL ?? `liaison@${read.FOUNDATION_DOMAIN}`,
  }
}

function isTimeZone(name: string): boolean {
  try {
    return Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
