import {
  type Auth,
  FactorId,
  getMultiFactorResolver,
  multiFactor,
  type MultiFactorError,
  sendEmailVerification,
  TotpMultiFactorGenerator,
  type User,
  type UserCredential,
} from 'firebase/auth'
import type { NeedsCode } from './identity.ts'
import type { FactorSetUp } from './second-step.ts'

/** Signs in, as far as that is possible without a code. */
export async function signInUntilCode<T>(
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
export async function startSetUp(user: User, issuer: string): Promise<FactorSetUp> {
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
