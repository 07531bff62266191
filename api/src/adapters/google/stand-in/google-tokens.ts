import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { decodeJwt, errors, jwtVerify } from 'jose'

/** The content of a service account key file. */
export type ServiceAccountKey = {
  type: 'service_account'
  project_id: string
  private_key_id: string
  private_key: string
  client_email: string
  token_uri: string
}

export type GoogleCaller = { user: string; scopes: string[] }

/** The audience of every assertion, wherever the token endpoint actually is. */
const audience = 'https://oauth2.googleapis.com/token'

// Generating a key takes a tenth of a second, so all tests share one.
const accountKeys = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pemOf = (keys: typeof accountKeys) => keys.privateKey.export({ type: 'pkcs8', format: 'pem' })

/** The token endpoint: exchanges one service account's signed assertions for expiring access tokens. */
export function googleTokens({ life = 3599 }: { life?: number }) {
  const account: ServiceAccountKey = {
    type: 'service_account',
    project_id: 'larkspur',
    private_key_id: 'first',
    private_key: pemOf(accountKeys),
    client_email: 'portal@larkspur.iam.gserviceaccount.com',
    token_uri: audience,
  }
  const given = new Map<string, GoogleCaller & { expires: number }>()

  return {
    account,
    /** Handles a form with `grant_type` and `assertion`. */
    async grant(form: URLSearchParams): Promise<Response> {
      if (form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer') {
        return refused('unsupported_grant_type', 'Invalid grant_type')
      }
      const assertion = form.get('assertion') ?? ''
      const claims = await verified(assertion, account.client_email)
      if (claims instanceof Response) return claims
      const { scope, sub } = claims
      if (typeof scope !== 'string' || !scope.startsWith('https://www.googleapis.com/auth/')) {
        return refused('invalid_scope', 'Invalid OAuth scope or ID token audience provided.')
      }
      const token = `ya29.${randomBytes(24).toString('base64url')}`
      given.set(token, {
        // With domain-wide delegation, a service account acts as a user and consumes that user's quota.
        user: sub ?? account.client_email,
        scopes: scope.split(' '),
        expires: Date.now() + life * 1000,
      })
      return Response.json({ access_token: token, expires_in: life, token_type: 'Bearer' })
    },
    callerOf(authorization: string | undefined): GoogleCaller | undefined {
      const caller = given.get(authorization?.replace(/^Bearer /, '') ?? '')
      return caller && caller.expires > Date.now() ? caller : undefined
    },
    /** Revokes every token, as an administrator can. */
    revokeAll: () => given.clear(),
  }
}

/** A key file of the same account whose key Google doesn't know. */
export function unknownKey(account: ServiceAccountKey): ServiceAccountKey {
  return { ...account, private_key: pemOf(generateKeyPairSync('rsa', { modulusLength: 2048 })) }
}

async function verified(assertion: string, email: string) {
  try {
    if (decodeJwt(assertion).iss !== email) {
      return refused('invalid_grant', 'Invalid grant: account not found')
    }
    const { payload } = await jwtVerify(assertion, accountKeys.publicKey, {
      algorithms: ['RS256'],
      audience,
      // Assertions that live longer are refused.
      maxTokenAge: 3600,
      requiredClaims: ['exp', 'iat', 'scope'],
    })
    return payload
  } catch (error) {
    if (error instanceof errors.JWSSignatureVerificationFailed) {
      return refused('invalid_grant', 'Invalid JWT Signature.')
    }
    return refused('invalid_grant', 'Invalid JWT: check your iat, exp and aud values.')
  }
}

function refused(error: string, description: string): Response {
  return Response.json({ error, error_description: description }, { status: 400 })
}
