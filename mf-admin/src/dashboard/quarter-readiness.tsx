import { slotsOfQuarter } from '@portal/domain/slot-names'
import { type Quarter, quarterName } from '@portal/domain/quarter'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { useState } from 'react'
import { adminPaths } from '../admin-paths.ts'
import { ReadinessBoard } from '../mappings/readiness/readiness-board.tsx'
import { ReadinessUnchecked } from '../mappings/readiness/readiness-unchecked.tsx'
import { useReadiness } from '../mappings/readiness/use-readiness.ts'
import { type SlotDialog, SlotDialogs } from '../mappings/slot-dialogs.tsx'
import { useSync } from '../mappings/sync/use-sync.ts'
import { type Mappings, editedMappingsQuery } from '../shared/mapping-queries.ts'

/** How ready a quarter's materials are; each slot links to its row in the mappings, and its paper is mapped here. */
export function QuarterReadiness({ quarter }: { quarter: Quarter }) {
  const { call } = usePortal()
  const mappings = useQuery(editedMappingsQuery(call))
  return (
    <QueryPanel
      query={mappings}
      failure="Failed to load meeting materials"
      skeleton={<Skeleton height="20rem" label="Loading the quarter’s materials" />}
    >
      {(all) => <Board quarter={quarter} mappings={all} />}
    </QueryPanel>
  )
}

function Board({ quarter, mappings }: { quarter: Quarter; mappings: Mappings }) {
  const slots = useReadiness(slotsOfQuarter(quarter), quarter, mappings)
  const sync = useSync()
  const [dialog, setDialog] = useState<SlotDialog>()
  return (
    <>
      <ReadinessBoard
        title={quarterName(quarter)}
        slots={slots}
        rowOf={(id) => adminPaths.mappings(quarter, id)}
        sync={sync}
        onMap={(slot) => setDialog({ kind: 'map', slot })}
        onView={(slot) => setDialog({ kind: 'view', slot })}
        onReplace={(slot) => setDialog({ kind: 'replace', slot })}
      />
      <ReadinessUnchecked mappings={mappings} ids={slots.map(({ id }) => id)} />
      <SlotDialogs
        shown={dialog}
        mappings={mappings}
        sync={sync}
        onClose={() => setDialog(undefined)}
      />
    </>
  )
}
