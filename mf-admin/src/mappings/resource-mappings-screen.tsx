import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { Tabs } from '@portal/shared-ui/tabs'
import { QuarterPicker } from '../quarters/quarter-picker.tsx'
import { editedMappingsQuery } from '../shared/quarter-queries.ts'
import { slotSettingsQuery } from '../shared/slot-settings.ts'
import { AdminScreen } from '../shared/admin-screen.tsx'
import { useNameDrafts } from './name-drafts.ts'
import { type MappingsTab, mappingsTabs } from '../admin-paths.ts'
import { SlotsPanel } from './slots-panel.tsx'
import { HeldRemovals } from './sync/held-removals.tsx'
import { SyncControl } from './sync/sync-control.tsx'
import { useSync } from './sync/use-sync.ts'
import { parseQuarter, type Quarter, quarterName } from '@portal/domain/quarter'
import { useSearchParams } from '@portal/remote-kit/router'
import { useMemo } from 'react'
import { usePreparedQuarter } from '../quarters/prepared-quarter.ts'

const failures = {
  meetings: 'Failed to load meeting materials',
  governance: 'Failed to load governance documents',
  communications: 'Failed to load communications resources',
}

/** The document or embed of each slot. */
export function Component() {
  const { call } = usePortal()
  const mappings = useQuery(editedMappingsQuery(call))
  const settings = useQuery(slotSettingsQuery(call))
  const { tab, setTab, quarter, now, setQuarter } = useMappingsPlace()
  const drafts = useNameDrafts()
  const sync = useSync()
  return (
    <AdminScreen
      title="Resource Mappings"
      actions={<SyncControl sync={sync} />}
      queries={[mappings, settings]}
    >
      <HeldRemovals status={sync.status} />
      <Tabs label="Resources" value={tab} onChange={setTab} tabs={mappingsTabs}>
        {tab === 'meetings' && <QuarterPicker shown={quarter} now={now} onChange={setQuarter} />}
        <QueryPanel
          query={mappings}
          failure={failures[tab]}
          skeleton={<Skeleton height="30rem" label="Loading the mappings" />}
        >
          {(all) => (
            <QueryPanel
              query={settings}
              failure="Failed to load the slots"
              skeleton={<Skeleton height="30rem" label="Loading the slots" />}
            >
              {(slotSettings) => (
                <SlotsPanel
                  {...{ tab, drafts, sync }}
                  meeting={quarter}
                  name={quarterName(quarter)}
                  mappings={all}
                  settings={slotSettings}
                />
              )}
            </QueryPanel>
          )}
        </QueryPanel>
      </Tabs>
    </AdminScreen>
  )
}

/** The current tab and quarter, kept in the URL: `?tab=governance&year=2026&quarter=4`. */
function useMappingsPlace() {
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
    tab: mappingsTabs.find(({ value }) => value === params.get('tab'))?.value ?? 'meetings',
    setTab: (tab: MappingsTab) => set({ tab }),
    quarter,
    now,
    setQuarter: (to: Quarter) => set({ year: String(to.year), quarter: String(to.quarter) }),
  }
}
