import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/**
 * Signing in at the portal itself, with `IDENTITY=portal`; another sign-in service has endpoints of its own. A renewal
 * and the mark of a known browser are cookies that scripts can't read.
 */
const text = (most: number) => z.string().check(z.maxLength(most))
/** A secret of the portal's, as it was handed out. */
const secret = text(100)
/** The account that has to be the one that signs in, if somebody is signed in already. */
const as = z.optional(text(128))

const renewedToken = {
  uid: z.string(),
  email: z.string(),
  /** `password`, `google.com`, `oidc`. */
  provider: z.string(),
  /** The ID token. */
  token: z.string(),
  /** ISO 8601, UTC. */
  expiresAt: z.string(),
}
const startedSignIn = z.object({ kind: z.literal('signedIn'), ...renewedToken })
const signInOutcome = z.discriminatedUnion('kind', [
  startedSignIn,
  /** The account has a second factor: `step` and a code complete the sign-in. */
  z.object({ kind: z.literal('code'), step: z.string() }),
])

export const signInByPassword = endpoint({
  method: 'POST',
  path: '/api/identity/sign-in',
  callers: 'ownToken',
  summary:
    'Signs in with an e-mail address and a password, as far as that is possible without a code.',
  body: z.object({ email: text(254), password: text(1000), as }),
  reply: signInOutcome,
  fresh: 'signIn',
})

export const signInByCode = endpoint({
  method: 'POST',
  path: '/api/identity/code',
  callers: 'ownToken',
  summary: 'Completes a sign-in with the code of the account’s authenticator app.',
  body: z.object({ step: secret, code: text(20), as }),
  reply: startedSignIn,
  fresh: 'signIn',
})

export const renewToken = endpoint({
  method: 'POST',
  path: '/api/identity/token',
  callers: 'ownToken',
  summary: 'Returns a new ID token of the browser’s sign-in, until that ends.',
  reply: z.object(renewedToken),
  fresh: 'signIn',
})

export const forgetRenewal = endpoint({
  method: 'DELETE',
  path: '/api/identity/token',
  callers: 'everyone',
  summary: 'Ends the renewal of the browser’s sign-in. Repeating it changes nothing.',
  fresh: 'signIn',
})

export const startFactorSetUp = endpoint({
  method: 'POST',
  path: '/api/identity/second-factor',
  callers: 'ownToken',
  summary: 'Begins to set up an authenticator app for the token’s account, after a recent sign-in.',
  body: z.object({ token: secret }),
  reply: z.object({
    step: z.string(),
    /** In base32, for typing. */
    secret: z.string(),
    /** `otpauth://…`, for a QR code. */
    uri: z.string(),
  }),
  fresh: 'signIn',
})

export const confirmFactorSetUp = endpoint({
  method: 'POST',
  path: '/api/identity/second-factor/confirm',
  callers: 'ownToken',
  summary: 'Sets up the authenticator app with its first code, and signs in with it.',
  body: z.object({ token: secret, step: secret, code: text(20) }),
  reply: startedSignIn,
  fresh: 'signIn',
})

export const getLinkOwner = endpoint({
  method: 'POST',
  path: '/api/identity/link',
  callers: 'ownToken',
  summary: 'Returns whose password a link sets, if it can still be used.',
  body: z.object({ link: secret }),
  reply: z.object({ email: z.string() }),
  fresh: 'signIn',
})

export const choosePassword = endpoint({
  method: 'POST',
  path: '/api/identity/password',
  callers: 'ownToken',
  summary:
    'Sets the password of the link’s account. A link works once; the same request sent again succeeds.',
  body: z.object({ link: secret, password: text(1000) }),
  fresh: 'signIn',
})

export const startAtIssuer = endpoint({
  method: 'POST',
  path: '/api/identity/issuer',
  callers: 'everyone',
  summary: 'Returns the address at which the browser signs in with the OpenID provider.',
  body: z.object({ as }),
  reply: z.object({ url: z.string() }),
  fresh: 'signIn',
})

export const returnFromIssuer = endpoint({
  method: 'GET',
  path: '/api/identity/issuer/return',
  callers: 'everyone',
  summary: 'Where the OpenID provider sends the browser back to: a page that closes itself.',
  bytes: { type: 'text/html' },
})

export const finishAtIssuer = endpoint({
  method: 'POST',
  path: '/api/identity/issuer/finish',
  callers: 'ownToken',
  summary: 'Completes the sign-in with the OpenID provider that this browser has started.',
  body: z.object({ as }),
  reply: signInOutcome,
  fresh: 'signIn',
})
