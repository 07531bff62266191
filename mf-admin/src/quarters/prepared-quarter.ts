import { compareQuarters, parseQuarter, type Quarter, quarterOf } from '@portal/domain/quarter'
import { usePortal } from '@portal/remote-kit/portal'
import { useState } from 'react'
import { readStored, removeStored, store } from '../shared/drafts/device-storage.ts'

/**
 * The quarter at which the admin area opens: a later one that the admin has chosen to prepare, on this device and
 * until it has passed, or today's.
 */
export function usePreparedQuarter() {
  const { config, person } = usePortal()
  const [now] = useState(() => quarterOf(new Date(), config.foundation.timeZone))
  const key = `preparedQuarter:${person.uid}`
  const kept = quarterFrom(readStored(localStorage, key))
  return {
    now,
    prepared: kept && compareQuarters(kept, now) > 0 ? kept : now,
    /** A past quarter is viewed, not prepared. */
    prepare: (quarter: Quarter) => {
      const ahead = compareQuarters(quarter, now)
      if (ahead > 0) store(localStorage, key, quarter)
      else if (ahead === 0) removeStored(localStorage, key)
    },
  }
}

function quarterFrom(kept: unknown): Quarter | undefined {
  if (typeof kept !== 'object' || kept === null) return undefined
  const { year, quarter } = kept as Record<string, unknown>
  return parseQuarter(String(year), String(quarter))
}
