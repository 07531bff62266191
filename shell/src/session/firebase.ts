import type { PortalConfig } from '@portal/contract/portal'
import { initializeApp } from 'firebase/app'
import {
  browserLocalPersistence,
  connectAuthEmulator,
  EmailAuthProvider,
  indexedDBLocalPersistence,
  initializeAuth,
  onIdTokenChanged,
  reauthenticateWithCredential,
  signInWithEmailAndPassword,
  signOut,
  type Auth,
  type User,
  type UserCredential,
} from 'firebase/auth'
import { reauthenticateWithGoogle, signInWithGoogle } from './sign-in-with-google.ts'
import type { SignInMethod } from './sign-in-method.ts'

export type Identity = {
  /**
   * The current ID token; `fresh` requests a new one from the provider. Undefined when nobody is
   * signed in.
   */
  idToken: (fresh: boolean) => Promise<string | undefined>
  /** Called at once, and at every change: sign-in, refresh, sign-out. */
  onToken: (listener: (token: string | undefined) => void) => void
  signIn: (method: SignInMethod) => Promise<{ email: string | undefined; provider: string }>
  /** How the current person signed in. */
  signedInBy: () => Promise<SignInMethod['kind']>
  /** The current person signs in once more; rejects another account. */
  reauthenticate: (method: SignInMethod) => Promise<void>
  signOut: () => Promise<void>
}

/**
 * The Firebase SDK for the session. The SDK itself refreshes tokens and backs off after failures.
 */
export function openIdentity({ identity }: PortalConfig): Identity {
  const { apiKey, authDomain, projectId } = identity
  const auth = initializeAuth(initializeApp({ apiKey, authDomain, projectId }), {
    persistence: [indexedDBLocalPersistence, browserLocalPersistence],
  })
  if (identity.kind === 'emulator') {
    // The API forwards the emulator's public paths, so that one origin is enough.
    connectAuthEmulator(auth, location.origin, { disableWarnings: true })
  }
  return {
    idToken: async (fresh) => {
      await auth.authStateReady()
      return auth.currentUser?.getIdToken(fresh)
    },
    onToken: (listener) => {
      onIdTokenChanged(auth, async (user) => listener(await user?.getIdToken()))
    },
    signIn: async (method) => {
      const { user, providerId } = await credentialBy(auth, method)
      return { email: user.email ?? undefined, provider: providerId ?? 'password' }
    },
    signedInBy: async () => {
      const { signInProvider } = await currentUser(auth).getIdTokenResult()
      return signInProvider === 'google.com' ? 'google' : 'password'
    },
    reauthenticate: async (method) => {
      const user = currentUser(auth)
      if (method.kind === 'google') await reauthenticateWithGoogle(user, method)
      else {
        const credential = EmailAuthProvider.credential(method.email, method.password)
        await reauthenticateWithCredential(user, credential)
      }
    },
    signOut: () => signOut(auth),
  }
}

function currentUser({ currentUser: user }: Auth): User {
  if (!user) throw new Error('Nobody is signed in.')
  return user
}

function credentialBy(auth: Auth, method: SignInMethod): Promise<UserCredential> {
  return method.kind === 'google'
    ? signInWithGoogle(auth, method)
    : signInWithEmailAndPassword(auth, method.email, method.password)
}
