import type { PortalConfig } from '@portal/contract/portal'
import { initializeApp } from 'firebase/app'
import {
  browserLocalPersistence,
  connectAuthEmulator,
  indexedDBLocalPersistence,
  initializeAuth,
  onIdTokenChanged,
  signInWithEmailAndPassword,
  signOut,
  type Auth,
  type UserCredential,
} from 'firebase/auth'
import { signInWithGoogle } from './google-way.ts'
import type { SignInWay } from './sign-in-way.ts'

export type Identity = {
  /** The present ID token; `fresh` asks the provider for a new one. Undefined when nobody is signed in. */
  idToken: (fresh: boolean) => Promise<string | undefined>
  /** Told at once, and at every change: sign-in, refresh, sign-out. */
  onToken: (listener: (token: string | undefined) => void) => void
  signIn: (way: SignInWay) => Promise<{ email: string | undefined; provider: string }>
  signOut: () => Promise<void>
}

/** The Firebase SDK as the session sees it. Tokens are refreshed, and failures backed off, by the SDK itself. */
export function openIdentity({ identity }: PortalConfig): Identity {
  const { apiKey, authDomain, projectId } = identity
  const auth = initializeAuth(initializeApp({ apiKey, authDomain, projectId }), {
    persistence: [indexedDBLocalPersistence, browserLocalPersistence],
  })
  if (identity.kind === 'emulator') {
    // The API hands the emulator's public paths on, so that one origin is enough.
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
    signIn: async (way) => {
      const { user, providerId } = await credentialBy(auth, way)
      return { email: user.email ?? undefined, provider: providerId ?? 'password' }
    },
    signOut: () => signOut(auth),
  }
}

function credentialBy(auth: Auth, way: SignInWay): Promise<UserCredential> {
  return way.kind === 'google'
    ? signInWithGoogle(auth, way)
    : signInWithEmailAndPassword(auth, way.email, way.password)
}
