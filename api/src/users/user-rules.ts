import { comparableEmail, isEmailAddress } from '@portal/contract/email-address'
import { minimumPasswordLength } from '@portal/contract/users'
import { Refusal } from '../refusal.ts'
import type { Account } from './accounts.ts'

/** Lower case. Refuses what is missing and what can't be an address; the provider judges the rest. */
export function emailOf(given = ''): string {
  const email = comparableEmail(given)
  if (email === '') throw new Refusal('invalid', 'Email is required')
  if (!isEmailAddress(email)) {
    throw new Refusal('invalid', 'Invalid email address format.')
  }
  return email
}

/** The password as it is, if it is long enough; blanks alone are none. */
export function judgedPassword(password: string): string {
  if (password.trim() === '' || password.length < minimumPasswordLength) {
    const sentence = `Password must be at least ${minimumPasswordLength} characters long`
    throw new Refusal('invalid', sentence)
  }
  return password
}

export function refuseAdmin(isAdmin = false): void {
  if (!isAdmin) return
  throw new Refusal(
    'invalid',
    'A password account can’t be an admin: admins sign in with Google and are designated by their e-mail.',
  )
}

/** Name, password and existence of a Google account are Google's matter. */
export function mustBePasswordAccount(account: Account, done: 'changed' | 'deleted'): void {
  if (!account.providers.includes('google.com')) return
  throw new Refusal(
    'invalid',
    `This user signs in with Google, so the account can’t be ${done} here. It can be disabled.`,
  )
}
