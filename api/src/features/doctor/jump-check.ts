import { unsettledJump } from '../../platform/background/settled-time.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import type { Check } from './finding.ts'

/** Warns while nothing is deleted for its age, because the clock has jumped ahead. */
export function jumpCheck({ open }: { open: () => Promise<DocumentStore> }): Check {
  return {
    part: 'deletions',
    async run() {
      const jump = await unsettledJump(await open())
      if (!jump) return 'what is old is deleted by this machine’s clock'
      return {
        caution: `the clock has jumped ahead from ${jump.from}, or the portal was switched off: nothing is deleted for its age until ${jump.until}. If the clock is wrong, set it by NTP.`,
      }
    },
  }
}
