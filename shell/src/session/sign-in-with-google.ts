import {
  type Auth,
  browserPopupRedirectResolver,
  GoogleAuthProvider,
  reauthenticateWithPopup,
  signInWithPopup,
  type User,
  type UserCredential,
} from 'firebase/auth'
import type { SignInMethod } from './identity.ts'

/** Google's popup, which always asks which account to use. */
export function signInWithGoogle(auth: Auth, _way: SignInMethod): Promise<UserCredential> {
  const provider = new GoogleAuthProvider().setCustomParameters({ prompt: 'select_account' })
  return signInWithPopup(auth, provider, browserPopupRedirectResolver)
}

/** Google's popup for the account that is signed in. */
export function reauthenticateWithGoogle(user: User, _way: SignInMethod): Promise<UserCredential> {
  const provider = new GoogleAuthProvider().setCustomParameters({
    prompt: 'login',
    ...(user.email === null ? {} : { login_hint: user.email }),
  })
  return reauthenticateWithPopup(user, provider, browserPopupRedirectResolver)
}
