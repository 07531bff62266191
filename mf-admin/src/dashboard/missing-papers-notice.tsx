import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { HeldRemovals } from '../mappings/sync/held-removals.tsx'
import { syncStatusQuery } from '../mappings/sync/sync-queries.ts'

/** The removals that a sync has held back, on the admin's start page. */
export function MissingPapersNotice() {
  const { call } = usePortal()
  const status = useQuery(syncStatusQuery(call))
  return (
    <QueryPanel
      query={status}
      failure="Failed to load the state of the drive’s sync"
      skeleton={null}
    >
      {(latest) => <HeldRemovals status={latest} />}
    </QueryPanel>
  )
}
