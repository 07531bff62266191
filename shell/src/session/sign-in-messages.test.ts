import { expect, it } from 'vitest'
import { signInMessage } from './sign-in-messages.ts'

const coded = (code: string) => Object.assign(new Error('provider text'), { code })

it.each([
  ['auth/popup-closed-by-user', 'Sign-in cancelled. Please try again.'],
  ['auth/popup-blocked', 'Sign-in popup was blocked. Please enable popups for this site.'],
  ['auth/user-not-found', 'No account found with this email address.'],
  ['auth/wrong-password', 'Incorrect password. Please try again.'],
  ['auth/invalid-email', 'Invalid email address format.'],
  ['auth/user-disabled', 'This account has been disabled. Please contact an administrator.'],
  ['auth/too-many-requests', 'Too many failed attempts. Please try again later.'],
  ['auth/invalid-credential', 'Invalid email or password. Please check your credentials.'],
])('has the specification’s message for %s', (code, sentence) => {
  expect(signInMessage(coded(code))).toBe(sentence)
})

it('has its own message for a missing connection', () => {
  const sentence = 'Unable to connect to server. Please check your connection and try again.'
  expect(signInMessage(coded('auth/network-request-failed'))).toBe(sentence)
})

it('passes other errors on unchanged', () => {
  expect(signInMessage(coded('auth/something-new'))).toBe('provider text')
})
