import { JWT } from 'google-auth-library'
import { Refusal } from '../../refusal.ts'
import { type GoogleAccess, googleAuth, mustHaveAccount } from './google-auth.ts'
import { failureOf } from './google-refusal.ts'

/** The least that can be asked for: a token that says who its bearer is. */
const scopes = ['https://www.googleapis.com/auth/userinfo.email']

/**
 * The e-mail address of the portal's own account, once Google has given it a token; undefined where the machine's
 * own account doesn't say. Refuses with `unavailable` and one sentence.
 */
export async function googleAccount(
  access: Omit<GoogleAccess, 'scopes'>,
): Promise<string | undefined> {
  const auth = googleAuth({ ...access, scopes })
  await mustHaveAccount(auth)
  try {
    await auth.getAccessToken()
  } catch (cause) {
    throw new Refusal('unavailable', sentenceOf(cause), { cause })
  }
  if (auth instanceof JWT) return auth.email
  return (await auth.getCredentials()).client_email ?? undefined
}

function sentenceOf(error: unknown): string {
  const { status, tokenError } = failureOf(error)
  if (status === undefined)
    return 'Google gives the portal’s account no token: it can’t be reached.'
  const why = tokenError ?? `status ${status}`
  return `Google gives the portal’s account no token (${why}): the key was deleted or is another project’s, or this machine’s clock is wrong.`
}
