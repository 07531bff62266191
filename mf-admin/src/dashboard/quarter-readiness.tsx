import { slotsOfQuarter } from '@portal/domain/slot-names'
import { type Quarter, quarterName } from '@portal/domain/quarter'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { adminPaths } from '../admin-paths.ts'
import { ReadinessBoard } from '../mappings/readiness/readiness-board.tsx'
import { ReadinessUnchecked } from '../mappings/readiness/readiness-unchecked.tsx'
import { useReadiness } from '../mappings/readiness/use-readiness.ts'
import { type Mappings, editedMappingsQuery } from '../shared/mapping-queries.ts'

/** How ready a quarter's materials are; each slot links to its row in the mappings. */
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
  return (
    <>
      <ReadinessBoard
        title={quarterName(quarter)}
        slots={slots}
        rowOf={(id) => adminPaths.mappings(quarter, id)}
      />
      <ReadinessUnchecked mappings={mappings} ids={slots.map(({ id }) => id)} />
    </>
  )
}
