import { compareQuarters, parseQuarter, type Quarter } from '@portal/domain/quarter'
import { readStored, removeStored, store } from '@portal/remote-kit/device-storage'
import type { Portal } from '@portal/remote-kit/portal'

/**
 * The later quarter that an admin has chosen to prepare, on this device and until it has passed. Apart from the hook,
 * because the build reads `remote.ts`, and what it imports, without JSX.
 */
export function keptQuarter({ person, now }: { person: Portal['person']; now: Quarter }) {
  const key = `preparedQuarter:${person.uid}`
  return {
    /** Today's by default. */
    get: (): Quarter => {
      const kept = quarterFrom(readStored('localStorage', key))
      return kept && compareQuarters(kept, now) > 0 ? kept : now
    },
    /** A past quarter is viewed, not prepared. */
    set: (quarter: Quarter): void => {
      const ahead = compareQuarters(quarter, now)
      if (ahead > 0) store('localStorage', key, quarter)
      else if (ahead === 0) removeStored('localStorage', key)
    },
  }
}

function quarterFrom(kept: unknown): Quarter | undefined {
  if (typeof kept !== 'object' || kept === null) return undefined
  const { year, quarter } = kept as Record<string, unknown>
  return parseQuarter(String(year), String(quarter))
}
