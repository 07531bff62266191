import { NODATA, NOTFOUND } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import type { ReadTexts } from '../../features/doctor/mail-domain-check.ts'

type Options = {
  /** Of the name servers, such as `192.0.2.53`; by default those of this machine. */
  servers?: string[]
  /** How long one attempt may take, in ms. */
  timeout?: number
}

/** TXT records as this machine's name servers have them. Each look-up is tried twice. */
export function dnsTexts({ servers, timeout = 3000 }: Options = {}): ReadTexts {
  return async (name) => {
    const resolver = new Resolver({ timeout, tries: 2 })
    if (servers) resolver.setServers(servers)
    // Node's own limit doubles with each attempt.
    const limit = setTimeout(() => resolver.cancel(), 3 * timeout)
    try {
      const records = await resolver.resolveTxt(name)
      // A long record comes in several parts.
      return records.map((parts) => parts.join(''))
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === NODATA || code === NOTFOUND) return []
      throw error
    } finally {
      clearTimeout(limit)
    }
  }
}
