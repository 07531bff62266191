/** The content of a verified ID token. */
export type Claims = {
  uid: string
  email: string
  emailVerified: boolean
  displayName?: string
  photoUrl?: string
  /**
   * `google.com`, which also stands for the provider that the operator trusts like Google; `oidc` for another OpenID
   * provider; or `password`.
   */
  provider: string
  /** A custom claim that only the API sets, on accounts created by an admin. */
  createdByAdmin: boolean
  /** Signed in with a second factor as well; renewed tokens keep it. */
  hasSecondFactor: boolean
  /** Time of the sign-in in seconds since 1970; renewed tokens keep it. */
  signedInAt: number
  /** Seconds since 1970. */
  expiresAt: number
}

/** One sign-in of an account, shared by all its tokens. */
export type SignIn = Pick<Claims, 'uid' | 'signedInAt'>

/** The id of a sign-in's records. Two sign-ins of one person in the same second can't be distinguished. */
export function signInId({ uid, signedInAt }: SignIn): string {
  return `${uid}.${signedInAt}`
}

/** Verifies sign-ins. Three adapters: Firebase, its emulator, and the portal’s own accounts. */
export type Identity = {
  /** Refuses a foreign, malformed or expired token with `unauthenticated`. `signal` ends the wait for the keys. */
  verify: (idToken: string, signal?: AbortSignal) => Promise<Claims>
}
