import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ProviderContext } from 'oidc-provider'
import type { OpenIdProvider } from '../../platform/env/identity.ts'

export type ProviderAccount = {
  sub: string
  email: string
  email_verified?: boolean
  name?: string
  picture?: string
}

/** The library advises its operators as it is loaded and used: about Node's version, storage, keys and lifetimes. */
function withoutAdvice(): () => void {
  const { info, warn } = console
  const quiet =
    (print: typeof info): typeof info =>
    (...texts) => {
      if (!String(texts[0]).includes('oidc-provider')) print(...texts)
    }
  Object.assign(console, { info: quiet(info), warn: quiet(warn) })
  return () => void Object.assign(console, { info, warn })
}

/** A real OpenID provider on this machine, whose people sign in without a password. */
export async function startProvider(redirectUri: string) {
  const restoreConsole = withoutAdvice()
  const { Provider } = await import('oidc-provider')
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const client = { client_id: 'board-portal', client_secret: 'secret-of-the-client' }
  let person: ProviderAccount = { sub: 'nobody', email: '' }
  /** The parameters of the last request for a sign-in. */
  let lastRequest = new URLSearchParams()

  const provider = new Provider(issuer, {
    clients: [{ ...client, redirect_uris: [redirectUri] }],
    pkce: { required: () => true },
    // As Google does, the ID token itself says who it is.
    conformIdTokenClaims: false,
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    cookies: { keys: ['only for tests'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: () => '/choose' },
    findAccount: (_: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ email_verified: true, ...person }),
    }),
    loadExistingGrant: async ({ oidc }: ProviderContext) => {
      const { accountId } = oidc.session
      const grant = new provider.Grant({ accountId, clientId: oidc.client.clientId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  const handle = provider.callback()
  const answer: typeof handle = async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', issuer)
    if (pathname === '/auth') lastRequest = searchParams
    if (pathname !== '/choose') return handle(request, response)
    if (person.sub === 'nobody') {
      const result = { error: 'access_denied', error_description: 'The person has canceled.' }
      return provider.interactionFinished(request, response, result)
    }
    return provider.interactionFinished(request, response, { login: { accountId: person.sub } })
  }

  return {
    settings: {
      issuer,
      clientId: client.client_id,
      clientSecret: client.client_secret,
      name: 'Larkspur',
      isTrusted: false,
    } satisfies OpenIdProvider,
    lastRequest: () => lastRequest,
    /** Who signs in from now on, in a browser; without anybody, the next sign-in is canceled. */
    choose: (next: ProviderAccount = { sub: 'nobody', email: '' }) => {
      person = next
    },
    /** The address that the provider sends a browser back to, in which this person signs in; without one, they cancel. */
    async signIn(url: string, as: ProviderAccount = { sub: 'nobody', email: '' }): Promise<URL> {
      person = as
      const cookies = new Map<string, string>()
      let next = url
      for (let steps = 0; steps < 10; steps += 1) {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
        const response = await fetch(next, { headers: { cookie }, redirect: 'manual' })
        await response.body?.cancel()
        for (const line of response.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
          cookies.set(name, value)
        }
        const location = response.headers.get('location')
        if (location === null) throw new Error(`The provider answered ${response.status}.`)
        next = new URL(location, next).href
        if (next.startsWith(redirectUri)) return new URL(next)
      }
      throw new Error('The provider doesn’t send the browser back.')
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      restoreConsole()
    },
  }
}
