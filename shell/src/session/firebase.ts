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
  FactorId,
  getMultiFactorResolver,
  multiFactor,
  type MultiFactorError,
  sendEmailVerification,
  TotpMultiFactorGenerator,
  type UserCredential,
} from 'firebase/auth'
import type { Identity, NeedsCode } from './identity.ts'
import { reauthenticateWithGoogle, signInWithGoogle } from './sign-in-with-google.ts'
import type { FactorSetUp } from './second-step.ts'

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

/** Signs in, as far as that is possible without a code. */
async function signInUntilCode<T>(
  auth: Auth,
  signIn: () => Promise<UserCredential>,
  result: (credential: UserCredential) => T,
): Promise<T | NeedsCode<T>> {
  try {
    return result(await signIn())
  } catch (error) {
    if (codeOf(error) !== 'auth/multi-factor-auth-required') throw error
    const resolver = getMultiFactorResolver(auth, error as MultiFactorError)
    const app = resolver.hints.find(({ factorId }) => factorId === FactorId.TOTP)
    if (!app) {
      throw new Error(
        'This account’s second step isn’t an authenticator app. Please ask an admin to reset it.',
        { cause: error },
      )
    }
    return {
      giveCode: async (code) => {
        const assertion = TotpMultiFactorGenerator.assertionForSignIn(app.uid, code)
        return result(await resolver.resolveSignIn(assertion))
      },
    }
  }
}

/** Begins to set up an authenticator app, which shows the portal as `issuer`. */
async function startSetUp(user: User, issuer: string): Promise<FactorSetUp> {
  try {
    const session = await multiFactor(user).getSession()
    const secret = await TotpMultiFactorGenerator.generateSecret(session)
    return {
      secret: secret.secretKey,
      uri: secret.generateQrCodeUrl(user.email ?? '', issuer),
      async confirm(code) {
        const assertion = TotpMultiFactorGenerator.assertionForEnrollment(secret, code)
        await multiFactor(user).enroll(assertion, 'Authenticator app')
      },
    }
  } catch (error) {
    if (codeOf(error) !== 'auth/unverified-email') throw error
    await sendEmailVerification(user)
    throw new Error(
      `First, please confirm your e-mail address: open the link that was just sent to ${user.email}. Then try again.`,
      { cause: error },
    )
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}
