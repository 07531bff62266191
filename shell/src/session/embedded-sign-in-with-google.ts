import {
  type Auth,
  GoogleAuthProvider,
  type OAuthCredential,
  reauthenticateWithCredential,
  signInWithCredential,
  type User,
  type UserCredential,
} from 'firebase/auth'
import type { SignInMethod } from './identity.ts'

type GoogleMethod = SignInMethod & { kind: 'google' }

/** Signs in with the chosen sample account. */
export function signInWithGoogle(auth: Auth, method: GoogleMethod): Promise<UserCredential> {
  return signInWithCredential(auth, credentialOf(method))
}

/** The chosen sample account has to be the one that is signed in. */
export function reauthenticateWithGoogle(
  user: User,
  method: GoogleMethod,
): Promise<UserCredential> {
  return reauthenticateWithCredential(user, credentialOf(method))
}

/** An unsigned Google ID token, which only the emulator accepts. */
function credentialOf({ account }: GoogleMethod): OAuthCredential {
  if (!account) throw new Error('The chooser hands over an account')
  const { sub = account.email, email, displayName } = account
  const token = JSON.stringify({ sub, email, email_verified: true, name: displayName })
  return GoogleAuthProvider.credential(token)
}
