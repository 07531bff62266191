import { JWT } from 'google-auth-library'
import { Refusal } from '../../refusal.ts'
import { type GoogleAccess, googleAuth, mustHaveAccount } from './google-auth.ts'
import { failureOf } from './google-refusal.ts'

/** The smallest scope: a token that identifies its bearer. */
const scopes = ['https://www.googleapis.com/auth/userinfo.email']

/**
 * The e-mail address of the portal's service account, verified by requesting a token. Undefined if the machine's own
 * account doesn't reveal it. Refuses with `unavailable` and an explanation.
 */
export async function googleAccount(
  access: Omit<GoogleAccess, 'scopes'>,
): Promise<string | undefined> {
  const auth = googleAuth({ ...access, scopes })
  await mustHaveAccount(auth)
  try {
    await auth.getAccessToken()
  } catch (cause) {
    throw new Refusal('unavailable', errorMessage(cause), { cause })
  }
  if (auth instanceof JWT) return auth.email
  return (await auth.getCredentials()).client_email ?? undefined
}

function errorMessage(error: unknown): string {
  const { status, tokenError } = failureOf(error)
  if (status === undefined)
    return 'The portal’s account can’t get a token from Google: Google can’t be reached.'
  const why = tokenError ?? `status ${status}`
  return `The portal’s account can’t get a token from Google (${why}). Either the key was deleted or belongs to another project, or this machine’s clock is wrong.`
}
