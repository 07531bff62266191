import { Refusal } from '../../refusal.ts'

/** Requests that Firebase rejects; https://firebase.google.com/docs/auth/admin/errors */
const refusals: Record<string, () => Refusal> = {
  'auth/user-not-found': () => new Refusal('notFound', 'User not found'),
  'auth/email-not-found': () => new Refusal('notFound', 'User not found'),
  'auth/email-already-exists': () =>
    new Refusal('conflict', 'An account with this e-mail address already exists.'),
  'auth/invalid-email': () => new Refusal('invalid', 'Invalid email address format.'),
  'auth/invalid-page-token': () =>
    new Refusal('badRequest', 'This page of users no longer exists. Please reload the list.'),
  'auth/invalid-uid': () => new Refusal('notFound', 'User not found'),
  'auth/invalid-password': refusedPassword,
  'auth/password-does-not-meet-requirements': refusedPassword,
}

/** Maps a Firebase error to a refusal. Unknown errors become `unavailable`; the cause is logged. */
export function firebaseRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const refusal = refusals[code]?.()
  if (refusal) return refusal
  const message = 'User accounts can’t be reached at the moment. Please try again.'
  return new Refusal('unavailable', message, { cause: error, retryAfter: 5 })
}

function refusedPassword(): Refusal {
  return new Refusal(
    'invalid',
    'The sign-in service doesn’t accept this password. Please choose another.',
  )
}
