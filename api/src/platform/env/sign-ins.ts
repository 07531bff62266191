import { comparableEmail } from '@portal/domain/email-address'
import * as z from 'zod/mini'
import { longestSignInDays, type SignInLimits } from '../identity/sign-in-limits.ts'
import { email, flag, list, setting } from './values.ts'

export type SignInSettings = {
  limits: SignInLimits
  /** Everyone who signs in with a password needs a second factor. */
  secondFactorRequired: boolean
  /** Comparable e-mail addresses of accounts that only read. */
  qaAccounts: ReadonlySet<string>
  /** Lower case; a header of the trusted proxy with the client's approximate location. */
  locationHeader: string | undefined
}

const hour = 3_600_000
const day = 24 * hour

const count = (most: number) => z.coerce.number().check(z.int(), z.gte(1), z.lte(most))

export const signInEnvironment = {
  SIGN_IN_DAYS: setting(
    z._default(count(longestSignInDays), 30),
    'days until a sign-in ends, however much it is used; 90 at most',
  ),
  MEMBER_IDLE_DAYS: setting(
    z._default(count(longestSignInDays), 7),
    'days without use after which a member’s sign-in ends',
  ),
  ADMIN_IDLE_HOURS: setting(
    z._default(count(longestSignInDays * 24), 24),
    'hours without use after which an admin’s sign-in ends',
  ),
  REQUIRE_SECOND_FACTOR: setting(
    z._default(flag, false),
    'everyone who signs in with a password needs a code from an authenticator app as well; who has none sets it up at the next sign-in',
  ),
  QA_ACCOUNTS: setting(
    z.optional(z.pipe(list, z.array(email))),
    `e-mail addresses of accounts for tests of the running portal: they only read, run what the QA cohorts run, need no second factor, and stay signed in for ${longestSignInDays} days`,
    'none',
  ),
  LOCATION_HEADER: setting(
    z.optional(
      z
        .string()
        .check(z.regex(/^[\w-]{1,100}$/, 'it is not the name of a header'), z.toLowerCase()),
    ),
    'header in which the trusted proxy sends the approximate location, such as `X-Client-Geo-Location`; shown in the list of sign-ins; ignored if `TRUSTED_PROXIES` is 0',
    'no location is shown',
  ),
}

const environment = z.object(signInEnvironment)

export function signInSettings(
  read: z.output<typeof environment>,
  trustedProxies: number,
): SignInSettings {
  const longest = read.SIGN_IN_DAYS * day
  return {
    limits: {
      member: { longest, idle: read.MEMBER_IDLE_DAYS * day },
      admin: { longest, idle: read.ADMIN_IDLE_HOURS * hour },
      qa: { longest: longestSignInDays * day, idle: longestSignInDays * day },
    },
    qaAccounts: new Set((read.QA_ACCOUNTS ?? []).map(comparableEmail)),
    secondFactorRequired: read.REQUIRE_SECOND_FACTOR,
    locationHeader: trustedProxies > 0 ? read.LOCATION_HEADER : undefined,
  }
}
