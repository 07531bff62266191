import type { Person } from '@portal/contract/portal'
import { Refusal } from '../../refusal.ts'

/** How long sign-ins last. */
export type SignInLimits = Record<
  SignInRule,
  {
    /** Since the last sign-in by password or Google, in ms. */
    longest: number
    /** Since the last use, in ms. */
    idle: number
  }
>

/** The group of people whose limits apply. */
export type SignInRule = 'member' | 'admin' | 'qa'

export function signInRuleOf({ isAdmin, isQa }: Pick<Person, 'isAdmin' | 'isQa'>): SignInRule {
  if (isQa) return 'qa'
  return isAdmin ? 'admin' : 'member'
}

/** Records of sign-ins are kept for this long, so no setting may exceed it. In days. */
export const longestSignInDays = 90

/** Why a sign-in is refused, as the message that the sign-in page shows. */

export function signInExpired(): Refusal {
  return new Refusal('unauthenticated', 'Your sign-in has expired. Please sign in again.')
}

export function signInUnused(): Refusal {
  return new Refusal(
    'unauthenticated',
    'You were signed out because the portal wasn’t used for some time. Please sign in again.',
  )
}

export function accountDisabled(): Refusal {
  return new Refusal(
    'unauthenticated',
    'This account has been disabled. Please contact an administrator.',
  )
}
