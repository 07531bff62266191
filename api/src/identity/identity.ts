/** What a verified ID token says. Nothing here comes from anywhere else. */
export type Claims = {
  uid: string
  email: string
  emailVerified: boolean
  displayName?: string
  photoUrl?: string
  /** `google.com` or `password`. */
  provider: string
  /** Custom claim that only the API sets: the account was created by an admin. */
  createdByAdmin: boolean
  /** When this sign-in was made, in seconds since 1970; tokens renewed later keep it. */
  signedInAt: number
  /** Seconds since 1970. */
  expiresAt: number
}

/** One sign-in of an account, whatever its tokens. */
export type SignIn = Pick<Claims, 'uid' | 'signedInAt'>

/** Sign-in accounts. Two adapters: Firebase, and its emulator on the embedded set. */
export type Identity = {
  /** Refuses with `unauthenticated` for a token that isn't ours, isn't whole or has expired. */
  verify: (idToken: string) => Promise<Claims>
}
