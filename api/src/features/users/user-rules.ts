import { comparableEmail, isEmailAddress } from '@portal/domain/email-address'
import { loadCommonPasswords } from '@portal/domain/common-passwords'
import { passwordFault, type PasswordContext, passwordFaults } from '@portal/domain/password-rule'
import type { Person } from '@portal/contract/portal'
import { type AdminKeyHolder, isDesignatedAdmin } from '../../access.ts'
import { Refusal } from '../../refusal.ts'
import type { Account } from '../../platform/identity/accounts.ts'

/** The address in lower case. Refuses a missing or malformed one; the provider validates the rest. */
export function emailOf(given = ''): string {
  const email = comparableEmail(given)
  if (email === '') throw new Refusal('invalid', 'Email is required')
  if (!isEmailAddress(email)) {
    throw new Refusal('invalid', 'Invalid email address format.')
  }
  return email
}

/** The password unchanged. Refuses one that is too short or easy to guess, with the reason. */
export async function validPassword(
  password: string,
  about: Omit<PasswordContext, 'common'>,
): Promise<string> {
  const fault = passwordFault(password, { ...about, common: await loadCommonPasswords() })
  if (fault) throw new Refusal('invalid', passwordFaults[fault])
  return password
}

/** Whether its owner is an admin when they sign in with one of its providers. */
export function isAdminAccount(
  { email, emailVerified, providers }: Account,
  domain: string,
  designated: ReadonlySet<string>,
): boolean {
  return providers.some((provider) =>
    isDesignatedAdmin({ email, emailVerified, provider }, domain, designated),
  )
}

/** A guest's or an assistant's account doesn't become a member's. */
export function mustBeMembers({ isOutsiders }: Account): void {
  if (!isOutsiders) return
  const message =
    'This is the account of a guest or an assistant. End it first, under Guests & Assistants.'
  throw new Refusal('conflict', message)
}

export function refuseAdmin(isAdmin = false): void {
  if (!isAdmin) return
  throw new Refusal(
    'invalid',
    'A password account can’t be an admin. Admins sign in with Google and are designated by their e-mail.',
  )
}

/** A Google account's name, password and deletion are managed by Google. */
export function mustBePasswordAccount(account: Account, done: 'changed' | 'deleted'): void {
  const { providers } = account
  const isGoogles = providers.includes('google.com')
  if (!isGoogles && !providers.includes('oidc')) return
  const service = isGoogles ? 'Google' : 'another service'
  throw new Refusal(
    'invalid',
    `This user signs in with ${service}, so the account can’t be ${done} here. You can disable it instead.`,
  )
}

export function refuseOneself(caller: Person | AdminKeyHolder, uid: string): void {
  if ('uid' in caller && caller.uid === uid) {
    throw new Refusal('conflict', 'You can’t delete or disable your own account.')
  }
}
