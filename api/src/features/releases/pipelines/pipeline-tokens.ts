/** The verified payload of a CI job's token. */
export type PipelineClaims = Readonly<Record<string, unknown>> & {
  aud: string | string[]
  jti: string
  /** In seconds. */
  exp: number
}

/** What a token claims before its signature is checked: anyone can write it. */
export type UnverifiedClaims = Readonly<Record<string, unknown>> & {
  iss: string
  aud: string | string[]
  /** In seconds. */
  iat: number
  nbf?: number | undefined
  exp: number
}

/** Port: the OIDC tokens that CI providers sign for their jobs. */
export type PipelineTokens = {
  /**
   * The unverified claims of a token that could be valid now. Refuses with `unauthenticated` a token whose size, form,
   * algorithm or times are wrong. Contacts nobody.
   */
  inspect: (token: string) => UnverifiedClaims
  /**
   * The payload of a token that this issuer has signed and that is valid now. Refuses with `unauthenticated` what isn't,
   * and with `unavailable` while the issuer's keys can't be fetched. Contacts the issuer, so an admin must have pinned
   * it. Doesn't check whom the token is for. `signal` ends the wait for the keys.
   */
  verify: (issuer: string, token: string, signal?: AbortSignal) => Promise<PipelineClaims>
}
