import type { Claims, Identity } from './identity.ts'
import type { Accounts } from './accounts.ts'

/** A source of attempts, which are counted together. */
export type AttemptSource = {
  /** The address that the request comes from. */
  address: string
  /** The secret of the browser's device cookie, if it has one. */
  device?: string | undefined
}

/** A sign-in with the secrets that the browser keeps. */
export type StartedSignIn = {
  kind: 'signedIn'
  uid: string
  email: string
  provider: Claims['provider']
  /** The ID token. */
  token: string
  /** ISO 8601, UTC. */
  expiresAt: string
  /** Gets further tokens; scripts must not see it. `seconds` is how long it is valid. */
  renewal: { secret: string; seconds: number }
  /** Shows that this browser has signed in to this account before. */
  device: { secret: string; seconds: number }
}

/** The account has a second factor: `step` and a code complete the sign-in. */
export type NeededCode = { kind: 'code'; step: string }

/** The token of a sign-in that continues. */
type RenewedToken = Pick<StartedSignIn, 'uid' | 'email' | 'provider' | 'token' | 'expiresAt'>

/** If `as` is given, the account must be this one. */
type Expected = { as?: string | undefined }

/**
 * A browser's calls to a portal that signs people in itself. Wrong or expired secrets are refused with
 * `unauthenticated`, too many attempts with `tooMany`.
 */
export type SignInCalls = {
  signIn: (
    given: { email: string; password: string } & Expected,
    source: AttemptSource,
  ) => Promise<StartedSignIn | NeededCode>
  giveCode: (
    given: { step: string; code: string } & Expected,
    source: AttemptSource,
  ) => Promise<StartedSignIn>
  /** Where a browser signs in at the OpenID provider, and the secret that it keeps meanwhile. */
  startAtIssuer: (expected: Expected) => Promise<{ url: string; secret: string; seconds: number }>
  /** Takes the provider's answer from the address that it sent the browser to; refuses one that isn't for this secret. */
  returnFromIssuer: (secret: string, address: URL) => Promise<void>
  /** Completes the sign-in once the provider's answer has been taken. */
  finishAtIssuer: (
    given: { secret: string } & Expected,
    source: AttemptSource,
  ) => Promise<StartedSignIn | NeededCode>
  renew: (renewal: string) => Promise<RenewedToken>
  /** Ending a sign-in that has ended succeeds. */
  end: (renewal: string) => Promise<void>
  /** Begins to set up a second factor for the token's account; needs a recent sign-in. */
  startSetUp: (token: string) => Promise<{ step: string; secret: string; uri: string }>
  /** Sets it up with its first code, and signs in with it. */
  confirmSetUp: (
    given: { token: string; step: string; code: string },
    source: AttemptSource,
  ) => Promise<StartedSignIn>
  linkOwner: (link: string) => Promise<{ email: string }>
  /** The link works once; the same request sent again succeeds. */
  choosePassword: (given: { link: string; password: string }) => Promise<void>
  /** Deletes what has expired. */
  prune: () => Promise<void>
}

/** Links with which people choose a password. */
export type LinkCalls = Pick<SignInCalls, 'linkOwner' | 'choosePassword' | 'prune'>

export type OwnSignIn = { identity: Identity; accounts: Accounts; calls: SignInCalls }
