import { parseQuarter, type Quarter } from '@portal/domain/quarter'
import { useSearchParams } from '@portal/remote-kit/router'
import { usePreparedQuarter } from '../quarters/prepared-quarter.ts'

/** The quarter that the admin dashboard shows: that of `?year=2027&quarter=1`, or the one being prepared. */
export function useDashboardQuarter() {
  const [params, setParams] = useSearchParams()
  const { now, prepared, prepare } = usePreparedQuarter()
  const named = parseQuarter(params.get('year') ?? undefined, params.get('quarter') ?? undefined)
  return {
    quarter: named ?? prepared,
    now,
    setQuarter: (to: Quarter) => {
      prepare(to)
      setParams(
        { year: String(to.year), quarter: String(to.quarter) },
        { replace: true, preventScrollReset: true },
      )
    },
  }
}
