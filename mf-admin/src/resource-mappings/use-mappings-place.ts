import { parseQuarter, type Quarter, quarterOf } from '@portal/contract/quarter'
import { usePortal } from '@portal/remote-kit/portal'
import { useSearchParams } from '@portal/remote-kit/router'
import { useState } from 'react'
import { type Tab, tabOf } from './slots-of-tab.ts'

/** Which tab and quarter are set up, kept in the URL: `?tab=governance&year=2026&quarter=4`. */
export function useMappingsPlace() {
  const { config } = usePortal()
  const [params, setParams] = useSearchParams()
  const [now] = useState(() => quarterOf(new Date(), config.foundation.timeZone))
  const named = parseQuarter(params.get('year') ?? undefined, params.get('quarter') ?? undefined)
  const quarter = named ?? now

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
