import * as z from 'zod/mini'
import type { OpenIdProvider } from '../../platform/env/identity.ts'
import { type Check, CheckFailure } from './finding.ts'
import { request } from './clock-check.ts'

/** https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderMetadata */
const metadata = z.object({ issuer: z.string(), authorization_endpoint: z.string() })

/** Checks that the OpenID provider describes itself, and whether its people can become admins. */
export function providerCheck({ provider }: { provider: OpenIdProvider | undefined }): Check {
  return {
    part: 'sign-in',
    async run() {
      if (!provider) {
        return { caution: 'passwords only: without OIDC_CLIENT_ID, nobody can be an admin' }
      }
      const { issuer, isTrusted } = provider
      const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
      const response = await request(address)
      const { success, data } = z.safeParse(metadata, await response.json().catch(() => undefined))
      if (!response.ok || !success) {
        throw new CheckFailure(
          `There is no OpenID provider at ${issuer} (${response.status}). Check OIDC_ISSUER.`,
        )
      }
      if (data.issuer !== issuer) {
        throw new CheckFailure(`The provider calls itself ${data.issuer}. Set OIDC_ISSUER to that.`)
      }
      if (!isTrusted)
        return { caution: `${issuer} is reached; its people are members, never admins` }
      return `${issuer} is reached, and its people can be admins`
    },
  }
}
