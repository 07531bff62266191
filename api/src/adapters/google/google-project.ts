import { Refusal } from '../../refusal.ts'
import { type GoogleAccess, googleAuth, mustHaveAccount } from './google-auth.ts'
import { failureOf } from './google-refusal.ts'

const scopes = ['https://www.googleapis.com/auth/cloud-platform']

/**
 * What one of Google's services returns about the project to the portal's account. Refuses with `unavailable` and an
 * explanation that doesn't quote the response.
 */
export async function readGoogleProject(
  url: string,
  access: Omit<GoogleAccess, 'scopes'>,
): Promise<unknown> {
  const auth = googleAuth({ ...access, scopes })
  await mustHaveAccount(auth)
  try {
    const { data } = await auth.request({ url })
    return data
  } catch (cause) {
    const { status } = failureOf(cause)
    const { host } = new URL(url)
    const why =
      status === undefined ? 'doesn’t respond' : `refuses the portal’s account (${status})`
    throw new Refusal('unavailable', `${host} ${why}.`, { cause })
  }
}
