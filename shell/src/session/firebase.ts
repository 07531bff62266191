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
} from 'firebase/auth'
import { type NeedsCode, signInUntilCode, startSetUp } from './firebase-second-factor.ts'
import type { FactorSetUp } from './second-step.ts'
import { reauthenticateWithGoogle, signInWithGoogle } from './sign-in-with-google.ts'
import type { SignInMethod } from './sign-in-method.ts'

export type SignedInAccount = { email: string | undefined; provider: string }

export type Identity = {
  /**
   * The current ID token; `fresh` requests a new one from the provider. Undefined when nobody is
   * signed in.
   */
  idToken: (fresh: boolean) => Promise<string | undefined>
  /** Called at once, and at every change: sign-in, refresh, sign-out. */
  onToken: (listener: (token: string | undefined) => void) => void
  signIn: (method: SignInMethod) => Promise<SignedInAccount | NeedsCode<SignedInAccount>>
  /** How the current person signed in. */
  signedInBy: () => Promise<SignInMethod['kind']>
  /** The current person signs in once more; rejects another account. */
  reauthenticate: (method: SignInMethod) => Promise<void | NeedsCode<void>>
  /** Begins to set up a second factor for the current person. */
  startSetUp: () => Promise<FactorSetUp>
  signOut: () => Promise<void>
}

/**
 * The Firebase SDK for the session. The SDK itself refreshes tokens and backs off after failures.
 */
export function openIdentity({ identity, foundation }: PortalConfig): Identity {
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
    signIn: (method) =>
      signInUntilCode(
        auth,
        () =>
          method.kind === 'google'
            ? signInWithGoogle(auth, method)
            : signInWithEmailAndPassword(auth, method.email, method.password),
        ({ user, providerId }) => ({
          email: user.email ?? undefined,
          provider: providerId ?? 'password',
        }),
      ),
    signedInBy: async () => {
      const user = await currentUser(auth)
      const { signInProvider } = await user.getIdTokenResult()
      return signInProvider === 'google.com' ? 'google' : 'password'
    },
    reauthenticate: async (method) => {
      const user = await currentUser(auth)
      return signInUntilCode(
        auth,
        () =>
          method.kind === 'google'
            ? reauthenticateWithGoogle(user, method)
            : reauthenticateWithCredential(
                user,
                EmailAuthProvider.credential(method.email, method.password),
              ),
        () => undefined,
      )
    },
    startSetUp: async () => startSetUp(await currentUser(auth), foundation.name),
    signOut: () => signOut(auth),
  }
}

/** The SDK may still be reading who is signed in on this device. */
async function currentUser(auth: Auth): Promise<User> {
  await auth.authStateReady()
  if (!auth.currentUser) throw new Error('Nobody is signed in.')
  return auth.currentUser
}
