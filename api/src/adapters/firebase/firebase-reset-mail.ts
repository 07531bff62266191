type Options = {
  /** `https://identitytoolkit.googleapis.com`; the emulator serves it below its own origin. */
  service: string
  projectId: string
  /** Access token of an account that may manage the project's users. */
  accessToken: string
  email: string
  signal: AbortSignal
}

/**
 * Makes Firebase send a password reset mail from the template in its console; the SDK only creates links. Uses
 * server credentials, so that a restricted API key isn't needed.
 * https://cloud.google.com/identity-platform/docs/reference/rest/v1/projects.accounts/sendOobCode
 */
export async function sendResetMail(options: Options): Promise<void> {
  const { service, projectId, accessToken, email, signal } = options
  const response = await fetch(`${service}/v1/projects/${projectId}/accounts:sendOobCode`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` },
    body: JSON.stringify({ requestType: 'PASSWORD_RESET', email }),
    signal,
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`Firebase returned ${response.status} for a password reset.`)
}
