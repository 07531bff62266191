import { lookup } from 'node:dns/promises'
import { withTimeout } from '../../platform/resilience/with-timeout.ts'
import type { Check } from './finding.ts'

/** DNS timeout in ms. */
const dnsTimeout = 5000
const timeoutError = () => new Error('No name server has responded.')

type Options = {
  /** As configured; `*.example.org` means every host below it. */
  hosts: string[]
  resolve?: (host: string) => Promise<unknown>
}

/** Resolves every host that may be embedded, to find misspelt ones. */
export function embedsCheck({ hosts, resolve = lookup }: Options): Check {
  return {
    part: 'embeds',
    async run() {
      const known = await Promise.all(
        hosts.map((host) =>
          withTimeout(() => resolve(host.replace(/^\*\./, '')), dnsTimeout, timeoutError).then(
            () => true,
            () => false,
          ),
        ),
      )
      const unknown = hosts.filter((_, n) => !known[n])
      if (unknown.length === 0)
        return `${hosts.length} hosts may be embedded, and all can be resolved`
      const names = unknown.join(', ')
      return {
        caution: `These hosts can’t be resolved: ${names}. Check their spelling in EMBED_HOSTS.`,
      }
    },
  }
}
