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
import { signInUntilCode, startSetUp } from './firebase-second-factor.ts'
import type { Identity } from './identity.ts'
import { reauthenticateWithGoogle, signInWithGoogle } from './sign-in-with-google.ts'

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
