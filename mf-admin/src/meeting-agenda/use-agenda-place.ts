import { parseQuarter, type Quarter, quarterOf } from '@portal/contract/quarter'
import { usePortal } from '@portal/remote-kit/portal'
import { useSearchParams } from '@portal/remote-kit/router'
import { useState } from 'react'
import { afterSave } from '../leave-guard.tsx'

/** Which quarter's agenda is edited, kept in the URL: `?year=2026&quarter=4`; today's without. */
export function useAgendaPlace() {
  const { config } = usePortal()
  const [params, setParams] = useSearchParams()
  const [now] = useState(() => quarterOf(new Date(), config.foundation.timeZone))
  const named = parseQuarter(params.get('year') ?? undefined, params.get('quarter') ?? undefined)
  const go = ({ year, quarter }: Quarter, state?: typeof afterSave) =>
    setParams(
      { year: String(year), quarter: String(quarter) },
      { replace: true, preventScrollReset: true, ...(state && { state }) },
    )
  return {
    quarter: named ?? now,
    now,
    setQuarter: (to: Quarter) => go(to),
    /** After a save has taken the agenda there. */
    followTo: (to: Quarter) => go(to, afterSave),
  }
}
