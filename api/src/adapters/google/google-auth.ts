import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { GoogleAuth, JWT } from 'google-auth-library'
import * as z from 'zod/mini'
import { Refusal } from '../../refusal.ts'

export type GoogleAccess = {
  scopes: string[]
  /** Path or content of a service account key; defaults to the machine's own account. */
  credentials?: string | ServiceAccount
  /** For tests: the token endpoint to use instead of Google's. */
  tokenUrl?: string
}

const serviceAccount = z.object({
  type: z.literal('service_account'),
  client_email: z.string(),
  private_key: z.string(),
})
type ServiceAccount = z.infer<typeof serviceAccount>

/** The token URL that the library always uses; it has no option for another. */
const knownTokenUrl = 'https://oauth2.googleapis.com/token'

/** Timeout of a call, in ms. */
const callTimeout = 30_000

/**
 * Authenticates calls to Google's APIs as the portal's own account. An unusable key file is refused at once.
 * If Google revokes a token early, it is renewed and the call repeated.
 */
export function googleAuth({ scopes, credentials, tokenUrl }: GoogleAccess): JWT | GoogleAuth {
  if (credentials === undefined) {
    return new GoogleAuth({
      scopes,
      clientOptions: { transporterOptions: { timeout: callTimeout } },
    })
  }
  const key = typeof credentials === 'string' ? readKey(credentials) : credentials
  const client = new JWT({
    email: key.client_email,
    key: key.private_key,
    scopes,
    transporterOptions: {
      timeout: callTimeout,
      async adapter(options, send) {
        if (options.url.href === knownTokenUrl) {
          return send({ ...options, url: new URL(tokenUrl ?? knownTokenUrl) })
        }
        const response = await send(options)
        if (response.status !== 401) return response
        if (response.data instanceof Readable) response.data.destroy()
        const refused = options.headers.get('authorization')
        if (refused === `Bearer ${client.credentials.access_token}`) forgetToken(client)
        const renewed = (await client.getRequestHeaders()).get('authorization')
        options.headers.set('authorization', renewed ?? '')
        return send(options)
      },
    },
  })
  return client
}

/** Without a key file, only a call shows whether the machine has an account. */
export async function mustHaveAccount(auth: JWT | GoogleAuth): Promise<void> {
  if (auth instanceof JWT) return
  try {
    await auth.getClient()
  } catch (cause) {
    const message = 'The portal has no Google account. Set GOOGLE_CREDENTIALS_FILE.'
    throw new Refusal('unavailable', message, { cause })
  }
}

/** Resets the client to its state before the first token. */
function forgetToken(client: JWT): void {
  delete client.gtoken
  client.setCredentials({ refresh_token: 'jwt-placeholder', expiry_date: 1 })
}

function readKey(file: string): ServiceAccount {
  try {
    const key = z.parse(serviceAccount, JSON.parse(readFileSync(file, 'utf8')))
    createPrivateKey(key.private_key)
    return key
  } catch (cause) {
    const message = `GOOGLE_CREDENTIALS_FILE=${file} can't be used: it is not a service account's key file.`
    throw new Refusal('unavailable', message, { cause })
  }
}
