import { Refusal } from '../../refusal.ts'

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
