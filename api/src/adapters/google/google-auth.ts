import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { GoogleAuth, JWT } from 'google-auth-library'
import * as z from 'zod/mini'
import { Refusal } from '../../refusal.ts'

export type GoogleAccess = {
  scopes: string[]
  /** A service account's key file, or what it holds; without one, the machine's own account. */
  credentials?: string | ServiceAccount
  /** For tests: where tokens are asked for instead of at Google. */
  tokenUrl?: string
}

const serviceAccount = z.object({
  type: z.literal('service_account'),
  client_email: z.string(),
  private_key: z.string(),
})
type ServiceAccount = z.infer<typeof serviceAccount>

/** The one address that the library asks for tokens; it has no setting for another. */
const knownTokenUrl = 'https://oauth2.googleapis.com/token'

/** How long a call may take, in ms. */
const patience = 30_000

/**
 * Access to Google's APIs as the portal's own account. A key file that can't be used is refused at once.
 * A token that Google takes back before its time is replaced, and the call made again.
 */
export function googleAuth({ scopes, credentials, tokenUrl }: GoogleAccess): JWT | GoogleAuth {
  if (credentials === undefined) {
    return new GoogleAuth({ scopes, clientOptions: { transporterOptions: { timeout: patience } } })
  }
  const key = typeof credentials === 'string' ? readKey(credentials) : credentials
  const client = new JWT({
    email: key.client_email,
    key: key.private_key,
    scopes,
    transporterOptions: {
      timeout: patience,
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

/** Without a key file, whether the machine has an account of its own is found out by the first call. */
export async function mustHaveAccount(auth: JWT | GoogleAuth): Promise<void> {
  if (auth instanceof JWT) return
  try {
    await auth.getClient()
  } catch (cause) {
    const sentence = 'The portal has no account at Google; set GOOGLE_CREDENTIALS_FILE.'
    throw new Refusal('unavailable', sentence, { cause })
  }
}

/** As a client is that has never asked for one. */
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
    const sentence = `GOOGLE_CREDENTIALS_FILE=${file} can't be used: it is not a service account's key file.`
    throw new Refusal('unavailable', sentence, { cause })
  }
}
