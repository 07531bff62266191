import { isApiError } from '@portal/remote-kit/client'

export const missingField = 'Please enter both email and password'

export function accessRestricted(domain: string): string {
  return `Access restricted to @${domain} email addresses only.`
}

export const signInEnded = 'Your sign-in has expired. Please sign in again.'

export const signedOutElsewhere = 'You signed out in another tab. Please sign in again.'

export const signInCancelled = 'Sign-in cancelled. Please try again.'

/** Section 8 of the specification, by the provider's codes. */
const messages: Record<string, string> = {
  'auth/popup-closed-by-user': signInCancelled,
  'auth/cancelled-popup-request': signInCancelled,
  'auth/user-cancelled': signInCancelled,
  'auth/popup-blocked': 'Sign-in popup was blocked. Please enable popups for this site.',
  'auth/user-not-found': 'No account found with this email address.',
  'auth/wrong-password': 'Incorrect password. Please try again.',
  'auth/invalid-email': 'Invalid email address format.',
  'auth/user-disabled': 'This account has been disabled. Please contact an administrator.',
  'auth/too-many-requests': 'Too many failed attempts. Please try again later.',
  'auth/invalid-credential': 'Invalid email or password. Please check your credentials.',
  'auth/invalid-login-credentials': 'Invalid email or password. Please check your credentials.',
  // Not from the specification: the provider's own texts name its host and a code.
  'auth/user-mismatch': 'Please choose the account that you are signed in with.',
  'auth/invalid-verification-code':
    'That code isn’t right. Please type the one that your app shows now.',
  'auth/code-expired': 'That code is too old. Please type the one that your app shows now.',
  'auth/invalid-multi-factor-session': 'That took too long. Please go back and start again.',
  'auth/requires-recent-login': 'That took too long. Please sign in again and start over.',
  'auth/user-token-expired': signInEnded,
  'auth/operation-not-allowed':
    'The sign-in service doesn’t allow this yet. Please tell your Board Liaison.',
  'auth/network-request-failed':
    'Unable to connect to server. Please check your connection and try again.',
}

/** The message for the reader. Errors without a message of ours are passed on unchanged. */
export function signInMessage(error: unknown): string {
  if (isApiError(error)) return error.message
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return messages[code] ?? (error instanceof Error ? error.message : String(error))
}
