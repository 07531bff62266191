import { parseQuarter, type Quarter } from '@portal/domain/quarter'
import { useSearchParams } from '@portal/remote-kit/router'
import { usePreparedQuarter } from '../../quarters/prepared-quarter.ts'
import { afterSave } from '../../shared/dialogs/leave-guard.tsx'

/**
 * The quarter whose agenda is edited, kept in the URL: `?year=2026&quarter=4`; by default the one
 * being prepared.
 */
export function useAgendaPlace() {
  const [params, setParams] = useSearchParams()
  const { now, prepared } = usePreparedQuarter()
  const named = parseQuarter(params.get('year') ?? undefined, params.get('quarter') ?? undefined)
  const go = ({ year, quarter }: Quarter, state?: typeof afterSave) =>
    setParams(
      { year: String(year), quarter: String(quarter) },
      { replace: true, preventScrollReset: true, ...(state && { state }) },
    )
  return {
    quarter: named ?? prepared,
    now,
    setQuarter: (to: Quarter) => go(to),
    /** After a save has taken the agenda there. */
    followTo: (to: Quarter) => go(to, afterSave),
  }
}
