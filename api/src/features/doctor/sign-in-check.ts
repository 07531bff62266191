import * as z from 'zod/mini'
import { request } from './clock-check.ts'
import { type Check, CheckFailure } from './finding.ts'
import type { OpenIdProvider } from '../../platform/env/identity.ts'

type Options = {
  /** The sign-in service for browsers: https://identitytoolkit.googleapis.com, or an emulator. */
  service: string
  apiKey: string
  /** The portal's own address, if it was given. */
  address: URL | undefined
}

// https://cloud.google.com/identity-platform/docs/reference/rest/v1/projects/get
const project = z.object({ authorizedDomains: z.array(z.string()) })

/** Checks, as a browser would, that the web API key is valid and the portal's address may be used for sign-in. */
export function signInCheck({ service, apiKey, address }: Options): Check {
  return {
    part: 'sign-in',
    async run() {
      const url = new URL(`${service}/v1/projects`)
      url.searchParams.set('key', apiKey)
      const headers = address ? { referer: `${address.origin}/` } : {}
      const response = await request(url, { headers })
      const body: unknown = await response.json().catch(() => undefined)
      if (response.status === 403) {
        throw new CheckFailure(
          'Google refuses FIREBASE_API_KEY from this address. Check the key’s restrictions (websites, and the Identity Toolkit API), and that this API is enabled.',
        )
      }
      if (!response.ok) {
        throw new CheckFailure(
          `Google doesn’t know FIREBASE_API_KEY (${response.status}). Use the web API key in the project’s settings.`,
        )
      }
      const { authorizedDomains } = z.parse(project, body)
      if (!address) return 'the web API key is valid'
      if (!authorizedDomains.includes(address.hostname)) {
        throw new CheckFailure(
          `${address.hostname} isn’t an authorized domain. Add it in Firebase under Authentication, Settings, Authorized domains.`,
        )
      }
      return `the web API key is valid, and ${address.hostname} is an authorized domain`
    },
  }
}

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
