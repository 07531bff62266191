/** The verified payload of a CI job's token. */
export type PipelineClaims = Readonly<Record<string, unknown>> & {
  aud: string | string[]
  jti: string
  /** In seconds. */
  exp: number
}

/** Port: the OIDC tokens that CI providers sign for their jobs. */
export type PipelineTokens = {
  /** The issuer that an unverified token names; undefined if it isn't a token. */
  issuerOf: (token: string) => string | undefined
  /**
   * The payload of a token that this issuer has signed and that is valid now. Refuses with `unauthenticated` what isn't,
   * and with `unavailable` while the issuer's keys can't be fetched. Doesn't check whom the token is for.
   */
  verify: (issuer: string, token: string) => Promise<PipelineClaims>
}
