import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { decodeJwt, errors, jwtVerify } from 'jose'

/** What a service account's key file holds. */
export type ServiceAccountKey = {
  type: 'service_account'
  project_id: string
  private_key_id: string
  private_key: string
  client_email: string
  token_uri: string
}

export type GoogleCaller = { user: string; scopes: string[] }

/** Named in every assertion, wherever the token endpoint really is. */
const audience = 'https://oauth2.googleapis.com/token'

// A key takes a tenth of a second to make, and one is as good as another.
const accountKeys = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pemOf = (keys: typeof accountKeys) => keys.privateKey.export({ type: 'pkcs8', format: 'pem' })

/** The token endpoint: signed assertions of one service account for access tokens that expire. */
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
    /** Answers a form with `grant_type` and `assertion`. */
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
        // With domain-wide delegation a service account acts as a user, whose quota it uses up.
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
    /** Ends every token before its time, as an administrator's revocation does. */
    revokeAll: () => given.clear(),
  }
}

/** A key file of the same account whose key Google has never been told of. */
export function strangersKey(account: ServiceAccountKey): ServiceAccountKey {
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
      // Longer-lived assertions are refused.
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
