import { portalConfig } from '@portal/contract/portal'
import * as z from 'zod/mini'
import type { Settings } from '../env.ts'
import { ask } from './ask.ts'
import { type Check, Wrong } from './finding.ts'

type Options = { address: URL | undefined; settings: Pick<Settings, 'production' | 'identity'> }

/** Opens the portal as its readers do, through whatever stands in front of it. */
export function addressCheck({ address, settings }: Options): Check {
  return {
    part: 'address',
    async look() {
      if (!address) {
        return { caution: 'not looked at: name it to have it opened, https://portal.example.org' }
      }
      const { production } = settings
      if (production && address.protocol !== 'https:') {
        throw new Wrong(`${address.origin} isn’t https: nobody could stay signed in.`)
      }
      await mustBeReady(address)
      await mustBeThisPortal(address, settings)
      await mustKeepHeaders(address, production)
      await mustKeepCookie(address, production)
      return `${address.origin} answers, with its policy and its cookie`
    },
  }
}

async function mustBeReady(address: URL): Promise<void> {
  const { status } = await ask(new URL('/readyz', address))
  if (status === 200) return
  throw new Wrong(
    status === 503
      ? `${address.origin} isn’t ready: /readyz names the part that fails.`
      : `${address.origin}/readyz answered ${status}, which no portal does: look at what stands in front of it.`,
  )
}

async function mustBeThisPortal(address: URL, { identity }: Options['settings']): Promise<void> {
  const response = await ask(new URL('/api/config', address))
  const { data } = z.safeParse(portalConfig, await response.json().catch(() => undefined))
  if (!data)
    throw new Wrong(
      `${address.origin}/api/config answered ${response.status}, which no portal does.`,
    )
  if (data.identity.projectId === identity.projectId) return
  throw new Wrong(
    `${address.origin} is a portal of the project ${data.identity.projectId}, and these settings name ${identity.projectId}.`,
  )
}

async function mustKeepHeaders(address: URL, production: boolean): Promise<void> {
  const { status, headers } = await ask(address)
  if (status !== 200) throw new Wrong(`${address.origin} answered ${status} for its page.`)
  if (!headers.get('content-security-policy')?.includes("require-trusted-types-for 'script'")) {
    throw new Wrong(
      'The page comes without the portal’s security policy: let it through unchanged.',
    )
  }
  if (!/no-cache|no-store/.test(headers.get('cache-control') ?? '')) {
    throw new Wrong('The page may be kept by caches: let its Cache-Control through unchanged.')
  }
  if (production && !headers.has('strict-transport-security')) {
    throw new Wrong(
      'The page comes without Strict-Transport-Security: is NODE_ENV=production there?',
    )
  }
}

/** Signing out clears the cookie, signed in or not: it shows whether cookies come through. */
async function mustKeepCookie(address: URL, production: boolean): Promise<void> {
  const response = await ask(new URL('/api/auth/token', address), { method: 'DELETE' })
  const cookie = response.headers.getSetCookie().find((one) => one.startsWith('__session='))
  if (!cookie) throw new Wrong('The cookie __session doesn’t come through: let Set-Cookie through.')
  if (production && !cookie.includes('Secure')) {
    throw new Wrong('The cookie __session isn’t marked Secure: is NODE_ENV=production there?')
  }
}
