import { portalConfig } from '@portal/contract/portal'
import * as z from 'zod/mini'
import type { Settings } from '../../platform/env/env.ts'
import { request } from './clock-check.ts'
import { type Check, CheckFailure } from './finding.ts'

type Options = { address: URL | undefined; settings: Pick<Settings, 'production' | 'identity'> }

/** Opens the portal at its public address, including any proxies in front of it. */
export function addressCheck({ address, settings }: Options): Check {
  return {
    part: 'address',
    async run() {
      if (!address) {
        return {
          caution: 'not checked; pass it as an argument, such as https://portal.example.org',
        }
      }
      const { production } = settings
      if (production && address.protocol !== 'https:') {
        throw new CheckFailure(`${address.origin} isn’t https, so nobody could stay signed in.`)
      }
      await mustBeReady(address)
      await mustBeThisPortal(address, settings)
      await mustKeepHeaders(address, production)
      await mustKeepCookie(address, production)
      return `${address.origin} responds, with its policy and its cookie`
    },
  }
}

async function mustBeReady(address: URL): Promise<void> {
  const { status } = await request(new URL('/readyz', address))
  if (status === 200) return
  throw new CheckFailure(
    status === 503
      ? `${address.origin} isn’t ready. Its log and, with METRICS_TOKEN, /readyz name the failing part.`
      : `${address.origin}/readyz returned ${status}, which no portal does. Check the proxy in front of it; for Firebase Hosting, that the service runs in the region of firebase.json.`,
  )
}

async function mustBeThisPortal(address: URL, { identity }: Options['settings']): Promise<void> {
  const response = await request(new URL('/api/config', address))
  const { data } = z.safeParse(portalConfig, await response.json().catch(() => undefined))
  if (!data)
    throw new CheckFailure(
      `${address.origin}/api/config returned ${response.status}, which no portal does.`,
    )
  if (data.identity.projectId === identity.projectId) return
  throw new CheckFailure(
    `${address.origin} is a portal of the project ${data.identity.projectId}, but these settings name ${identity.projectId}.`,
  )
}

async function mustKeepHeaders(address: URL, production: boolean): Promise<void> {
  const { status, headers } = await request(address)
  if (status !== 200) throw new CheckFailure(`${address.origin} returned ${status} for its page.`)
  if (!headers.get('content-security-policy')?.includes("require-trusted-types-for 'script'")) {
    throw new CheckFailure(
      'The page arrives without the portal’s security policy. Let its headers through unchanged.',
    )
  }
  if (!/no-cache|no-store/.test(headers.get('cache-control') ?? '')) {
    throw new CheckFailure('The page may be cached. Let its Cache-Control through unchanged.')
  }
  if (production && !headers.has('strict-transport-security')) {
    throw new CheckFailure(
      'The page arrives without Strict-Transport-Security. Is NODE_ENV=production set there?',
    )
  }
}

/** Signing out clears the cookie, signed in or not, which shows whether cookies get through. */
async function mustKeepCookie(address: URL, production: boolean): Promise<void> {
  const response = await request(new URL('/api/auth/token', address), { method: 'DELETE' })
  const cookie = response.headers
    .getSetCookie()
    .find((candidate) => candidate.startsWith('__session='))
  if (!cookie)
    throw new CheckFailure('The cookie __session doesn’t arrive. Let Set-Cookie through.')
  if (production && !cookie.includes('Secure')) {
    throw new CheckFailure(
      'The cookie __session isn’t marked Secure. Is NODE_ENV=production set there?',
    )
  }
}
