import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { Tabs } from '@portal/shared-ui/tabs'
import { QuarterPicker } from '../quarters/quarter-picker.tsx'
import { editedMappingsQuery } from '../shared/mapping-queries.ts'
import { AdminScreen } from '../shared/admin-screen.tsx'
import { useNameDrafts } from './name-drafts.ts'
import { tabs } from './slots-of-tab.ts'
import { SlotsPanel } from './slots-panel.tsx'
import { HeldRemovals } from './sync/held-removals.tsx'
import { SyncControl } from './sync/sync-control.tsx'
import { useSync } from './sync/use-sync.ts'
import { useMappingsPlace } from './use-mappings-place.ts'

const failures = {
  meetings: 'Failed to load meeting materials',
  governance: 'Failed to load governance documents',
  communications: 'Failed to load communications resources',
}

/** The document or embed of each slot. */
export function Component() {
  const { call } = usePortal()
  const mappings = useQuery(editedMappingsQuery(call))
  const { tab, setTab, quarter, now, setQuarter } = useMappingsPlace()
  const drafts = useNameDrafts()
  const sync = useSync()
  return (
    <AdminScreen
      title="Resource Mappings"
      actions={<SyncControl sync={sync} />}
      queries={[mappings]}
    >
      <HeldRemovals status={sync.status} />
      <Tabs label="Resources" value={tab} onChange={setTab} tabs={tabs}>
        {tab === 'meetings' && <QuarterPicker shown={quarter} now={now} onChange={setQuarter} />}
        <QueryPanel
          query={mappings}
          failure={failures[tab]}
          skeleton={<Skeleton height="30rem" label="Loading the mappings" />}
        >
          {(all) => (
            <SlotsPanel tab={tab} quarter={quarter} mappings={all} drafts={drafts} sync={sync} />
          )}
        </QueryPanel>
      </Tabs>
    </AdminScreen>
  )
}
