import { randomUUID } from 'node:crypto'
import { comparableEmail, isEmailOfDomain } from '@portal/domain/email-address'
import { returnFromIssuer } from '@portal/contract/own-sign-in'
import * as client from 'openid-client'
import { recordChange } from '../../platform/audit/record-change.ts'
import { googleIssuer, type OpenIdProvider } from '../../platform/env/identity.ts'
import { revokeSessions } from '../../platform/identity/revoked-sessions.ts'
import type { StoreOperations } from '../../platform/store/document-store.ts'
import { Refusal } from '../../refusal.ts'
import {
  accountByName,
  accountNamesCollection,
  accountsCollection,
  emailName,
  saveAccount,
  subjectName,
} from './account-records.ts'

/** A person who has signed in at the provider, with a verified address of the foundation. */
export type ProviderPerson = {
  issuer: string
  subject: string
  email: string
  displayName?: string
  photoUrl?: string
  /** The provider's name in accounts and tokens. */
  provider: 'google.com' | 'oidc'
}

/** What the provider's answer must match. */
type IssuedRequest = { state: string; nonce: string; verifier: string }

export type OpenIdIssuer = {
  issuer: string
  /** `email` of the account that has to sign in again. */
  start: (email: string | undefined) => Promise<IssuedRequest & { url: string }>
  /** Refuses an answer to another request with `unauthenticated`, and anyone outside the foundation with `forbidden`. */
  finish: (address: URL, issued: IssuedRequest) => Promise<ProviderPerson>
}

type Options = { provider: OpenIdProvider; publicUrl: string; domain: string }

/** In seconds. */
const callTimeout = 8

/** Signs in with an OpenID provider: authorization code flow with PKCE, state and nonce. */
export function openIdIssuer({ provider, publicUrl, domain }: Options): OpenIdIssuer {
  const { issuer, clientId, clientSecret, previousClientSecret, isTrusted } = provider
  const redirectUri = `${publicUrl}${returnFromIssuer.path}`
  const discovered = new Map<string, Promise<client.Configuration>>()
  const configuration = async (secret = clientSecret) => {
    // Only a provider on this machine, for tests and development, has no https.
    const execute = issuer.startsWith('http://') ? [client.allowInsecureRequests] : []
    const discovery =
      discovered.get(secret) ??
      client
        .discovery(new URL(issuer), clientId, secret, undefined, { execute, timeout: callTimeout })
        .catch((error: unknown) => {
          discovered.delete(secret)
          throw unavailable(error)
        })
    discovered.set(secret, discovery)
    return discovery
  }
  /** The provider checks the client before it uses up the code, so the code can be sent again with the other secret. */
  const exchange = async (
    address: URL,
    checks: client.AuthorizationCodeGrantChecks,
  ): ReturnType<typeof client.authorizationCodeGrant> => {
    try {
      return await client.authorizationCodeGrant(await configuration(), address, checks)
    } catch (error) {
      if (previousClientSecret === undefined || !isWrongSecret(error)) throw error
      const previous = await configuration(previousClientSecret)
      return client.authorizationCodeGrant(previous, address, checks)
    }
  }

  return {
    issuer,
    async start(email) {
      const verifier = client.randomPKCECodeVerifier()
      const [state, nonce] = [client.randomState(), client.randomNonce()]
      const url = client.buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
        prompt: promptOf(issuer, { isAgain: email !== undefined }),
        ...(email === undefined ? {} : { login_hint: email }),
      })
      return { url: url.href, state, nonce, verifier }
    },

    async finish(address, { state, nonce, verifier }) {
      const answer = await exchange(address, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      }).catch((error: unknown) => {
        throw error instanceof Refusal ? error : refusalOf(error)
      })
      const claims = answer.claims()!
      const email = typeof claims['email'] === 'string' ? comparableEmail(claims['email']) : ''
      if (claims['email_verified'] !== true || !isEmailOfDomain(email, domain)) {
        throw new Refusal('forbidden', `Access restricted to @${domain} email addresses only.`)
      }
      const { name, picture } = claims
      return {
        issuer: claims.iss,
        subject: claims.sub,
        email,
        ...(typeof name === 'string' ? { displayName: name } : {}),
        ...(typeof picture === 'string' ? { photoUrl: picture } : {}),
        provider: isTrusted ? 'google.com' : 'oidc',
      }
    },
  }
}

