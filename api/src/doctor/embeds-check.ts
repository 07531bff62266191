import { lookup } from 'node:dns/promises'
import { inTime } from '../in-time.ts'
import type { Check } from './finding.ts'

/** How long a name may take to be found, in ms. */
const patience = 5000
const late = () => new Error('No name server has answered.')

type Options = {
  /** As they are set; `*.example.org` stands for every host below it. */
  hosts: string[]
  resolve?: (host: string) => Promise<unknown>
}

/** Asks for the address of every host that may be shown in a frame: a misspelt one shows nothing, and lets nobody in. */
export function embedsCheck({ hosts, resolve = lookup }: Options): Check {
  return {
    part: 'embeds',
    async look() {
      const known = await Promise.all(
        hosts.map((host) =>
          inTime(resolve(host.replace(/^\*\./, '')), patience, late).then(
            () => true,
            () => false,
          ),
        ),
      )
      const unknown = hosts.filter((_, n) => !known[n])
      if (unknown.length === 0)
        return `${hosts.length} hosts may be embedded, and each has an address`
      const names = unknown.join(', ')
      return {
        caution: `No address is known here of ${names}: are they spelt right in EMBED_HOSTS?`,
      }
    },
  }
}
