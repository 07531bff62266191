import * as z from 'zod/mini'
import { request } from './clock-check.ts'
import { type Check, CheckFailure } from './finding.ts'

type Options = {
  /** https://identitytoolkit.googleapis.com. */
  service: string
  apiKey: string
  /** `FIREBASE_AUTH_DOMAIN`. */
  authDomain: string
  /** The portal's own address, if it was given. */
  address: URL | undefined
  /** Where Google signs people in. */
  google?: string
}

// https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/createAuthUri
const created = z.object({ authUri: z.string() })
const refused = z.object({ error: z.object({ message: z.string() }) })

const byHand = 'sign in with Google once to see whether it works'

/** Begins a sign-in with Google as a browser does, to find out whether Google may return people to the sign-in page. */
export function redirectCheck({
  google = 'https://accounts.google.com',
  ...options
}: Options): Check {
  const handler = `https://${options.authDomain}/__/auth/handler`
  return {
    part: 'redirect',
    async run() {
      const authUri = await beginSignIn(options, handler)
      const { origin, searchParams } = new URL(authUri)
      if (origin !== google || searchParams.get('redirect_uri') !== handler) {
        return { caution: `not checked, because Firebase begins a sign-in differently; ${byHand}` }
      }
      const outcome = await followSignIn(authUri)
      if (outcome === 'page') return `Google signs people in, and returns them to ${handler}`
      if (outcome === 'unknown') {
        return { caution: `Google’s response wasn’t understood; ${byHand}` }
      }
      const client = `the OAuth client ${searchParams.get('client_id') ?? ''}`.trim()
      throw new CheckFailure(
        outcome.error === 'redirect_uri_mismatch'
          ? `Google doesn’t return people to ${handler}, so nobody can sign in with Google. Add it to the authorized redirect URIs of ${client}, in the Google Cloud console under APIs & Services, Credentials.`
          : `Google refuses ${client} (${outcome.error}), so nobody can sign in with Google. Look at it in the Google Cloud console under APIs & Services, Credentials.`,
      )
    },
  }
}

async function beginSignIn(
  { service, apiKey, address }: Pick<Options, 'service' | 'apiKey' | 'address'>,
  continueUri: string,
): Promise<string> {
  const url = new URL(`${service}/v1/accounts:createAuthUri`)
  url.searchParams.set('key', apiKey)
  const response = await request(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(address ? { referer: `${address.origin}/` } : {}),
    },
    body: JSON.stringify({ providerId: 'google.com', continueUri }),
  })
  const body: unknown = await response.json().catch(() => undefined)
  const { data } = z.safeParse(created, body)
  if (response.ok && data && URL.canParse(data.authUri)) return data.authUri
  // The code, such as OPERATION_NOT_ALLOWED; the text after it may quote the request.
  const code = z.safeParse(refused, body).data?.error.message.match(/^[A-Z_]+/)?.[0]
  throw new CheckFailure(
    `Firebase begins no sign-in with Google (${code ?? response.status}). Enable Google as a sign-in provider in Firebase under Authentication, and check FIREBASE_API_KEY.`,
  )
}

type Outcome = 'page' | 'unknown' | { error: string }

/** Google's sign-in page is a few redirects away. */
const mostRedirects = 5

async function followSignIn(start: string): Promise<Outcome> {
  let url = new URL(start)
  for (let n = 0; n < mostRedirects; n += 1) {
    const response = await request(url)
    const next = URL.parse(response.headers.get('location') ?? '', url.href)
    const error = errorOf(next ?? url, await response.text())
    if (error !== undefined) return { error }
    const isPage = response.ok && /signin|ServiceLogin/.test(url.pathname)
    if (isPage) return 'page'
    if (next?.origin !== url.origin) return 'unknown'
    url = next
  }
  return 'unknown'
}

/**
 * The error that Google shows in place of the sign-in page, such as `redirect_uri_mismatch`: in the page's text, and
 * encoded in its address. https://developers.google.com/identity/protocols/oauth2/web-server#authorization-errors
 */
function errorOf({ searchParams, pathname }: URL, text: string): string | undefined {
  const encoded = Buffer.from(searchParams.get('authError') ?? '', 'base64url').toString('latin1')
  const isError = encoded !== '' || pathname.includes('/oauth/error')
  const shown = /\bError \d{3}: (\w+)/.exec(text)?.[1] ?? /[a-z]+(?:_[a-z]+)+/.exec(encoded)?.[0]
  return shown ?? (isError ? 'no reason given' : undefined)
}
