import {
  type Auth,
  GoogleAuthProvider,
  signInWithCredential,
  type UserCredential,
} from 'firebase/auth'
import type { SignInWay } from './sign-in-way.ts'

/** The chosen sample account, as a Google ID token that only the emulator takes without a signature. */
export function signInWithGoogle(
  auth: Auth,
  { account }: SignInWay & { kind: 'google' },
): Promise<UserCredential> {
  if (!account) throw new Error('The chooser hands over an account')
  const { sub = account.email, email, displayName } = account
  const token = JSON.stringify({ sub, email, email_verified: true, name: displayName })
  return signInWithCredential(auth, GoogleAuthProvider.credential(token))
}
