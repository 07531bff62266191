import { quarterOf, compareQuarters, parseQuarter, type Quarter } from '@portal/domain/quarter'
import { usePortal, type Portal } from '@portal/remote-kit/portal'
import { useState } from 'react'
import { readStored, removeStored, store } from '@portal/remote-kit/device-storage'

/**
 * The quarter at which the admin area opens: a later one that the admin has chosen to prepare, on this device and
 * until it has passed, or today's.
 */
export function usePreparedQuarter() {
  const { config, person } = usePortal()
  const [now] = useState(() => quarterOf(new Date(), config.foundation.timeZone))
  const kept = keptQuarter({ person, now })
  return { now, prepared: kept.get(), prepare: kept.set }
}

/** The later quarter that an admin has chosen to prepare, on this device and until it has passed. */
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
