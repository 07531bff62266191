import { quarterOf } from '@portal/domain/quarter'
import { usePortal } from '@portal/remote-kit/portal'
import { useState } from 'react'
import { keptQuarter } from './kept-quarter.ts'

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
