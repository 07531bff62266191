import { prepareQuarter } from '@portal/contract/meetings'
import type { Quarter } from '@portal/domain/quarter'
import { mappingsKey } from '@portal/remote-kit/queries/mappings'
import { setShared } from '@portal/remote-kit/queries/shared-key'
import { useQueryClient } from '@portal/remote-kit/query'
import { agendasKey } from '../shared/agendas-query.ts'
import type { Mappings } from '../shared/mapping-queries.ts'
import { publicationKey } from '../shared/publication-key.ts'
import { useChange } from '../shared/queries.ts'

/** Sets up a quarter's slots like those of the previous quarter; returns what was created. */
export function usePrepareQuarter() {
  const client = useQueryClient()
  return useChange(
    (call, { year, quarter }: Quarter) => call(prepareQuarter, { params: { year, quarter } }),
    {
      onSuccess: ({ made }) => {
        const byId = Object.fromEntries(made.map((one) => [one.id, one]))
        setShared<Mappings>(client, mappingsKey, (all) => all && { ...all, ...byId })
      },
      staleShared: [mappingsKey],
      // A native slot creates a draft.
      stale: [publicationKey, agendasKey],
    },
  )
}
