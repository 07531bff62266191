import { parseQuarter, type Quarter } from '@portal/domain/quarter'
import { useSearchParams } from '@portal/remote-kit/router'
import { useMemo } from 'react'
import { usePreparedQuarter } from '../quarters/prepared-quarter.ts'
import { type Tab, tabOf } from './slots-of-tab.ts'

/** The current tab and quarter, kept in the URL: `?tab=governance&year=2026&quarter=4`. */
export function useMappingsPlace() {
  const [params, setParams] = useSearchParams()
  const { now, prepared } = usePreparedQuarter()
  const named = parseQuarter(params.get('year') ?? undefined, params.get('quarter') ?? undefined)
  const { year, quarter: number } = named ?? prepared
  // The same object in every render, so that typing doesn't match all papers with its slots again.
  const quarter = useMemo(() => ({ year, quarter: number }), [year, number])

  const set = (values: Record<string, string>) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        for (const [name, value] of Object.entries(values)) after.set(name, value)
        return after
      },
      { replace: true, preventScrollReset: true },
    )

  return {
    tab: tabOf(params.get('tab')),
    setTab: (tab: Tab) => set({ tab }),
    quarter,
    now,
    setQuarter: (to: Quarter) => set({ year: String(to.year), quarter: String(to.quarter) }),
  }
}
