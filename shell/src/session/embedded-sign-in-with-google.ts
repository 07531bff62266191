import {
  type Auth,
  GoogleAuthProvider,
  signInWithCredential,
  type UserCredential,
} from 'firebase/auth'
import type { SignInMethod } from './sign-in-method.ts'

/** The chosen sample account as an unsigned Google ID token, which only the emulator accepts. */
export function signInWithGoogle(
  auth: Auth,
  { account }: SignInMethod & { kind: 'google' },
): Promise<UserCredential> {
  if (!account) throw new Error('The chooser hands over an account')
  const { sub = account.email, email, displayName } = account
  const token = JSON.stringify({ sub, email, email_verified: true, name: displayName })
  return signInWithCredential(auth, GoogleAuthProvider.credential(token))
}
