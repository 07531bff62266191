import { Refusal } from '../../refusal.ts'

/** What Firebase says no to because of what it was asked; https://firebase.google.com/docs/auth/admin/errors */
const refusals: Record<string, () => Refusal> = {
  'auth/user-not-found': () => new Refusal('notFound', 'User not found'),
  'auth/email-not-found': () => new Refusal('notFound', 'User not found'),
  'auth/email-already-exists': () =>
    new Refusal('conflict', 'There is already an account with this e-mail address.'),
  'auth/invalid-email': () => new Refusal('invalid', 'Invalid email address format.'),
  'auth/invalid-page-token': () => new Refusal('badRequest', 'This page of users can’t be found.'),
  'auth/invalid-uid': () => new Refusal('notFound', 'User not found'),
  'auth/invalid-password': refusedPassword,
  'auth/password-does-not-meet-requirements': refusedPassword,
}

/** Everything else is the provider's trouble, or this server's with it; the log gets the cause. */
export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const refusal = refusals[code]?.()
  if (refusal) return refusal
  const sentence = 'User accounts can’t be reached at the moment. Please try again.'
  return new Refusal('unavailable', sentence, { cause: error, retryAfter: 5 })
}

function refusedPassword(): Refusal {
  return new Refusal('invalid', 'The sign-in service doesn’t take this password.')
}