/** What a provider asks a person. Every provider has to know `login`; Google lets people choose an account. */
export function promptOf(issuer: string, { isAgain }: { isAgain: boolean }): string {
  return issuer === googleIssuer && !isAgain ? 'select_account' : 'login'
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof client.AuthorizationResponseError && error.error === 'access_denied') {
    return new Refusal('unauthenticated', 'Sign-in cancelled. Please try again.', { cause: error })
  }
  // An answer that was forged, is for another request, or is used a second time.
  const isAnswer =
    error instanceof client.AuthorizationResponseError ||
    error instanceof client.ResponseBodyError ||
    (error instanceof client.ClientError && error.code !== 'OAUTH_TIMEOUT' && !isUnreachable(error))
  if (!isAnswer) return unavailable(error)
  const detail = 'The sign-in couldn’t be completed. Please try again.'
  return new Refusal('unauthenticated', detail, { cause: error })
}

/** https://www.rfc-editor.org/rfc/rfc6749#section-5.2 */
function isWrongSecret(error: unknown): boolean {
  return (
    (error instanceof client.ResponseBodyError && error.error === 'invalid_client') ||
    (error instanceof client.WWWAuthenticateChallengeError && error.status === 401)
  )
}

function isUnreachable(error: Error): boolean {
  return error.cause instanceof TypeError
}

function unavailable(cause: unknown): Refusal {
  const detail = 'The sign-in service can’t be reached at the moment. Please try again.'
  return new Refusal('unavailable', detail, { cause, retryAfter: 5 })
}

/**
 * The account of a person at the provider: known by the provider's id for them, so that it stays theirs when their address
 * changes; else by their address; else a new one.
 */
export async function accountOfPerson(
  transaction: StoreOperations,
  person: ProviderPerson,
  now: Date,
): Promise<string> {
  const { email, displayName, photoUrl, provider } = person
  const names = accountNamesCollection.in(transaction)
  const subject = subjectName(person.issuer, person.subject)
  const subjects = [{ issuer: person.issuer, subject: person.subject }]
  const address = emailName(email)
  const known = await accountByName(transaction, subject)
  const withAddress = await accountByName(transaction, address)
  const shown = {
    email,
    emailVerified: true,
    ...(displayName === undefined ? {} : { displayName }),
    ...(photoUrl === undefined ? {} : { photoUrl }),
  }

  if (known) {
    if (known.email === email) {
      await saveAccount(transaction, known, shown)
      return known.id
    }
    if (withAddress) throw addressTaken()
    await names.delete(emailName(known.email))
    await names.create(address, { uid: known.id })
    const kept = known.secrets.names.filter((name) => name !== emailName(known.email))
    await saveAccount(transaction, known, { ...shown, secrets: { names: [...kept, address] } })
    return known.id
  }
  if (withAddress) {
    // If an address was given to somebody else, they don't get the notes of the previous person.
    if (withAddress.secrets.names.some((name) => name.startsWith('subject:'))) throw addressTaken()
    await names.create(subject, { uid: withAddress.id })
    await saveAccount(transaction, withAddress, {
      ...shown,
      // Nobody who knows the account's earlier password can sign in any more.
      providers: [provider],
      validAfter: Math.floor(now.getTime() / 1000),
      secrets: {
        passwordHash: undefined,
        link: undefined,
        names: [...withAddress.secrets.names, subject],
        subjects,
      },
    })
    const by = { uid: withAddress.id, email }
    const ended = {
      signInsBefore: Math.floor(now.getTime() / 1000),
      revokedAt: now.toISOString(),
    }
    await revokeSessions(transaction, withAddress.id, { reason: 'revoked', ...ended })
    await recordChange(transaction, {
      at: now,
      by,
      what: 'password replaced',
      subject: withAddress.id,
    })
    return withAddress.id
  }
  const uid = randomUUID()
  await names.create(address, { uid })
  await names.create(subject, { uid })
  await accountsCollection.in(transaction).create(uid, {
    ...shown,
    providers: [provider],
    disabled: false,
    createdAt: now.toISOString(),
    validAfter: 0,
    secrets: { names: [address, subject], subjects },
  })
  return uid
}

function addressTaken(): Refusal {
  return new Refusal(
    'conflict',
    'Somebody else has signed in with this address before. Please ask your Board Liaison.',
  )
}
