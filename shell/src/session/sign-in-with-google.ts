import {
  type Auth,
  browserPopupRedirectResolver,
  GoogleAuthProvider,
  signInWithPopup,
  type UserCredential,
} from 'firebase/auth'
import type { SignInMethod } from './sign-in-method.ts'

/** Google's popup, which always asks which account to use. */
export function signInWithGoogle(auth: Auth, _way: SignInMethod): Promise<UserCredential> {
  const provider = new GoogleAuthProvider().setCustomParameters({ prompt: 'select_account' })
  return signInWithPopup(auth, provider, browserPopupRedirectResolver)
}
